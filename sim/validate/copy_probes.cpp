// SPDX-License-Identifier: Apache-2.0
// Kernels that only move data.

#include <algorithm>

#include "sim/validate/instruction_maker.h"
#include "sim/validate/kernel_probes.h"

namespace davsim {
namespace {

constexpr std::uint64_t kElement = 2;  // bytes
constexpr double kTera = 1e12;
constexpr double kMicro = 1e-6;

struct Matrix {
    std::uint64_t rows, columns, pitch;
    std::uint64_t tile_rows, tile_columns;
    std::uint64_t passes, slabs;
    std::uint32_t blocks;
    bool shared, rotated, bypass;
};

Matrix matrix_of(ProbeParams& params) {
    const auto number = [&](const char* key) {
        return static_cast<std::uint64_t>(params.number(key));
    };
    const auto optional = [&](const char* key, std::int64_t otherwise) {
        return static_cast<std::uint64_t>(params.number(key, otherwise));
    };
    Matrix matrix{number("rows"),
                  number("columns"),
                  number("pitch"),
                  number("tile_rows"),
                  number("tile_columns"),
                  optional("passes", 1),
                  optional("slabs", 1),
                  0,
                  optional("shared", 0) != 0,
                  optional("rotated", 0) != 0,
                  optional("bypass", 0) != 0};
    matrix.blocks = static_cast<std::uint32_t>(number("blocks"));
    params.finish();
    if (matrix.tile_rows == 0 || matrix.tile_columns == 0 || matrix.blocks == 0 ||
        matrix.slabs == 0)
        params.refuse("tile_rows, tile_columns, blocks and slabs must be above 0");
    return matrix;
}

// Loads the tiles of rows [begin, end), row of tiles by row of tiles, from the `first`-th one on.
class TileLoader {
public:
    TileLoader(CorePort& core, const Matrix& matrix, const std::uint8_t* gm)
        : core_(core),
          matrix_(matrix),
          gm_(gm),
          buffer_bytes_(matrix.tile_rows * matrix.tile_columns * kElement) {}

    void rows(std::uint64_t begin, std::uint64_t end, std::uint64_t first) {
        const std::uint64_t down = (end - begin + matrix_.tile_rows - 1) / matrix_.tile_rows;
        const std::uint64_t across =
            (matrix_.columns + matrix_.tile_columns - 1) / matrix_.tile_columns;
        for (std::uint64_t i = 0; i < down * across; ++i) {
            const std::uint64_t tile = (i + first) % (down * across);
            load(begin + tile / across * matrix_.tile_rows, end,
                 tile % across * matrix_.tile_columns);
        }
    }

private:
    void load(std::uint64_t row, std::uint64_t end, std::uint64_t column) {
        CopyShape shape;
        const std::uint64_t width = std::min(matrix_.tile_columns, matrix_.columns - column);
        shape.burst_bytes = static_cast<std::uint32_t>(width * kElement);
        shape.bursts = static_cast<std::uint32_t>(std::min(matrix_.tile_rows, end - row));
        shape.gm_gap = static_cast<std::int64_t>((matrix_.pitch - width) * kElement);
        shape.bypass_l2 = matrix_.bypass;
        const std::uint8_t* at = gm_ + (row * matrix_.pitch + column) * kElement;
        const bool second = 2 * buffer_bytes_ <= core_.context().ub_bytes && (count_++ % 2 != 0);
        core_.issue(make_copy(Opcode::kLoadGm, at,
                              second ? static_cast<std::uint32_t>(buffer_bytes_) : 0U, shape));
    }

    CorePort& core_;
    const Matrix& matrix_;
    const std::uint8_t* gm_;
    std::uint64_t buffer_bytes_;
    std::uint64_t count_ = 0;
};

void load_share(CorePort& core, const Matrix& matrix, const std::uint8_t* gm) {
    TileLoader loader(core, matrix, gm);
    const std::uint64_t block = core.context().block_idx;
    for (std::uint64_t slab = 0; slab < matrix.slabs; ++slab) {
        const std::uint64_t top = matrix.rows * slab / matrix.slabs;
        const std::uint64_t height = matrix.rows * (slab + 1) / matrix.slabs - top;
        const std::uint64_t begin = matrix.shared ? top : top + height * block / matrix.blocks;
        const std::uint64_t end =
            matrix.shared ? top + height : top + height * (block + 1) / matrix.blocks;
        const std::uint64_t tiles = (end - begin + matrix.tile_rows - 1) / matrix.tile_rows;
        const std::uint64_t first = matrix.rotated ? tiles * block / matrix.blocks : 0;
        for (std::uint64_t pass = 0; pass < matrix.passes; ++pass) loader.rows(begin, end, first);
    }
}

struct Stream {
    bool read, write;
    std::uint64_t bytes;
    std::uint32_t tile;
    std::uint32_t blocks;
};

void stream_share(CorePort& core, const Stream& stream, std::uint8_t* from, std::uint8_t* to) {
    const std::uint64_t tiles = (stream.bytes + stream.tile - 1) / stream.tile;
    const std::uint64_t block = core.context().block_idx;
    const std::uint64_t begin = tiles * block / stream.blocks;
    const std::uint64_t end = tiles * (block + 1) / stream.blocks;
    const bool both = stream.read && stream.write;
    for (std::uint64_t tile = begin; tile < end; ++tile) {
        const auto buffer = static_cast<std::uint32_t>(tile % 2);
        const std::uint32_t ub =
            2 * stream.tile <= core.context().ub_bytes ? buffer * stream.tile : 0;
        const auto bytes = static_cast<std::uint32_t>(
            std::min<std::uint64_t>(stream.tile, stream.bytes - tile * stream.tile));
        const std::uint64_t offset = tile * stream.tile;
        if (both && tile >= begin + 2)
            core.issue(make_flag(Opcode::kWaitFlag, Pipe::kMte3, Pipe::kMte2, buffer));
        if (stream.read) core.issue(make_copy(Opcode::kLoadGm, from + offset, ub, {bytes}));
        if (both) {
            core.issue(make_flag(Opcode::kSetFlag, Pipe::kMte2, Pipe::kMte3, buffer));
            core.issue(make_flag(Opcode::kWaitFlag, Pipe::kMte2, Pipe::kMte3, buffer));
        }
        if (stream.write) core.issue(make_copy(Opcode::kStoreGm, to + offset, ub, {bytes}));
        if (both && tile + 2 < end)
            core.issue(make_flag(Opcode::kSetFlag, Pipe::kMte3, Pipe::kMte2, buffer));
    }
}

}  // namespace

ProbeValues probe_copy_pad(ProbeBench& bench, ProbeParams& params) {
    const Matrix matrix = matrix_of(params);
    const std::uint8_t* gm = bench.allocate(matrix.rows * matrix.pitch * kElement);
    bench.launch(
        matrix.blocks, [&] { load_share(bench.core(), matrix, gm); }, true);
    return bench.profile();
}

ProbeValues probe_stream(ProbeBench& bench, ProbeParams& params) {
    const std::string mode = params.text("mode");
    const Stream stream{mode != "write", mode != "read",
                        static_cast<std::uint64_t>(params.number("bytes")),
                        static_cast<std::uint32_t>(params.number("tile")),
                        static_cast<std::uint32_t>(params.number("blocks"))};
    params.finish();
    if (mode != "read" && mode != "write" && mode != "copy")
        params.refuse("mode is '" + mode + "', allowed are read, write and copy");
    std::uint8_t* from = stream.read ? bench.allocate(stream.bytes) : nullptr;
    std::uint8_t* to = stream.write ? bench.allocate(stream.bytes) : nullptr;
    const auto body = [&] { stream_share(bench.core(), stream, from, to); };
    bench.launch(stream.blocks, body, true);
    ProbeValues values = bench.profile();
    const double moved = static_cast<double>(stream.bytes) * (stream.read && stream.write ? 2 : 1);
    values["tbps"] = moved / (values["core_us"] * kMicro) / kTera;
    return values;
}

ProbeValues probe_launch(ProbeBench& bench, ProbeParams& params) {
    const auto blocks = static_cast<std::uint32_t>(params.number("blocks"));
    params.finish();
    bench.launch(blocks, [] {});
    return bench.profile();
}

}  // namespace davsim
