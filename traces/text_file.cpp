// SPDX-License-Identifier: Apache-2.0
#include "traces/text_file.h"

#include <cerrno>
#include <cstring>

#include "sim/base/error.h"

namespace davsim::traces {

TextFile::TextFile(const std::string& path) : path_(path), file_(std::fopen(path.c_str(), "wb")) {
    if (file_ == nullptr) fail();
}

void TextFile::flush() {
    if (std::fwrite(buffer_.data(), 1, buffer_.size(), file_.get()) != buffer_.size()) fail();
    buffer_.clear();
}

void TextFile::close() {
    flush();
    // The last bytes reach the disk only here, so a full disk shows here too.
    if (std::fclose(file_.release()) != 0) fail();
}

void TextFile::fail() const {
    throw Error(Fault::kUsage, fmt::format("{}: cannot write: {}", path_, std::strerror(errno)));
}

}  // namespace davsim::traces
