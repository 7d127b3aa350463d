// The table of the stream's topics: the facts of each topic, the audiences with their own frames,
// and the contract's equal list; and what the stream keeps by topic.
#include "api/http/contract.hpp"
#include "api/routes/stream/snapshot_cache.hpp"
#include "api/routes/stream/stream_request.hpp"
#include "api/routes/stream/watched_topics.hpp"
#include "tests/support/one_of_each.hpp"

#include <map>
#include <set>

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

using routes::client_name;
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
        for (const auto& topic : stream_topics().kinds()) {
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
    for (const auto& kind : stream_topics().kinds()) {
        const auto name = std::string(kind.name) + (kind.parameter ? ":gpu03" : "");
        const bool apart =
            kind.name == "events" || kind.name == "processes" || kind.name == "violations";
        EXPECT_EQ(kind.audiences().size(), apart ? 2U : 1U) << name;
        const auto topic = stream_topics().find(name);
        ASSERT_TRUE(topic) << name;
        EXPECT_EQ(&topic->kind(), &kind);
        EXPECT_EQ(topic->name(), name);
        EXPECT_EQ(topic->parameter(), kind.parameter ? "gpu03" : "");
        EXPECT_EQ(hub_name(*topic, Audience::everyone), name);
        EXPECT_EQ(hub_name(*topic, Audience::admins), name + (apart ? "/admins" : ""));
        EXPECT_EQ(client_name(hub_name(*topic, Audience::admins)), name);
    }
}

TEST(StreamTopics, unknown_topic_is_not_found) {
    const auto found = [](std::string_view name) { return stream_topics().find(name).has_value(); };
    for (const auto* name :
         {"", "event", "events/admins", "events:", "events:gpu03", "weather", "metrics",
          "metrics:", "metrics:GPU03", "metrics:a/b", "metrics:**", "metrics:a:b"}) {
        EXPECT_FALSE(found(name)) << name;
    }
    EXPECT_FALSE(found("metrics:" + std::string(64, 'a')));
    EXPECT_TRUE(found("metrics:" + std::string(63, 'a')));
    EXPECT_TRUE(found("metrics:*"));
}

TEST(StreamTopics, parameter_with_a_slash_is_no_topic) {
    const routes::TopicTable table(std::vector<routes::TopicKind>{
        {.name = "board",
         .parameter = routes::TopicParameter{{"<id>"}, [](std::string_view) { return true; }}}});
    EXPECT_TRUE(table.find("board:1"));
    EXPECT_FALSE(table.find("board:1/admins"));
}

TEST(StreamTopics, refusal_names_all_topics_and_forms_of_parameters) {
    const auto request =
        routes::parse_stream_request(R"({"subscribe":["metrics"]})", stream_topics());
    ASSERT_FALSE(request);
    EXPECT_EQ(request.error().field, "subscribe");
    EXPECT_EQ(request.error().detail,
              "Topics are: events, reservations, violations, fleet, processes, boards, rules, "
              "metrics:*, metrics:<host>.");
}

TEST(StreamTopics, client_watches_64_topics_at_most) {
    const auto asked = [](int count) {
        std::string names;
        for (int i = 0; i < count; ++i) {
            names += (names.empty() ? "\"metrics:gpu" : ",\"metrics:gpu") + std::to_string(i) + '"';
        }
        return routes::parse_stream_request("{\"subscribe\":[" + names + "]}", stream_topics());
    };
    ASSERT_TRUE(asked(64));
    EXPECT_EQ(asked(64)->topics.size(), 64U);
    ASSERT_FALSE(asked(65));
    EXPECT_EQ(asked(65).error().detail, "At most 64 topics.");
}

TEST(WatchedTopics, topic_is_watched_until_its_last_client_leaves) {
    const auto topic = [](std::string_view name) { return stream_topics().find(name).value(); };
    const auto names = [](const routes::WatchedTopics& watched) {
        std::vector<std::string> all;
        for (const auto& one : watched.of_kinds([](const auto&) { return true; })) {
            all.push_back(one.name());
        }
        return all;
    };
    using Names = std::vector<std::string>;
    routes::WatchedTopics watched;
    watched.replace({}, {topic("rules"), topic("metrics:b"), topic("metrics:a")});
    watched.replace({}, {topic("rules")});
    EXPECT_EQ(names(watched), (Names{"metrics:a", "metrics:b", "rules"}));
    watched.replace({topic("rules"), topic("metrics:b"), topic("metrics:a")},
                    {topic("metrics:a"), topic("fleet")});
    EXPECT_EQ(names(watched), (Names{"fleet", "metrics:a", "rules"}));
    watched.replace({topic("rules")}, {});
    watched.replace({topic("metrics:a"), topic("fleet")}, {});
    EXPECT_EQ(names(watched), Names{});
}

TEST(SnapshotCache, frame_is_shared_for_a_second_at_its_position_and_then_dropped) {
    routes::SnapshotCache cache;
    int made = 0;
    const auto get = [&](const std::string& topic, Position position, std::int64_t ms) {
        return cache.get(topic, position, from_unix_ms(ms), [&] {
            return std::make_shared<const std::string>(std::to_string(++made));
        });
    };
    const auto first = get("job:0", 7, 0);
    EXPECT_EQ(get("job:0", 7, 999), first);
    EXPECT_NE(get("job:0", 7, 1000), first);
    EXPECT_NE(get("job:0", 8, 1000), get("job:0", 7, 1000));
    for (int i = 0; i < 100; ++i) (void)get("job:" + std::to_string(i), 9, 1500);
    EXPECT_EQ(cache.size(), 100U);
    (void)get("fleet", 9, 2500);
    EXPECT_EQ(cache.size(), 1U);
    for (int i = 0; i < 100; ++i) (void)get("job:" + std::to_string(i), 10 + i, 2600);
    EXPECT_EQ(cache.size(), 1U) << "frames of older positions stay";
}

TEST(StreamTopics, contract_names_each_topic_and_its_frame_members) {
    const auto contract = std::string(http::contract_text());
    std::string pattern;
    const auto messages = contract.substr(contract.find("\n    StreamServerMessage:"));
    const auto members = messages.substr(0, messages.find("\n    MetricsFrame:"));
    for (const auto& kind : stream_topics().kinds()) {
        (pattern += pattern.empty() ? "" : "|") += kind.name;
        if (kind.parameter) pattern += R"(:(\*|[a-z0-9.-]{1,63}))";
        for (const auto& part : kind.parts) {
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
