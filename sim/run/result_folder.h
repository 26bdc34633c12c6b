// SPDX-License-Identifier: Apache-2.0
#pragma once
// The folder of one run. Nothing in it is called a result before it is complete: files are written
// to a hidden staging folder inside and move to their places together at the end, summary.json
// last.

#include <filesystem>
#include <optional>
#include <string>

namespace davsim {

class ResultFolder {
public:
    // `wanted`: a folder that does not exist or is empty; absent: davsim-out/<op>-<n>, the first n
    // that is free. Error(kUsage) when it cannot be made or is not empty.
    ResultFolder(const std::optional<std::string>& wanted, const std::string& op);
    // Without commit(), removes what it made.
    ~ResultFolder();
    ResultFolder(const ResultFolder&) = delete;
    ResultFolder& operator=(const ResultFolder&) = delete;

    // Final place, for people.
    std::string path() const { return path_.string(); }
    // Where to write now. The subfolder is made.
    std::string staging(const std::string& subfolder = "") const;

    // Moves everything from staging to its place. `last` is the file that marks the folder
    // complete.
    void commit(const std::string& last);

private:
    void make(const std::filesystem::path& path);

    std::filesystem::path path_;
    std::filesystem::path first_made_;  // topmost folder that did not exist before; empty if none
    bool committed_ = false;
};

}  // namespace davsim
