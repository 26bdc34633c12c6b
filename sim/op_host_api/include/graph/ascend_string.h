// SPDX-License-Identifier: Apache-2.0
#pragma once
// A string as the graph engine hands it around.

#include <cstring>
#include <string>

namespace ge {

class AscendString {
public:
    AscendString() = default;
    AscendString(const char* text) : text_(text == nullptr ? "" : text) {}
    AscendString(const char* text, std::size_t length) : text_(text, length) {}

    const char* GetString() const { return text_.c_str(); }
    std::size_t GetLength() const { return text_.size(); }

    bool operator<(const AscendString& other) const { return text_ < other.text_; }
    bool operator>(const AscendString& other) const { return text_ > other.text_; }
    bool operator==(const AscendString& other) const { return text_ == other.text_; }
    bool operator!=(const AscendString& other) const { return text_ != other.text_; }
    bool operator==(const char* other) const { return text_ == other; }

private:
    std::string text_;
};

}  // namespace ge
