// Index entries of one transaction, written in order of keys at its commit. A batch of thousands of
// facts has tens of thousands of them, spread over the whole index: in key order each page is
// found and copied once.
#include "projections/store/store.hpp"

#include <algorithm>

namespace dibs {

void WriteTxn::put_later(Table table, std::string_view key, std::string_view value) {
    add_later(table, false, key, value);
}

void WriteTxn::del_later(Table table, std::string_view key) {
    add_later(table, true, key, {});
}

void WriteTxn::add_later(Table table, bool remove, std::string_view key, std::string_view value) {
    (void)dbi(table);  // now, when it is known whose it is
    later_.push_back(Later{table, remove, later_bytes_.size(), key.size(), value.size()});
    later_bytes_ += key;
    later_bytes_ += value;
}

void WriteTxn::write_later() {
    const std::string_view bytes = later_bytes_;
    const auto key_of = [&](const Later& l) { return bytes.substr(l.at, l.key_size); };
    // Stable by place in `bytes`: of several changes of one key the last one counts.
    std::sort(later_.begin(), later_.end(), [&](const Later& a, const Later& b) {
        if (a.table != b.table) return a.table < b.table;
        const int order = key_of(a).compare(key_of(b));
        return order != 0 ? order < 0 : a.at < b.at;
    });
    std::optional<TableCursor> place;
    for (std::size_t i = 0; i < later_.size() && failure_.empty(); ++i) {
        const Later& l = later_[i];
        const bool again = i + 1 < later_.size() && later_[i + 1].table == l.table &&
                           key_of(later_[i + 1]) == key_of(l);
        if (i == 0 || later_[i - 1].table != l.table) {
            place.reset();
            place.emplace(cursor(l.table));
        }
        if (again) continue;
        if (l.remove) {
            check(place->del(key_of(l)), "deleting");
        } else {
            check(place->put(key_of(l), bytes.substr(l.at + l.key_size, l.value_size)), "writing");
        }
    }
    later_.clear();
    later_bytes_.clear();
}

}  // namespace dibs
