// SPDX-License-Identifier: Apache-2.0
// Parts of the build and of the questions, without compiling anything.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "register/tilingdata_base.h"
#include "sim/base/error.h"
#include "sim/base/write_file.h"
#include "sim/opkit/compile_errors.h"
#include "sim/opkit/compile_settings.h"
#include "sim/opkit/kernel_text.h"
#include "sim/opkit/kernel_units.h"
#include "sim/opkit/operator_sources.h"
#include "sim/opkit/plain_structs.h"
#include "sim/opkit/project_headers.h"
#include "sim/run/library_options.h"
#include "sim/runtime/tensor_list.h"

namespace davsim::op {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// clang-format off
BEGIN_TILING_DATA_DEF(InnerTiling)
TILING_DATA_FIELD_DEF(uint16_t, mark)
END_TILING_DATA_DEF

BEGIN_TILING_DATA_DEF(OuterTiling)
TILING_DATA_FIELD_DEF(uint32_t, rows)
TILING_DATA_FIELD_DEF_STRUCT(InnerTiling, inner)
TILING_DATA_FIELD_DEF_ARR(uint32_t, 2, list)
END_TILING_DATA_DEF
// clang-format on

// Tiling functions may let a struct write into the raw tiling data and never save it.
TEST(OpkitPartsTest, TilingStructsWriteThroughToTheirData) {
    OuterTiling outer;
    outer.set_rows(5);
    std::uint32_t words[6] = {};
    ASSERT_EQ(outer.GetDataSize(), sizeof words);
    outer.SetDataPtr(words);
    EXPECT_EQ(words[0], 5U);
    const std::uint32_t list[2] = {8, 9};
    outer.set_rows(7);
    outer.inner.set_mark(3);
    outer.set_list(list);
    EXPECT_THAT(words, ElementsAre(7, 0, 3, 0, 8, 9));
    OuterTiling copy = outer;
    copy.set_rows(1);
    copy = outer;
    copy.set_rows(2);
    EXPECT_EQ(words[0], 7U);
    EXPECT_EQ(copy.get_rows(), 2U);
    EXPECT_EQ(copy.inner.get_mark(), 3U);
}

TEST(OpkitPartsTest, SnakeCase) {
    EXPECT_EQ(snake_case("GroupNormGrad"), "group_norm_grad");
    EXPECT_EQ(snake_case("ForeachACosInplace"), "foreach_a_cos_inplace");
    EXPECT_EQ(snake_case("Relu6"), "relu6");
    EXPECT_EQ(snake_case("RMSNorm"), "rms_norm");
}

TEST(OpkitPartsTest, ErrorsAreReducedToTheOperatorsLines) {
    const std::string output =
        "In file included from /lib/davsim/queue.h:7,\n"
        "                 from /home/me/op/op_kernel/op.cpp:3:\n"
        "/lib/davsim/queue.h: In instantiation of 'void f() [with T = int]':\n"
        "/home/me/op/op_kernel/op.cpp:41:9:   required from here\n"
        "/lib/davsim/queue.h:12:5: error: 'Sort32' is not a member of 'AscendC'\n"
        "/home/me/op/op_kernel/op.cpp:50:3: error: no matching function for call to 'Add(int)'\n"
        "/home/me/op/op_kernel/op.cpp:4:10: fatal error: lib/none.h: No such file or directory\n";
    const CompileErrors errors = read_errors(output, {"/home/me/op"});
    EXPECT_THAT(errors.unsupported, ElementsAre("Sort32", "lib/none.h"));
    ASSERT_EQ(errors.lines.size(), 3U);
    EXPECT_EQ(errors.lines[0], "op.cpp:41: UNSUPPORTED: Sort32");
    EXPECT_THAT(errors.lines[1],
                HasSubstr("op.cpp:50: no matching function for call to 'Add(int)'; "
                          "davsim has no form of Add"));
    EXPECT_EQ(errors.lines[2], "op.cpp:4: UNSUPPORTED: lib/none.h");
}

TEST(OpkitPartsTest, TilingStructsAreFoundByTheirUse) {
    EXPECT_THAT(
        tiling_struct_names("REGISTER_TILING_DEFAULT(ns::A);\n"
                            "GET_TILING_DATA_WITH_STRUCT(B, t, p); x->GetTilingData<o::C>();"
                            "REGISTER_TILING_FOR_TILINGKEY(\"TILING_KEY_VAR == 1\", D);"),
        ElementsAre("A", "B", "D", "C"));
}

// A project of several operators, gone at the end.
class ProjectTest : public testing::Test {
protected:
    ProjectTest() {
        std::string path = testing::TempDir() + "davsim-project-XXXXXX";
        root_ = std::filesystem::canonical(mkdtemp(path.data())).string();
        file("CMakeLists.txt", "");
    }
    ~ProjectTest() override { std::filesystem::remove_all(root_); }

    std::string file(const std::string& name, const std::string& text) const {
        const std::string path = root_ + "/" + name;
        std::filesystem::create_directories(std::filesystem::path(path).parent_path());
        write_file(path, text);
        return path;
    }

    std::string root_;
};

TEST_F(ProjectTest, HeadersOfNeighboursAreFound) {
    const std::string source = file("vec/my_op/op_host/my_op_tiling.cpp",
                                    "#include \"shared_tiling.h\"\n#include \"log/log.h\"\n");
    file("vec/utils/op_host/shared_tiling.h", "#include \"deep/more.h\"\n");
    file("other/utils/op_host/shared_tiling.h", "");
    file("vec/utils/op_kernel/log/log.h", "");  // device code is not for the host
    file("common/deep/more.h", "");
    ProjectHeaders headers(root_, root_ + "/vec/my_op");
    EXPECT_THAT(headers.folders_for({source}, {}),
                ElementsAre(root_ + "/vec/utils/op_host", root_ + "/common"));
    EXPECT_THAT(headers.folders_for({source}, {root_ + "/other/utils/op_host"}), ElementsAre());
}

TEST_F(ProjectTest, AutoSyncIsWhatTheBuildFilesSay) {
    file("my_op/op_kernel/CMakeLists.txt",
         "# add_kernel_sources(AUTO_SYNC false)\n"
         "add_kernel_sources(\n    COMPUTE_UNITS ascend910b ascend910_93\n    AUTO_SYNC false\n)\n"
         "add_kernel_sources(KERNEL_SRC arch35/my_op.cpp COMPUTE_UNITS ascend950)\n");
    EXPECT_EQ(auto_sync_setting(root_ + "/my_op", 2201), false);
    EXPECT_EQ(auto_sync_setting(root_ + "/my_op", 3510), std::nullopt);
    file("my_op/CMakeLists.txt", "add_kernel_sources(AUTO_SYNC false)");
    EXPECT_EQ(auto_sync_setting(root_ + "/my_op", 3510), false);
    EXPECT_EQ(auto_sync_setting(root_ + "/other", 2201), std::nullopt);
}

TEST_F(ProjectTest, TemplateTilingIsThatOfTheArchitecturesKernel) {
    file("my_op/op_host/my_op_def.cpp", "OP_ADD(MyOp);");
    file("my_op/op_kernel/my_op.cpp", "// keys are compared with");
    file("my_op/op_kernel/my_op_apt.cpp", "#include \"arch35/my_op_key.h\"\n");
    const std::string header = file("my_op/op_kernel/arch35/my_op_key.h", "ASCENDC_TPL_ARGS_DECL(");
    EXPECT_EQ(template_header(find_sources(root_ + "/my_op", 2201), 2201), "");
    EXPECT_EQ(template_header(find_sources(root_ + "/my_op", 3510), 3510), header);
}

TEST(OpkitPartsTest, LaunchesInAKernelsSourceBecomeExpressions) {
    EXPECT_EQ(without_launches(
                  "void f(int n) {\n  k<<<n,\n     0, s>>>(x, y);\n  t<int> <<<n, 0, s>>>(z);\n}"),
              "void f(int n) {\n  static_cast<void>(\nx, y);\n  static_cast<void>(z);\n}");
    EXPECT_EQ(without_launches("int a = b << 3 >> 1;"), "");
}

TEST(OpkitPartsTest, ShapesAreParsedOrRefused) {
    EXPECT_THAT(parse_shapes("[2,3],[4],[]", "--shape x"),
                ElementsAre(ElementsAre(2, 3), ElementsAre(4), ElementsAre()));
    for (const char* bad : {"2,3", "[2", "[2,]", "[-1]", "[a]", "[2]x"})
        EXPECT_THROW(parse_shapes(bad, "--shape x"), Error) << bad;
}

TEST(OpkitPartsTest, TensorListHoldsShapesThenAddresses) {
    TensorSpec a;
    a.shape = {2, 3};
    TensorSpec scalar;
    int x = 0;
    const std::vector<std::uint8_t> bytes = tensor_list({a, scalar}, {&x, nullptr});
    std::vector<std::uint64_t> words(bytes.size() / 8);
    std::memcpy(words.data(), bytes.data(), bytes.size());
    EXPECT_THAT(words, ElementsAre(6 * 8, 2, 2, 3, (1ULL << 32U) | 1, 1,
                                   reinterpret_cast<std::uint64_t>(&x), 0));
}

// A library tiling that the kernel's side does not know would be defined twice there.
TEST(StructHeaderTest, TilingsOfTheLibraryAreKnown) {
    namespace fs = std::filesystem;
    const std::regex definition(R"(BEGIN_TILING_DATA_DEF\((\w+)\))");
    std::size_t found = 0;
    for (const fs::directory_entry& entry :
         fs::directory_iterator(DAVSIM_SOURCE_DIR "/sim/op_host_api/include/tiling")) {
        if (!entry.is_regular_file()) continue;
        std::ostringstream text;
        text << std::ifstream(entry.path()).rdbuf();
        const std::string all = text.str();
        for (std::sregex_iterator it(all.begin(), all.end(), definition), end; it != end; ++it) {
            ++found;
            EXPECT_NE(library_header((*it)[1]), nullptr) << (*it)[1];
        }
    }
    EXPECT_GE(found, 14U);
}

}  // namespace
}  // namespace davsim::op
