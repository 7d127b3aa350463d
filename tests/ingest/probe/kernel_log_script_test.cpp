// The script's search of the kernel's log, run with a journalctl and a dmesg of the test. Checks
// which lines are XID errors, and that an unreadable log differs from an empty one.
#include "ingest/probe/script/script.hpp"
#include "tests/ingest/probe/script_run.hpp"

#include <fstream>

#include <gtest/gtest.h>

namespace dibs::probe {
namespace {

using test::equip;
using test::gpu_csv;
using test::ScriptRun;
using namespace std::chrono_literals;

constexpr auto last_xid_column = column_of(Subject::gpu, "last_xid");

// The output of journalctl -k -o short-monotonic, with text that users can write into a kernel's
// log. That is names of programs, and lines of services that look like the kernel's.
constexpr const char* journal = R"(-- Journal begins at Mon 2026-11-23 --
[    0.000000] gpu07 kernel: Linux version 6.1.0
[   12.345678] gpu07 kernel: nvidia: loading out-of-tree module taints kernel.
[ 1000.100000] gpu07 kernel: NVRM: Xid (PCI:0000:81:00): 79, pid='<unknown>', GPU has fallen off the bus.
[ 1001.100000] gpu07 kernel: NVRM: Xid (PCI:0000:81:00 GPU-I:05): 31, pid=123, name=python
[ 1002.000000] gpu07 kernel: NVRM: Xid (0000:03:00): 48
[ 1003.000000] gpu07 kernel: evil[1]: NVRM: Xid (PCI:0000:81:00): 95, pid=1
[ 1003.100000] gpu07 kernel: NVRM: Xid (PCI:$(reboot)): 95, pid=1
[ 1003.200000] gpu07 kernel: NVRM: Xid (PCI:0000:81:00): 99999999999999, pid=1
[ 1003.300000] gpu07 kernel: NVRM: Xid (PCI:0000:81:00): 95x
[ 1003.400000] gpu07 systemd[1]: NVRM: Xid (PCI:0000:81:00): 95, pid=1
[ 1004.100000] gpu07 kernel: NVRM: Xid (PCI:0000:81:00): 13, pid=124, name=python
)";

class KernelLogOfAHost : public testing::TestWithParam<const char*> {
  protected:
    void SetUp() override {
        if (::access(GetParam(), X_OK) != 0) GTEST_SKIP() << GetParam() << " is not installed";
        equip(run, gpu_csv(0, 1), "");
        test::write_text(run.folder() / "health.csv",
                         "GPU-0a1b2c3d-0000-4aaa-8bbb-000000000000, 7, 0, 0, No, Yes, [N/A], "
                         "[N/A], [N/A], Reboot, 4, 4, 16, 16, 639, 00000000:81:00.0\n");
        program("dmesg",
                "echo 'dmesg: read kernel buffer failed: Operation not permitted' >&2\n"
                "exit 1\n");
        program("journalctl", "exit 1\n");
    }
    // Each call writes a line with its arguments.
    void program(const std::string& name, const std::string& text) {
        const auto file = (run.folder() / name).string();
        test::write_program(file, "#!/bin/sh\necho \"$*\" >>'" + file + ".asked'\n" + text);
    }
    std::string asked(const std::string& name) {
        std::ifstream file(run.folder() / (name + ".asked"));
        return {std::istreambuf_iterator<char>(file), {}};
    }
    static std::string printing(const std::string& text) {
        return "cat <<'END'\n" + text + "END\n";
    }
    std::optional<ProbeFrame> frame_with_the_log() {
        return run.next_frame_where([](const ProbeFrame& one) {
            return one.kernel_log && !one.gpus.empty() && !one.gpus[0].pci_address.empty();
        });
    }

    ScriptRun run{600s, GetParam()};
};

TEST_P(KernelLogOfAHost, kernel_log_lists_errors_by_gpu_and_number) {
    program("journalctl", printing(journal));
    run.start();
    const auto frame = frame_with_the_log();
    ASSERT_TRUE(frame);
    const KernelLog log{true,
                        {{"0000:81:00", 79, 1'000'100},
                         {"0000:81:00", 31, 1'001'100},
                         {"0000:03:00", 48, 1'002'000},
                         {"0000:81:00", 13, 1'004'100}}};
    ASSERT_TRUE(frame->kernel_log);
    EXPECT_EQ(*frame->kernel_log, log);
    EXPECT_EQ(frame->gpus[0].values[last_xid_column], 13);
    EXPECT_EQ(asked("journalctl"), "-k -b -n 20000 -o short-monotonic -q --no-pager\n");
    EXPECT_EQ(asked("dmesg"), "");
    EXPECT_EQ(run.stats().bad_lines, 0U);
}

TEST_P(KernelLogOfAHost, kernel_log_without_errors_gives_0) {
    program("journalctl", printing("[    0.000000] gpu07 kernel: Linux version 6.1.0\n"));
    run.start();
    const auto frame = frame_with_the_log();
    ASSERT_TRUE(frame);
    EXPECT_EQ(frame->gpus[0].values[last_xid_column], 0);
}

TEST_P(KernelLogOfAHost, kernel_log_without_its_beginning_gives_no_value) {
    program("journalctl", printing("[  900.000000] gpu07 kernel: eth0: link is up\n"));
    run.start();
    const auto frame = frame_with_the_log();
    ASSERT_TRUE(frame);
    EXPECT_EQ(frame->kernel_log, (KernelLog{false, {}}));
    EXPECT_EQ(frame->gpus[0].values[last_xid_column], std::nullopt);
}

TEST_P(KernelLogOfAHost, kernel_ring_is_read_if_the_journal_is_unreadable) {
    program("journalctl",
            "echo 'Hint: You are currently not seeing messages from other users "
            "and the system.' >&2\n");
    program("dmesg", printing("[    0.000000] Linux version 6.1.0\n"
                              "[   61.000000] NVRM: Xid (PCI:0000:81:00): 119, pid=1, Timeout\n"));
    run.start();
    const auto frame = frame_with_the_log();
    ASSERT_TRUE(frame);
    EXPECT_EQ(frame->gpus[0].values[last_xid_column], 119);
}

TEST_P(KernelLogOfAHost, unreadable_kernel_log_is_unknown) {
    program("journalctl", printing(journal) + "exit 1\n");
    run.start();
    for (int frames = 0; frames < 4; ++frames) {
        const auto frame = run.next_frame();
        ASSERT_TRUE(frame);
        EXPECT_FALSE(frame->kernel_log);
        ASSERT_FALSE(frame->gpus.empty());
        EXPECT_EQ(frame->gpus[0].values[last_xid_column], std::nullopt);
    }
    EXPECT_NE(asked("dmesg"), "") << "nobody asked at all";
}

TEST_P(KernelLogOfAHost, hanging_journal_delays_no_frame) {
    program("journalctl", "sleep 1000\n");
    program("dmesg", printing("[    0.000000] Linux version 6.1.0\n"));
    run.start();
    ASSERT_TRUE(run.next_frame());
    const auto frame = frame_with_the_log();
    ASSERT_TRUE(frame) << "the journal is given up after 5 seconds";
    EXPECT_EQ(frame->gpus[0].values[last_xid_column], 0);
}

INSTANTIATE_TEST_SUITE_P(Shells, KernelLogOfAHost, testing::Values("/bin/sh", "/bin/bash"),
                         [](const auto& shell) { return std::string(shell.param).substr(5); });

}  // namespace
}  // namespace dibs::probe
