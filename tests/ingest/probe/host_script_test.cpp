// The remote script's handling of a host's counters and cgroups, with files of the test in place of
// /sys and /proc.
#include "ingest/probe/script/host_script.hpp"

#include "ingest/probe/script/origin_script.hpp"
#include "tests/ingest/probe/stand_in.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>

#include <gtest/gtest.h>

namespace dibs::probe {
namespace {

namespace fs = std::filesystem;

constexpr const char* steps = R"SH(
links='e0 e1' disks=sda devices_age=0 moved_before= moved_at=0 known_devices=
write() {
    for file in net/e0 net/e1; do
        for counter in rx_bytes tx_bytes; do echo $1 >$root/sys/class/$file/statistics/$counter; done
    done
    echo 1 1 $1 1 1 1 $1 1 >$root/sys/block/sda/stat
}
look() { uptime=$1.00; look_at_traffic; echo "$moved"; }
mkdir -p $root/sys/class/net/e0/statistics $root/sys/class/net/e1/statistics $root/sys/block/sda
write 1000; look 10
write 2000; look 20
write 3000; rm $root/sys/class/net/e1/statistics/rx_bytes; look 30
write 4000; look 40
write 5000; look 50
rm $root/sys/block/sda/stat; look 60
)SH";

std::string output_of(const std::string& command) {
    std::string output;
    std::array<char, 4096> part{};
    FILE* const pipe = ::popen(command.c_str(), "r");
    while (pipe != nullptr && std::fgets(part.data(), part.size(), pipe) != nullptr) {
        output += part.data();
    }
    if (pipe != nullptr) ::pclose(pipe);
    return output;
}

std::string with_root(std::string_view part, const std::string& root) {
    std::string script(part);
    constexpr std::string_view variable = "$root";
    for (auto at = script.find(root); at != script.npos;
         at = script.find(root, at + variable.size() + 1)) {
        script.insert(at, variable);
    }
    return script;
}

// Expects this output from each installed shell; `path` runs before the call.
void expect_output(const std::string& script, const std::string& path, const std::string& output) {
    auto folder = (fs::temp_directory_path() / "dibs-script-XXXXXX").string();
    ASSERT_NE(::mkdtemp(folder.data()), nullptr);
    test::write_text(fs::path(folder) / "script", "root=" + folder + "\nnl='\n'\n" + script);
    for (const auto* shell : {"/bin/sh", "/bin/bash"}) {
        if (!fs::exists(shell)) continue;
        const auto command = std::string(shell) + ' ' + folder + "/script 2>/dev/null";
        EXPECT_EQ(output_of(path + command), output) << shell;
    }
    fs::remove_all(folder);
}

TEST(HostScript, a_counter_that_cannot_be_read_gives_no_rate_and_no_jump_afterwards) {
    expect_output(with_root(host_part, "/sys/") + steps, "",
                  "- - - -\n"
                  "200 200 51200 51200\n"
                  "- - 51200 51200\n"
                  "- - 51200 51200\n"
                  "200 200 51200 51200\n"
                  "0 0 - -\n");
}

TEST(HostScript, container_on_a_host_without_awk_has_no_known_starter) {
    const std::string processes = R"SH(
/bin/mkdir -p $root/proc/7 $root/proc/8 $root/proc/9
echo 0::/user.slice/user-1000.slice/session-2.scope >$root/proc/7/cgroup
echo 0::/system.slice/docker-0123456789abcdef.scope >$root/proc/8/cgroup
pids=,7,8,9 origin=
origins
printf '%s' "$origin"
)SH";
    expect_output(with_root(origin_part, "/proc/") + processes, "PATH=/nowhere ",
                  "C 8 0 0 - other - - - - -\n");
}

}  // namespace
}  // namespace dibs::probe
