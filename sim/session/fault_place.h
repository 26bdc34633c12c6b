// SPDX-License-Identifier: Apache-2.0
#pragma once
// The lines of the program at which a launch failed, for its message: of the call that went wrong,
// or of those that wait for each other. Empty without debug information (davsim-cc -g).

#include <string>
#include <vector>

#include "sim/events/listener.h"

namespace davsim {

class FaultPlace : public Listener {
public:
    std::uint32_t interests() const override { return interest::kFault; }
    void on_fault(const FaultEvent& event) override;

    // " at add.asc:42" or "", to go behind the message of the failure.
    std::string text() const;

private:
    std::vector<const void*> sites_;
};

}  // namespace davsim
