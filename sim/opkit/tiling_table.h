// SPDX-License-Identifier: Apache-2.0
#pragma once
// Many shapes on many SoCs through an operator's tiling function, as a table.

#include <string>
#include <vector>

#include "sim/config/soc_config.h"
#include "sim/opkit/operator_request.h"

namespace davsim::op {

struct TableRequest {
    std::string library;
    std::vector<OperatorRequest> problems;
    std::vector<SocConfig> socs;  // all of the library's architecture
    bool probe = true;            // walk the kernel, too: UB, transfers, balance of the blocks
    bool fields = false;          // a column with the decoded fields
    double limit_seconds = 10;    // for each problem
};

struct TableRow {
    std::string soc;
    std::string problem;
    bool ok = false;
    std::string reason;  // why not; or what the probe found wrong
    std::uint64_t key = 0;
    std::uint32_t blocks = 0;
    std::uint64_t workspace = 0;  // the user's part
    double idle = 0;              // share of the cores' time that equal blocks leave unused
    bool probed = false;
    std::uint32_t ub_bytes = 0;
    std::uint32_t ub_capacity = 0;
    double balance = 1;
    std::uint64_t transfers = 0;
    std::uint64_t small_transfers = 0;
    std::uint64_t unaligned_transfers = 0;
    std::vector<std::pair<std::string, std::string>> fields;
};

std::vector<TableRow> tiling_table(const TableRequest& request);

std::string table_text(const std::vector<TableRow>& rows, bool fields);
std::string table_json(const std::vector<TableRow>& rows);

}  // namespace davsim::op
