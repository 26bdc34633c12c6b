// SPDX-License-Identifier: Apache-2.0
#include "sim/validate/score.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace davsim {
namespace {

// Ranks from 0, ties share their mean.
std::vector<double> ranks_of(const std::vector<double>& values) {
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
    std::vector<double> ranks(values.size());
    for (std::size_t begin = 0; begin < order.size();) {
        std::size_t end = begin;
        while (end < order.size() && values[order[end]] == values[order[begin]]) ++end;
        const double rank = static_cast<double>(begin + end - 1) / 2;
        for (std::size_t i = begin; i < end; ++i) ranks[order[i]] = rank;
        begin = end;
    }
    return ranks;
}

double correlation(const std::vector<double>& a, const std::vector<double>& b) {
    const auto n = static_cast<double>(a.size());
    const double mean_a = std::accumulate(a.begin(), a.end(), 0.0) / n;
    const double mean_b = std::accumulate(b.begin(), b.end(), 0.0) / n;
    double ab = 0;
    double aa = 0;
    double bb = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        ab += (a[i] - mean_a) * (b[i] - mean_b);
        aa += (a[i] - mean_a) * (a[i] - mean_a);
        bb += (b[i] - mean_b) * (b[i] - mean_b);
    }
    return aa * bb > 0 ? ab / std::sqrt(aa * bb) : 1.0;
}

double median_of(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const std::size_t middle = values.size() / 2;
    if (values.size() % 2 != 0) return values[middle];
    return (values[middle - 1] + values[middle]) / 2;
}

}  // namespace

Score score_of(const std::string& group, const std::vector<ValidatedRow>& rows) {
    Score score;
    score.group = group;
    score.rows = rows.size();
    if (rows.empty()) return score;
    std::vector<double> errors;
    std::vector<double> measured;
    std::vector<double> simulated;
    for (const ValidatedRow& row : rows) {
        score.bias += row.error();
        errors.push_back(std::abs(row.error()));
        measured.push_back(row.row.measured);
        simulated.push_back(row.simulated);
    }
    const auto n = static_cast<double>(rows.size());
    const auto share = [&](int percent) {
        const double limit = percent / 100.0;
        return static_cast<double>(std::count_if(errors.begin(), errors.end(),
                                                 [&](double e) { return e <= limit; })) /
               n;
    };
    score.bias /= n;
    score.mean_abs = std::accumulate(errors.begin(), errors.end(), 0.0) / n;
    score.median_abs = median_of(errors);
    score.within_10 = share(10);
    score.within_15 = share(15);
    score.within_20 = share(20);
    score.within_30 = share(30);
    score.spearman = correlation(ranks_of(measured), ranks_of(simulated));
    return score;
}

std::vector<Score> scores_of(const std::vector<ValidatedRow>& rows) {
    std::vector<std::string> groups;
    for (const ValidatedRow& row : rows) {
        if (std::find(groups.begin(), groups.end(), row.row.group) == groups.end())
            groups.push_back(row.row.group);
    }
    std::vector<Score> scores;
    for (const std::string& group : groups) {
        std::vector<ValidatedRow> members;
        std::copy_if(rows.begin(), rows.end(), std::back_inserter(members),
                     [&](const ValidatedRow& row) { return row.row.group == group; });
        scores.push_back(score_of(group, members));
    }
    return scores;
}

}  // namespace davsim
