// The rows `projection.NAME` of `meta`, and the use of both places after each step.
#include "projections/projection_rows.hpp"

#include "domain/kernel/fields.hpp"
#include "projections/store/checkpoint_row.hpp"
#include "projections/store/packed.hpp"

#include <algorithm>

namespace dibs {

template <>
struct Fields<projections::ProjectionRow> {
    using T = projections::ProjectionRow;
    static constexpr auto list = field_list(field("version", &T::version), field("live", &T::live),
                                            field("next_version", &T::next_version),
                                            field("next_checkpoint", &T::next_checkpoint));
};

}  // namespace dibs

namespace dibs::projections {
namespace {

std::string key_of(const Projection& projection) {
    return "projection." + std::string(projection.name);
}

void store_row(WriteTxn& txn, const Projection& projection, const ProjectionRow& row) {
    txn.put(Table::meta, key_of(projection), pack(row));
    projection.tables.for_each([&](Table table) { txn.set_live(table, row.live); });
}

void clear(WriteTxn& txn, const Projection& projection, Place place) {
    projection.tables.for_each([&](Table table) { txn.clear(table, place); });
}

// Adapts a row that another version of Dibs may have left.
ProjectionRow adapted_row(ProjectionRow row, const Projection& projection) {
    if (row.live != Place::none && row.version != projection.version) row.live = Place::none;
    if (row.live != Place::none && !row.is_behind()) return row;
    if (row.next_version != projection.version) row.next_checkpoint.clear();
    row.next_version = projection.version;
    return row;
}

}  // namespace

ProjectionRow projection_row(const Txn& txn, const Projection& projection) {
    const auto found = txn.get(Table::meta, key_of(projection));
    return found ? unpack<ProjectionRow>(*found) : ProjectionRow{};
}

void settle(WriteTxn& txn, Projections all) {
    std::vector<ProjectionRow> rows;
    for (const auto& one : all) rows.push_back(adapted_row(projection_row(txn, one), one));
    const bool any = std::any_of(rows.begin(), rows.end(),
                                 [](const auto& row) { return row.live != Place::none; });
    if (!any) forget_checkpoint(txn);
    for (std::size_t i = 0; i < all.size(); ++i) {
        auto& row = rows[i];
        if (!any) row = {all[i].version, Place::a, 0, {}};
        for (const auto place : {Place::a, Place::b}) {
            const bool goes_on = row.is_behind() && !row.next_checkpoint.empty();
            const bool kept = any && (place == row.live || (goes_on && place == row.next()));
            if (!kept) clear(txn, all[i], place);
        }
        store_row(txn, all[i], row);
    }
}

void ask_to_rebuild(WriteTxn& txn, const Projection& projection) {
    auto row = projection_row(txn, projection);
    row.next_version = projection.version;
    row.next_checkpoint.clear();
    store_row(txn, projection, row);
}

void use_next(WriteTxn& txn, const Projection& projection) {
    const auto place = projection_row(txn, projection).next();
    projection.tables.for_each([&](Table table) { txn.use(table, place); });
}

Checkpoint next_checkpoint(const Txn& txn, const Projection& projection) {
    const auto row = projection_row(txn, projection);
    return parse_checkpoint(row.next_checkpoint).value_or(Checkpoint{});
}

void store_next_checkpoint(WriteTxn& txn, const Projection& projection,
                           const Checkpoint& checkpoint) {
    auto row = projection_row(txn, projection);
    row.next_checkpoint = encode_checkpoint(checkpoint);
    txn.put(Table::meta, key_of(projection), pack(row));
}

void restart_next(WriteTxn& txn, const Projection& projection) {
    auto row = projection_row(txn, projection);
    clear(txn, projection, row.next());
    row.next_checkpoint.clear();
    txn.put(Table::meta, key_of(projection), pack(row));
}

void swap_in(WriteTxn& txn, const Projection& projection) {
    const auto row = projection_row(txn, projection);
    store_row(txn, projection, {row.next_version, row.next(), 0, {}});
}

void clear_other_place(WriteTxn& txn, const Projection& projection) {
    clear(txn, projection, projection_row(txn, projection).next());
}

}  // namespace dibs::projections
