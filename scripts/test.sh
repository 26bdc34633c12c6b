#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# test.sh [--asan] [--lint] [--all]
#
# Installs what is missing, builds the release preset, runs every test.
#   --asan   then also the asan preset with the tests of the rooms that handle memory
#   --lint   then also scripts/lint.sh (clang-format and clang-tidy; takes minutes)
#   --all    what CI runs: --asan and the format check
# JUnit results and logs lie in the build trees (DAVSIM_BUILD_DIR, default .build).
set -euo pipefail
# shellcheck source=scripts/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

asan=0 format=0 lint=0
for option in "$@"; do
    case $option in
        --asan) asan=1 ;;
        --lint) lint=1 ;;
        --all) asan=1 format=1 ;;
        *) fail "unknown option '$option', allowed are --asan, --lint, --all" ;;
    esac
done

# run_tests PRESET NAME [ctest options]: log and JUnit results in NAME.log, NAME.xml of the build tree
run_tests() {
    local preset=$1 dir=$build_root/$1 results=$build_root/$1/$2 code=0
    shift 2
    ctest --test-dir "$dir" --parallel "$jobs" --output-on-failure --no-tests=error \
        --output-junit "$results.xml" "$@" >"$results.log" 2>&1 </dev/null || code=$?
    if [ "$code" -ne 0 ]; then
        # Everything but the lines of tests that went well.
        grep -Ev '^ *Start +[0-9]+:|^ *[0-9]+/[0-9]+ Test +#[0-9]+: .* Passed ' "$results.log" >&2 || true
        fail "tests of preset $preset failed; log $results.log, JUnit $results.xml"
    fi
    sed -n '/tests passed/p; /^Total Test time/p' "$results.log"
}

started=$SECONDS
groups=(build test)
if [ $((format + lint)) -gt 0 ]; then groups+=(lint); fi
need "${groups[@]}"

if [ $((format + lint)) -gt 0 ]; then
    say "format"
    "$root/scripts/lint.sh" --format
fi

say "release: build"
configure release -DBUILD_TESTING=ON -DDAVSIM_BENCH=ON
build release
say "release: tests"
run_tests release tests

if [ "$asan" = 1 ]; then
    say "asan: build"
    # Operators are built by the release's davsim: one with sanitizers would be a build of everything.
    configure asan -DBUILD_TESTING=ON "-DDAVSIM_OP_BUILDER=$build_root/release/bin/davsim"
    build asan davsim_sanitized_tests
    say "asan: tests"
    export UBSAN_OPTIONS=print_stacktrace=1
    run_tests asan unit --label-regex '^unit$'
    # A kernel that fails or hangs leaves its coroutine suspended, and with it what its stack owns: no leak
    # of davsim's, but reported as one.
    export ASAN_OPTIONS=detect_leaks=0
    run_tests asan kernels --label-regex '^kernels$'
    # SystemC 2.3.4 does not tell ASan about its coroutines: an exception that ends a launch looks like an
    # overflow of the stack. The tests of failing launches run in the release build only.
    run_tests asan device --label-regex '^device$' \
        --exclude-regex 'Crash|IsUnsupported$|KernelsFault$|IsRefused$|Hang$|ADeadlock|CannotWork$|CycleLimit$'
    unset ASAN_OPTIONS
fi

if [ "$lint" = 1 ]; then
    say "lint"
    "$root/scripts/lint.sh" --tidy
fi
say "all done in $((SECONDS - started)) s"
