// A record becomes a CloudEvent; its key and value give the record again, byte for byte.
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

TEST(CloudEvent, cloud_event_has_the_attributes_of_version_1_0) {
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

TEST(CloudEvent, only_facts_name_a_schema) {
    for (const auto type : {claimed_type, created_type}) {
        const auto bytes = encode_record({1, 0, false, {}}, Instant{}, type, Origin{}, "", "{}");
        EXPECT_EQ(headers_of(bytes).count("ce_dataschema"), 0U) << type;
    }
}

TEST(CloudEvent, subject_is_set_if_it_has_an_id) {
    const auto of = [](std::string_view subject) {
        const auto bytes =
            encode_record({1, 1, false, {}}, Instant{}, "x.v1", Origin{}, subject, "{}");
        return headers_of(bytes);
    };
    EXPECT_EQ(of("res_1").at("ce_subject"), "res_1");
    EXPECT_EQ(of("").count("ce_subject"), 0U);
}

TEST(CloudEvent, key_and_value_give_the_record_again) {
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

TEST(CloudEvent, invalid_record_gives_no_cloud_event) {
    const auto bytes = record(1, "");
    EXPECT_TRUE(to_cloud_event(bytes));
    EXPECT_FALSE(to_cloud_event(""));
    EXPECT_FALSE(to_cloud_event(bytes.substr(0, 10)));
    EXPECT_FALSE(to_cloud_event(bytes.substr(0, bytes.size() - 1)));
}

}  // namespace
}  // namespace dibs::test
