// A file `clean` beside data.mdb, which describes data.mdb after this program's last write. If
// another program wrote to the file since, or replaced it, the mark no longer matches. The file is
// then checked before use. The mark does not show changes by a faulty disk; checks on reading rows
// and pages do.
//
// While the file is open, the mark follows each commit and names the boot. After a kill the kernel
// still has all writes; after a power loss it does not. The mark of a clean end names no boot,
// because by then the file is on disk. A process that found damage, or ends with an error, leaves
// no mark.
#pragma once

#include <filesystem>
#include <string>

namespace dibs {

// Returns the boot id, which changes with each start of the machine. Empty: the kernel does not
// give it.
[[nodiscard]] std::string this_boot();

class CleanMark {
  public:
    // `boot` is for tests: another value simulates a restart of the machine.
    explicit CleanMark(const std::filesystem::path& directory, std::string boot = this_boot());
    ~CleanMark();
    CleanMark(const CleanMark&) = delete;
    CleanMark& operator=(const CleanMark&) = delete;

    // Call it first. Returns true if the file is as this program left it. Removes the mark from the
    // disk too. Otherwise a power loss could bring the old mark back, beside a file with times not
    // yet written.
    [[nodiscard]] bool take();
    // Updates the mark after each own write, before another process may write. Any thread.
    void follow();
    // Call it when nothing writes any more. Writes the mark after the file is on disk.
    void leave();

    // Removes the mark for good, even if its owner goes on to write. Any thread.
    static void forget(const std::filesystem::path& directory);
    // Clears the marks of this process, for its end at an error. Async-signal-safe.
    static void forget_all();

  private:
    [[nodiscard]] std::string line(const std::string& boot) const;
    void write(const std::string& line);

    const std::filesystem::path mark_, data_;
    const std::string boot_;
    int fd_ = -1;
};

}  // namespace dibs
