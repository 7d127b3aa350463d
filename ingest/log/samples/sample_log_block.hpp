// Up to 128 samples of one subject as a block of bytes: about 2.5 bytes a sample of four values,
// where JSON takes 150. The same in LMDB, on Kafka and in memory. Version 2:
//
//   1 byte    version, 2
//   1 byte    number of samples less one, 0 to 127
//   column    the times, milliseconds since 1970
//   number of metrics that follow; each, if any sample has it:
//     id      of the metric (domain/usage/metric.hpp)
//     length  of the rest, so that a reader that does not know the metric passes over it
//     1 byte  presence: 1 all have it, 2 a bitmap follows (bit i%8 of byte i/8 is sample i)
//     column  the values that are present
//   or, with 0 for the id: the accounts on the GPU (occupancy_column.hpp)
//
//   column:   the first value; then, if there are more, the steps from each value to the next in
//             the shortest of these forms:
//     1 byte  width w, 0 to 64; the least step; each step less the least in w bits, packed from
//             the lowest bit of the first byte on
//     1 byte  128 + w; the least step; a unit; the same, each divided by the unit: clocks move by
//             15 MHz or so
//     1 byte  255; a usual step; the number of steps that differ; for each of them the number of
//             usual steps skipped since the one before, and how much it differs
//
// Numbers are varints (varint.hpp), signed ones zigzag. Sums wrap at 64 bits.
#pragma once

#include "domain/usage/sample.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dibs {

inline constexpr std::size_t max_block_samples = 128;

// Takes 1 to 128 samples of one subject.
[[nodiscard]] std::string encode_block(std::span<const Sample> samples);

// Returns nothing for bytes that are no block.
[[nodiscard]] std::optional<std::vector<Sample>> decode_block(const SubjectId& subject,
                                                              std::string_view bytes);

}  // namespace dibs
