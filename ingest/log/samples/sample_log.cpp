// Buckets as bytes, for the hourly log and the tables alike.
#include "ingest/log/samples/sample_log.hpp"

#include "ingest/log/samples/varint.hpp"

#include <utility>

namespace dibs {

std::string encode_bucket(Subject kind, const Bucket& bucket) {
    const auto known = metrics_of(kind);
    std::string list;
    std::uint64_t given = 0;
    for (Column i = 0; i < known.size(); ++i) {
        const auto& measure = bucket.measures[i];
        if (measure.count == 0) continue;
        ++given;
        put_varint(list, known[i].id);
        put_varint(list, measure.count);
        put_varint(list, zigzag(measure.sum));
        put_varint(list, zigzag(measure.max));
    }
    std::string out;
    put_varint(out, bucket.samples);
    put_varint(out, given);
    return out + list;
}

std::optional<Bucket> decode_bucket(Subject kind, std::string_view in) {
    Bucket bucket;
    std::uint64_t samples = 0;
    std::uint64_t given = 0;
    if (!take_varint(in, samples) || !take_varint(in, given)) return std::nullopt;
    bucket.samples = static_cast<std::uint32_t>(samples);
    for (; given > 0; --given) {
        std::uint64_t id = 0;
        std::uint64_t count = 0;
        std::int64_t sum = 0;
        std::int64_t max = 0;
        if (!take_varint(in, id) || !take_varint(in, count) || !take_signed(in, sum) ||
            !take_signed(in, max) || !std::in_range<std::int32_t>(max)) {
            return std::nullopt;
        }
        if (const auto column = column_of_id(kind, id)) {
            bucket.measures[*column] = {sum, static_cast<std::uint32_t>(count),
                                        static_cast<std::int32_t>(max)};
        }
    }
    if (!in.empty()) return std::nullopt;
    return bucket;
}

}  // namespace dibs
