// SPDX-License-Identifier: Apache-2.0
#include "sim/run/problem_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "sim/base/error.h"

namespace davsim {
namespace {

void add_word(const std::string& word, const std::string& where,
              const std::vector<std::string>& attributes, LibraryOptions& options) {
    const std::size_t equals = word.find('=');
    const std::size_t colon = word.find(':');
    if (equals != std::string::npos) {
        if (equals == 0 || equals + 1 == word.size())
            throw Error(Fault::kUsage,
                        fmt::format("{}: '{}' is not of the form name=value", where, word));
        const bool attribute = std::find(attributes.begin(), attributes.end(),
                                         word.substr(0, equals)) != attributes.end();
        const bool shape = word[equals + 1] == '[' && !attribute;
        (shape ? options.shapes : options.attrs).push_back(word);
    } else if (colon != std::string::npos) {
        options.dtypes.push_back(word.substr(0, colon) + "=" + word.substr(colon + 1));
    } else {
        options.dtypes.push_back(word);
    }
}

}  // namespace

std::vector<ProblemLine> read_problem_list(const std::string& path,
                                           const std::vector<std::string>& attributes) {
    std::ifstream stream(path);
    if (!stream) throw Error(Fault::kUsage, path + ": cannot read");
    std::vector<ProblemLine> lines;
    int number = 0;
    for (std::string text; std::getline(stream, text);) {
        ++number;
        text = text.substr(0, text.find('#'));
        std::istringstream words(text);
        ProblemLine line;
        for (std::string word; words >> word;) {
            add_word(word, fmt::format("{}:{}", path, number), attributes, line.options);
            line.text += (line.text.empty() ? "" : " ") + word;
        }
        if (!line.text.empty()) lines.push_back(std::move(line));
    }
    if (lines.empty()) throw Error(Fault::kUsage, path + ": holds no problem");
    return lines;
}

}  // namespace davsim
