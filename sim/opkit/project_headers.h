// SPDX-License-Identifier: Apache-2.0
#pragma once
// Headers that an operator's host sources take from its neighbours. A project's build compiles all
// operators with all their folders on one search path, so that "some_util.h" of another operator's
// op_host is found from anywhere.

#include <map>
#include <string>
#include <vector>

namespace davsim::op {

class ProjectHeaders {
public:
    // `operator_folder` decides between headers of the same name: the one that lies nearer.
    ProjectHeaders(std::string project, std::string operator_folder);

    // Folders to search besides `searched`, so that these sources and what they include find their
    // headers; only as far as the project has them.
    std::vector<std::string> folders_for(const std::vector<std::string>& sources,
                                         const std::vector<std::string>& searched);

private:
    // The folder below which the project has a header of this path; empty if nowhere.
    std::string folder_of(const std::string& include);
    void list_headers();

    std::string project_;
    std::string operator_folder_;
    bool listed_ = false;
    std::multimap<std::string, std::string> by_name_;  // file name to path
};

}  // namespace davsim::op
