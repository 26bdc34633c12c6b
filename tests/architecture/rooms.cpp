// SPDX-License-Identifier: Apache-2.0
#include "tests/architecture/rooms.h"

#include "tests/architecture/source_tree.h"

namespace davsim::architecture {

const std::vector<Room>& rooms() {
    static const std::vector<Room> kTable{
        {"base", {}},
        {"isa", {"base"}},
        {"debuginfo", {"base"}},
        {"config", {"base", "isa"}},
        {"exec", {"base", "isa"}},
        {"timing", {"base", "isa", "config"}},
        {"events", {"base", "isa"}},
        {"device", {"base", "isa", "config", "exec", "timing", "events"}},
        {"ascendc", {"base", "isa"}},
        {"runtime", {"base", "isa", "config", "exec", "events", "device"}},
        {"op_host_api", {"base", "isa", "ascendc", "runtime"}},
        {"opkit", {"base", "isa", "config", "runtime", "op_host_api"}},
        {"views", {"base", "isa", "events"}},
        {"checks", {"base", "isa", "exec", "debuginfo", "events"}},
        {"traces", {"base", "isa", "debuginfo", "events", "views"}},
        {"kernels/op_kernel", {"ascendc"}},
        {"kernels/op_host", {"base", "runtime", "op_host_api", "kernels/op_kernel"}},
        {"run",
         {"base", "isa", "debuginfo", "config", "exec", "timing", "events", "device", "ascendc",
          "runtime", "op_host_api", "opkit", "views", "checks", "traces"}},
        {"session",
         {"base", "isa", "debuginfo", "config", "events", "device", "runtime", "views", "checks",
          "traces", "run"}},
        {"acl",
         {"base", "isa", "debuginfo", "config", "device", "runtime", "op_host_api", "opkit",
          "session"}},
        {"cc", {"base"}},
        {"validate", {"base", "isa", "config", "events", "device", "views"}},
        {"cli",
         {"base", "isa", "debuginfo", "config", "exec", "timing", "events", "device", "ascendc",
          "runtime", "op_host_api", "opkit", "views", "checks", "traces", "run", "session",
          "validate"}},
    };
    return kTable;
}

const Room* find_room(std::string_view name) {
    for (const Room& room : rooms()) {
        if (room.name == name) return &room;
    }
    return nullptr;
}

namespace {

std::vector<std::string> split(std::string_view path) {
    std::vector<std::string> parts;
    std::size_t begin = 0;
    for (std::size_t end = path.find('/'); end != std::string_view::npos;
         end = path.find('/', begin)) {
        parts.emplace_back(path.substr(begin, end - begin));
        begin = end + 1;
    }
    parts.emplace_back(path.substr(begin));
    return parts;
}

}  // namespace

std::string room_of(std::string_view path) {
    const std::vector<std::string> parts = split(path);
    std::string name;
    if (parts[0] == "sim" && parts.size() > 2) name = parts[1];
    if (parts[0] == "traces" && parts.size() > 1) name = "traces";
    if (parts[0] == "kernels" && parts.size() > 3) {
        // An operator's float64 reference and its cases are part of its host side.
        const bool beside = parts[2] == "reference" || parts[2] == "cases";
        name = "kernels/" + (beside ? "op_host" : parts[2]);
    }
    // "sim/traces/x.h" and the like would borrow the name of a room that lives elsewhere.
    if (parts[0] == "sim" && name == "traces") return {};
    return find_room(name) == nullptr ? std::string{} : name;
}

const std::vector<PrivateLibrary>& private_libraries() {
    static const std::vector<PrivateLibrary> kTable{
        {"systemc", {"device"}},
        {"systemc.h", {"device"}},
        {"sysc/", {"device"}},
        {"tlm", {"device"}},
        {"hwy/", {"exec"}},
        {"CLI/", {"cli"}},
        {"yaml-cpp/", {"config", "run"}},
        {"elfutils/", {"debuginfo"}},
        {"dwarf.h", {"debuginfo"}},
    };
    return kTable;
}

}  // namespace davsim::architecture
