# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Source this: programs and build files of CANN find this davsim in the place of a CANN.
_davsim_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
export ASCEND_HOME_PATH=$_davsim_root
export ASCEND_TOOLKIT_HOME=$_davsim_root
export PATH=$_davsim_root/bin:$PATH
export LD_LIBRARY_PATH=$_davsim_root/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
export CMAKE_PREFIX_PATH=$_davsim_root${CMAKE_PREFIX_PATH:+:$CMAKE_PREFIX_PATH}
unset _davsim_root
