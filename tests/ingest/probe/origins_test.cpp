// Origins of processes in frames: the account of a uid without a name, containers and their
// starters, terminals and sessions; and hostile lines.
#include "ingest/probe/parser/origins.hpp"

#include "tests/ingest/probe/stream_files.hpp"

#include <gtest/gtest.h>

namespace dibs::probe {
namespace {

using fleet::Container;
using fleet::Origin;
using fleet::Runtime;
using fleet::Session;
using fleet::SessionKind;
using test::frames_of;

const std::string origin_card = "GPU-77777777-0aaa-4bbb-8ccc-000000000001";
const std::string id(64, 'a');

// Returns the only process of a frame: of this account by ps, and with this line.
ProcessReading reading(const std::string& user, const std::string& line,
                       ParserStats* stats = nullptr) {
    const auto frames =
        frames_of("#dibs-probe 1\nB 1\nP " + origin_card + ", 77, 512\nU 77 " + user +
                      " Sat Nov 21 09:00:00 2026 python train.py\n" + line + "K\nE 1\n",
                  stats);
    return frames.at(0).processes.at(0);
}

TEST(Origins, process_without_a_line_has_no_origin) {
    EXPECT_EQ(reading("ann", "").origin, std::nullopt);
}

TEST(Origins, plain_process_has_an_empty_origin) {
    EXPECT_EQ(reading("ann", "C 77 5000 1001 - - - - - - \n").origin, Origin{});
}

TEST(Origins, unnamed_uid_gets_the_account_of_its_subordinate_range) {
    const auto one = reading("100999", "C 77 5000 100999 ann podman " + id + " ann - - \n");
    EXPECT_EQ(one.owner->user, "ann");
    Origin origin;
    origin.container = Container{Runtime::podman, id};
    origin.started_by = "ann";
    origin.uid = 100999;
    EXPECT_EQ(one.origin, origin);
}

TEST(Origins, accounts_may_have_blanks_and_a_directory) {
    const auto one =
        reading("100999", R"(C 77 5000 100999 CORP\anna%20lee podman - 100%25%2520@x - - )"
                          "\n");
    EXPECT_EQ(one.owner->user, R"(CORP\anna lee)");
    EXPECT_EQ(one.origin->started_by, "100%%20@x");
}

// The line that the script sends from a host without awk.
TEST(Origins, container_without_details_has_an_unknown_starter) {
    const auto one = reading("ann", "C 77 0 0 - other - - - - -\n");
    EXPECT_EQ(one.owner->user, "ann");
    EXPECT_TRUE(starter_unknown(one.origin, "ann"));
}

TEST(Origins, uid_without_an_account_stays_a_number) {
    const auto one = reading("100999", "C 77 5000 100999 - - - - - - \n");
    EXPECT_EQ(one.owner->user, "100999");
    EXPECT_EQ(one.origin->uid, std::nullopt);
}

TEST(Origins, a_container_of_a_daemon_has_no_starter) {
    const auto one = reading("root", "C 77 5000 0 - docker " + id + " - - - \n");
    EXPECT_EQ(one.owner->user, "root");
    EXPECT_EQ(one.origin->container, (Container{Runtime::docker, id}));
    EXPECT_EQ(one.origin->started_by, std::nullopt);
}

TEST(Origins, container_without_a_daemon_belongs_to_its_running_account) {
    const auto one = reading("ann", "C 77 5000 1001 - apptainer - - pts/3 screen 4711.my run\n");
    EXPECT_EQ(one.origin->container, (Container{Runtime::apptainer, ""}));
    EXPECT_EQ(one.origin->started_by, "ann");
    EXPECT_EQ(one.origin->tty, "pts/3");
    EXPECT_EQ(one.origin->session,
              (Session{SessionKind::screen, Personal<std::string>{"4711.my run"}}));
}

TEST(Origins, session_may_have_no_name) {
    EXPECT_EQ(reading("ann", "C 77 5000 1001 - - - ann pts/3 tmux \n").origin->session,
              (Session{SessionKind::tmux, {}}));
}

TEST(Origins, text_of_users_is_cleaned_and_cut) {
    const auto name = "\x1b[31m" + std::string(500, 'x');
    const auto one = reading("ann", "C 77 5000 1001 - - - - - screen " + name + "\n");
    const auto shown = one.origin->session->name->value;
    EXPECT_EQ(shown.find('\x1b'), std::string::npos);
    EXPECT_LE(shown.size(), 120U);
}

TEST(Origins, invalid_lines_are_bad_and_give_no_origin) {
    const std::vector<std::string> lines{
        "C 77\n",
        "C 0 5000 1001 - - - - - - \n",
        "C 77 5000 -1 - - - - - - \n",
        "C 77 5000 1001 - vmware x - - - \n",
        "C 77 5000 1001 - - - - - emacs x\n",
        "C 77 5000 1001 - - - - pts/3;reboot screen x\n",
        "C seven 5000 1001 - - - - - - \n",
    };
    for (const auto& line : lines) {
        ParserStats stats;
        EXPECT_EQ(reading("ann", line, &stats).origin, std::nullopt) << line;
        EXPECT_EQ(stats.bad_lines, 1U) << line;
    }
}

TEST(Origins, process_without_an_owner_gets_no_origin) {
    const auto frames =
        frames_of("#dibs-probe 1\nB 1\nP " + origin_card +
                  ", 77, 512\nC 77 5000 100999 ann podman " + id + " ann - - \nK\nE 1\n");
    EXPECT_EQ(frames.at(0).processes.at(0).owner, std::nullopt);
    EXPECT_EQ(frames.at(0).processes.at(0).origin, std::nullopt);
}

}  // namespace
}  // namespace dibs::probe
