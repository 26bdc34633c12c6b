// SPDX-License-Identifier: Apache-2.0
#include "sim/cc/launch_headers.h"

#include <algorithm>
#include <regex>

namespace davsim::cc {

std::vector<std::string> launch_headers_in(std::string_view text) {
    static const std::regex kInclude("#\\s*include\\s*[<\"]aclrtlaunch_(\\w+)\\.h[>\"]");
    std::vector<std::string> kernels;
    using Iterator = std::regex_iterator<std::string_view::const_iterator>;
    for (Iterator it(text.begin(), text.end(), kInclude), end; it != end; ++it) {
        std::string kernel = (*it)[1];
        if (std::find(kernels.begin(), kernels.end(), kernel) == kernels.end())
            kernels.push_back(std::move(kernel));
    }
    return kernels;
}

std::string launch_header(const std::string& kernel) {
    return "#pragma once\n"
           "#include \"sim/ascendc/launch_site.h\"\n"
           "#ifndef ACLRT_LAUNCH_KERNEL\n"
           "#define ACLRT_LAUNCH_KERNEL(kernel) aclrtlaunch_##kernel\n"
           "#endif\n"
           // Its real parameters are declared elsewhere, or nowhere in this source.
           "extern \"C\" void davsim_kernel_" +
           kernel + "() __asm__(\"" + kernel +
           "\");\n"
           "template <typename... Args>\n"
           "inline unsigned aclrtlaunch_" +
           kernel +
           "(unsigned blocks, void* stream, Args... args) {\n"
           "    using Entry = void (*)(Args...);\n"
           "    ::davsim::launch_kernel(reinterpret_cast<Entry>(&davsim_kernel_" +
           kernel + "), \"" + kernel +
           "\", ::davsim::LaunchShape(blocks, 0, stream), args...);\n"
           "    return 0;\n"
           "}\n";
}

}  // namespace davsim::cc
