// What the remote script makes of a host's counters, with files of the test in place of /sys.
#include "ingest/probe/host_script.hpp"

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
        for counter in rx_bytes tx_bytes; do echo $1 >$sys/class/$file/statistics/$counter; done
    done
    echo 1 1 $1 1 1 1 $1 1 >$sys/block/sda/stat
}
look() { uptime=$1.00; look_at_traffic; echo "$moved"; }
mkdir -p $sys/class/net/e0/statistics $sys/class/net/e1/statistics $sys/block/sda
write 1000; look 10
write 2000; look 20
write 3000; rm $sys/class/net/e1/statistics/rx_bytes; look 30
write 4000; look 40
write 5000; look 50
rm $sys/block/sda/stat; look 60
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

TEST(HostScript, a_counter_that_cannot_be_read_gives_no_rate_and_no_jump_afterwards) {
    auto pattern = (fs::temp_directory_path() / "dibs-counters-XXXXXX").string();
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    const fs::path folder(pattern);
    std::string script(host_part);
    for (auto at = script.find("/sys/"); at != script.npos; at = script.find("/sys/", at + 1)) {
        script.replace(at, 4, "$sys");
    }
    test::write_text(folder / "script", "sys=" + pattern + '\n' + script + steps);
    for (const auto* shell : {"/bin/sh", "/bin/bash"}) {
        if (!fs::exists(shell)) continue;
        EXPECT_EQ(output_of(std::string(shell) + ' ' + pattern + "/script 2>/dev/null"),
                  "- - - -\n"
                  "200 200 51200 51200\n"
                  "- - 51200 51200\n"
                  "- - 51200 51200\n"
                  "200 200 51200 51200\n"
                  "0 0 - -\n")
            << shell;
    }
    fs::remove_all(folder);
}

}  // namespace
}  // namespace dibs::probe
