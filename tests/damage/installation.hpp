// An installation on disk for the damage tests: a log with several claims, tables made from it, a
// snapshot of the world in its middle. Made once; each trial works on a copy.
#pragma once

#include "domain/log/event_log.hpp"
#include "domain/world/recorded.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace dibs::test {

namespace fs = std::filesystem;

// The result that a reader must reach, unless it names damage.
struct Truth {
    Position position = 0;
    std::string tables;  // as text
    friend bool operator==(const Truth&, const Truth&) = default;
};

class Installation {
  public:
    Installation();
    ~Installation();
    Installation(const Installation&) = delete;
    Installation& operator=(const Installation&) = delete;

    // Makes a copy for a trial to damage, and deletes the one before.
    const fs::path& copy();
    [[nodiscard]] const fs::path& sound() const { return sound_; }
    [[nodiscard]] const Truth& truth() const { return truth_; }
    [[nodiscard]] const std::vector<LogEntry>& entries() const { return entries_; }

  private:
    void write_log();
    void make_snapshot(EventLog& log);
    void read_truth();

    fs::path folder_, sound_, copy_;
    Truth truth_;
    std::vector<LogEntry> entries_;
};

enum class Verdict { right, named, wrong, ended, hung };

// Reads the folder as dibsd would: opens it, reads to the end and, behind a snapshot, from the
// beginning again. Runs in a child, because damage may end it. `said` gets the named damage.
Verdict judge(const fs::path& folder, const Truth& truth, bool checks, std::string& said);

}  // namespace dibs::test
