// Streams that are written to, paused, resized, and those that wait for their turn on a host: the
// pool against a real OpenSSH server.
#include "ingest/ssh/pool.hpp"
#include "tests/ingest/ssh/collector.hpp"
#include "tests/ingest/ssh/local_sshd.hpp"
#include "tests/support/eventually.hpp"

#include <atomic>
#include <set>

#include <gtest/gtest.h>

namespace dibs::ssh {
namespace {

using test::Collector;
using test::eventually;
using test::LocalSshd;

struct Running {
    StreamId id{};
    std::shared_ptr<Collector> said = std::make_shared<Collector>();
};

class TwoWay : public testing::Test {
  protected:
    Running run(RemoteCommand command) {
        Running running;
        running.id = pool_.open(server_.target("a"), std::move(command), running.said);
        return running;
    }

    LocalSshd server_;
    Pool pool_{{.private_key_file = server_.client_key().private_file}};
};

std::string megabytes(std::size_t count) {
    std::string text;
    for (int i = 0; text.size() < count * 1'000'000; ++i) text += std::to_string(i) + '\n';
    return text;
}

TEST_F(TwoWay, written_bytes_reach_the_command_in_order_and_its_end_of_input) {
    const auto cat = run({.line = "cat", .input = "first "});
    pool_.write(cat.id, "second ");
    ASSERT_TRUE(cat.said->wait_for_output("first second ")) << "also before it was opened";
    pool_.write(cat.id, "third");
    pool_.end_input(cat.id);
    pool_.write(cat.id, " not any more");
    const auto end = cat.said->wait_for_end();
    ASSERT_TRUE(end);
    EXPECT_EQ(end->exit_status, 0) << end->text;
    EXPECT_EQ(cat.said->output(), "first second third");
}

TEST_F(TwoWay, observer_hears_what_the_host_takes_so_that_a_writer_can_wait) {
    const auto text = megabytes(12);
    const auto count = run({.line = "sleep 0.2; wc -c"});
    std::size_t most_waiting = 0;
    for (std::size_t at = 0; at < text.size(); at += 500'000) {
        ASSERT_TRUE(eventually([&] { return count.said->input_waiting() < 1'000'000; }));
        count.said->expect_input(text.substr(at, 500'000).size());
        most_waiting = std::max(most_waiting, count.said->input_waiting());
        pool_.write(count.id, text.substr(at, 500'000));
    }
    pool_.end_input(count.id);
    EXPECT_TRUE(count.said->wait_for_output(std::to_string(text.size())));
    EXPECT_LT(most_waiting, 2'000'000U);
    EXPECT_EQ(count.said->wait_for_end()->exit_status, 0);
}

TEST_F(TwoWay, writer_that_does_not_wait_loses_its_stream_and_no_other) {
    const auto deaf = run({.line = "sleep 1000"});
    const auto beside = run({.line = "cat"});
    ASSERT_TRUE(eventually([&] { return deaf.said->was_opened(); }));
    for (int i = 0; i < 8; ++i) pool_.write(deaf.id, megabytes(1));
    const auto end = deaf.said->wait_for_end();
    ASSERT_TRUE(end);
    EXPECT_EQ(end->text, "its writer does not wait for the host");
    pool_.write(beside.id, "here");
    EXPECT_TRUE(beside.said->wait_for_output("here"));
}

TEST_F(TwoWay, command_that_ends_without_reading_its_input_ends_with_its_own_status) {
    for (int i = 0; i < 20; ++i) {
        const auto deaf = run({.line = "echo said; exit 5", .input = megabytes(3)});
        const auto end = deaf.said->wait_for_end();
        ASSERT_TRUE(end);
        EXPECT_EQ(end->exit_status, 5) << end->text;
        EXPECT_EQ(deaf.said->output(), "said\n");
    }
}

TEST_F(TwoWay, paused_stream_is_silent_holds_the_host_up_and_goes_on_without_a_gap) {
    const auto text = megabytes(6);
    const auto cat = run({.line = "cat; echo over", .input = "begin\n"});
    ASSERT_TRUE(cat.said->wait_for_output("begin\n"));
    pool_.pause(cat.id, true);
    const auto ping = run({.line = "echo ping"});  // the pause is in force before it answers
    ASSERT_TRUE(ping.said->wait_for_end());
    for (std::size_t at = 0; at < 3'000'000; at += 500'000) {
        pool_.write(cat.id, text.substr(at, 500'000));
    }
    EXPECT_TRUE(run({.line = "echo beside"}).said->wait_for_output("beside")) << "others go on";
    EXPECT_EQ(cat.said->output(), "begin\n");
    pool_.pause(cat.id, false);
    ASSERT_TRUE(cat.said->wait_for_bytes(6 + 3'000'000));
    for (std::size_t at = 3'000'000; at < text.size(); at += 500'000) {
        pool_.write(cat.id, text.substr(at, 500'000));
        ASSERT_TRUE(cat.said->wait_for_bytes(6 + std::min(text.size(), at + 500'000)));
    }
    pool_.end_input(cat.id);
    EXPECT_TRUE(cat.said->wait_for_end());
    EXPECT_EQ(cat.said->output(), "begin\n" + text + "over\n");
}

TEST_F(TwoWay, paused_stream_whose_command_ended_delivers_its_output_before_its_end) {
    const auto gate = (server_.folder() / "gate").string();
    const auto late = run({.line = "echo first; while ! [ -e " + gate +
                                   " ]; do sleep 0.02; done; echo last; echo bad >&2; exit 4"});
    ASSERT_TRUE(late.said->wait_for_output("first\n"));
    pool_.pause(late.id, true);
    ASSERT_TRUE(run({.line = "touch " + gate + "; sleep 0.5"}).said->wait_for_end());
    EXPECT_FALSE(late.said->has_ended());
    pool_.pause(late.id, false);
    const auto end = late.said->wait_for_end();
    ASSERT_TRUE(end);
    EXPECT_EQ(end->exit_status, 4);
    EXPECT_EQ(late.said->output(), "first\nlast\n");
    EXPECT_EQ(late.said->errors(), "bad\n");
}

TEST_F(TwoWay, command_on_a_terminal_sees_its_size_and_each_change_of_it) {
    const auto shell = run({.line = "trap 'stty size' WINCH; stty size; echo $TERM; "
                                    "while :; do read line && echo got $line; done",
                            .terminal = TerminalSize{100, 30}});
    ASSERT_TRUE(shell.said->wait_for_output("30 100\r\nxterm-256color\r\n"));
    pool_.resize(shell.id, {132, 43});
    pool_.write(shell.id, "x\n");
    EXPECT_TRUE(shell.said->wait_for_output("43 132"));
    // A shell that is waiting for stty when the interrupt comes goes on; one that reads ends.
    pool_.write(shell.id, "y\n");
    EXPECT_TRUE(shell.said->wait_for_output("got y"));
    pool_.write(shell.id, "\x03");
    const auto end = shell.said->wait_for_end();
    ASSERT_TRUE(end) << "the interrupt character reaches it";
    const auto pipes = run({.line = "stty size || echo none"});
    pool_.resize(pipes.id, {132, 43});
    EXPECT_TRUE(pipes.said->wait_for_output("none"));
}

TEST_F(TwoWay, size_set_before_the_command_runs_is_its_size) {
    for (int i = 0; i < 5; ++i) {
        const auto shell = run({.line = "trap 'stty size' WINCH; stty size; "
                                        "while :; do read line && stty size; done",
                                .terminal = TerminalSize{100, 30}});
        pool_.resize(shell.id, {132, 43});
        pool_.write(shell.id, "x\n");
        ASSERT_TRUE(shell.said->wait_for_output("43 132")) << shell.said->output();
        EXPECT_FALSE(shell.said->has_ended());
        pool_.close(shell.id);
    }
}

// Pauses its stream in each call, as a slow browser does.
class Sipping final : public StreamObserver {
  public:
    explicit Sipping(Pool& pool) : pool_(pool) {}
    void opened() override {}
    void bytes(std::string_view output) override {
        total += output.size();
        pool_.pause(id, true);
        ++calls;
    }
    void closed(const RemoteError& why) override {
        status = why.exit_status.value_or(-1);
        over = true;
    }

    std::atomic<StreamId> id{};
    std::atomic<std::size_t> total{0};
    std::atomic<int> calls{0}, status{-1};
    std::atomic<bool> over{false};

  private:
    Pool& pool_;
};

TEST_F(TwoWay, reader_that_takes_little_at_each_resume_gets_all_of_it) {
    constexpr std::size_t size = 8'000'000;
    const auto reader = std::make_shared<Sipping>(pool_);
    const auto gate = (server_.folder() / "gate").string();
    reader->id = pool_.open(server_.target("a"),
                            {.line = "while ! [ -e " + gate + " ]; do sleep 0.01; done; head -c " +
                                     std::to_string(size) + " /dev/zero; echo e >&2"},
                            reader);
    ASSERT_TRUE(run({.line = "touch " + gate}).said->wait_for_end());
    for (int calls = 0; !reader->over;) {
        ASSERT_TRUE(eventually([&] { return reader->over || reader->calls > calls; }))
            << reader->total;
        calls = reader->calls;
        pool_.pause(reader->id, false);
    }
    EXPECT_EQ(reader->total, size);
    EXPECT_EQ(reader->status, 0);
}

class WorkTurns : public testing::Test {
  protected:
    Running work(const std::string& line) {
        Running running;
        running.id = pool_.open(server_.target("a"),
                                {.line = line, .stream_class = StreamClass::work}, running.said);
        return running;
    }

    LocalSshd server_;
    Pool pool_{{.private_key_file = server_.client_key().private_file,
                .connect_limit = std::chrono::seconds{60},
                .work = {.running = 3, .starting = 2}}};
};

TEST_F(WorkTurns, work_beyond_the_limit_waits_in_order_while_control_starts_at_once) {
    std::vector<Running> all;
    for (int i = 0; i < 5; ++i) all.push_back(work("echo ready; cat"));
    for (std::size_t i = 0; i < 3; ++i) ASSERT_TRUE(all[i].said->wait_for_output("ready"));
    auto stop = std::make_shared<Collector>();
    pool_.open(server_.target("a"), {.line = "echo stopped"}, stop);
    ASSERT_TRUE(stop->wait_for_output("stopped"));
    EXPECT_FALSE(all[3].said->was_opened());
    EXPECT_FALSE(all[4].said->was_opened());
    pool_.end_input(all[1].id);
    ASSERT_TRUE(all[3].said->wait_for_output("ready"));
    EXPECT_FALSE(all[4].said->was_opened());
    pool_.close(all[0].id);
    EXPECT_TRUE(all[4].said->wait_for_output("ready"));
}

TEST_F(WorkTurns, waiting_work_can_be_written_to_and_closed) {
    std::vector<Running> all;
    for (int i = 0; i < 5; ++i) all.push_back(work("cat"));
    for (std::size_t i = 0; i < 3; ++i) {
        ASSERT_TRUE(eventually([&] { return all[i].said->was_opened(); }));
    }
    pool_.close(all[3].id);
    pool_.write(all[4].id, "was written early");
    pool_.end_input(all[0].id);
    EXPECT_TRUE(all[4].said->wait_for_output("was written early"));
    EXPECT_FALSE(all[3].said->was_opened());
    EXPECT_FALSE(all[3].said->has_ended());
}

TEST(WorkDeadline, work_that_gets_no_turn_in_time_ends_with_the_reason) {
    const LocalSshd server;
    Pool pool({.private_key_file = server.client_key().private_file,
               .connect_limit = std::chrono::seconds{2},
               .work = {.running = 1, .starting = 1}});
    const RemoteCommand cat{.line = "cat", .stream_class = StreamClass::work};
    auto first = std::make_shared<Collector>(), second = std::make_shared<Collector>();
    pool.open(server.target("a"), cat, first);
    pool.open(server.target("a"), cat, second);
    const auto end = second->wait_for_end();
    ASSERT_TRUE(end);
    EXPECT_EQ(end->kind, RemoteErrorKind::timeout);
    EXPECT_NE(end->text.find("waiting for other commands"), std::string::npos) << end->text;
}

}  // namespace
}  // namespace dibs::ssh
