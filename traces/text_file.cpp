// SPDX-License-Identifier: Apache-2.0
#include "traces/text_file.h"

#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "sim/base/error.h"

namespace davsim::traces {

TextFile::TextFile(const std::string& path, bool gzip) : path_(path) {
    errno = 0;
    // Fast compression; T is zlib's mode for none.
    gzFile file = gzopen(path.c_str(), gzip ? "wb1" : "wbT");
    if (file == nullptr) fail();
    gzbuffer(file, kBufferBytes);
    file_.reset(file);
}

void TextFile::CloseFile::operator()(void* file) const {
    gzclose(static_cast<gzFile>(file));
}

void TextFile::flush() {
    if (used_ == 0) return;
    const auto size = static_cast<unsigned>(used_);
    errno = 0;
    if (gzwrite(static_cast<gzFile>(file_.get()), buffer_.get(), size) != static_cast<int>(size))
        fail();
    written_ += used_;
    used_ = 0;
}

// More than there is room for: in pieces.
TextFile& TextFile::large(std::string_view text) {
    while (!text.empty()) {
        if (used_ == kBufferBytes) flush();
        const std::size_t part = std::min(text.size(), kBufferBytes - used_);
        std::memcpy(buffer_.get() + used_, text.data(), part);
        used_ += part;
        text.remove_prefix(part);
    }
    return *this;
}

void TextFile::close() {
    flush();
    errno = 0;
    // The last bytes reach the disk only here, so a full disk shows here too.
    if (gzclose(static_cast<gzFile>(file_.release())) != Z_OK) fail();
}

void TextFile::fail() const {
    throw Error(Fault::kUsage, fmt::format("{}: cannot write: {}", path_,
                                           errno == 0 ? "out of memory" : std::strerror(errno)));
}

void put_us(TextFile& file, std::int64_t ns) {
    constexpr std::int64_t kNsPerUs = 1000;
    constexpr std::int64_t kTen = 10;
    const std::int64_t rest = ns % kNsPerUs;
    file << ns / kNsPerUs << (rest < kTen ? ".00" : rest < kTen * kTen ? ".0" : ".") << rest;
}

void write_text(const std::string& path, std::string_view text) {
    TextFile file(path);
    file << text;
    file.close();
}

}  // namespace davsim::traces
