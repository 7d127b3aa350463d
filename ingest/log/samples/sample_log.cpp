// Encodes buckets and uses as bytes, for the hourly log and the tables.
#include "ingest/log/samples/sample_log.hpp"

#include "ingest/log/samples/varint.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace dibs {
namespace {

bool take_count(std::string_view& in, std::uint32_t& count) {
    std::uint64_t value = 0;
    if (!take_varint(in, value) || value > std::numeric_limits<std::uint32_t>::max()) return false;
    count = static_cast<std::uint32_t>(value);
    return true;
}

bool take_reservation(std::string_view& in, std::optional<ReservationId>& reservation) {
    unsigned char given = 0;
    if (!take_byte(in, given) || given > 1) return false;
    if (given == 0) return true;
    auto& uuid = reservation.emplace().uuid;
    if (in.size() < uuid.size()) return false;
    std::copy_n(in.begin(), uuid.size(), uuid.begin());
    in.remove_prefix(uuid.size());
    return true;
}
void put_reservation(std::string& out, const std::optional<ReservationId>& reservation) {
    out += reservation ? '\1' : '\0';
    if (reservation) out.append(reservation->uuid.begin(), reservation->uuid.end());
}

bool take_one(std::string_view& in, Use& use) {
    unsigned char by = 0;
    std::uint64_t length = 0;
    if (!take_byte(in, by) || by > static_cast<unsigned char>(UseBy::shared)) return false;
    use.by = static_cast<UseBy>(by);
    if (!take_varint(in, length) || length > in.size()) return false;
    use.account = in.substr(0, length);
    in.remove_prefix(length);
    return take_reservation(in, use.reservation) && take_count(in, use.seconds) &&
           take_count(in, use.measured_s) && take_signed(in, use.percent_s);
}
bool take_one(std::string_view& in, HeldTime& time) {
    return take_reservation(in, time.reservation) && take_count(in, time.measured_s) &&
           take_signed(in, time.idle_with_percent_s) &&
           take_signed(in, time.idle_without_percent_s);
}

bool take_one(std::string_view& in, SecondsIn& one) {
    std::uint64_t seconds = 0;
    if (!take_count(in, one.bin) || !take_varint(in, seconds)) return false;
    if (!std::in_range<std::int64_t>(seconds)) return false;
    one.seconds = static_cast<std::int64_t>(seconds);
    return true;
}
bool take_energy(std::string_view& in, std::optional<Energy>& energy) {
    unsigned char given = 0;
    if (!take_byte(in, given) || given > 1) return false;
    if (given == 0) return true;
    auto& its = energy.emplace();
    return take_signed(in, its.known_cs) && take_signed(in, its.decijoules);
}
void put_energy(std::string& out, const std::optional<Energy>& energy) {
    out += energy ? '\1' : '\0';
    if (!energy) return;
    put_varint(out, zigzag(energy->known_cs));
    put_varint(out, zigzag(energy->decijoules));
}

void put(std::string& out, const Distribution& distribution) {
    put_varint(out, distribution.size());
    for (const auto& one : distribution) {
        put_varint(out, one.bin);
        put_varint(out, static_cast<std::uint64_t>(one.seconds));
    }
}

template <class One>
bool take_list(std::string_view& in, std::vector<One>& list) {
    std::uint64_t count = 0;
    if (!take_varint(in, count) || count > in.size()) return false;
    for (; count > 0; --count) {
        if (!take_one(in, list.emplace_back())) return false;
    }
    return true;
}

bool take_spreads(std::string_view& in, std::vector<Spread>& spreads) {
    std::uint64_t count = 0;
    if (!take_varint(in, count) || count > in.size()) return false;
    for (; count > 0; --count) {
        auto& spread = spreads.emplace_back();
        if (!take_reservation(in, spread.reservation) || !take_list(in, spread.utilization) ||
            !take_list(in, spread.memory)) {
            return false;
        }
    }
    return true;
}

}  // namespace

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
        put_varint(list, static_cast<std::uint64_t>(std::int64_t{measure.max} - measure.min));
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
        std::uint64_t below = 0;
        if (!take_varint(in, id) || !take_varint(in, count) || !take_signed(in, sum) ||
            !take_signed(in, max) || !take_varint(in, below) || !std::in_range<std::int32_t>(max) ||
            below > std::numeric_limits<std::uint32_t>::max() ||
            !std::in_range<std::int32_t>(max - static_cast<std::int64_t>(below))) {
            return std::nullopt;
        }
        if (const auto column = column_of_id(kind, id)) {
            bucket.measures[*column] = {
                sum, static_cast<std::uint32_t>(count), static_cast<std::int32_t>(max),
                static_cast<std::int32_t>(max - static_cast<std::int64_t>(below))};
        }
    }
    if (!in.empty()) return std::nullopt;
    return bucket;
}

std::string encode_uses(std::span<const Use> uses, std::span<const HeldTime> held,
                        std::span<const Spread> spreads) {
    std::string out;
    put_varint(out, uses.size());
    for (const auto& use : uses) {
        out += static_cast<char>(use.by);
        put_varint(out, use.account.size());
        out += use.account;
        put_reservation(out, use.reservation);
        put_varint(out, use.seconds);
        put_varint(out, use.measured_s);
        put_varint(out, zigzag(use.percent_s));
    }
    put_varint(out, held.size());
    for (const auto& time : held) {
        put_reservation(out, time.reservation);
        put_varint(out, time.measured_s);
        put_varint(out, zigzag(time.idle_with_percent_s));
        put_varint(out, zigzag(time.idle_without_percent_s));
    }
    const bool powered = std::any_of(uses.begin(), uses.end(),
                                     [](const Use& use) { return use.energy.has_value(); });
    if (!powered && spreads.empty()) return out;
    for (const auto& use : uses) put_energy(out, use.energy);
    put_varint(out, spreads.size());
    for (const auto& spread : spreads) {
        put_reservation(out, spread.reservation);
        put(out, spread.utilization);
        put(out, spread.memory);
    }
    return out;
}

std::optional<HourUses> decode_uses(std::string_view in) {
    HourUses all;
    if (!take_list(in, all.uses) || !take_list(in, all.held)) return std::nullopt;
    if (in.empty()) return all;  // from before energy was counted
    for (auto& use : all.uses) {
        if (!take_energy(in, use.energy)) return std::nullopt;
    }
    if (!take_spreads(in, all.spreads) || !in.empty()) return std::nullopt;
    return all;
}

}  // namespace dibs
