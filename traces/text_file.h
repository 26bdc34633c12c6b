// SPDX-License-Identifier: Apache-2.0
#pragma once
// A text file, plain or gzip, that is written in large pieces and whose errors are never lost.

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

namespace davsim::traces {

class TextFile {
public:
    // Error(kUsage) with the file name and the system's reason, here and below. With `gzip`, the
    // content is compressed.
    explicit TextFile(const std::string& path, bool gzip = false);

    template <class... Args>
    void print(fmt::format_string<Args...> format, Args&&... args) {
        formatted_.clear();
        fmt::format_to(std::back_inserter(formatted_), format, std::forward<Args>(args)...);
        *this << std::string_view(formatted_.data(), formatted_.size());
    }
    // Without a format, for what is written millions of times.
    TextFile& operator<<(std::string_view text) {
        if (text.size() > kBufferBytes - used_) return large(text);
        std::memcpy(buffer_.get() + used_, text.data(), text.size());
        used_ += text.size();
        return *this;
    }
    TextFile& operator<<(const char* text) { return *this << std::string_view(text); }
    template <class Number, std::enable_if_t<std::is_integral_v<Number>, int> = 0>
    TextFile& operator<<(Number number) {
        if (kBufferBytes - used_ < kDigits) flush();
        char* const begin = buffer_.get() + used_;
        used_ +=
            static_cast<std::size_t>(std::to_chars(begin, begin + kDigits, number).ptr - begin);
        return *this;
    }
    void close();

    // Before compression.
    std::uint64_t bytes() const { return written_ + used_; }

private:
    static constexpr std::size_t kBufferBytes = std::size_t{1} << 18U;
    static constexpr std::size_t kDigits = 24;  // of any 64-bit number, with sign

    struct CloseFile {
        void operator()(void* file) const;
    };
    void flush();
    TextFile& large(std::string_view text);
    [[noreturn]] void fail() const;

    std::string path_;
    std::unique_ptr<void, CloseFile> file_;  // zlib's gzFile
    std::unique_ptr<char[]> buffer_{new char[kBufferBytes]};
    std::size_t used_ = 0;
    fmt::memory_buffer formatted_;
    std::uint64_t written_ = 0;
};

// Microseconds with three decimals, exactly: "0.120".
void put_us(TextFile& file, std::int64_t ns);

// Writes a whole file.
void write_text(const std::string& path, std::string_view text);

}  // namespace davsim::traces
