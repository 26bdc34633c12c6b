# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Shared by the scripts of this folder; source it, do not run it.
#
#   DAVSIM_BUILD_DIR   root of the build trees, default .build in the source tree
#   DAVSIM_JOBS        parallel jobs, default one a core
#   DAVSIM_SKIP_DEPS   1: do not look for missing packages

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build_root=${DAVSIM_BUILD_DIR:-$root/.build}
case $build_root in /*) ;; *) build_root=$PWD/$build_root ;; esac
jobs=${DAVSIM_JOBS:-$(nproc)}

say() { printf '== %s\n' "$*"; }

fail() {
    printf 'error: %s\n' "$*" >&2
    exit 1
}

# need GROUP...: installs what is missing of these package groups
need() {
    [ "${DAVSIM_SKIP_DEPS:-0}" = 1 ] || "$root/scripts/install_deps.sh" "$@"
}

# Runs a command with its output in a log; on failure shows the end of the log.
logged() {
    local log=$1 code=0
    shift
    "$@" >"$log" 2>&1 </dev/null || code=$?
    if [ "$code" -ne 0 ]; then
        tail -n 60 "$log" >&2
        fail "'$1' failed with code $code; all of its output is in $log"
    fi
}

# configure PRESET [cmake options]
configure() {
    local preset=$1 dir=$build_root/$1 launcher=()
    shift
    mkdir -p "$dir"
    if command -v ccache >/dev/null; then launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache); fi
    # Without these ccache does not touch what includes a precompiled header.
    export CCACHE_SLOPPINESS=${CCACHE_SLOPPINESS:-pch_defines,time_macros,include_file_mtime,include_file_ctime}
    (cd "$root" && logged "$dir/configure.log" \
        cmake --preset "$preset" -B "$dir" "${launcher[@]}" "$@")
}

# build PRESET [targets]: one status line on a terminal, silent elsewhere unless it fails
build() {
    local dir=$build_root/$1
    shift
    local targets=()
    if [ $# -gt 0 ]; then targets=(--target "$@"); fi
    if [ -t 1 ]; then
        cmake --build "$dir" --parallel "$jobs" "${targets[@]}"
    else
        logged "$dir/build.log" cmake --build "$dir" --parallel "$jobs" "${targets[@]}"
    fi
}
