// SPDX-License-Identifier: Apache-2.0
#pragma once
// docs/intrinsics/*.yaml: what the Ascend C headers offer. docs/intrinsics.md is written from it,
// and the headers are compiled against it.

#include <array>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace davsim::intrinsics {

inline constexpr std::array<int, 3> kArchs = {1001, 2201, 3510};

// The types of one call: destination and source, equal unless the row names pairs.
using TypePair = std::pair<std::string, std::string>;

struct Row {
    std::string api;                 // names, separated by ", "
    std::vector<std::string> calls;  // expressions or declarations, without the semicolon
    std::string setup;               // declarations that the calls need beside the usual ones
    bool typed = false;
    bool closed = true;                          // types that are not listed must be refused
    std::map<int, std::vector<TypePair>> types;  // an architecture; the rows that have types
    std::map<int, bool> present;                 // the rows that have none
    std::string lowers;
    std::string pipe;
    std::string note;
};

struct Section {
    std::string title;
    std::string text;
    std::vector<Row> rows;
};

// All files of the folder in the order of their names. std::runtime_error with file and row when
// something is missing or misspelled.
std::vector<Section> read_sections(const std::filesystem::path& folder);

// "h" -> "half"; std::runtime_error for an unknown name.
const std::string& cpp_type(const std::string& name);
// The types of whole bytes that every architecture has.
const std::vector<std::string>& whole_types();
// Whether one of the two is a type of 3510 alone; elsewhere its name means uint8_t.
bool is_only_950(const TypePair& types);

std::string page_text(const std::vector<Section>& sections);

// A translation unit with one explicit instantiation a line for every call and type that the table
// promises, and one with those that must be refused. `lines` receives the promise of each line.
struct Probe {
    std::string text;
    std::map<int, std::string> lines;
};
Probe accepted_probe(const std::vector<Section>& sections, int arch);
// `only`: the promises to write, all if empty.
Probe refused_probe(const std::vector<Section>& sections, int arch,
                    const std::set<std::string>& only = {});

}  // namespace davsim::intrinsics
