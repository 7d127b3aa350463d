// A reactor's checkpoint in its own file, written atomically. One thread.
#pragma once

#include "domain/log/checkpoint.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace dibs {

class CheckpointFile {
  public:
    // `name`: of the reactor.
    CheckpointFile(const std::filesystem::path& directory, const std::string& name);

    // Nothing if there is none, or none that can be read: then the reactor reads the whole log.
    [[nodiscard]] std::optional<Checkpoint> load() const;
    // Logs a failure: the next start reads more, and the result is the same.
    void save(const Checkpoint& checkpoint) const;
    void discard() const;
    // Moves all reactors of this directory that have read further back to `end`: the log no longer
    // contains the records behind it. False if a file could not be written.
    [[nodiscard]] static bool cut_all(const std::filesystem::path& directory,
                                      const Checkpoint& end);

  private:
    explicit CheckpointFile(std::filesystem::path file) : file_(std::move(file)) {}
    bool write(const Checkpoint& checkpoint) const;
    std::filesystem::path file_;
};

}  // namespace dibs
