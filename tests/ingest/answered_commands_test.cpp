// Idempotency keys: a repeat gets the first answer again, read from the log. Keys are kept for
// seven days, on disk, up to an account's share.
#include "tests/ingest/writer_fixture.hpp"

#include <filesystem>

namespace dibs::test {
namespace {

class KeysTest : public WriterTest {
  protected:
    KeysTest() {
        auto name = (std::filesystem::temp_directory_path() / "dibs-keys-XXXXXX").string();
        folder_ = mkdtemp(name.data());
    }
    ~KeysTest() override { std::filesystem::remove_all(folder_); }

    std::unique_ptr<Writer> started_with_keys(std::size_t share = 100'000) {
        auto table = AnsweredTable::open(folder_);
        EXPECT_TRUE(table) << table.error().text;
        WriterSettings settings;
        settings.patience = 500ms;
        settings.keys_per_account = share;
        settings.accept_clock = true;  // the clock is set a week ahead
        auto made = std::make_unique<Writer>(
            log_, test_keys(), [this] { return from_unix_ms(now_ms_); }, settings, [](Position) {},
            std::move(*table));
        made->start();
        EXPECT_TRUE(eventually([&] { return made->status().role == Role::writing; }));
        return made;
    }
    static std::string text_of_events(const Reply& reply) {
        std::string text;
        if (!reply) return "refused";
        for (const auto& e : reply->events) text += text_of(e) + '\n';
        return text;
    }

    std::filesystem::path folder_;
};

TEST_F(KeysTest, repeated_key_gets_the_first_answer_after_later_changes) {
    const auto w = started_with_keys();
    const auto first = ask(*w, booking_by(ann, 1, "11:00", "12:00", "k"));
    ASSERT_TRUE(first);
    ASSERT_TRUE(ask(*w, {command(reservation::Cancel{nth<ReservationId>(1)}), ann}));
    now_ms_ += 60'000;
    const auto again = ask(*w, booking_by(ann, 1, "11:00", "12:00", "k"));
    ASSERT_TRUE(again) << again.error().detail;
    EXPECT_TRUE(again->repeated);
    EXPECT_EQ(again->position, first->position);
    EXPECT_EQ(again->at, first->at);
    EXPECT_EQ(text_of_events(again), text_of_events(first));
    EXPECT_EQ(count(read_log(log_), "reservation.booked.v1"), 1U);
}

TEST_F(KeysTest, repeated_command_returns_all_its_events) {
    const auto w = started_with_keys();
    fleet::ReportGpus gpus{atlas, {}};
    for (std::int64_t i = 0; i < 2; ++i) {
        gpus.gpus.push_back({"GPU-" + std::to_string(8 + i), i, "A100", {}, {}});
    }
    const Envelope report{command(gpus), {}, Scopes::all(), "", "", "k", "h"};
    const auto first = ask(*w, report);
    ASSERT_TRUE(first);
    ASSERT_GT(first->events.size(), 2U);
    EXPECT_EQ(text_of_events(ask(*w, report)), text_of_events(first));
}

TEST_F(KeysTest, repeated_key_in_one_batch_is_done_once) {
    PausingLog log(log_);
    Gate append_gate;
    log.before_append = [&] { append_gate.pass(); };
    const auto w = started(log);
    append_gate.arm();
    auto before = submit(*w, booking_by(ben, 9, "20:00", "21:00"));
    ASSERT_TRUE(append_gate.reached());
    auto first = submit(*w, booking_by(ann, 1, "11:00", "12:00", "k"));
    auto second = submit(*w, booking_by(ann, 1, "11:00", "12:00", "k"));
    auto other = submit(*w, booking_by(ann, 2, "13:00", "14:00", "k", "another"));
    append_gate.open();
    const auto one = wait_for(first);
    const auto two = wait_for(second);
    ASSERT_TRUE(one && two);
    EXPECT_EQ(text_of_events(one), text_of_events(two));
    EXPECT_TRUE(two->repeated);
    EXPECT_EQ(code_of(wait_for(other)), Code::key_reused);
    EXPECT_EQ(count(read_log(log_), "reservation.booked.v1"), 2U);
    EXPECT_TRUE(wait_for(before));
}

TEST_F(KeysTest, same_key_of_another_account_is_independent) {
    const auto w = started_with_keys();
    ASSERT_TRUE(ask(*w, booking_by(ann, 1, "11:00", "12:00", "k")));
    EXPECT_TRUE(ask(*w, booking_by(ben, 2, "13:00", "14:00", "k", "another")));
    EXPECT_EQ(count(read_log(log_), "reservation.booked.v1"), 2U);
}

TEST_F(KeysTest, key_is_remembered_for_seven_days_of_log_time) {
    auto w = started_with_keys();
    ASSERT_TRUE(ask(*w, booking_by(ann, 1, "11:00", "12:00", "k")));
    const auto restarted_at = [&](std::int64_t ms) {
        w.reset();
        now_ms_ = unix_ms(ten) + ms;
        w = started_with_keys();
    };
    constexpr std::int64_t week = 7 * 86'400'000;
    restarted_at(week);
    EXPECT_EQ(code_of(ask(*w, booking_by(ann, 2, "11:00", "12:00", "k", "another"))),
              Code::key_reused);
    restarted_at(week + 1);
    EXPECT_EQ(code_of(ask(*w, booking_by(ann, 2, "11:00", "12:00", "k", "another"))),
              Code::in_the_past)
        << "the key is free again";
}

TEST_F(KeysTest, restart_finds_stored_and_unstored_keys) {
    auto w = started_with_keys();
    ASSERT_TRUE(ask(*w, booking_by(ann, 1, "11:00", "12:00", "a")));
    w.reset();  // stores
    {
        Writer unstored(
            log_, test_keys(), [this] { return from_unix_ms(now_ms_); }, {}, [](Position) {});
        unstored.start();  // as after a crash: the table is behind the log
        ASSERT_TRUE(ask(unstored, booking_by(ann, 2, "12:00", "13:00", "b")));
    }
    w = started_with_keys();
    for (const auto& [n, key] : {std::pair{1U, "a"}, std::pair{2U, "b"}}) {
        const auto from = std::to_string(10 + n) + ":00";
        const auto again = ask(*w, booking_by(ann, n, from, std::to_string(11 + n) + ":00", key));
        ASSERT_TRUE(again) << again.error().detail;
        EXPECT_TRUE(again->repeated) << key;
    }
}

TEST_F(KeysTest, keys_of_another_log_are_forgotten) {
    auto w = started_with_keys();
    ASSERT_TRUE(ask(*w, booking_by(ann, 1, "11:00", "12:00", "k")));
    w.reset();
    log_.cut(1000);
    now_ms_ += 1000;
    found(log_);
    w = started_with_keys();
    const auto reply = ask(*w, booking_by(ann, 2, "11:00", "12:00", "k", "another"));
    ASSERT_TRUE(reply) << reply.error().detail;
    EXPECT_FALSE(reply->repeated);
}

TEST_F(KeysTest, account_with_a_full_share_gets_only_its_old_answers) {
    auto w = started_with_keys(2);
    ASSERT_TRUE(ask(*w, booking_by(ann, 1, "11:00", "12:00", "a")));
    ASSERT_TRUE(ask(*w, booking_by(ann, 2, "12:00", "13:00", "b")));
    EXPECT_EQ(code_of(ask(*w, booking_by(ann, 3, "13:00", "14:00", "c"))), Code::too_many_keys);
    EXPECT_TRUE(ask(*w, booking_by(ann, 1, "11:00", "12:00", "a"))->repeated);
    EXPECT_TRUE(ask(*w, booking_by(ann, 3, "13:00", "14:00"))) << "without a key";
    EXPECT_TRUE(ask(*w, booking_by(ben, 4, "14:00", "15:00", "c"))) << "another account";
    w.reset();
    w = started_with_keys(2);
    EXPECT_EQ(code_of(ask(*w, booking_by(ann, 5, "15:00", "16:00", "c"))), Code::too_many_keys);
    w.reset();  // stores, and removes old rows
    now_ms_ += 7 * 86'400'000 + 1;
    w = started_with_keys(2);
    ASSERT_TRUE(ask(*w, {command(fleet::ReportReached{atlas})}));
    w.reset();
    w = started_with_keys(2);
    EXPECT_EQ(code_of(ask(*w, booking_by(ann, 5, "15:00", "16:00", "c"))), Code::in_the_past);
}

// More rows than one store takes, so that rows come from disk and from memory, and some are
// removed.
TEST_F(KeysTest, many_keys_are_all_found_again) {
    auto w = started_with_keys();
    constexpr unsigned many = 3000;
    const auto report = [](unsigned n) {
        return Envelope{command(fleet::ReportLost{atlas, "reason " + std::to_string(n)}),
                        {},
                        Scopes::all(),
                        "",
                        "",
                        "key " + std::to_string(n),
                        "h"};
    };
    std::vector<std::future<Reply>> replies;
    std::vector<Position> positions;
    for (unsigned n = 0; n < many; ++n) replies.push_back(submit(*w, report(n)));
    for (auto& reply : replies) {
        const auto done = wait_for(reply);
        positions.push_back(done ? done->position : 0);
        if (!done && done.error().code != Code::busy) FAIL() << done.error().detail;
    }
    w.reset();
    w = started_with_keys();
    unsigned repeated = 0;
    for (unsigned n = 0; n < many; n += 37) {
        if (positions[n] == 0) continue;
        const auto again = ask(*w, report(n));
        ASSERT_TRUE(again) << again.error().detail;
        EXPECT_EQ(again->position, positions[n]) << n;
        ++repeated;
    }
    EXPECT_GT(repeated, 20U);
}

}  // namespace
}  // namespace dibs::test
