// Writes the index entries of one transaction in order of keys at its commit. A batch of thousands
// of facts has tens of thousands of them, all over the index. In key order each page is found and
// copied once.
#include "projections/store/posting_list.hpp"
#include "projections/store/store.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

#include <boost/sort/spreadsort/string_sort.hpp>

namespace dibs {

void WriteTxn::put_later(Table table, std::string_view key, std::string_view value) {
    add_later(table, Change::put, key, value);
}

void WriteTxn::del_later(Table table, std::string_view key) {
    add_later(table, Change::remove, key, {});
}

void WriteTxn::post_later(Table table, std::string_view prefix, std::uint64_t number) {
    add_later(table, Change::post, prefix, {reinterpret_cast<const char*>(&number), sizeof number});
}

void WriteTxn::add_later(Table table, Change change, std::string_view key, std::string_view value) {
    (void)dbi(table);  // checks now whether the projection may use the table
    later_->list.push_back({later_->bytes.size(), static_cast<std::uint32_t>(value.size()),
                            static_cast<std::uint16_t>(1 + key.size()), change});
    later_->bytes += static_cast<char>(table);
    later_->bytes += key;
    later_->bytes += value;
}

std::string_view WriteTxn::place_of(const Later& l) const {
    return std::string_view(later_->bytes).substr(l.at, l.place_size);
}
std::string_view WriteTxn::value_of(const Later& l) const {
    return std::string_view(later_->bytes).substr(l.at + l.place_size, l.value_size);
}

void WriteTxn::write_later() {
    sort_later();
    auto& list = later_->list;
    std::optional<TableCursor> cursor_there;
    std::optional<Table> there;
    for (auto run = list.begin(); run != list.end() && failure_.empty();) {
        const auto end = std::find_if(
            run, list.end(), [&](const Later& l) { return place_of(l) != place_of(*run); });
        std::sort(run, end, [](const Later& a, const Later& b) { return a.at < b.at; });
        const auto table = static_cast<Table>(place_of(*run).front());
        if (there != table) {
            cursor_there.reset();
            cursor_there.emplace(cursor(table));
            there = table;
        }
        write_run(*cursor_there, {run, end});
        run = end;
    }
    // Keeps the memory for the next transaction, unless most of it was unused: then a replay is
    // over.
    if (later_->bytes.size() < later_->bytes.capacity() / 8) *later_ = {};
}

// By table and key; entries of one key in any order.
void WriteTxn::sort_later() {
    auto& list = later_->list;
    const auto byte_of = [&](const Later& l, std::size_t i) {
        return static_cast<unsigned char>(later_->bytes[l.at + i]);
    };
    const auto size_of = [](const Later& l) -> std::size_t { return l.place_size; };
    const auto before = [&](const Later& a, const Later& b) { return place_of(a) < place_of(b); };
    boost::sort::spreadsort::string_sort(list.begin(), list.end(), byte_of, size_of, before);
}

// All changes of one key: the last one counts, but posted numbers add up.
void WriteTxn::write_run(TableCursor& place, std::span<const Later> run) {
    const Later& last = run.back();
    const auto key = place_of(last).substr(1);
    switch (last.change) {
        case Change::put:
            check(place.put(key, value_of(last)), "writing");
            return;
        case Change::remove:
            check(place.del(key), "deleting");
            return;
        case Change::post:
            check(post(place, key, run), "writing");
            return;
    }
}

// Returns LMDB's code. Continues in the newest row of the list while it has room.
int WriteTxn::post(TableCursor& place, std::string_view prefix, std::span<const Later> run) {
    std::optional<std::uint64_t> first;
    std::string others;
    const auto behind = posting_key(prefix, std::numeric_limits<std::uint64_t>::max());
    if (place.seek_before(behind) && is_row_of(prefix, place)) {
        first = first_of(prefix, place);
        others = place.value();
    }
    const auto put = [&] { return place.put(posting_key(prefix, *first), others); };
    for (const Later& l : run) {
        std::uint64_t number = 0;
        std::memcpy(&number, value_of(l).data(), sizeof number);
        if (first && PostingRow::add(others, *first, number)) continue;
        if (const int code = first ? put() : 0) return code;
        first = number;
        others.clear();
    }
    return put();
}

}  // namespace dibs
