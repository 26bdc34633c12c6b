#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# install_deps.sh [build] [test] [lint]     default: build
#
# Installs what is missing of davsim's packages on Debian 12. Silent when nothing is missing.
set -euo pipefail

# Compiler, build tools and libraries: enough to build and to run davsim.
build=(
    g++ cmake ninja-build ccache pkg-config
    libsystemc-dev    # simulation kernel
    libspdlog-dev     # log messages
    libfmt-dev        # formatting, also under spdlog
    libyaml-cpp-dev   # hardware configs
    libcli11-dev      # command line
    nlohmann-json3-dev
    libxtensor-dev    # .npy files; brings xtl
    libhwy-dev        # SIMD loops with run-time dispatch
    zlib1g-dev        # check sums of traces, gzip
    libdw-dev         # source lines from debug information
)
# Only for the tests and the benchmarks.
test=(
    libgtest-dev libgmock-dev libbenchmark-dev
    clang-14                     # the kernel headers must suit it as well as g++
    protobuf-compiler            # reads Perfetto traces back
    chromium chromium-driver     # opens reports
)
# Only for scripts/lint.sh. The version is part of the name because others format differently.
lint=(clang-format-14 clang-tidy-14)

wanted=()
for group in "${@:-build}"; do
    case $group in
        build) wanted+=("${build[@]}") ;;
        test) wanted+=("${test[@]}") ;;
        lint) wanted+=("${lint[@]}") ;;
        *)
            echo "error: unknown group '$group', allowed are build, test, lint" >&2
            exit 2
            ;;
    esac
done

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    echo "error: no apt-get here. Install what answers to these Debian 12 packages, then set" >&2
    echo "DAVSIM_SKIP_DEPS=1: ${wanted[*]}" >&2
    exit 1
fi

missing=()
for package in "${wanted[@]}"; do
    # Field 3 of the status word: 'install ok installed'.
    state=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$state" = installed ] || missing+=("$package")
done
[ ${#missing[@]} -gt 0 ] || exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
        echo "error: packages are missing and this is not root. As root, run:" >&2
        echo "  apt-get install --no-install-recommends ${missing[*]}" >&2
        exit 1
    fi
    as_root=(sudo)
fi

apt() {
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get -qq -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 "$@" </dev/null
}

install() { apt install -y --no-install-recommends "${missing[@]}"; }

echo "== installing: ${missing[*]}"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# The package lists of a fresh image are empty or old: fetch them if the first try fails.
if ! install >"$log" 2>&1; then
    apt update >"$log" 2>&1 || { cat "$log" >&2; echo "error: apt-get update failed" >&2; exit 1; }
    install >"$log" 2>&1 || { cat "$log" >&2; echo "error: apt-get install failed" >&2; exit 1; }
fi
