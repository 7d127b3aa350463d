// Stores snapshots of the accepted world as files of one directory. A start reads the newest sound
// snapshot and folds only the facts behind it.
//
//   dibs world FOLD ROWS    codec/world_rows.hpp: fold_version, and a digest of world_schema()
//   {the checkpoint behind the newest fact in it}
//   row {…}
//   …
//   end DIGEST              of every line before it, chained
//
// A file is complete or absent: it is written under another name, flushed, and renamed. A file that
// is damaged, or of another log, key file or version, is skipped with a line in the program's log.
// Saving and loading may run on different threads, but not at the same time.
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
    // Without a directory it saves and finds nothing.
    WorldSnapshots(std::filesystem::path directory, Sealer& sealer)
        : directory_(std::move(directory)), sealer_(sealer) {}

    // The error is a sentence. After an error the earlier files remain.
    [[nodiscard]] tl::expected<void, std::string> save(const World& world,
                                                       const Checkpoint& checkpoint) const;
    // Returns the newest snapshot that this log still agrees with. An error: the log cannot be read
    // now.
    [[nodiscard]] LogResult<std::optional<WorldSnapshot>> newest(EventLog& log) const;

    // Removes the snapshots of other versions: they may hold in clear what is sealed today.
    void remove_others() const;

  private:
    [[nodiscard]] std::vector<std::filesystem::path> files() const;  // newest first

    const std::filesystem::path directory_;
    Sealer& sealer_;
};

}  // namespace dibs
