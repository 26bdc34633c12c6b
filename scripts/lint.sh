#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# lint.sh [--format] [--tidy] [-jN] [file.cpp ...]     default: --format --tidy over all sources
#
# clang-format 14 in check mode over every source; clang-tidy 14 over every .cpp of the release build.
# Repair formatting with: scripts/lint.sh --fix
set -euo pipefail
# shellcheck source=scripts/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

format=0 tidy=0 fix=0 files=()
for option in "$@"; do
    case $option in
        --format) format=1 ;;
        --tidy) tidy=1 ;;
        --fix) fix=1 ;;
        -j[1-9]*) jobs=${option#-j} ;;
        -*) fail "unknown option '$option', allowed are --format, --tidy, --fix, -jN" ;;
        *) files+=("$(realpath "$option")") ;;
    esac
done
if [ $((format + tidy + fix)) -eq 0 ]; then format=1 tidy=1; fi

need lint
clang_format=$(command -v clang-format-14) || fail "clang-format-14 is missing"
clang_tidy=$(command -v clang-tidy-14) || fail "clang-tidy-14 is missing"

cd "$root"
if [ ${#files[@]} -eq 0 ]; then
    mapfile -t files < <(find sim traces kernels tests bench \( -name '*.h' -o -name '*.cpp' \) | sort)
fi

if [ "$fix" = 1 ]; then "$clang_format" -i "${files[@]}"; fi
if [ "$format" = 1 ]; then
    report=$("$clang_format" --dry-run -Werror "${files[@]}" 2>&1) && report=
    bad=$(sed -n 's/:[0-9]*:[0-9]*: error:.*//p' <<<"$report" | sort -u)
    if [ -n "$report" ]; then
        printf '%s\n' "$bad" >&2
        fail "these files are not formatted; scripts/lint.sh --fix does it"
    fi
fi
[ "$tidy" = 1 ] || exit 0

need build test
configure release -DBUILD_TESTING=ON -DDAVSIM_BENCH=ON
database=$build_root/release/compile_commands.json
units=()
for file in "${files[@]}"; do
    # Kernel sources are compiled through a generated unit and follow Ascend C's style.
    case $file in *.cpp) if grep -qF "/${file#"$root"/}\"" "$database"; then units+=("$file"); fi ;; esac
done
[ ${#units[@]} -gt 0 ] || fail "none of the files is in $database"
printf '%s\0' "${units[@]}" |
    xargs -0 -n 1 -P "$jobs" "$clang_tidy" --quiet --warnings-as-errors='*' -p "$build_root/release"
