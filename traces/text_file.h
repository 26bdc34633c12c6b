// SPDX-License-Identifier: Apache-2.0
#pragma once
// A text file that is written in large pieces and whose errors are never lost.

#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <string>

namespace davsim::traces {

class TextFile {
public:
    // Error(kUsage) with the file name and the system's reason, here and below.
    explicit TextFile(const std::string& path);

    template <class... Args>
    void print(fmt::format_string<Args...> format, Args&&... args) {
        fmt::format_to(std::back_inserter(buffer_), format, std::forward<Args>(args)...);
        if (buffer_.size() >= kFlushBytes) flush();
    }
    void close();

private:
    static constexpr std::size_t kFlushBytes = std::size_t{1} << 20U;

    struct CloseFile {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    void flush();
    [[noreturn]] void fail() const;

    std::string path_;
    std::unique_ptr<std::FILE, CloseFile> file_;
    fmt::memory_buffer buffer_;
};

}  // namespace davsim::traces
