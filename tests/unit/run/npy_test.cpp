// SPDX-License-Identifier: Apache-2.0
#include "sim/run/npy.h"

#include "tests/unit/run/scratch_folder.h"

namespace davsim {
namespace {

// A format 1 file as NumPy writes it.
std::string file_of(const std::string& header, std::size_t data_bytes) {
    std::string text = header;
    constexpr std::size_t kAlign = 64;
    constexpr std::size_t kPreamble = 10;
    while ((kPreamble + text.size() + 1) % kAlign != 0) text += ' ';
    text += '\n';
    std::string file("\x93NUMPY\x01\x00", 8);
    file += static_cast<char>(text.size() & 0xFFU);
    file += static_cast<char>(text.size() >> 8U);
    return file + text + std::string(data_bytes, 'a');
}

std::string header_of(const std::string& descr, const std::string& shape,
                      const std::string& order = "False") {
    return "{'descr': '" + descr + "', 'fortran_order': " + order + ", 'shape': " + shape + ", }";
}

class Npy : public ScratchTest {
protected:
    std::string error_of(const std::string& content) {
        write("x.npy", content);
        return usage_error(folder_, [&] { read_npy(path("x.npy")); });
    }
};

TEST_F(Npy, WritesWhatItReads) {
    const std::vector<std::uint8_t> bytes = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    write_npy(path("x.npy"), "<u2", {2, 3}, bytes.data(), bytes.size());
    const NpyArray array = read_npy(path("x.npy"));
    EXPECT_EQ(array.descr, "<u2");
    EXPECT_EQ(array.shape, (std::vector<std::int64_t>{2, 3}));
    EXPECT_EQ(array.data, bytes);
}

TEST_F(Npy, ReadsOneDimensionAndEmptyArrays) {
    write("x.npy", file_of(header_of("<f4", "(3,)"), 12));
    EXPECT_EQ(read_npy(path("x.npy")).shape, (std::vector<std::int64_t>{3}));
    write_npy(path("y.npy"), "<f4", {2, 0, 5}, nullptr, 0);
    EXPECT_EQ(read_npy(path("y.npy")).shape, (std::vector<std::int64_t>{2, 0, 5}));
}

// Every spelling of Python's that other writers use.
TEST_F(Npy, HeadersInAnyOrderAndQuotes) {
    for (const char* header :
         {"{'shape': (2, 3), 'fortran_order': False, 'descr': '<f4'}",
          R"({"descr": "<f4", "fortran_order": False, "shape": (2, 3)})",
          "{'descr':'<f4','fortran_order':False,'shape':(2,3,),}",
          "{ 'descr' : '<f4' ,\n 'fortran_order' : False , 'shape' : ( 2 , 3 ) , } "}) {
        write("x.npy", file_of(header, 24));
        const NpyArray array = read_npy(path("x.npy"));
        EXPECT_EQ(array.descr, "<f4") << header;
        EXPECT_EQ(array.shape, (std::vector<std::int64_t>{2, 3})) << header;
        EXPECT_EQ(array.data.size(), 24U) << header;
    }
    write("x.npy", file_of(header_of("<f8", "()"), 8));
    EXPECT_TRUE(read_npy(path("x.npy")).shape.empty());
}

TEST_F(Npy, Formats2And3HaveALongerLength) {
    const std::string header = header_of("<f4", "(2,)") + "\n";
    for (const char version : {2, 3}) {
        std::string file("\x93NUMPY", 6);
        file += {version, 0, static_cast<char>(header.size()), 0, 0, 0};
        write("x.npy", file + header + std::string(8, 'a'));
        EXPECT_EQ(read_npy(path("x.npy")).shape, (std::vector<std::int64_t>{2})) << int{version};
    }
    std::string file = file_of(header_of("<f4", "(2,)"), 8);
    file[6] = 4;
    EXPECT_EQ(error_of(file), "x.npy: NumPy format 4.0, allowed are 1.0, 2.0 and 3.0");
}

TEST_F(Npy, HeadersThatLie) {
    const auto fault = [&](const std::string& header) { return error_of(file_of(header, 24)); };
    EXPECT_EQ(fault(header_of("<f4", "(2, twelve, 13)")),
              "x.npy: header: shape: 'twelve' is not a whole number of at least 0");
    EXPECT_EQ(fault(header_of("<f4", "(13L,)")),
              "x.npy: header: shape: '13L' is not a whole number of at least 0");
    EXPECT_EQ(fault(header_of("<f4", "(-2,)")),
              "x.npy: header: shape: '-2' is not a whole number of at least 0");
    EXPECT_EQ(fault(header_of("<f4", "(2 3)")),
              "x.npy: header: shape: '3' where ',' or ')' belongs");
    EXPECT_EQ(fault(header_of("<f4", "(,)")),
              "x.npy: header: shape: ',' is not a whole number of at least 0");
    EXPECT_EQ(fault(header_of("<f4", "(6)")), "x.npy: header: shape: (6) is no tuple");
    EXPECT_EQ(fault(header_of("<f4", "6")),
              "x.npy: header: '6' where '(' belongs, at the begin of shape");
    EXPECT_EQ(fault(header_of("<f4", "(2, 3)", "Maybe")),
              "x.npy: header: fortran_order: 'Maybe', allowed are True and False");
    EXPECT_EQ(fault("{'descr': '<f4', 'shape': (2, 3)}"),
              "x.npy: header: fortran_order is missing");
    EXPECT_EQ(fault("{'descr': '<f4', 'descr': '<f4'}"), "x.npy: header: descr is given twice");
    EXPECT_EQ(fault("{'order': 1}"),
              "x.npy: header: unknown key 'order', allowed are descr, fortran_order, shape");
    EXPECT_EQ(fault("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (2,)}"),
              "x.npy: header: '[' where descr in quotes belongs");
    EXPECT_EQ(fault(header_of("<f4", "(2, 3)") + " tail"),
              "x.npy: header: 'tail' after the closing '}'");
    EXPECT_EQ(fault("{'descr': '<f4'"), "x.npy: header: the end where ',' belongs, after descr");
}

TEST_F(Npy, MissingFile) {
    EXPECT_EQ(usage_error(folder_, [&] { read_npy(path("x.npy")); }), "x.npy: file is missing");
}

TEST_F(Npy, FoldersAreNoFiles) {
    std::filesystem::create_directory(path("x.npy"));
    EXPECT_EQ(usage_error(folder_, [&] { read_npy(path("x.npy")); }), "x.npy: not a regular file");
}

TEST_F(Npy, TruncatedData) {
    EXPECT_EQ(error_of(file_of(header_of("<f4", "(2, 3)"), 20)),
              "x.npy: truncated: its header announces 24 bytes of data, it has 20");
}

TEST_F(Npy, TrailingData) {
    EXPECT_EQ(error_of(file_of(header_of("<f4", "(2, 3)"), 25)),
              "x.npy: too long: its header announces 24 bytes of data, it has 25");
}

TEST_F(Npy, TruncatedHeader) {
    EXPECT_EQ(error_of(""), "x.npy: no NumPy file: it has only 0 bytes");
    EXPECT_EQ(error_of(file_of(header_of("<f4", "(2, 3)"), 0).substr(0, 40)),
              "x.npy: truncated inside the header");
}

TEST_F(Npy, ForeignContent) {
    EXPECT_EQ(error_of("this is no array at all"),
              "x.npy: no NumPy file: it does not begin with the magic of one");
    EXPECT_EQ(error_of(file_of("nonsense", 0)),
              "x.npy: header: 'n' where '{' belongs, at the begin");
}

TEST_F(Npy, FortranOrder) {
    EXPECT_EQ(error_of(file_of(header_of("<f4", "(2, 3)", "True"), 24)),
              "x.npy: array is in Fortran order, allowed is C order");
}

TEST_F(Npy, ShapesThatOverflow) {
    EXPECT_EQ(error_of(file_of(header_of("<f4", "(4294967296, 4294967296)"), 0)),
              "x.npy: shape in the header overflows 64 bits");
    EXPECT_EQ(error_of(file_of(header_of("<f4", "(9223372036854775808,)"), 0)),
              "x.npy: header: shape: '9223372036854775808' does not fit 63 bits");
}

TEST_F(Npy, ElementTypesOfNoSize) {
    EXPECT_EQ(error_of(file_of(header_of("<f0", "(2,)"), 0)),
              "x.npy: header: descr: '<f0' is no element type of numbers");
    EXPECT_EQ(error_of(file_of(header_of("<f99", "(2,)"), 0)),
              "x.npy: header: descr: '<f99' is no element type of numbers");
    EXPECT_EQ(error_of(file_of(header_of("f4", "(2,)"), 0)),
              "x.npy: header: descr: 'f4' is no element type of numbers");
}

TEST_F(Npy, UnwritablePlace) {
    const std::uint8_t byte = 0;
    EXPECT_EQ(usage_error(folder_, [&] { write_npy(path("no/x.npy"), "|u1", {1}, &byte, 1); }),
              "no/x.npy: cannot write: No such file or directory");
}

TEST(NpyShape, ReadsLikePython) {
    EXPECT_EQ(shape_text({}), "()");
    EXPECT_EQ(shape_text({4}), "(4,)");
    EXPECT_EQ(shape_text({2, 3}), "(2, 3)");
}

}  // namespace
}  // namespace davsim
