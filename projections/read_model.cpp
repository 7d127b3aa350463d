// See read_model.hpp. Facts and samples have separate environments, so a batch of samples does not
// wait for a batch of facts.
#include "projections/read_model.hpp"

#include "projections/projection_rows.hpp"

#include <algorithm>

namespace dibs {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view layout = "facts=3";  // layout of `meta` and of the tables' places
constexpr std::string_view usage_name = "usage";

StoreResult<std::unique_ptr<Store>> open_facts(const ReadModel::Settings& settings) {
    const auto placed = tables_of(settings.projections);
    auto store = Store::open({.directory = settings.directory / "facts",
                              .format = std::string(layout),
                              .tables = placed + TableSet{Table::meta},
                              .in_two_places = placed,
                              .boot_id = settings.boot_id,
                              .map_bytes = settings.map_bytes});
    if (!store) return store;
    auto txn = (*store)->write();
    projections::settle(txn, settings.projections);
    if (auto settled = txn.commit(); !settled) return tl::unexpected(settled.error());
    return store;
}

StoreResult<void> throw_away(const fs::path& part) {
    std::error_code error;
    fs::remove_all(part, error);
    if (error) return store_error(part, "cannot be removed: " + error.message());
    return {};
}

std::string names_of(Projections projections) {
    std::string names;
    for (const auto& one : projections) (names += one.name) += ", ";
    return names += usage_name;
}

}  // namespace

StoreResult<std::unique_ptr<ReadModel>> ReadModel::open(const Settings& settings) {
    auto facts = open_facts(settings);
    if (!facts) return tl::unexpected(facts.error());
    auto usage = Store::open({.directory = settings.directory / usage_name,
                              .format = std::string(Usage::format),
                              .tables = Usage::tables + TableSet{Table::meta},
                              .boot_id = settings.boot_id});
    if (!usage) return tl::unexpected(usage.error());
    return std::unique_ptr<ReadModel>(
        new ReadModel(std::move(*facts), std::move(*usage), settings));
}

StoreResult<void> ReadModel::discard(const fs::path& directory) {
    if (auto gone = throw_away(directory / "facts"); !gone) return gone;
    return throw_away(directory / usage_name);
}

StoreResult<void> ReadModel::check_name(const Settings& settings, std::string_view name) {
    const auto all = settings.projections;
    const bool known =
        std::any_of(all.begin(), all.end(), [&](const auto& one) { return one.name == name; });
    if (known || name == usage_name) return {};
    return tl::unexpected(StoreError{"there is no read model '" + std::string(name) +
                                     "'; there are " + names_of(all)});
}

StoreResult<void> ReadModel::ask_to_rebuild(const Settings& settings, std::string_view name) {
    if (auto known = check_name(settings, name); !known) return known;
    if (name == usage_name) return throw_away(settings.directory / usage_name);
    const auto all = settings.projections;
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.name == name; });
    auto facts = open_facts(settings);
    if (!facts) return tl::unexpected(facts.error());
    auto txn = (*facts)->write();
    projections::ask_to_rebuild(txn, *found);
    return txn.commit();
}

ReadModel::ReadModel(std::unique_ptr<Store> facts, std::unique_ptr<Store> usage,
                     const Settings& settings)
    : projections_(settings.projections.begin(), settings.projections.end()),
      facts_(std::move(facts)),
      usage_(std::move(usage), settings.history) {
    const auto txn = facts_->read();
    for (const auto& one : projections_) {
        const auto row = projections::projection_row(txn, one);
        if (!row.is_behind()) continue;
        const auto position = projections::next_checkpoint(txn, one).position;
        behind_.add({one.name, row.live != Place::none, position});
    }
}

std::string ReadModel::damage() const {
    const auto of_facts = facts_->damage();
    return of_facts.empty() ? usage_.store().damage() : of_facts;
}

const Projection* ReadModel::owner_of(Table table) const {
    for (const auto& one : projections_) {
        if (one.tables.has(table)) return &one;
    }
    return nullptr;
}

const Projection* ReadModel::find_projection(std::string_view name) const {
    for (const auto& one : projections_) {
        if (one.name == name) return &one;
    }
    return nullptr;
}

}  // namespace dibs
