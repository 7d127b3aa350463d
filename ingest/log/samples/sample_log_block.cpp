// Packs and unpacks blocks: columns of differences, each in its shortest form.
#include "ingest/log/samples/sample_log_block.hpp"

#include "ingest/log/samples/occupancy_column.hpp"
#include "ingest/log/samples/varint.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

namespace dibs {
namespace {

constexpr char version = 2;
constexpr unsigned char sparse = 255;
constexpr unsigned in_units = 128;  // added to the width
enum Presence : unsigned char { all = 1, some = 2 };

using Numbers = std::vector<std::int64_t>;

std::int64_t minus(std::int64_t a, std::int64_t b) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b));
}
std::int64_t plus(std::int64_t a, std::int64_t b) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}

// Returns the greatest common divisor; 1 if all numbers are 0.
std::uint64_t unit_of(const std::vector<std::uint64_t>& numbers) {
    std::uint64_t unit = 0;
    for (const auto number : numbers) unit = std::gcd(unit, number);
    return std::max<std::uint64_t>(unit, 1);
}

std::string pack(const Numbers& steps) {
    const auto least = *std::min_element(steps.begin(), steps.end());
    std::vector<std::uint64_t> above;  // differences to the least
    for (const auto step : steps) above.push_back(static_cast<std::uint64_t>(minus(step, least)));
    const auto unit = unit_of(above);
    const auto most = *std::max_element(above.begin(), above.end());
    const auto width = static_cast<unsigned>(std::bit_width(most / unit));
    std::string out(1, static_cast<char>(unit > 1 ? in_units + width : width));
    put_varint(out, zigzag(least));
    if (unit > 1) put_varint(out, unit);
    const auto begin = out.size();
    out.resize(begin + (steps.size() * width + 7) / 8);
    auto at = begin;
    std::uint64_t waiting = 0;  // `held` bits that are not in `out` yet, the lowest first
    unsigned held = 0;
    for (const auto number : above) {
        auto rest = number / unit;
        for (unsigned left = width; left > 0;) {
            const unsigned taken = std::min(left, 8 - held);
            waiting |= (rest & ((1U << taken) - 1)) << held;
            held += taken;
            rest >>= taken;
            left -= taken;
            if (held < 8) continue;
            out[at++] = static_cast<char>(waiting);
            waiting = 0;
            held = 0;
        }
    }
    if (held > 0) out[at] = static_cast<char>(waiting);
    return out;
}

bool unpack(std::string_view& in, unsigned form, Numbers& steps) {
    const unsigned width = form % in_units;
    std::int64_t least = 0;
    std::uint64_t unit = 1;
    if (width > 64 || !take_signed(in, least)) return false;
    if (form >= in_units && !take_varint(in, unit)) return false;
    const auto size = (steps.size() * width + 7) / 8;
    if (in.size() < size) return false;
    std::size_t bit = 0;
    for (auto& step : steps) {
        std::uint64_t rest = 0;
        for (unsigned done = 0; done < width;) {
            const auto byte = static_cast<unsigned char>(in[bit / 8]);
            const auto skipped = static_cast<unsigned>(bit % 8);
            const unsigned taken = std::min(width - done, 8 - skipped);
            rest |= static_cast<std::uint64_t>(byte >> skipped & ((1U << taken) - 1)) << done;
            done += taken;
            bit += taken;
        }
        step = plus(least, static_cast<std::int64_t>(rest * unit));
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

// Returns an empty text if no sample has the metric.
std::string values_of(std::span<const Sample> samples, Column column) {
    Numbers present;
    std::string bitmap((samples.size() + 7) / 8, '\0');
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const auto steps = samples[i].values[column];
        if (!steps) continue;
        present.push_back(*steps);
        bitmap[i / 8] = static_cast<char>(static_cast<unsigned char>(bitmap[i / 8]) | 1U << i % 8);
    }
    std::string out;
    if (present.empty()) return out;
    const auto presence = present.size() == samples.size() ? all : some;
    out += static_cast<char>(presence);
    if (presence == some) out += bitmap;
    put_column(out, present);
    return out;
}

bool take_values(std::string_view in, std::vector<Sample>& samples, Column column) {
    unsigned char presence = 0;
    if (!take_byte(in, presence) || (presence != all && presence != some)) return false;
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
    if (!take_column(in, numbers) || !in.empty()) return false;
    for (std::size_t i = 0; i < where.size(); ++i) {
        if (!std::in_range<std::int32_t>(numbers[i])) return false;
        samples[where[i]].values.set(column, static_cast<std::int32_t>(numbers[i]));
    }
    return true;
}

}  // namespace

std::string encode_block(std::span<const Sample> samples) {
    std::string out{version, static_cast<char>(samples.size() - 1)};
    Numbers times;
    for (const auto& sample : samples) times.push_back(unix_ms(sample.at));
    put_column(out, times);
    std::string list;
    std::uint64_t given = 0;
    const auto put = [&](std::uint64_t id, const std::string& values) {
        if (values.empty()) return;
        ++given;
        put_varint(list, id);
        put_varint(list, values.size());
        list += values;
    };
    const auto known = metrics_of(samples.front().of.kind);
    for (Column i = 0; i < known.size(); ++i) put(known[i].id, values_of(samples, i));
    put(occupancy_id, put_occupancy(samples));
    put_varint(out, given);
    return out + list;
}

std::optional<std::vector<Sample>> decode_block(const SubjectId& subject, std::string_view in) {
    unsigned char found = 0;
    unsigned char less_one = 0;
    if (!take_byte(in, found) || found != version) return std::nullopt;
    if (!take_byte(in, less_one) || less_one >= max_block_samples) return std::nullopt;
    Numbers times(less_one + 1U);
    std::uint64_t given = 0;
    if (!take_column(in, times) || !take_varint(in, given)) return std::nullopt;
    std::vector<Sample> samples(times.size());
    for (std::size_t i = 0; i < times.size(); ++i) {
        samples[i].of = subject;
        samples[i].at = from_unix_ms(times[i]);
    }
    for (; given > 0; --given) {
        std::uint64_t id = 0;
        std::uint64_t length = 0;
        if (!take_varint(in, id) || !take_varint(in, length) || length > in.size()) {
            return std::nullopt;
        }
        const auto values = in.substr(0, length);
        const auto column = column_of_id(subject.kind, id);
        if (column && !take_values(values, samples, *column)) return std::nullopt;
        if (id == occupancy_id && !take_occupancy(values, samples)) return std::nullopt;
        in.remove_prefix(length);
    }
    if (!in.empty()) return std::nullopt;
    return samples;
}

}  // namespace dibs
