// A file `clean` beside data.mdb: what the file was when this program last wrote to it. Whoever
// wrote to the file since, or put another one in its place, changed what the mark names, and the
// file is looked through again before it is used. What a disk changes by itself the mark does not
// see: checks where rows and pages are read do.
//
// While the file is open the mark follows each commit and names the boot: after a kill the kernel
// still has all that was written, after a power loss it does not. A mark of a clean end names no
// boot, for by then the file has reached the disk. A process that met damage, or ends at an error,
// leaves no mark.
#pragma once

#include <filesystem>
#include <string>

namespace dibs {

// Changes with each start of the machine. Empty: the kernel does not tell.
[[nodiscard]] std::string this_boot();

class CleanMark {
  public:
    // `boot` is for tests: another one stands for a machine that stopped meanwhile.
    explicit CleanMark(const std::filesystem::path& directory, std::string boot = this_boot());
    ~CleanMark();
    CleanMark(const CleanMark&) = delete;
    CleanMark& operator=(const CleanMark&) = delete;

    // First of all. Whether the file is as this program left it. The mark is removed, also from the
    // disk: after a power loss it would be back beside a file whose times were not written yet.
    [[nodiscard]] bool take();
    // Behind each of our own writes, before anybody else may write. Any thread.
    void follow();
    // Nothing writes any more. The mark is written after the file has reached the disk.
    void leave();

    // There is none any more, also if its owner goes on to write. Any thread.
    static void forget(const std::filesystem::path& directory);
    // Those of this process: for its end at an error. Async-signal-safe.
    static void forget_all();

  private:
    [[nodiscard]] std::string line(const std::string& boot) const;
    void write(const std::string& line);

    const std::filesystem::path mark_, data_;
    const std::string boot_;
    int fd_ = -1;
};

}  // namespace dibs
