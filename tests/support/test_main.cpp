// SPDX-License-Identifier: Apache-2.0
// libsystemc defines main() and asks for sc_main(); davsim's programs bring their own main, and
// this stub.

#include <gtest/gtest.h>

extern "C" int sc_main(int /*argc*/, char** /*argv*/) {
    return 0;
}

int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    return RUN_ALL_TESTS();
}
