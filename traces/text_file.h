// SPDX-License-Identifier: Apache-2.0
#pragma once
// A text file, plain or gzip, that is written in large pieces and whose errors are never lost.

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
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
        fmt::format_to(std::back_inserter(buffer_), format, std::forward<Args>(args)...);
        if (buffer_.size() >= kFlushBytes) flush();
    }
    // Without a format, for what is written millions of times.
    TextFile& operator<<(std::string_view text) {
        buffer_.append(text.data(), text.data() + text.size());
        if (buffer_.size() >= kFlushBytes) flush();
        return *this;
    }
    TextFile& operator<<(const char* text) { return *this << std::string_view(text); }
    template <class Number, std::enable_if_t<std::is_integral_v<Number>, int> = 0>
    TextFile& operator<<(Number number) {
        char digits[kDigits];
        const auto [end, code] = std::to_chars(digits, digits + sizeof digits, number);
        return *this << std::string_view(digits, static_cast<std::size_t>(end - digits));
    }
    void close();

    // Before compression.
    std::uint64_t bytes() const { return written_ + buffer_.size(); }

private:
    static constexpr std::size_t kFlushBytes = std::size_t{1} << 18U;
    static constexpr std::size_t kDigits = 24;  // of any 64-bit number, with sign

    struct CloseFile {
        void operator()(void* file) const;
    };
    void flush();
    [[noreturn]] void fail() const;

    std::string path_;
    std::unique_ptr<void, CloseFile> file_;  // zlib's gzFile
    fmt::memory_buffer buffer_;
    std::uint64_t written_ = 0;
};

// Microseconds with three decimals, exactly: "0.120".
void put_us(TextFile& file, std::int64_t ns);

// Writes a whole file.
void write_text(const std::string& path, std::string_view text);

}  // namespace davsim::traces
