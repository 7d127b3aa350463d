// Records as bytes: encoding is lossless, and a torn record is rejected.
#include "tests/support/record_maker.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

const FenceFields place{7, 42, true, hash_of("past")};
const Origin origin{PersonId{{1, 2, 3}}, "10.0.0.9", "req-1", "per_x/key", "abc"};

std::string some_record() {
    return encode_record(place, some_time, "reservation.booked.v1", origin, "res_1", "{\"a\":\n1}");
}

TEST(RecordCodec, record_is_decoded_unchanged) {
    const auto bytes = some_record();
    const auto record = parse_record(bytes);
    ASSERT_TRUE(record);
    EXPECT_EQ(record->fence.epoch, 7U);
    EXPECT_EQ(record->fence.seq, 42U);
    EXPECT_TRUE(record->fence.more);
    EXPECT_EQ(record->fence.prev, place.prev);
    EXPECT_EQ(record->at, some_time);
    EXPECT_EQ(record->type, "reservation.booked.v1");
    EXPECT_EQ(origin_of(*record), origin);
    EXPECT_EQ(record->body, "{\"a\":\n1}");
    EXPECT_FALSE(record->is_claim());
}

TEST(RecordCodec, absent_actor_stands_for_dibs_itself) {
    const auto bytes = encode_record(place, some_time, "x", {}, "", "");
    EXPECT_EQ(parse_record(bytes)->actor, "dibs");
    EXPECT_EQ(origin_of(*parse_record(bytes)), Origin{});
}

TEST(RecordCodec, a_line_break_in_a_field_shifts_nothing) {
    Origin broken = origin;
    broken.source = "a\nb";
    broken.command_key = "c\n";
    const auto bytes = encode_record(place, some_time, "x", broken, "sub\nject", "body");
    const auto record = parse_record(bytes);
    ASSERT_TRUE(record);
    EXPECT_EQ(record->source, "a b");
    EXPECT_EQ(record->command_key, "c ");
    EXPECT_EQ(record->body_hash, "abc");
    EXPECT_EQ(record->body, "body");
}

TEST(RecordCodec, record_with_a_torn_head_is_rejected) {
    const auto bytes = some_record();
    const auto head = bytes.size() - std::string("{\"a\":\n1}").size();
    for (std::size_t length = 0; length < head; ++length) {
        EXPECT_FALSE(parse_record(std::string_view(bytes).substr(0, length))) << length;
    }
}

TEST(RecordCodec, record_with_a_wrong_line_is_rejected) {
    const auto with = [](std::string_view what, std::string_view by) {
        auto bytes = some_record();
        bytes.replace(bytes.find(what), what.size(), by);
        return parse_record(bytes).has_value();
    };
    EXPECT_TRUE(with("\n7\n", "\n8\n"));
    EXPECT_FALSE(with("1\n7\n", "2\n7\n"));
    EXPECT_FALSE(with("\n7\n", "\n-7\n"));
    EXPECT_FALSE(with("\n7\n", "\n\n"));
    EXPECT_FALSE(with("\n7\n", "\n7 \n"));
    EXPECT_FALSE(with("\n7\n", "\n18446744073709551616\n"));
    EXPECT_FALSE(with("\n42\n", "\nx\n"));
    EXPECT_FALSE(with("\n1\n2026", "\n2\n2026"));
    EXPECT_FALSE(with("T", "x"));
}

TEST(RecordCodec, chain_hash_depends_on_every_byte_and_the_previous_hash) {
    const auto bytes = some_record();
    const auto link = Fence::link(place.prev, bytes);
    EXPECT_NE(Fence::link(hash_of("other past"), bytes), link);
    for (std::size_t i = 16; i < bytes.size(); ++i) {
        auto other = bytes;
        other[i] = static_cast<char>(other[i] ^ 1);
        EXPECT_NE(Fence::link(place.prev, other), link) << i;
    }
}

TEST(Hash, only_valid_hex_is_decoded) {
    const auto hash = hash_of("a", "b");
    EXPECT_EQ(hash, hash_of("ab"));
    EXPECT_EQ(hash_from_hex(to_hex(bytes_of(hash))), hash);
    for (const auto& text : {std::string(), std::string(31, '0'), std::string(33, '0'),
                             std::string(31, '0') + "g", std::string(31, '0') + "A"}) {
        EXPECT_FALSE(hash_from_hex(text)) << text;
    }
}

}  // namespace
}  // namespace dibs::test
