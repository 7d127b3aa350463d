// The tail on correct logs and on faulty ones.
#include "domain/log/tail.hpp"

#include "domain/log/fact.hpp"
#include "domain/log/log_id.hpp"
#include "ingest/log/facts/memory_log.hpp"
#include "tests/support/passing_log.hpp"
#include "tests/support/record_maker.hpp"

#include <functional>

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

using namespace std::chrono_literals;
using Bodies = std::vector<std::string>;

// The bodies of the facts read, and the error that ended the reading.
struct Seen {
    Bodies facts;
    std::vector<Position> positions;
    std::string error;
    LogError::Kind kind{};
};
void read_on(Tail& tail, Seen& seen) {
    const auto take = [&](const std::vector<Accepted>& accepted) {
        for (const auto& record : accepted) {
            if (!is_fact(record.view())) continue;
            seen.facts.emplace_back(record.view().body);
            seen.positions.push_back(record.position);
        }
    };
    const auto read = tail.read_to_end(take);
    seen.error = read ? "" : read.error().text;
    if (!read) seen.kind = read.error().kind;
}
Seen read_all(EventLog& log, Checkpoint from = {}) {
    Tail tail(log, std::move(from));
    Seen seen;
    read_on(tail, seen);
    return seen;
}

// A log with its first record, one claim, and the commands "a" and "b1 b2".
class TailTest : public ::testing::Test {
  protected:
    TailTest() {
        append(log_, maker_.created());
        append(log_, maker_.claim("one"));
        append(log_, maker_.command(Bodies{"a"}));
        append(log_, maker_.command(Bodies{"b1", "b2"}));
    }
    void say(Bodies bodies) { append(log_, maker_.command(bodies)); }

    MemoryLog log_{MemoryLog::Numbering{.first = 3, .stride = 7}};
    RecordMaker maker_;
};

TEST_F(TailTest, tail_returns_facts_with_dense_positions_and_the_log_id) {
    Tail tail(log_, {});
    Seen seen;
    read_on(tail, seen);
    EXPECT_EQ(seen.facts, (Bodies{"a", "b1", "b2"}));
    EXPECT_EQ(seen.positions, (std::vector<Position>{1, 2, 3}));
    EXPECT_EQ(tail.checkpoint().log_id, "the-log");
    EXPECT_EQ(tail.fence(), maker_.fence);
}

TEST_F(TailTest, log_id_comes_from_the_first_record) {
    MemoryLog other{MemoryLog::Numbering{.first = 3, .stride = 7}};
    EXPECT_EQ(read_log_id(other), "");
    append(other, std::string("a stranger was here before"));
    append(other, RecordMaker{}.created("other"));
    EXPECT_EQ(read_log_id(other), "other");
    EXPECT_EQ(read_log_id(log_), "the-log");
}

TEST_F(TailTest, tail_ignores_doubled_late_and_stale_records) {
    auto zombie = maker_;
    append(log_, maker_.claim("two"));
    append(log_, zombie.command(Bodies{"zombie"}));
    const auto records = maker_.command(Bodies{"c"});
    append(log_, records);
    append(log_, records);
    append(log_, zombie.claim("too late"));
    EXPECT_EQ(read_all(log_).facts, (Bodies{"a", "b1", "b2", "c"}));
}

TEST_F(TailTest, tail_ignores_records_behind_a_hole) {
    maker_.command(Bodies{"lost"});
    say({"after"});
    EXPECT_EQ(read_all(log_).facts, (Bodies{"a", "b1", "b2"}));
}

TEST_F(TailTest, tail_ignores_and_counts_invalid_records) {
    for (const auto* bytes : {"", "x", "0123456789abcdef1\n", "0123456789abcdef2\n1\n1\n0\n"}) {
        append(log_, bytes);
    }
    say({"c"});
    Tail tail(log_, {});
    Seen seen;
    read_on(tail, seen);
    EXPECT_EQ(seen.facts.back(), "c");
    EXPECT_EQ(tail.counts().garbage, 4U);
}

TEST_F(TailTest, rival_record_with_the_same_seq_is_ignored) {
    auto rival = maker_;
    rival.command(Bodies{"x"});
    rival.fence.seq = maker_.fence.seq;
    append(log_, rival.command(Bodies{"rival"}));
    say({"c"});
    EXPECT_EQ(read_all(log_).facts, (Bodies{"a", "b1", "b2", "c"}));
}

TEST_F(TailTest, first_of_two_claims_of_an_epoch_counts) {
    auto rival = maker_;
    append(log_, maker_.claim("first"));
    append(log_, rival.claim("second"));
    append(log_, rival.command(Bodies{"rival"}));
    say({"c"});
    EXPECT_EQ(read_all(log_).facts, (Bodies{"a", "b1", "b2", "c"}));
}

TEST_F(TailTest, a_claim_that_skips_an_epoch_is_ignored) {
    auto ahead = maker_;
    ahead.claim("never sent");
    append(log_, ahead.claim("ahead"));
    say({"c"});
    EXPECT_EQ(read_all(log_).facts.back(), "c");
}

TEST_F(TailTest, tail_returns_only_whole_groups) {
    const auto group = maker_.command(Bodies{"c1", "c2", "c3"});
    Tail tail(log_, {});
    Seen seen;
    read_on(tail, seen);
    const auto before = tail.checkpoint();
    append(log_, group[0]);
    append(log_, group[1]);
    read_on(tail, seen);
    EXPECT_EQ(seen.facts.size(), 3U);
    EXPECT_EQ(tail.checkpoint(), before);
    append(log_, group[2]);
    read_on(tail, seen);
    EXPECT_EQ(seen.facts, (Bodies{"a", "b1", "b2", "c1", "c2", "c3"}));
    EXPECT_EQ(tail.checkpoint().position, 6);
}

TEST_F(TailTest, a_claim_discards_an_open_group) {
    append(log_, maker_.command(Bodies{"c1", "c2"})[0]);
    Tail truth(log_, {});
    Seen ignored;
    read_on(truth, ignored);
    maker_.fence = truth.fence();
    append(log_, maker_.claim("two"));
    say({"d"});
    const auto seen = read_all(log_);
    EXPECT_EQ(seen.facts, (Bodies{"a", "b1", "b2", "d"}));
    EXPECT_EQ(seen.positions.back(), 4);
}

TEST_F(TailTest, checkpoint_in_the_middle_of_a_group_loses_no_fact) {
    const auto group = maker_.command(Bodies{"c1", "c2"});
    append(log_, group[0]);
    Tail tail(log_, {});
    Seen seen;
    read_on(tail, seen);
    const auto kept = parse_checkpoint(encode_checkpoint(tail.checkpoint()));
    ASSERT_TRUE(kept);
    EXPECT_EQ(*kept, tail.checkpoint());
    append(log_, group[1]);
    const auto rest = read_all(log_, *kept);
    EXPECT_EQ(rest.facts, (Bodies{"c1", "c2"}));
    EXPECT_EQ(rest.positions, (std::vector<Position>{4, 5}));
}

TEST_F(TailTest, a_recreated_log_is_reported_with_the_offset) {
    Tail tail(log_, {});
    Seen seen;
    read_on(tail, seen);
    const auto anchor = tail.checkpoint().last_record->offset;
    log_.cut(100);
    RecordMaker other;
    append(log_, other.created("another"));
    append(log_, other.claim("other"));
    for (int i = 0; i < 9; ++i) append(log_, other.command(Bodies{"phantom"}));
    read_on(tail, seen);
    EXPECT_EQ(seen.kind, LogError::Kind::lost);
    EXPECT_NE(seen.error.find("offset " + std::to_string(anchor)), std::string::npos) << seen.error;
    EXPECT_EQ(seen.facts, (Bodies{"a", "b1", "b2"}));
    read_on(tail, seen);
    EXPECT_EQ(seen.kind, LogError::Kind::lost);
}

TEST_F(TailTest, a_recreated_log_is_noticed_at_start) {
    Tail tail(log_, {});
    Seen seen;
    read_on(tail, seen);
    log_.cut(100);
    EXPECT_EQ(read_all(log_, tail.checkpoint()).kind, LogError::Kind::lost) << "empty";
    RecordMaker other;
    append(log_, other.created("another"));
    EXPECT_EQ(read_all(log_, tail.checkpoint()).kind, LogError::Kind::lost) << "one record";
    append(log_, other.claim("other"));
    for (int i = 0; i < 9; ++i) append(log_, other.command(Bodies{"phantom"}));
    EXPECT_EQ(read_all(log_, tail.checkpoint()).kind, LogError::Kind::lost) << "grown";
}

TEST_F(TailTest, cut_after_an_interruption_is_noticed_before_any_read) {
    Tail tail(log_, {});
    Seen seen;
    read_on(tail, seen);
    log_.cut(1);
    log_.interrupt();
    EXPECT_EQ(tail.next(10, 0ms).error().kind, LogError::Kind::lost);
}

// Uses an earlier epoch, so that none of its records is new.
TEST_F(TailTest, replaced_and_longer_log_stops_the_tail_at_its_first_record) {
    append(log_, maker_.claim("two"));
    Tail tail(log_, {});
    Seen seen;
    read_on(tail, seen);
    log_.cut(100);
    RecordMaker other;
    append(log_, other.created("another"));
    append(log_, other.claim("other"));
    for (int i = 0; i < 9; ++i) append(log_, other.command(Bodies{"phantom"}));
    const auto read = tail.next(1, 0ms);
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().kind, LogError::Kind::lost) << read.error().text;
}

TEST_F(TailTest, invalid_records_in_place_of_the_log_stop_the_tail) {
    Tail tail(log_, {});
    Seen seen;
    read_on(tail, seen);
    log_.cut(100);
    for (int i = 0; i < 20; ++i) append(log_, std::string("x"));
    const auto read = tail.next(1, 0ms);
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().kind, LogError::Kind::lost) << read.error().text;
}

TEST_F(TailTest, anchors_are_checked_once_a_batch_for_any_ignored_records) {
    Tail tail(log_, {});
    Seen seen;
    read_on(tail, seen);
    for (int i = 0; i < 100; ++i) append(log_, std::string("x"));
    const auto before = tail.counts().verified;
    ASSERT_TRUE(tail.next(100, 0ms));
    EXPECT_EQ(tail.counts().garbage, 100U);
    EXPECT_EQ(tail.counts().verified, before + 1);
}

TEST_F(TailTest, interruption_of_an_unchanged_log_loses_no_fact) {
    Tail tail(log_, {});
    Seen seen;
    read_on(tail, seen);
    say({"c"});
    log_.interrupt();
    say({"d"});
    read_on(tail, seen);
    EXPECT_EQ(seen.facts, (Bodies{"a", "b1", "b2", "c", "d"}));
}

TEST_F(TailTest, replaced_ignored_records_do_not_hide_new_ones) {
    auto zombie = maker_;
    zombie.command(Bodies{"lost"});
    append(log_, zombie.command(Bodies{"ignored"}));
    append(log_, zombie.command(Bodies{"ignored too"}));
    Tail tail(log_, {});
    Seen seen;
    read_on(tail, seen);
    log_.cut(2);
    say({"c"});
    say({"d"});
    say({"e"});
    read_on(tail, seen);
    EXPECT_EQ(seen.facts, (Bodies{"a", "b1", "b2", "c", "d", "e"}));
}

TEST_F(TailTest, log_that_lost_only_ignored_records_is_read_on) {
    auto zombie = maker_;
    zombie.command(Bodies{"lost"});
    for (int i = 0; i < 3; ++i) append(log_, zombie.command(Bodies{"ignored"}));
    Tail tail(log_, {});
    Seen seen;
    read_on(tail, seen);
    log_.cut(3);
    EXPECT_TRUE(tail.next(10, 0ms)) << "the log ends before the cursor";
    say({"c"});
    read_on(tail, seen);
    EXPECT_EQ(seen.error, "");
    EXPECT_EQ(seen.facts, (Bodies{"a", "b1", "b2", "c"}));
}

TEST_F(TailTest, ignored_record_read_again_is_counted_once) {
    auto zombie = maker_;
    zombie.command(Bodies{"lost"});
    for (int i = 0; i < 5; ++i) append(log_, zombie.command(Bodies{"ignored"}));
    Tail tail(log_, {});
    Seen seen;
    read_on(tail, seen);
    EXPECT_EQ(tail.counts().ignored, 5U);
}

// Fails to read single records for a while, like an absent broker.
class Unreachable : public PassingLog {
  public:
    using PassingLog::PassingLog;

    LogResult<std::optional<std::string>> at(Offset offset) override {
        if (failures == 0) return PassingLog::at(offset);
        --failures;
        return tl::unexpected(LogError{LogError::Kind::unavailable, "not now"});
    }

    int failures = 0;
};

TEST_F(TailTest, failed_check_of_anchors_is_repeated) {
    Tail first(log_, {});
    Seen seen;
    read_on(first, seen);
    log_.cut(1);
    Unreachable log(log_);
    Tail tail(log, first.checkpoint());
    log.failures = 1;
    EXPECT_EQ(tail.next(10, 0ms).error().kind, LogError::Kind::unavailable);
    const auto then = tail.next(10, 0ms);
    ASSERT_FALSE(then);
    EXPECT_EQ(then.error().kind, LogError::Kind::lost);
}

// A broker may be behind, but never with the first record of another log.
TEST_F(TailTest, another_log_id_is_proof_at_start_despite_unreadable_records) {
    Tail first(log_, {});
    Seen seen;
    read_on(first, seen);
    log_.cut(100);
    RecordMaker other;
    append(log_, other.created("another"));
    Unreachable log(log_);
    log.failures = 1'000;
    Tail tail(log, first.checkpoint());
    const auto read = tail.next(10, 0ms);
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().kind, LogError::Kind::lost) << read.error().text;
}

TEST_F(TailTest, failed_check_after_an_interruption_skips_no_record) {
    Unreachable log(log_);
    Tail tail(log, {});
    Seen seen;
    read_on(tail, seen);
    say({"c"});
    log_.interrupt();
    log.failures = 1;
    EXPECT_FALSE(tail.next(10, 0ms));
    read_on(tail, seen);
    EXPECT_EQ(seen.facts, (Bodies{"a", "b1", "b2", "c"}));
}

TEST_F(TailTest, failed_check_of_a_suspicious_record_skips_no_record) {
    Unreachable log(log_);
    Tail tail(log, {});
    Seen seen;
    read_on(tail, seen);
    say({"c"});
    auto ahead = maker_;
    ahead.command(Bodies{"lost"});
    append(log_, ahead.command(Bodies{"suspicious"}));
    say({"d"});
    log.failures = 2;
    const auto whole = tail.next(10, 0ms);  // "c" came before the doubt
    ASSERT_TRUE(whole);
    EXPECT_EQ(whole->size(), 1U);
    EXPECT_FALSE(tail.next(10, 0ms));
    read_on(tail, seen);
    EXPECT_EQ(seen.facts, (Bodies{"a", "b1", "b2", "d"}));
}

TEST(Checkpoint, invalid_checkpoint_text_is_refused) {
    for (const auto* text : {"", "{}", "x", R"({"log_id":"a"})"}) {
        EXPECT_FALSE(parse_checkpoint(text)) << text;
    }
    auto text = encode_checkpoint({});
    EXPECT_TRUE(parse_checkpoint(text));
    text.replace(text.find("0000"), 4, "000x");
    EXPECT_FALSE(parse_checkpoint(text));
}

}  // namespace
}  // namespace dibs::test
