// A reactor's checkpoint in a file of its own, whole or not at all. One thread.
#pragma once

#include "domain/log/checkpoint.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace dibs {

class CheckpointFile {
  public:
    // Of the follower of this name.
    CheckpointFile(const std::filesystem::path& directory, const std::string& name);

    // Nothing if there is none, or none that can be read: then all is read anew.
    [[nodiscard]] std::optional<Checkpoint> load() const;
    // Complains where it cannot: the next start reads more, and nothing is wrong.
    void save(const Checkpoint& checkpoint) const;
    void discard() const;
    // All followers of this directory that read further than this go on from here: what they read
    // behind it is not in the log any more. False if one could not be written.
    [[nodiscard]] static bool cut_all(const std::filesystem::path& directory,
                                      const Checkpoint& end);

  private:
    explicit CheckpointFile(std::filesystem::path file) : file_(std::move(file)) {}
    bool write(const Checkpoint& checkpoint) const;
    std::filesystem::path file_;
};

}  // namespace dibs
