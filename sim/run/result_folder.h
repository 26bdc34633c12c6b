// SPDX-License-Identifier: Apache-2.0
#pragma once
// The folder of one run. Nothing in it is called a result before it is complete: files are written
// to a hidden staging folder inside and move to their places together at the end, summary.json
// last. A run that was killed leaves its staging folder; a lock, which ends with its process, tells
// that one from the folder of a run still under way.

#include <filesystem>
#include <optional>
#include <string>

namespace davsim {

class ResultFolder {
public:
    // `wanted`: a folder that does not exist or holds nothing but the staging folder of a dead run,
    // which is removed; absent: davsim-out/<op>-<n>, the first n
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

    // For a thread that is about to end the process: removes what unfinished folders made. A commit
    // under way is waited for. Other threads that then make, commit or drop a folder wait until the
    // process has ended; the caller must not.
    static void discard_unfinished();

private:
    void make(const std::filesystem::path& path);
    void lock();
    void discard();

    std::filesystem::path path_;
    std::filesystem::path first_made_;  // topmost folder that did not exist before; empty if none
    int lock_ = -1;                     // descriptor of the staging folder
    bool finished_ = false;             // committed or discarded
};

}  // namespace davsim
