// The read models of one dibsd: tables made from facts, and usage made from samples. Owned by main;
// any thread may query it. Opening discards a directory that was not closed cleanly before the
// machine went down; the projector fills it again. A read model of another version, or one that an
// admin asked to rebuild, is behind: the rebuilder makes it alongside the others.
//
//    const auto tables = model.snapshot(clock.now());
//    const auto found = find_reservation(tables, id);
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
        HistoryKept history{};  // how long measurements are kept
    };
    static StoreResult<std::unique_ptr<ReadModel>> open(const Settings& settings);
    // Deletes the tables; the next open starts with the log's first fact. No process may have them
    // open.
    static StoreResult<void> discard(const std::filesystem::path& directory);
    // Fails if there is no read model of this name.
    static StoreResult<void> check_name(const Settings& settings, std::string_view name);
    // The next start rebuilds this one and answers from the old tables until then. No process may
    // have it open.
    static StoreResult<void> ask_to_rebuild(const Settings& settings, std::string_view name);

    // Takes about a microsecond. Do not keep it across a wait: see snapshot.hpp.
    [[nodiscard]] Snapshot snapshot(Instant now) const { return {facts_->read(), now, &usage_}; }
    [[nodiscard]] Usage& usage() { return usage_; }
    [[nodiscard]] const Usage& usage() const { return usage_; }

    [[nodiscard]] BehindList& behind() { return behind_; }
    [[nodiscard]] const BehindList& behind() const { return behind_; }
    [[nodiscard]] Projections projections() const { return projections_; }
    // Why the files are damaged, once a reader found it; empty: not damaged. Only a restart helps.
    // Any thread.
    [[nodiscard]] std::string damage() const;
    // The projection that owns the table or has that name; null if none.
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
