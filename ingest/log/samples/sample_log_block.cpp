// Packs and unpacks the columns of a block. Steps take as many bits as the widest of them needs or,
// where that is shorter, are the usual step and a list of those that differ.
#include "ingest/log/samples/sample_log_block.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace dibs {
namespace {

constexpr char version = 1;
constexpr unsigned char sparse = 255;
enum Presence : unsigned char { none, all, some };

using Numbers = std::vector<std::int64_t>;
using Value = std::optional<std::int32_t> Sample::*;
constexpr std::array<Value, 4> values{&Sample::utilization_percent, &Sample::memory_used_mib,
                                      &Sample::temperature_c, &Sample::power_dw};

std::int64_t minus(std::int64_t a, std::int64_t b) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b));
}
std::int64_t plus(std::int64_t a, std::int64_t b) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}

bool take_byte(std::string_view& in, unsigned char& byte) {
    if (in.empty()) return false;
    byte = static_cast<unsigned char>(in.front());
    in.remove_prefix(1);
    return true;
}

bool take_signed(std::string_view& in, std::int64_t& value) {
    std::uint64_t raw = 0;
    if (!take_varint(in, raw)) return false;
    value = unzigzag(raw);
    return true;
}

std::string pack(const Numbers& steps) {
    const auto least = *std::min_element(steps.begin(), steps.end());
    const auto most = *std::max_element(steps.begin(), steps.end());
    const auto width = static_cast<unsigned>(
        std::bit_width(static_cast<std::uint64_t>(most) - static_cast<std::uint64_t>(least)));
    std::string out(1, static_cast<char>(width));
    put_varint(out, zigzag(least));
    const auto begin = out.size();
    out.resize(begin + (steps.size() * width + 7) / 8);
    std::size_t bit = 0;
    for (const auto step : steps) {
        const auto rest = static_cast<std::uint64_t>(minus(step, least));
        for (unsigned i = 0; i < width; ++i, ++bit) {
            const auto one = static_cast<unsigned>(rest >> i & 1U) << bit % 8;
            auto& byte = out[begin + bit / 8];
            byte = static_cast<char>(static_cast<unsigned char>(byte) | one);
        }
    }
    return out;
}

bool unpack(std::string_view& in, unsigned width, Numbers& steps) {
    std::int64_t least = 0;
    if (width > 64 || !take_signed(in, least)) return false;
    const auto size = (steps.size() * width + 7) / 8;
    if (in.size() < size) return false;
    std::size_t bit = 0;
    for (auto& step : steps) {
        std::uint64_t rest = 0;
        for (unsigned i = 0; i < width; ++i, ++bit) {
            const auto byte = static_cast<unsigned char>(in[bit / 8]);
            rest |= static_cast<std::uint64_t>(byte >> bit % 8 & 1U) << i;
        }
        step = plus(least, static_cast<std::int64_t>(rest));
    }
    in.remove_prefix(size);
    return true;
}

std::string thin_out(const Numbers& steps) {
    auto sorted = steps;
    const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
    std::nth_element(sorted.begin(), middle, sorted.end());
    const auto usual = *middle;
    std::string list;
    std::uint64_t count = 0;
    std::uint64_t skipped = 0;
    for (const auto step : steps) {
        if (step == usual) {
            ++skipped;
            continue;
        }
        put_varint(list, skipped);
        put_varint(list, zigzag(minus(step, usual)));
        skipped = 0;
        ++count;
    }
    std::string out(1, static_cast<char>(sparse));
    put_varint(out, zigzag(usual));
    put_varint(out, count);
    return out + list;
}

bool fill_up(std::string_view& in, Numbers& steps) {
    std::int64_t usual = 0;
    std::uint64_t count = 0;
    if (!take_signed(in, usual) || !take_varint(in, count) || count > steps.size()) return false;
    std::fill(steps.begin(), steps.end(), usual);
    std::size_t at = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
        std::uint64_t skipped = 0;
        std::int64_t difference = 0;
        if (!take_varint(in, skipped) || !take_signed(in, difference)) return false;
        if (skipped >= steps.size() - at) return false;
        at += skipped;
        steps[at++] = plus(usual, difference);
    }
    return true;
}

void put_column(std::string& out, const Numbers& numbers) {
    put_varint(out, zigzag(numbers.front()));
    Numbers steps;
    for (std::size_t i = 1; i < numbers.size(); ++i) {
        steps.push_back(minus(numbers[i], numbers[i - 1]));
    }
    if (steps.empty()) return;
    const auto packed = pack(steps);
    const auto thin = thin_out(steps);
    out += thin.size() < packed.size() ? thin : packed;
}

bool take_column(std::string_view& in, Numbers& numbers) {
    if (!take_signed(in, numbers.front())) return false;
    if (numbers.size() == 1) return true;
    unsigned char form = 0;
    Numbers steps(numbers.size() - 1);
    if (!take_byte(in, form)) return false;
    if (!(form == sparse ? fill_up(in, steps) : unpack(in, form, steps))) return false;
    for (std::size_t i = 0; i < steps.size(); ++i) numbers[i + 1] = plus(numbers[i], steps[i]);
    return true;
}

void put_values(std::string& out, std::span<const Sample> samples, Value value) {
    Numbers present;
    std::string bitmap((samples.size() + 7) / 8, '\0');
    for (std::size_t i = 0; i < samples.size(); ++i) {
        if (const auto& v = samples[i].*value) {
            present.push_back(*v);
            bitmap[i / 8] =
                static_cast<char>(static_cast<unsigned char>(bitmap[i / 8]) | 1U << i % 8);
        }
    }
    const auto presence = present.empty() ? none : present.size() == samples.size() ? all : some;
    out += static_cast<char>(presence);
    if (presence == some) out += bitmap;
    if (presence != none) put_column(out, present);
}

bool take_values(std::string_view& in, std::vector<Sample>& samples, Value value) {
    unsigned char presence = none;
    if (!take_byte(in, presence) || presence > some) return false;
    if (presence == none) return true;
    const auto bitmap_bytes = presence == some ? (samples.size() + 7) / 8 : 0;
    if (in.size() < bitmap_bytes) return false;
    const auto bitmap = in.substr(0, bitmap_bytes);
    in.remove_prefix(bitmap_bytes);
    std::vector<std::size_t> where;
    for (std::size_t i = 0; i < samples.size(); ++i) {
        if (presence == all || (static_cast<unsigned char>(bitmap[i / 8]) >> i % 8 & 1U) != 0) {
            where.push_back(i);
        }
    }
    if (where.empty()) return false;
    Numbers numbers(where.size());
    if (!take_column(in, numbers)) return false;
    for (std::size_t i = 0; i < where.size(); ++i) {
        if (numbers[i] < INT32_MIN || numbers[i] > INT32_MAX) return false;
        samples[where[i]].*value = static_cast<std::int32_t>(numbers[i]);
    }
    return true;
}

}  // namespace

std::string encode_block(std::span<const Sample> samples) {
    std::string out{version, static_cast<char>(samples.size() - 1)};
    Numbers times;
    for (const auto& sample : samples) times.push_back(unix_ms(sample.at));
    put_column(out, times);
    for (const auto value : values) put_values(out, samples, value);
    return out;
}

std::optional<std::vector<Sample>> decode_block(const GpuId& gpu, std::string_view in) {
    unsigned char found = 0;
    unsigned char less_one = 0;
    if (!take_byte(in, found) || found != version) return std::nullopt;
    if (!take_byte(in, less_one) || less_one >= max_block_samples) return std::nullopt;
    Numbers times(less_one + 1U);
    if (!take_column(in, times)) return std::nullopt;
    std::vector<Sample> samples(times.size());
    for (std::size_t i = 0; i < times.size(); ++i) {
        samples[i].gpu = gpu;
        samples[i].at = from_unix_ms(times[i]);
    }
    for (const auto value : values) {
        if (!take_values(in, samples, value)) return std::nullopt;
    }
    if (!in.empty()) return std::nullopt;
    return samples;
}

void put_varint(std::string& out, std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) out += static_cast<char>(value | 0x80);
    out += static_cast<char>(value);
}

bool take_varint(std::string_view& in, std::uint64_t& value) {
    value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        unsigned char byte = 0;
        if (!take_byte(in, byte)) return false;
        value |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
        if ((byte & 0x80) == 0) return true;
    }
    return false;
}

std::uint64_t zigzag(std::int64_t value) {
    return static_cast<std::uint64_t>(value) << 1 ^ static_cast<std::uint64_t>(value >> 63);
}
std::int64_t unzigzag(std::uint64_t value) {
    return static_cast<std::int64_t>(value >> 1 ^ (~(value & 1) + 1));
}

}  // namespace dibs
