// SPDX-License-Identifier: Apache-2.0
#pragma once
// The program and the shared libraries of this process, as libdwfl knows them.

#include <elfutils/libdwfl.h>

#include <cstdint>
#include <memory>
#include <set>
#include <string>

namespace davsim {

class Modules {
public:
    Modules();

    // The module that holds `address`, also of libraries that were loaded since; nullptr if none.
    Dwfl_Module* find(std::uint64_t address);

private:
    struct End {
        void operator()(Dwfl* dwfl) const { dwfl_end(dwfl); }
    };

    void add_loaded();

    std::unique_ptr<Dwfl, End> dwfl_;
    std::set<std::string> known_;  // path and place
};

}  // namespace davsim
