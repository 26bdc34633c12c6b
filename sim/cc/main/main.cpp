// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <exception>

#include "sim/base/error.h"
#include "sim/cc/driver.h"

namespace {

constexpr const char* kHelp =
    "davsim-cc: compiles Ascend C programs of host code and kernels for davsim\n"
    "\n"
    "  davsim-cc add.asc -o add            then: ./add, or davsim run-app -- ./add\n"
    "\n"
    "  FILE.asc FILE.cpp ...  sources; kernel<<<blocks, ub, stream>>>(arguments) launches a "
    "kernel\n"
    "  FILE.o FILE.a FILE.so  linked as they are\n"
    "  --npu-arch=ARCH        dav-1001 (910), dav-2201 (A2, A3; default), dav-3510 (950)\n"
    "  -o FILE  -c  -D -U -I -include  -L -l  -O<n>  -g  -std=  -shared  and other options of the\n"
    "                         compiler; without -O it is -O2, without -std C++17\n"
    "  -v                     shows the commands that are run\n"
    "  --version, --help\n"
    "\n"
    "The compiler is the one that the environment variable CXX names, else g++.\n";

int run(int argc, char** argv) {
    const auto line =
        davsim::cc::parse_command_line(std::vector<std::string>(argv + 1, argv + argc));
    if (line.help || line.version) {
        std::fputs(line.help ? kHelp : "davsim-cc " DAVSIM_VERSION "\n", stdout);
        return 0;
    }
    return davsim::cc::drive(line);
}

int report(const davsim::Error& error) {
    std::fprintf(stderr, "%s\n", davsim::format_error(error).c_str());
    return davsim::exit_code(error.fault());
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return run(argc, argv);
    } catch (const davsim::Error& error) { return report(error); } catch (const std::exception& e) {
        return report(davsim::Error(davsim::Fault::kInternal, e.what()));
    }
}
