// SPDX-License-Identifier: Apache-2.0
#include "sim/base/install_folder.h"

#include <dlfcn.h>
#include <sys/auxv.h>

namespace davsim {
namespace fs = std::filesystem;
namespace {

// The file that holds this code. Of the program itself the loader knows only the name as typed.
fs::path own_file() {
    Dl_info here{};
    Dl_info program{};
    const bool known = dladdr(reinterpret_cast<void*>(&install_folder), &here) != 0;
    const bool main_known =
        dladdr(reinterpret_cast<void*>(getauxval(AT_PHDR)), &program) != 0;  // its header's address
    const bool shared = known && main_known && here.dli_fbase != program.dli_fbase;
    std::error_code ignored;
    return shared ? fs::canonical(here.dli_fname, ignored)
                  : fs::read_symlink("/proc/self/exe", ignored);
}

}  // namespace

fs::path install_folder() {
    return own_file().parent_path().parent_path();
}

}  // namespace davsim
