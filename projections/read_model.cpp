// See read_model.hpp. Facts and samples lie in two environments: a change of the one's tables does
// not throw away the other's, and a batch of samples does not wait for a batch of facts.
#include "projections/read_model.hpp"

#include <algorithm>
#include <array>

namespace dibs {
namespace {

constexpr std::array usage_tables{Table::usage_minutes, Table::usage_hours, Table::usage_uses};

std::vector<Table> fact_tables() {
    std::vector<Table> tables;
    for (std::size_t i = 0; i < table_count; ++i) {
        const auto table = static_cast<Table>(i);
        const auto* const end = usage_tables.end();
        if (std::find(usage_tables.begin(), end, table) == end) tables.push_back(table);
    }
    return tables;
}

}  // namespace

StoreResult<std::unique_ptr<ReadModel>> ReadModel::open(const Settings& settings) {
    auto facts = Store::open({.directory = settings.directory / "facts",
                              .format = projections_format(),
                              .tables = fact_tables(),
                              .boot_id = settings.boot_id});
    if (!facts) return tl::unexpected(facts.error());
    auto usage = Store::open(
        {.directory = settings.directory / "usage",
         .format = std::string(Usage::format),
         .tables = {Table::meta, Table::usage_minutes, Table::usage_hours, Table::usage_uses},
         .boot_id = settings.boot_id});
    if (!usage) return tl::unexpected(usage.error());
    return std::unique_ptr<ReadModel>(new ReadModel(std::move(*facts), std::move(*usage)));
}

StoreResult<void> ReadModel::discard(const std::filesystem::path& directory) {
    for (const auto* part : {"facts", "usage"}) {
        std::error_code error;
        std::filesystem::remove_all(directory / part, error);
        if (error) {
            return tl::unexpected(StoreError{"read model directory " + (directory / part).string() +
                                             ": cannot be removed: " + error.message()});
        }
    }
    return {};
}

ReadModel::ReadModel(std::unique_ptr<Store> facts, std::unique_ptr<Store> usage)
    : facts_(std::move(facts)), usage_(std::move(usage)) {}

}  // namespace dibs
