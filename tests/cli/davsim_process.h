// SPDX-License-Identifier: Apache-2.0
#pragma once
// Runs the davsim program in a scratch folder and keeps what it said.

#include <gtest/gtest.h>

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace davsim {

struct Outcome {
    int exit = -1;
    std::string out;
    std::string err;
};

class DavsimTest : public testing::Test {
protected:
    DavsimTest() {
        std::string path = testing::TempDir() + "davsim-cli-XXXXXX";
        folder_ = mkdtemp(path.data());
    }
    ~DavsimTest() override { std::filesystem::remove_all(folder_); }

    std::string path(const std::string& name) const { return folder_ + "/" + name; }

    static std::string read(const std::string& file) {
        std::ostringstream text;
        text << std::ifstream(file, std::ios::binary).rdbuf();
        return text.str();
    }

    void write(const std::string& name, const std::string& text) const {
        std::ofstream(path(name), std::ios::binary) << text;
    }

    // `arguments` as a shell reads them; the working folder is the scratch folder.
    std::string command_of(const std::string& arguments, const char* before = "") const {
        // Redirections in `arguments` come later and win.
        return "cd '" + folder_ + "' && " + before + " >.stdout 2>.stderr </dev/null '" +
               DAVSIM_BINARY_DIR "/bin/davsim' " + arguments;
    }

    // In the background; the caller waits for it.
    pid_t start(const std::string& arguments) const {
        const std::string command = command_of(arguments, "exec");
        const pid_t child = fork();
        if (child == 0) {
            execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
            _exit(127);
        }
        return child;
    }

    Outcome davsim(const std::string& arguments) const {
        const std::string command = command_of(arguments);
        const int status = std::system(command.c_str());
        Outcome outcome;
        outcome.exit = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
        outcome.out = read(path(".stdout"));
        outcome.err = read(path(".stderr"));
        return outcome;
    }

    // A run that must fail with one line and leave no result behind.
    void expect_error(const std::string& arguments, int exit, const std::string& message) const {
        const Outcome outcome = davsim(arguments);
        EXPECT_EQ(outcome.exit, exit) << arguments;
        EXPECT_EQ(outcome.err, message + "\n") << arguments;
        EXPECT_FALSE(std::filesystem::exists(path("davsim-out"))) << arguments;
    }

    std::string folder_;
};

}  // namespace davsim
