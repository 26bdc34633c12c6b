// SPDX-License-Identifier: Apache-2.0
#include "sim/run/result_folder.h"

#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <thread>

#include "tests/unit/run/scratch_folder.h"

namespace davsim {
namespace {

namespace fs = std::filesystem;

class ResultFolders : public ScratchTest {
protected:
    static void fill(const ResultFolder& folder) {
        std::ofstream(folder.staging("outputs") + "/y.npy") << "y";
        std::ofstream(folder.staging() + "/summary.json") << "{}";
    }
};

TEST_F(ResultFolders, ShowsNothingBeforeCommit) {
    ResultFolder folder(path("out"), "op");
    fill(folder);
    EXPECT_FALSE(fs::exists(path("out/summary.json")));
    EXPECT_FALSE(fs::exists(path("out/outputs")));
    folder.commit("summary.json");
    EXPECT_TRUE(fs::exists(path("out/summary.json")));
    EXPECT_TRUE(fs::exists(path("out/outputs/y.npy")));
    EXPECT_EQ(std::distance(fs::directory_iterator(path("out")), fs::directory_iterator()), 2);
}

TEST_F(ResultFolders, LeavesNothingBehindWithoutCommit) {
    {
        const ResultFolder folder(path("deep/er/out"), "op");
        fill(folder);
    }
    EXPECT_TRUE(fs::is_empty(folder_));
}

TEST_F(ResultFolders, AnEmptyFolderOfTheUserIsUsedAndStays) {
    fs::create_directory(path("out"));
    { const ResultFolder folder(path("out"), "op"); }
    EXPECT_TRUE(fs::is_empty(path("out")));
}

TEST_F(ResultFolders, NeverOverwrites) {
    fs::create_directory(path("out"));
    write("out/x", "x");
    EXPECT_EQ(usage_error(folder_, [&] { ResultFolder(path("out"), "op"); }),
              "out: folder is not empty; results are never overwritten");
    EXPECT_EQ(usage_error(folder_, [&] { ResultFolder(path("out/x"), "op"); }),
              "out/x: is a file, not a folder");
    EXPECT_EQ(usage_error(folder_, [&] { ResultFolder(path("out/x/y"), "op"); }),
              "out/x/y: cannot create the output folder: Not a directory");
}

TEST_F(ResultFolders, WhatAKilledRunLeftIsReplaced) {
    fs::create_directories(path("out/.davsim-partial/outputs"));
    write("out/.davsim-partial/outputs/old.npy", "x");
    ResultFolder folder(path("out"), "op");
    fill(folder);
    folder.commit("summary.json");
    EXPECT_TRUE(fs::exists(path("out/outputs/y.npy")));
    EXPECT_FALSE(fs::exists(path("out/outputs/old.npy")));
    EXPECT_FALSE(fs::exists(path("out/.davsim-partial")));
}

TEST_F(ResultFolders, AStagingFolderBesideFilesStays) {
    fs::create_directories(path("out/.davsim-partial"));
    write("out/x", "x");
    EXPECT_EQ(usage_error(folder_, [&] { ResultFolder(path("out"), "op"); }),
              "out: folder is not empty; results are never overwritten");
    EXPECT_TRUE(fs::exists(path("out/.davsim-partial")));
}

TEST_F(ResultFolders, ARunUnderWayIsLeftAlone) {
    ResultFolder folder(path("out"), "op");
    fill(folder);
    EXPECT_EQ(usage_error(folder_, [&] { ResultFolder(path("out"), "op"); }),
              "out: another run writes its results there");
    folder.commit("summary.json");
    EXPECT_TRUE(fs::exists(path("out/outputs/y.npy")));
}

// In a process of its own, because folders cannot be used after an ending was announced.
template <class Body>
int exit_of_child(Body body) {
    const pid_t child = fork();
    if (child == 0) {
        body();
        ResultFolder::discard_unfinished();
        _exit(0);
    }
    int status = 0;
    return waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST_F(ResultFolders, AnEndingProcessDiscardsWhatIsUnfinished) {
    EXPECT_EQ(exit_of_child([this] {
                  static ResultFolder done(path("done"), "op");
                  fill(done);
                  done.commit("summary.json");
                  static const ResultFolder folder(path("deep/out"), "op");
                  fill(folder);
              }),
              0);
    EXPECT_FALSE(fs::exists(path("deep")));
    EXPECT_TRUE(fs::exists(path("done/summary.json")));
}

TEST_F(ResultFolders, AnEndingAtAnyMomentLeavesNothing) {
    for (int moment = 0; moment < 40; ++moment) {
        EXPECT_EQ(exit_of_child([&] {
                      std::thread([this] {
                          for (;;) {
                              const ResultFolder folder(path("deep/out"), "op");
                              std::ofstream(folder.staging("outputs") + "/y.npy") << "y";
                          }
                      }).detach();
                      usleep(100 + 37 * moment);
                  }),
                  0);
        EXPECT_FALSE(fs::exists(path("deep"))) << moment;
    }
}

TEST_F(ResultFolders, DefaultNamesCountUp) {
    ASSERT_EQ(chdir(folder_.c_str()), 0);
    for (const char* wanted : {"davsim-out/op-0", "davsim-out/op-1"}) {
        ResultFolder folder(std::nullopt, "op");
        fill(folder);
        folder.commit("summary.json");
        EXPECT_EQ(folder.path(), wanted);
    }
    // A failed run does not use a number up.
    { const ResultFolder folder(std::nullopt, "op"); }
    EXPECT_EQ(ResultFolder(std::nullopt, "op").path(), "davsim-out/op-2");
    ASSERT_EQ(chdir("/"), 0);
}

}  // namespace
}  // namespace davsim
