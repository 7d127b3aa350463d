// A record becomes a CloudEvent and itself again, byte for byte.
#include "ingest/log/kafka/cloudevent.hpp"

#include "tests/contract/log_contract.hpp"

#include <map>

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

std::map<std::string, std::string> headers_of(const CloudEvent& event) {
    std::map<std::string, std::string> headers;
    for (const auto& [name, value] : event.headers) headers.emplace(name, value);
    return headers;
}

TEST(CloudEvent, has_the_attributes_of_version_1_0_in_binary_mode) {
    const auto bytes = record(7, "{\"a\":1}");
    const auto event = to_cloud_event(bytes, "/dibs");
    ASSERT_TRUE(event);
    auto headers = headers_of(*event);
    EXPECT_EQ(headers["ce_specversion"], "1.0");
    EXPECT_EQ(headers["ce_id"], "3-7");
    EXPECT_EQ(headers["ce_type"], "dibs.reservation.booked.v1");
    EXPECT_EQ(headers["ce_source"], "/dibs");
    EXPECT_EQ(headers["ce_time"], "2026-11-21T09:00:00.000Z");
    EXPECT_EQ(headers["content-type"], "application/json");
    EXPECT_EQ(event->value, "{\"a\":1}");
}

TEST(CloudEvent, gives_the_record_back_byte_for_byte) {
    for (const auto& body :
         {std::string(), std::string("{}"), std::string("\n\n{\n"), std::string("\0\xff\0", 3)}) {
        for (int n = 0; n < 300; n += 7) {
            const auto bytes = record(n, body);
            const auto event = to_cloud_event(bytes, "/dibs");
            ASSERT_TRUE(event);
            auto headers = headers_of(*event);
            EXPECT_EQ(to_record(headers["dibs_prev"], headers["dibs_head"], event->value), bytes);
        }
    }
}

TEST(CloudEvent, is_not_made_of_bytes_that_are_no_record) {
    const auto bytes = record(1, "");
    EXPECT_TRUE(to_cloud_event(bytes, "/dibs"));
    EXPECT_FALSE(to_cloud_event("", "/dibs"));
    EXPECT_FALSE(to_cloud_event(bytes.substr(0, 10), "/dibs"));
    EXPECT_FALSE(to_cloud_event(bytes.substr(0, bytes.size() - 1), "/dibs"));
}

TEST(CloudEvent, with_headers_of_someone_else_is_no_record) {
    const auto bytes = record(1, "{}");
    auto headers = headers_of(*to_cloud_event(bytes, "/dibs"));
    const auto prev = headers["dibs_prev"];
    const auto head = headers["dibs_head"];
    EXPECT_TRUE(to_record(prev, head, "{}"));
    EXPECT_FALSE(to_record("", head, "{}"));
    EXPECT_FALSE(to_record(prev.substr(1), head, "{}"));
    EXPECT_FALSE(to_record("g" + prev.substr(1), head, "{}"));
    EXPECT_FALSE(to_record(prev, "", "{}"));
    EXPECT_FALSE(to_record(prev, head + "one line more\n", "{}"));
    EXPECT_FALSE(to_record(prev, head.substr(0, head.size() - 1), "{}"));
    EXPECT_FALSE(to_record(prev, head.substr(2) + "x", "{}"));
}

}  // namespace
}  // namespace dibs::test
