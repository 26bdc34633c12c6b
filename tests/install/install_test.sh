#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# install_test.sh BUILD_TREE SOURCE_TREE
set -euo pipefail
build=$1 source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

fail() {
    echo "FAIL: $*" >&2
    exit 1
}

cmake --install "$build" --prefix "$work/first" >install.log || fail "cmake --install: $(tail -n 5 install.log)"
mv first moved # nothing may depend on where it was installed
prefix=$work/moved

# CMake package
cmake -S "$source/examples/aclnn_group_norm_backward" -B example -DCMAKE_PREFIX_PATH="$prefix" \
    -DCMAKE_BUILD_TYPE=Release >cmake.log
cmake --build example >>cmake.log || fail "example: $(tail -n 20 cmake.log)"
./example/group_norm_backward >plain.txt || fail "example: $(cat plain.txt)"
grep -q 'on Ascend910B2$' plain.txt || fail "SoC: $(cat plain.txt)"
awk '/^grad_beta/ { if (NF != 5) exit 1; found = 1 } END { exit !found }' plain.txt || fail "$(cat plain.txt)"
# The same numbers on another SoC, under run-app, which finds its hardware configs in the prefix.
"$prefix/bin/davsim" run-app --soc-version Ascend950PR --output out -- ./example/group_norm_backward >app.txt ||
    fail "run-app: $(cat app.txt)"
for name in mean rstd grad_gamma grad_beta; do
    paste -d' ' <(grep "^$name" plain.txt) <(grep "^$name" app.txt) |
        awk '{ for (i = 2; i <= NF / 2; ++i) { d = $i - $(i + NF / 2); if (d < 0) d = -d; if (d > 1e-3) exit 1 } }' ||
        fail "$name differs between SoCs"
done
grep -q '^2 launches' app.txt || fail "run-app: $(cat app.txt)"
for file in out/0-group_norm/summary.json out/1-group_norm_backward/simulator/trace.json out/launches.jsonl; do
    [ -s "$file" ] || fail "$file is missing"
done
# A launch leaves what a viewer reads; the rest is made when it is wanted, with hazards and hardware in it.
[ ! -e out/0-group_norm/report.html ] || fail "run-app: report.html was not asked for"
"$prefix/bin/davsim" run-app --output bare --trace-format none -- ./example/group_norm_backward >bare.txt ||
    fail "run-app: $(cat bare.txt)"
[ ! -e bare/0-group_norm/simulator ] || fail "run-app: --trace-format none makes files"
"$prefix/bin/davsim" trace export bare/1-group_norm_backward --format html,csv >export.txt || fail "export"
grep -q '"hardware":{' bare/1-group_norm_backward/report.html || fail "the report of a launch has no hardware"
grep -q '"hazards":{' bare/1-group_norm_backward/report.html || fail "the report of a launch has no hazards"
"$prefix/bin/davsim" trace check bare/1-group_norm_backward >check.txt || fail "trace check: $(cat check.txt)"
code=0
"$prefix/bin/davsim" run-app --trace-format svg -- ./example/group_norm_backward 2>error.txt || code=$?
[ "$code" = 2 ] || fail "exit code of a wrong format is $code, not 2"
grep -q "^error\[usage\]: --trace-format: 'svg', allowed are json" error.txt || fail "$(cat error.txt)"

# The program's exit code is run-app's; a program that cannot run is the user's mistake.
code=0
"$prefix/bin/davsim" run-app --output code -- sh -c 'exit 7' >code.txt || code=$?
[ "$code" = 7 ] || fail "exit code is $code, not 7"
grep -q '^no kernel was launched' code.txt || fail "$(cat code.txt)"
code=0
"$prefix/bin/davsim" run-app -- ./nowhere 2>error.txt || code=$?
[ "$code" = 2 ] || fail "exit code of a missing program is $code, not 2"
grep -q '^error\[usage\]: ./nowhere: cannot run: No such file' error.txt || fail "$(cat error.txt)"

# CANN's library names and lib64, as in a build file of its own
"$CXX" -std=c++11 -I"$prefix/include" -I"$prefix/include/aclnn" "$source/tests/acl/headers/headers.cpp" \
    "$prefix/lib64/libascendcl.so" "$prefix/lib64/libnnopbase.so" "$prefix/lib64/libopapi_nn.so" -o names ||
    fail "library names"
LD_LIBRARY_PATH=$prefix/lib ./names || fail "library names: cannot run"

# pkg-config
# shellcheck disable=SC2046
"$CXX" -std=c++11 "$source/tests/acl/headers/headers.cpp" \
    $(PKG_CONFIG_PATH=$prefix/lib/pkgconfig pkg-config --cflags --libs davsim) -o config || fail "pkg-config"
./config || fail "pkg-config: cannot run"

# A program under AddressSanitizer: nothing is touched that should not be, nothing leaks, numbers are the same.
# shellcheck disable=SC2046
"$CXX" -std=c++17 -g -fsanitize=address "$source/examples/aclnn_group_norm_backward/main.cpp" \
    $(PKG_CONFIG_PATH=$prefix/lib/pkgconfig pkg-config --cflags --libs davsim) -o asan || fail "ASan: cannot build"
ASAN_OPTIONS=detect_leaks=1 ./asan >asan.txt 2>&1 || fail "ASan: $(cat asan.txt)"
cmp plain.txt asan.txt || fail "ASan: $(cat asan.txt)"

# davsim-cc, plainly and as CMake's language ASC
"$prefix/bin/davsim-cc" "$source/tests/install/launches.asc" -o launches || fail "davsim-cc"
./launches >launches.txt || fail "launches: $(cat launches.txt)"
"$prefix/bin/davsim-cc" "$source/tests/install/older_launch.cpp" -o older || fail "davsim-cc: aclrtlaunch header"
[ "$(./older)" = "7 10" ] || fail "older launch: $(./older)"
# Host code that asks for the SoC; kernels that run on both vector cores of a block.
"$prefix/bin/davsim-cc" "$source/tests/install/platform.asc" -o platform || fail "davsim-cc: platform"
./platform >platform.txt || fail "platform: $(cat platform.txt)"
diff - platform.txt <<'EOF' || fail "platform"
24 cube, 48 vector cores, 196608 B of UB, Sigmoid 1
__mix__: 0.0/2*2 1.1/2*2 2.0/2*2 3.1/2*2
task type: 0.0/2*2 1.1/2*2 2.0/2*2 3.1/2*2
vector: 0.0/4*1 1.0/4*1 2.0/4*1 3.0/4*1
EOF
DAVSIM_SOC=Ascend910B4 ./platform >platform3.txt || fail "platform: $(cat platform3.txt)"
grep -q '^20 cube, 40 vector cores' platform3.txt || fail "platform of another SoC: $(cat platform3.txt)"
mkdir asc && cp "$source/tests/install/launches.asc" asc/
cat >asc/CMakeLists.txt <<'EOF'
cmake_minimum_required(VERSION 3.16)
find_package(ASC REQUIRED)
project(samples LANGUAGES ASC CXX)
add_executable(demo launches.asc)
target_compile_options(demo PRIVATE $<$<COMPILE_LANGUAGE:ASC>:--npu-arch=dav-3510>)
EOF
cmake -S asc -B asc/build -DCMAKE_PREFIX_PATH="$prefix" >asc.log || fail "ASC: $(tail -n 20 asc.log)"
cmake --build asc/build >>asc.log || fail "ASC: $(tail -n 20 asc.log)"
DAVSIM_SOC=Ascend950PR ./asc/build/demo >asc.txt || fail "ASC: $(cat asc.txt)"
cmp -s launches.txt asc.txt || fail "ASC prints something else"

# An operator of one's own: scaffolded, built by CMake from the package, run.
"$prefix/bin/davsim" op new my_add >op.log || fail "op new: $(cat op.log)"
cmake -S my_add -B my_add/build -DCMAKE_PREFIX_PATH="$prefix" -DDAVSIM_OP_FLAGS=-O0 >op.log ||
    fail "operator: $(tail -n 20 op.log)"
cmake --build my_add/build >>op.log || fail "operator: $(tail -n 20 op.log)"
"$prefix/bin/davsim" run my_add/build/libmy_add_2201.so --shape x=[8,2048] --shape y=[8,2048] --dtype fp16 \
    --trace-level off --output op >op.txt || fail "operator: $(cat op.txt)"
grep -q '^PASS  MyAdd on Ascend910B2' op.txt || fail "operator: $(cat op.txt)"

# Errors are about the user's lines.
printf '#include "acl/acl.h"\n__global__ void k();\nint main() {\n  k<<<1, 0>>>(;\n}\n' >wrong.asc
if "$prefix/bin/davsim-cc" wrong.asc -o wrong 2>wrong.txt; then fail "wrong.asc compiles"; fi
grep -q 'wrong.asc:4: kernel launch: no ) for the arguments' wrong.txt || fail "message: $(cat wrong.txt)"
printf '#include "kernel_operator.h"\n__global__ void k(GM_ADDR x) {\n  int y = nowhere;\n}\nint main() { k<<<1, 0, nullptr>>>(nullptr); }\n' >wrong2.asc
if "$prefix/bin/davsim-cc" wrong2.asc -o wrong 2>wrong.txt; then fail "wrong2.asc compiles"; fi
grep -q "wrong2.asc:3:.*nowhere" wrong.txt || fail "message: $(cat wrong.txt)"
echo "installed davsim builds and runs what it should"
