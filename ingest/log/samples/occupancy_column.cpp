// Runs of equal samples, over a list of names.
#include "ingest/log/samples/occupancy_column.hpp"

#include "ingest/log/samples/varint.hpp"

#include <algorithm>
#include <limits>

namespace dibs {
namespace {

using Accounts = std::vector<std::string>;

std::size_t place_of(Accounts& names, const std::string& name) {
    const auto found = std::find(names.begin(), names.end(), name);
    const auto place = static_cast<std::size_t>(found - names.begin());
    if (place == names.size()) names.push_back(name);
    return place;
}

void put_one(std::string& out, Accounts& names, const Occupancy& occupancy) {
    const auto all = occupancy.all();
    put_varint(out, occupancy.known() ? all.size() + 1 : 0);
    for (const auto& [account, percent] : all) {
        put_varint(out, place_of(names, account));
        put_varint(out, percent ? static_cast<std::uint64_t>(*percent) + 1 : 0);
    }
}

bool take_names(std::string_view& in, Accounts& names) {
    std::uint64_t count = 0;
    if (!take_varint(in, count) || count > in.size()) return false;
    for (; count > 0; --count) {
        std::uint64_t length = 0;
        if (!take_varint(in, length) || length > in.size()) return false;
        names.emplace_back(in.substr(0, length));
        in.remove_prefix(length);
    }
    return true;
}

bool take_one(std::string_view& in, const Accounts& names, Occupancy& occupancy) {
    std::uint64_t count = 0;
    if (!take_varint(in, count) || count > names.size() + 1) return false;
    if (count == 0) return true;
    std::vector<Occupant> all(count - 1);
    for (auto& [account, percent] : all) {
        std::uint64_t place = 0;
        std::uint64_t share = 0;
        if (!take_varint(in, place) || place >= names.size() || !take_varint(in, share)) {
            return false;
        }
        if (share > std::numeric_limits<std::int32_t>::max()) return false;
        account = names[place];
        if (share > 0) percent = static_cast<std::int32_t>(share - 1);
    }
    occupancy = Occupancy(std::move(all));
    return true;
}

}  // namespace

std::string put_occupancy(std::span<const Sample> samples) {
    const auto is_known = [](const Sample& sample) { return sample.occupancy.known(); };
    if (std::none_of(samples.begin(), samples.end(), is_known)) return {};
    Accounts names;
    std::string runs;
    while (!samples.empty()) {
        const auto& one = samples.front().occupancy;
        const auto end = std::find_if(samples.begin(), samples.end(), [&](const Sample& sample) {
            return sample.occupancy != one;
        });
        const auto length = static_cast<std::size_t>(end - samples.begin());
        put_varint(runs, length);
        put_one(runs, names, one);
        samples = samples.subspan(length);
    }
    std::string out;
    put_varint(out, names.size());
    for (const auto& name : names) {
        put_varint(out, name.size());
        out += name;
    }
    return out + runs;
}

bool take_occupancy(std::string_view in, std::vector<Sample>& samples) {
    Accounts names;
    if (!take_names(in, names)) return false;
    for (std::size_t at = 0; at < samples.size();) {
        std::uint64_t length = 0;
        Occupancy one;
        if (!take_varint(in, length) || length == 0 || length > samples.size() - at) return false;
        if (!take_one(in, names, one)) return false;
        for (; length > 0; --length) samples[at++].occupancy = one;
    }
    return in.empty();
}

}  // namespace dibs
