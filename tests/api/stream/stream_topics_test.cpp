// The table of the stream's topics: the facts of each topic, the audiences with their own frames,
// and the contract's equal list.
#include "api/http/contract.hpp"
#include "api/routes/stream/topics.hpp"
#include "tests/support/one_of_each.hpp"

#include <map>
#include <set>

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

using routes::client_name;
using routes::find_topic;
using routes::hub_name;
using routes::stream_topics;

TEST(StreamTopics, each_fact_concerns_the_expected_topics) {
    const std::multimap<std::string_view, std::string_view> besides_events{
        {"reservation", "reservations"},
        {"violation", "violations"},
        {"violation", "processes"},
        {"host", "fleet"},
        {"gpu", "fleet"},
        {"process", "processes"},
        // Processes under the account belong to the person from now on.
        {"person.added.v1", "processes"},
        {"person.changed.v1", "processes"},
        {"person.removed.v1", "processes"},
        {"person.erased.v1", "processes"},
        {"board", "boards"},
        {"rules", "rules"},
    };
    std::set<std::string_view> seen;
    for (const auto& event : one_of_each()) {
        const auto type = event.type();
        const auto about = type.substr(0, type.find('.'));
        std::vector<std::string_view> concerned;
        for (const auto& topic : stream_topics()) {
            if (topic.concerns(type)) concerned.push_back(topic.name);
        }
        std::vector<std::string_view> expected{"events"};
        for (const auto key : {about, type}) {
            const auto [first, last] = besides_events.equal_range(key);
            for (auto more = first; more != last; ++more) expected.push_back(more->second);
            seen.insert(key);
        }
        EXPECT_EQ(concerned, expected) << type;
    }
    for (const auto& [about, topic] : besides_events) {
        EXPECT_TRUE(seen.contains(about)) << "no event begins with " << about;
    }
}

TEST(StreamTopics, only_topics_by_audience_have_a_name_for_admins) {
    for (const auto& topic : stream_topics()) {
        const auto name = std::string(topic.name) + (topic.of_hosts ? "gpu03" : "");
        const bool apart =
            topic.name == "events" || topic.name == "processes" || topic.name == "violations";
        EXPECT_EQ(topic.audiences().size(), apart ? 2U : 1U) << name;
        EXPECT_EQ(hub_name(name, Audience::everyone), name);
        EXPECT_EQ(hub_name(name, Audience::admins), name + (apart ? "/admins" : ""));
        EXPECT_EQ(client_name(hub_name(name, Audience::admins)), name);
        EXPECT_EQ(find_topic(name), &topic);
    }
}

TEST(StreamTopics, unknown_topic_is_not_found) {
    for (const auto* name : {"", "event", "events/admins", "weather", "metrics",
                             "metrics:", "metrics:GPU03", "metrics:a/b", "metrics:**"}) {
        EXPECT_EQ(find_topic(name), nullptr) << name;
    }
    EXPECT_EQ(find_topic("metrics:" + std::string(64, 'a')), nullptr);
    EXPECT_NE(find_topic("metrics:" + std::string(63, 'a')), nullptr);
    EXPECT_NE(find_topic("metrics:*"), nullptr);
}

TEST(StreamTopics, contract_names_each_topic_and_its_frame_members) {
    const auto contract = std::string(http::contract_text());
    std::string pattern;
    const auto messages = contract.substr(contract.find("\n    StreamServerMessage:"));
    const auto members = messages.substr(0, messages.find("\n    MetricsFrame:"));
    for (const auto& topic : stream_topics()) {
        (pattern += pattern.empty() ? "" : "|") += topic.name;
        if (topic.of_hosts) pattern += R"((\*|[a-z0-9.-]{1,63}))";
        for (const auto& part : topic.parts) {
            const auto member = "\n        " + std::string(part.member) + ": { type: array";
            EXPECT_NE(members.find(member), members.npos) << part.member;
        }
    }
    EXPECT_NE(contract.find("StreamTopic: { type: string, pattern: '^(" + pattern + ")$' }"),
              contract.npos)
        << pattern;
}

}  // namespace
}  // namespace dibs::test
