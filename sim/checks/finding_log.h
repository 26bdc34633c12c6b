// SPDX-License-Identifier: Apache-2.0
#pragma once
// Keeps one finding for each (kind, pair of sites), with a count and the first example.

#include <functional>
#include <map>
#include <tuple>
#include <vector>

#include "sim/checks/finding.h"

namespace davsim::checks {

class FindingLog {
public:
    // `build` is called for the first of its kind only. Returns the finding, so that a later one
    // may sharpen it.
    template <class Build>
    Finding& add(Kind kind, const void* first, const void* second, Build build) {
        const auto [place, fresh] = places_.try_emplace({kind, first, second}, findings_.size());
        if (fresh) {
            findings_.push_back(build());
            findings_.back().kind = kind;
        } else {
            ++findings_[place->second].count;
        }
        return findings_[place->second];
    }

    const std::vector<Finding>& findings() const { return findings_; }
    std::vector<Finding>& findings() { return findings_; }
    void clear() {
        places_.clear();
        findings_.clear();
    }

private:
    std::map<std::tuple<Kind, const void*, const void*>, std::size_t> places_;
    std::vector<Finding> findings_;
};

}  // namespace davsim::checks
