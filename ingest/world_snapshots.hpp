// Snapshots of the world of what was accepted, as files of one directory: a start reads the newest
// that is sound and folds only the facts behind it.
//
//   dibs world FOLD ROWS    codec/world_rows.hpp: fold_version, and a digest of world_schema()
//   {the checkpoint behind the newest fact in it}
//   row {…}
//   …
//   end DIGEST              of every line before it, chained
//
// A file is complete or not there: it is written beside, flushed, and renamed. One that is damaged,
// of another log, of other keys or of another version is passed over with a line in the program's
// log, never believed. Saving and loading may be on different threads, but not at a time.
#pragma once

#include "domain/codec/seal.hpp"
#include "domain/log/checkpoint.hpp"
#include "domain/world/world.hpp"

#include <filesystem>
#include <optional>
#include <string>

#include <tl/expected.hpp>

namespace dibs {

struct WorldSnapshot {
    World world;
    Checkpoint checkpoint;
};

class WorldSnapshots {
  public:
    // Without a directory nothing is saved, nothing found.
    WorldSnapshots(std::filesystem::path directory, Sealer& sealer)
        : directory_(std::move(directory)), sealer_(sealer) {}

    // The error is a sentence; what was there before stays.
    [[nodiscard]] tl::expected<void, std::string> save(const World& world,
                                                       const Checkpoint& checkpoint) const;
    // The newest that this log still agrees with. An error: the log cannot be asked now.
    [[nodiscard]] LogResult<std::optional<WorldSnapshot>> newest(EventLog& log) const;

    // Those that another version wrote, which may hold in clear what is sealed today.
    void remove_others() const;

  private:
    [[nodiscard]] std::vector<std::filesystem::path> files() const;  // newest first

    const std::filesystem::path directory_;
    Sealer& sealer_;
};

}  // namespace dibs
