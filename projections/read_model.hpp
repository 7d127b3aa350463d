// The read models of one dibsd: the tables made from facts, and the usage made from samples. One
// owner (main); any thread asks. A directory that was not closed cleanly before the machine went
// down is thrown away here and filled again by the projector. One read model that another version
// wrote, or that an admin asked for, is behind: the rebuilder makes it beside the others.
//
//   const auto tables = model.snapshot(clock.now());
//   const auto found = find_reservation(tables, id);
#pragma once

#include "projections/behind.hpp"
#include "projections/projection.hpp"
#include "projections/questions/calendar.hpp"
#include "projections/questions/snapshot.hpp"
#include "projections/usage/usage.hpp"

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace dibs {

class ReadModel {
  public:
    struct Settings {
        std::filesystem::path directory;
        std::string boot_id{};  // empty: this machine's
        Projections projections = all_projections();
        std::size_t map_bytes = std::size_t{64} << 30;
        HistoryKept history{};  // how long what was measured is kept
    };
    static StoreResult<std::unique_ptr<ReadModel>> open(const Settings& settings);
    // Throws the tables away; the next open starts with the log's first fact. Nobody has them open.
    static StoreResult<void> discard(const std::filesystem::path& directory);
    // That there is one of this name.
    static StoreResult<void> check_name(const Settings& settings, std::string_view name);
    // The next start makes this one anew, and asks the old one until then. Nobody has it open.
    static StoreResult<void> ask_to_rebuild(const Settings& settings, std::string_view name);

    // Costs a microsecond. Not across a wait: see snapshot.hpp.
    [[nodiscard]] Snapshot snapshot(Instant now) const { return {facts_->read(), now, &usage_}; }
    [[nodiscard]] Usage& usage() { return usage_; }
    [[nodiscard]] const Usage& usage() const { return usage_; }

    [[nodiscard]] BehindList& behind() { return behind_; }
    [[nodiscard]] const BehindList& behind() const { return behind_; }
    [[nodiscard]] Projections projections() const { return projections_; }
    // What is wrong with the files, once a reader met it: only a new start helps. Any thread.
    [[nodiscard]] std::string damage() const;
    // Whose table it is, or that is called so; null if none.
    [[nodiscard]] const Projection* owner_of(Table table) const;
    [[nodiscard]] const Projection* find_projection(std::string_view name) const;

    // For projector and rebuilder.
    [[nodiscard]] Store& facts() { return *facts_; }

  private:
    ReadModel(std::unique_ptr<Store> facts, std::unique_ptr<Store> usage, const Settings& settings);
    const std::vector<Projection> projections_;
    std::unique_ptr<Store> facts_;
    Usage usage_;
    BehindList behind_;
};

}  // namespace dibs
