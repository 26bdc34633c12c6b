// SPDX-License-Identifier: Apache-2.0
#pragma once
// The rooms of davsim and the arrows between them: the law that docs/architecture.md prints.

#include <string>
#include <string_view>
#include <vector>

namespace davsim::architecture {

struct Room {
    std::string name;                  // "device", "kernels/op_host"
    std::vector<std::string> allowed;  // rooms whose headers it may include, besides its own
};

// Lower rooms first: a room may only name rooms above its own line.
const std::vector<Room>& rooms();

// nullptr if there is none of that name.
const Room* find_room(std::string_view name);

// The room that a file of sim/, traces/ or kernels/ belongs to; empty if it is in none.
std::string room_of(std::string_view path);

// Third-party libraries that one room keeps to itself.
struct PrivateLibrary {
    std::string_view header;  // exact header, or a prefix that ends with '/'
    std::vector<std::string_view> rooms;
};
const std::vector<PrivateLibrary>& private_libraries();

}  // namespace davsim::architecture
