// SPDX-License-Identifier: Apache-2.0
// intrinsics_page FOLDER: docs/intrinsics.md from the tables of FOLDER, to standard output.
// intrinsics_page FOLDER ARCH accepted|refused: what the headers are compiled against.

#include <exception>
#include <iostream>
#include <string>

#include "tests/ascendc/intrinsics/table.h"

int main(int argc, char** argv) {
    using namespace davsim::intrinsics;
    try {
        const auto sections = read_sections(argc > 1 ? argv[1] : ".");
        if (argc < 4) {
            std::cout << page_text(sections);
            return 0;
        }
        const int arch = std::stoi(argv[2]);
        std::cout << (std::string(argv[3]) == "refused" ? refused_probe(sections, arch)
                                                        : accepted_probe(sections, arch))
                         .text;
        return 0;
    } catch (const std::exception& error) {
        std::cerr << "error: " << error.what() << "\n";
        return 1;
    }
}
