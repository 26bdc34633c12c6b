// SPDX-License-Identifier: Apache-2.0
#include "sim/base/write_file.h"

#include <fstream>

#include "sim/base/error.h"

namespace davsim {

void write_file(const std::string& path, std::string_view text) {
    std::ofstream stream(path, std::ios::binary);
    stream << text;
    stream.close();
    if (!stream) throw Error(Fault::kUsage, path + ": cannot write");
}

}  // namespace davsim
