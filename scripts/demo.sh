#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# demo.sh [more options of 'davsim run', not --output]
#
# From a fresh checkout to a simulated group-norm backward: installs what is missing, builds, runs.
set -euo pipefail
# shellcheck source=scripts/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need build
say "building (the first time takes some minutes)"
options=()
# A new build tree does without tests and benchmarks; one that has them keeps them.
if [ ! -f "$build_root/release/CMakeCache.txt" ]; then
    options=(-DBUILD_TESTING=OFF -DDAVSIM_BENCH=OFF)
fi
configure release "${options[@]}"
build release davsim davsim_kernel_libraries

# An own folder each time: davsim never overwrites results.
number=0
while [ -e "$PWD/davsim-out/demo-$number" ]; do number=$((number + 1)); done
output=$PWD/davsim-out/demo-$number
davsim=$build_root/release/bin/davsim

run=(run group_norm_backward --shape 'N=2,C=320,HxW=4096,group=32' --dtype fp16
    --soc-version Ascend910B2 --output "$output" "$@")
say "davsim ${run[*]}"
"$davsim" "${run[@]}"

cat <<END

Results: $output
  summary.json            what is printed above, for programs
  outputs/*.npy           grad_input, grad_gamma, grad_beta
  simulator/trace.json    the timeline: one process a core, one lane a pipe
Open the trace in MindStudio Insight (Import Data), in Perfetto (ui.perfetto.dev, Open trace file)
or in chrome://tracing (Load).
END
