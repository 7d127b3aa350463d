// The live stream over a real socket.
#include "domain/codec/json_writer.hpp"
#include "tests/support/api_world.hpp"
#include "tests/support/samples.hpp"
#include "tests/support/stream_watcher.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

TEST(StreamRoute, stream_needs_scope_read_and_own_pages) {
    ApiWorld world;
    EXPECT_EQ(Watcher(world).status(), 401);
    EXPECT_EQ(Watcher(world, world.ben).status(), 101);
    const auto cookie = world.cookie_of(world.ben);
    const auto from = [&](const std::string& origin) {
        return Watcher(world, "Cookie: " + cookie + "\r\nOrigin: " + origin + "\r\n",
                       world.stream_path(cookie))
            .status();
    };
    EXPECT_EQ(from("http://evil.test"), 403);
    EXPECT_EQ(from("http://localhost"), 101);
}

TEST(StreamRoute, session_stream_needs_its_own_unused_current_ticket) {
    ApiWorld world;
    const auto cookie = world.cookie_of(world.ben);
    const auto open = [&](const std::string& path) {
        return Watcher(world, "Cookie: " + cookie + "\r\n", path).status();
    };
    EXPECT_EQ(open("/api/v1/stream"), 403);
    EXPECT_EQ(open("/api/v1/stream?ticket="), 403);
    const auto path = world.stream_path(cookie);
    EXPECT_EQ(open(path.substr(0, path.size() - 1) + '~'), 403);
    EXPECT_EQ(open(path), 101);
    EXPECT_EQ(open(path), 403) << "it was used";
    EXPECT_EQ(open(world.stream_path(world.cookie_of(world.ben))), 403) << "of another session";
    const auto late = world.stream_path(cookie);
    world.advance(std::chrono::seconds{31});
    EXPECT_EQ(open(late), 403);
    EXPECT_EQ(open(world.stream_path(cookie)), 101);
    const auto token = world.with_token(world.ben, {Scope::read});
    EXPECT_EQ(token.post("/api/v1/stream/ticket", "").status, 403) << "a token needs none";
}

TEST(CrossSite, change_by_cookie_needs_the_client_header) {
    ApiWorld world;
    const auto ben = world.as(world.ben);
    const auto board = R"({"title":"x"})";
    EXPECT_EQ(ben.with("Dibs-Client", "").post("/api/v1/boards", board).problem(),
              "not-allowed/Dibs-Client");
    EXPECT_EQ(ben.with("Dibs-Client", "page").post("/api/v1/boards", board).status, 201);
    EXPECT_EQ(ben.with("Dibs-Client", "").get("/api/v1/boards").status, 200) << "no change";
}

TEST(StreamRoute, person_has_ten_streams_at_most) {
    ApiWorld world;
    std::vector<std::unique_ptr<Watcher>> open;
    for (int i = 0; i < 10; ++i) open.push_back(std::make_unique<Watcher>(world, world.ben));
    EXPECT_EQ(open.back()->status(), 101);
    EXPECT_EQ(Watcher(world, world.ben).status(), 429);
    EXPECT_EQ(Watcher(world, world.cleo).status(), 101);
}

TEST(StreamRoute, subscriber_gets_snapshot_then_caught_up_then_changes) {
    ApiWorld world;
    const auto before = world.book(world.ben, {world.gpus[0]}, 2, 4);
    Watcher watcher(world, world.cleo);
    watcher.say(R"({"subscribe":["reservations"]})");
    const auto snapshot = watcher.next();
    EXPECT_EQ(snapshot.at("type"), "snapshot") << snapshot.body;
    EXPECT_EQ(snapshot.at("reservations[0].id"), to_text(before));
    const auto caught_up = watcher.next();
    EXPECT_EQ(caught_up.at("type"), "caught_up");
    EXPECT_EQ(caught_up.at("position"), snapshot.at("position"));
    const auto after = world.book(world.ben, {world.gpus[1]}, 2, 4);
    const auto event = watcher.next();
    EXPECT_EQ(event.at("type"), "event") << event.body;
    EXPECT_EQ(event.at("topic"), "reservations");
    EXPECT_EQ(event.at("reservations[0].id"), to_text(after));
    EXPECT_EQ(event.at("position"), std::to_string(world.projector->position()));
}

TEST(StreamRoute, stream_sends_the_rules_and_each_change_of_them) {
    ApiWorld world;
    Watcher watcher(world, world.cleo);
    watcher.say(R"({"subscribe":["rules"]})");
    const auto snapshot = watcher.next("snapshot");
    EXPECT_EQ(snapshot.size("rules"), 1U) << snapshot.body;
    EXPECT_EQ(snapshot.at("rules[0].shortest_min"), "30");
    world.book(world.ben, {world.gpus[1]}, 2, 4);  // no fact of the topic
    (void)world.command(rules::Command{rules::Set{.shortest_min = 5}}, world.ann);
    const auto event = watcher.next("event");
    EXPECT_EQ(event.at("topic"), "rules") << event.body;
    EXPECT_EQ(event.size("rules"), 1U);
    EXPECT_EQ(event.at("rules[0].shortest_min"), "5");
    EXPECT_EQ(event.at("rules[0].set_by_name"), "ann");
    EXPECT_EQ(event.at("position"), std::to_string(world.projector->position()));
}

TEST(StreamRoute, stream_resumes_after_a_position_without_a_gap) {
    ApiWorld world;
    const auto after = world.projector->position();
    std::vector<std::string> made;
    for (int i = 0; i < 3; ++i) {
        made.push_back(to_text(world.book(world.ben, {world.gpus[0]}, 2 * i + 1, 2 * i + 2)));
    }
    Watcher watcher(world, world.ann);
    watcher.say(R"({"subscribe":["events"],"after":)" + std::to_string(after) + "}");
    std::vector<std::string> seen;
    for (auto message = watcher.next(); message.at("type") == "event"; message = watcher.next()) {
        for (std::size_t i = 0; i < message.size("events"); ++i) {
            const auto event = "events[" + std::to_string(i) + "]";
            if (message.at(event + ".type") == "reservation.booked.v1") {
                seen.push_back(message.at(event + ".reservation_id"));
            }
        }
    }
    made.push_back(to_text(world.book(world.ben, {world.gpus[1]}, 1, 2)));
    seen.push_back(watcher.next("event").at("events[0].reservation_id"));
    EXPECT_EQ(seen, made);
}

// Clients subscribe while bookings are made. Each gets exactly the facts above its snapshot, each
// once and in order.
TEST(StreamRoute, no_change_is_lost_between_snapshot_and_updates) {
    ApiWorld world;
    constexpr int bookings = 120;
    std::thread booker([&] {
        for (int i = 0; i < bookings; ++i) {
            const auto slot = i / 4;
            world.book(world.ben, {world.gpus[static_cast<std::size_t>(i % 4)]}, slot + 1,
                       slot + 2);
        }
    });
    std::vector<std::unique_ptr<Watcher>> watchers;
    std::vector<std::string> positions;
    for (int i = 0; i < 8; ++i) {
        watchers.push_back(std::make_unique<Watcher>(world, world.ann));
        watchers.back()->say(R"({"subscribe":["events"]})");
        positions.push_back(watchers.back()->next("snapshot").at("position"));
    }
    booker.join();
    const auto last = to_text(world.book(world.cleo, {world.other[0]}, 1, 2));
    for (std::size_t i = 0; i < watchers.size(); ++i) {
        const auto history = world.as(world.ann).get(
            "/api/v1/events?order=oldest&limit=1000&type=reservation.booked&after=" + positions[i]);
        std::vector<std::string> wanted;
        for (std::size_t row = 0; row < history.size("items"); ++row) {
            wanted.push_back(history.at("items[" + std::to_string(row) + "].reservation_id"));
        }
        std::vector<std::string> seen;
        while (seen.empty() || seen.back() != last) {
            const auto message = watchers[i]->next("event");
            ASSERT_NE(message.body, "") << "the stream ended early";
            for (std::size_t row = 0; row < message.size("events"); ++row) {
                const auto event = "events[" + std::to_string(row) + "]";
                if (message.at(event + ".type") != "reservation.booked.v1") continue;
                seen.push_back(message.at(event + ".reservation_id"));
            }
        }
        EXPECT_EQ(seen, wanted);
    }
}

TEST(StreamRoute, position_too_old_or_ahead_gets_a_snapshot) {
    ApiWorld world;
    for (int i = 0; i < 60; ++i) {
        (void)world.command(fleet::Command{fleet::ReportLost{world.atlas, std::to_string(i)}});
    }
    for (const auto after : {Position{1}, Position{1'000'000}}) {
        Watcher watcher(world, world.ann);
        watcher.say(R"({"subscribe":["fleet"],"after":)" + std::to_string(after) + "}");
        const auto message = watcher.next();
        EXPECT_EQ(message.at("type"), "snapshot") << message.body;
        EXPECT_EQ(message.size("gpus"), 6U);
        EXPECT_EQ(message.at("hosts[0].reason"), "59");
    }
}

TEST(StreamRoute, fresh_topic_gets_a_snapshot_while_others_resume) {
    ApiWorld world;
    const auto after = world.projector->position();
    world.book(world.ben, {world.gpus[0]}, 2, 4);
    Watcher watcher(world, world.ben);
    const auto from = R"("after":)" + std::to_string(after) + "}";
    watcher.say(R"({"subscribe":["fleet","reservations"],"fresh":["fleet"],)" + from);
    const auto fleet = watcher.next();
    EXPECT_EQ(fleet.at("type"), "snapshot") << fleet.body;
    EXPECT_EQ(fleet.size("gpus"), 6U);
    const auto booked = watcher.next();
    EXPECT_EQ(booked.at("type"), "event") << booked.body;
    EXPECT_EQ(booked.at("topic"), "reservations");
    watcher.say(R"({"subscribe":["fleet"],"fresh":["rules"],)" + from);
    const auto refused = watcher.next("error");
    EXPECT_EQ(refused.at("problem.field"), "fresh") << refused.body;
}

TEST(StreamRoute, new_list_of_topics_replaces_the_old) {
    ApiWorld world;
    Watcher watcher(world, world.ben);
    watcher.say(R"({"subscribe":["reservations"]})");
    (void)watcher.next("caught_up");
    watcher.say(R"({"subscribe":["fleet"]})");
    (void)watcher.next("caught_up");
    world.book(world.ben, {world.gpus[0]}, 2, 4);
    (void)world.command(fleet::Command{fleet::ReportLost{world.boreas, "gone"}});
    const auto event = watcher.next();
    EXPECT_EQ(event.at("topic"), "fleet") << event.body;
    EXPECT_EQ(event.at("hosts[0].state"), "unreachable");
    EXPECT_EQ(event.size("gpus"), 2U);
    EXPECT_EQ(event.at("gpus[0].state"), "host_unreachable");
}

TEST(StreamRoute, fleet_topic_sends_a_broken_driver_with_its_gpus) {
    ApiWorld world;
    (void)world.command(fleet::Command{fleet::ReportReached{world.boreas}});
    world.settle();
    Watcher watcher(world, world.ben);
    watcher.say(R"({"subscribe":["fleet"]})");
    (void)watcher.next("caught_up");
    (void)world.command(fleet::Command{
        fleet::ReportDriver{world.boreas, {fleet::DriverState::missing, "nvidia-smi: not found"}}});
    const auto event = watcher.next();
    EXPECT_EQ(event.at("hosts[0].state"), "driver_broken") << event.body;
    EXPECT_EQ(event.at("hosts[0].driver.state"), "missing");
    EXPECT_EQ(event.at("hosts[0].reason"), "nvidia-smi: not found");
    EXPECT_EQ(event.size("gpus"), 2U);
    EXPECT_EQ(event.at("gpus[0].state"), "driver_broken");
}

TEST(StreamRoute, fleet_topic_names_a_removed_host) {
    ApiWorld world;
    Watcher watcher(world, world.ben);
    watcher.say(R"({"subscribe":["fleet"]})");
    (void)watcher.next("caught_up");
    const auto path = "/api/v1/hosts/" + to_text(world.boreas);
    EXPECT_EQ(world.as(world.ann).del(path).status, 204);
    const auto event = watcher.next("event");
    EXPECT_EQ(event.at("removed_hosts[0]"), to_text(world.boreas)) << event.body;
    EXPECT_EQ(event.size("hosts"), 0U);
}

TEST(StreamRoute, only_admins_events_show_sessions_and_sources) {
    ApiWorld world;
    Watcher ann(world, world.ann);
    Watcher ben(world, world.ben);
    for (auto* watcher : {&ann, &ben}) {
        watcher->say(R"({"subscribe":["events"]})");
        (void)watcher->next("caught_up");
    }
    (void)world.cookie_of(world.cleo);
    world.book(world.cleo, {world.gpus[0]}, 2, 4);
    EXPECT_EQ(ann.next("event").at("events[0].type"), "session.started.v1");
    const auto seen = ben.next("event");
    EXPECT_EQ(seen.at("events[0].type"), "reservation.booked.v1") << seen.body;
    EXPECT_EQ(seen.at("events[0].source"), "");
}

TEST(StreamRoute, boards_topic_names_a_changed_board_without_content) {
    ApiWorld world;
    Watcher watcher(world, world.cleo);
    watcher.say(R"({"subscribe":["boards"]})");
    EXPECT_EQ(watcher.next("snapshot").size("boards"), 0U);
    (void)watcher.next("caught_up");
    const auto ben = world.as(world.ben);
    const std::string path = "/api/v1/boards";
    const auto id = ben.post(path, R"({"title":"secret"})").at("id");
    const auto made = watcher.next("event");
    EXPECT_EQ(made.at("boards[0].id"), id) << made.body;
    EXPECT_EQ(made.at("boards[0].version"), "1");
    EXPECT_EQ(made.body.find("secret"), std::string::npos);
    (void)ben.with("If-Match", "*").del(path + '/' + id);
    EXPECT_EQ(watcher.next("event").at("boards[0].removed"), "true");
}

TEST(StreamRoute, metrics_are_sent_periodically_in_columns) {
    ApiWorld world;
    world.model->usage().take(
        std::array{sample_of(world.other[1], world.now(), {{"utilization_percent", 50}}),
                   sample_of(world.boreas, world.now(), {{"cpu_percent", 3}})});
    Watcher watcher(world, world.ben);
    watcher.say(R"({"subscribe":["metrics:boreas"]})");
    const auto first = watcher.next("caught_up");
    EXPECT_EQ(first.at("type"), "caught_up");
    world.advance(Duration{5});
    const auto frame = watcher.next("metrics");
    EXPECT_EQ(frame.size("metrics.gpus"), 2U) << frame.body;
    EXPECT_EQ(frame.at("metrics.utilization_percent[0]"), "null");
    EXPECT_EQ(frame.at("metrics.utilization_percent[1]"), "50");
    EXPECT_EQ(frame.body.find("temperature_c"), std::string::npos) << "a column without a value";
    EXPECT_EQ(frame.at("metrics.hosts.ids[0]"), to_text(world.boreas));
    EXPECT_EQ(frame.at("metrics.hosts.cpu_percent[0]"), "3");
}

// The first requests may or may not be answered; the last one is, and nothing follows it.
TEST(StreamRoute, newest_of_several_requests_is_answered) {
    ApiWorld world;
    Watcher watcher(world, world.ben);
    for (int i = 0; i < 27; ++i) {
        watcher.say(R"({"subscribe":["fleet"]})");
        watcher.say(R"({"subscribe":["events"],"after":1})");
    }
    watcher.say(R"({"subscribe":["rules"]})");
    ApiReply message;
    int answered = 0;
    do {
        message = watcher.next();
        ASSERT_NE(message.body, "");
        if (message.at("type") == "caught_up") ++answered;
    } while (message.at("topic") != "rules");
    EXPECT_LE(answered, 54);
    EXPECT_EQ(watcher.next().at("type"), "caught_up");
    world.book(world.cleo, {world.gpus[0]}, 2, 4);  // of no topic that it watches now
    (void)world.command(rules::Command{rules::Set{.shortest_min = 5}}, world.ann);
    EXPECT_EQ(watcher.next().at("topic"), "rules");
}

TEST(StreamRoute, flood_of_requests_delays_no_other_client) {
    ApiWorld world;
    for (int i = 0; i < 49; ++i) {
        (void)world.command(fleet::Command{fleet::ReportLost{world.atlas, std::to_string(i)}});
    }
    Watcher other(world, world.cleo);
    other.say(R"({"subscribe":["reservations"]})");
    (void)other.next("caught_up");
    const auto after = std::to_string(world.projector->position() - 49);
    const auto question =
        ws_frame(1, R"({"subscribe":["events","fleet","reservations"],"after":)" + after + "}");
    std::string flood;
    while (flood.size() < 8'000'000) flood += question;
    const auto cookie = world.cookie_of(world.ben);
    RawWs flooder(world.port(), world.stream_path(cookie), "Cookie: " + cookie + "\r\n");
    ASSERT_EQ(flooder.response.status, 101);
    flooder.socket.send(flood);
    const auto begun = std::chrono::steady_clock::now();
    const auto booked = world.book(world.ann, {world.gpus[1]}, 2, 4);
    EXPECT_EQ(other.next("event").at("reservations[0].id"), to_text(booked));
    const auto took = std::chrono::steady_clock::now() - begun;
    RecordProperty("delay_ms", static_cast<int>(took / std::chrono::milliseconds{1}));
    EXPECT_LT(took, std::chrono::seconds{5});
    int answers = 0;
    auto frame = flooder.read();
    for (; frame && frame->opcode == 1; frame = flooder.read()) {
        answers += frame->payload.find("caught_up") != std::string::npos;
    }
    EXPECT_LE(answers, 60) << "of " << flood.size() / question.size() << " questions";
    ASSERT_TRUE(frame);
    EXPECT_EQ(frame->close_code(), 1008);
}

TEST(StreamRoute, invalid_message_is_answered_with_its_error_and_closed) {
    ApiWorld world;
    for (const auto* text : {"hello", R"({"subscribe":["weather"]})", R"({"subscribe":"events"})",
                             R"({"subscribe":["events","events"]})", R"({"follow":["events"]})",
                             R"({"subscribe":["events"],"after":-1})"}) {
        Watcher watcher(world, world.ben);
        watcher.say(text);
        const auto error = watcher.next();
        EXPECT_EQ(error.at("type"), "error") << text;
        EXPECT_NE(error.at("problem.detail"), "") << text;
        EXPECT_EQ(watcher.close_code(), 1008) << text;
    }
}

TEST(StreamRoute, error_is_sent_although_other_frames_are_waiting) {
    ApiWorld world;
    for (int i = 0; i < 30; ++i) {
        Watcher watcher(world, world.ben);
        watcher.say(R"({"subscribe":["fleet","reservations"],"fresh":["fleet"]})");
        (void)watcher.next("caught_up");
        watcher.say("hello");
        ASSERT_NE(watcher.next("error").at("problem.detail"), "") << i;
        ASSERT_EQ(watcher.close_code(), 1008);
    }
}

TEST(StreamRoute, stream_ends_with_its_session_or_token) {
    ApiWorld world;
    const auto cookie = world.cookie_of(world.ben);
    auto by_cookie = Watcher::by_cookie(world, cookie);
    const auto secret = "dibs_" + fresh_secret();
    const auto id = fresh_id<TokenId>(world.now());
    (void)world.command(
        people::Command{people::IssueToken{id, {"x"}, {Scope::read}, digest_of(secret), {}}},
        world.ben);
    Watcher by_token(world, "Authorization: Bearer " + secret + "\r\n");
    ASSERT_EQ(by_token.status(), 101);
    EXPECT_EQ(world.nobody().with("Cookie", cookie).del("/api/v1/session").status, 204);
    EXPECT_EQ(by_cookie.close_code(), 1008);
    (void)world.command(people::Command{people::RevokeToken{id}}, world.ben);
    EXPECT_EQ(by_token.close_code(), 1008);
}

}  // namespace
}  // namespace dibs::test
