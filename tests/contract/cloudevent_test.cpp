// A record becomes a CloudEvent, and its key and value are the record again, byte for byte.
#include "domain/log/cloudevent.hpp"

#include "domain/log/record.hpp"
#include "tests/contract/log_contract.hpp"

#include <map>

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

std::map<std::string, std::string> headers_of(const std::string& record) {
    std::map<std::string, std::string> headers;
    const auto event = to_cloud_event(record);
    if (!event) return headers;
    for (const auto& [name, value] : event->own()) headers.emplace(name, value);
    for (const auto& [name, value] : shared_attributes(event->type, cloud_event_source("a-log"))) {
        headers.emplace(name, value);
    }
    return headers;
}

TEST(CloudEvent, has_the_attributes_of_version_1_0_in_binary_mode) {
    const auto bytes = record(7, "{\"a\":1}");
    EXPECT_EQ(headers_of(bytes), (std::map<std::string, std::string>{
                                     {"ce_specversion", "1.0"},
                                     {"ce_id", "3-7"},
                                     {"ce_type", "dibs.reservation.booked.v1"},
                                     {"ce_source", "/dibs/a-log"},
                                     {"ce_time", "2026-11-21T09:00:00.000Z"},
                                     {"ce_dataschema", "urn:dibs:event:reservation.booked.v1"},
                                     {"content-type", "application/json"}}));
    EXPECT_EQ(to_cloud_event(bytes)->value, "{\"a\":1}");
}

TEST(CloudEvent, names_a_schema_only_if_it_is_a_fact) {
    for (const auto type : {claimed_type, created_type}) {
        const auto bytes = encode_record({1, 0, false, {}}, Instant{}, type, Origin{}, "", "{}");
        EXPECT_EQ(headers_of(bytes).count("ce_dataschema"), 0U) << type;
    }
}

TEST(CloudEvent, names_what_it_is_about_if_that_has_an_id) {
    const auto of = [](std::string_view subject) {
        const auto bytes =
            encode_record({1, 1, false, {}}, Instant{}, "x.v1", Origin{}, subject, "{}");
        return headers_of(bytes);
    };
    EXPECT_EQ(of("res_1").at("ce_subject"), "res_1");
    EXPECT_EQ(of("").count("ce_subject"), 0U);
}

TEST(CloudEvent, has_the_record_as_its_key_and_value) {
    for (const auto& body :
         {std::string(), std::string("{}"), std::string("\n\n{\n"), std::string("\0\xff\0", 3)}) {
        for (int n = 0; n < 300; n += 7) {
            const auto bytes = record(n, body);
            const auto event = to_cloud_event(bytes);
            ASSERT_TRUE(event);
            EXPECT_EQ(std::string(event->key) + std::string(event->value), bytes);
            EXPECT_EQ(event->value, body);
        }
    }
}

TEST(CloudEvent, is_not_made_of_bytes_that_are_no_record) {
    const auto bytes = record(1, "");
    EXPECT_TRUE(to_cloud_event(bytes));
    EXPECT_FALSE(to_cloud_event(""));
    EXPECT_FALSE(to_cloud_event(bytes.substr(0, 10)));
    EXPECT_FALSE(to_cloud_event(bytes.substr(0, bytes.size() - 1)));
}

}  // namespace
}  // namespace dibs::test
