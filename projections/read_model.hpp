// The read models of one dibsd: the tables made from facts, and the usage made from samples. One
// owner (main); any thread asks. A directory that was not closed cleanly before the machine went
// down, or that another version wrote, is thrown away here and filled again by the projector.
//
//   const auto tables = model.snapshot(clock.now());
//   const auto found = tables.reservation(id);
#pragma once

#include "projections/projection.hpp"
#include "projections/questions/snapshot.hpp"
#include "projections/usage/usage.hpp"

#include <filesystem>
#include <memory>
#include <string>

namespace dibs {

class ReadModel {
  public:
    struct Settings {
        std::filesystem::path directory;
        std::string boot_id{};  // empty: this machine's
    };
    static StoreResult<std::unique_ptr<ReadModel>> open(const Settings& settings);
    // Throws the tables away; the next open starts with the log's first fact. Nobody has them open.
    static StoreResult<void> discard(const std::filesystem::path& directory);

    // Costs a microsecond. Not across a wait: see snapshot.hpp.
    [[nodiscard]] Snapshot snapshot(Instant now) const { return {facts_->read(), now, &usage_}; }
    [[nodiscard]] Usage& usage() { return usage_; }
    [[nodiscard]] const Usage& usage() const { return usage_; }

    // For the projector.
    [[nodiscard]] Store& facts() { return *facts_; }

  private:
    ReadModel(std::unique_ptr<Store> facts, std::unique_ptr<Store> usage);
    std::unique_ptr<Store> facts_;
    Usage usage_;
};

}  // namespace dibs
