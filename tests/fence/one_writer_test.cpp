// The reading rule on a log that only this process appends to: nothing is ignored. A record that
// does not continue the chain stops the reader, names offset and position, and condemns the log.
#include "domain/log/tail.hpp"
#include "ingest/log/facts/memory_log.hpp"
#include "tests/support/passing_log.hpp"
#include "tests/support/record_maker.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

using namespace std::chrono_literals;

const std::vector<std::string> one{"{}"};
const std::vector<std::string> two{"{}", "{}"};

// Has one writer, as the embedded log.
class OwnLog : public PassingLog {
  public:
    using PassingLog::PassingLog;
    [[nodiscard]] bool has_one_writer() const override { return true; }
    LogError condemn(LogError error) override {
        if (condemned.text.empty()) condemned = std::move(error);
        return condemned;
    }
    LogError condemned{LogError::Kind::damaged, ""};
};

class OneWriter : public ::testing::Test {
  protected:
    OneWriter() {
        append(memory_, maker_.created());
        append(memory_, maker_.claim("first"));
        append(memory_, maker_.command(two));
    }
    // Returns the error of a new reader at the end; empty: none.
    std::string read(std::optional<Anchor> expected = {}) {
        Tail tail(log_, {});
        if (expected) tail.must_pass(*expected);
        const auto done = tail.read_to_end([](const auto&) {});
        if (done) return {};
        EXPECT_EQ(done.error().kind, LogError::Kind::damaged);
        EXPECT_EQ(log_.condemned.text, done.error().text);
        EXPECT_EQ(tail.next(1, 0ms).error().text, done.error().text) << "for good";
        return done.error().text;
    }
    void expect_damage(const std::string& part) {
        const auto said = read();
        EXPECT_NE(said.find(part), std::string::npos) << said;
        EXPECT_NE(said.find("position 3"), std::string::npos) << said;
    }

    MemoryLog memory_;
    OwnLog log_{memory_};
    RecordMaker maker_;
};

TEST_F(OneWriter, log_in_order_is_read_without_error) {
    append(memory_, maker_.claim("second"));
    append(memory_, maker_.command(one));
    EXPECT_EQ(read(), "");
}

TEST_F(OneWriter, repeated_record_is_damage) {
    const auto records = maker_.command(one);
    append(memory_, *memory_.at(3).value());
    append(memory_, records);
    expect_damage("offset 4 does not continue");
}

TEST_F(OneWriter, record_with_another_chain_hash_is_damage) {
    auto other = maker_;
    (void)other.command(one);
    append(memory_, other.command(one));
    expect_damage("offset 4 does not continue");
}

TEST_F(OneWriter, claim_with_another_chain_hash_is_damage) {
    maker_.fence.chain = {};
    append(memory_, maker_.claim("second"));
    expect_damage("offset 4 does not continue");
}

TEST_F(OneWriter, claim_after_half_a_command_is_damage) {
    append(memory_, maker_.next(true, "test.said.v1", "{}"));
    append(memory_, maker_.claim("second"));
    const auto said = read();
    EXPECT_NE(said.find("offset 5"), std::string::npos) << said;
}

TEST_F(OneWriter, invalid_record_is_damage) {
    append(memory_, std::string("rubbish"));
    expect_damage("offset 4 cannot be read");
}

TEST_F(OneWriter, last_record_of_the_tables_must_be_accepted) {
    Tail tail(log_, {});
    ASSERT_TRUE(tail.read_to_end([](const auto&) {}));
    auto anchor = tail.checkpoint().last_record.value();
    EXPECT_EQ(read(anchor), "");
    anchor.record[0] = static_cast<std::uint8_t>(anchor.record[0] ^ 1U);
    EXPECT_NE(read(anchor).find("offset 3"), std::string::npos);
}

TEST_F(OneWriter, log_that_ends_before_the_tables_record_is_damaged) {
    EXPECT_NE(read(Anchor{9, {}}).find("offset 9"), std::string::npos);
}

}  // namespace
}  // namespace dibs::test
