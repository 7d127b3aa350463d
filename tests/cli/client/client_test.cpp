// Conventions of the HTTP contract: keys, retries, positions, problems.
#include "tests/cli/client/fake_server.hpp"

namespace dibs::cli {
namespace {

struct ClientTest : testing::Test {
    FakeServer server;
    std::vector<int> slept;
    Client client{server, "http://dibs.test/prefix", "dibs_secret",
                  [this](int ms) { slept.push_back(ms); }};
};

TEST_F(ClientTest, command_with_unknown_outcome_is_sent_again_with_its_key) {
    server.answer(0, "Connection reset by peer");
    server.answer(201, "{}");
    client.post("/reservations", Json::Object{{"title", "t"}});
    ASSERT_EQ(server.asked.size(), 2U);
    EXPECT_FALSE(server.header(0, "Idempotency-Key").empty());
    EXPECT_EQ(server.header(0, "Idempotency-Key"), server.header(1, "Idempotency-Key"));
    EXPECT_EQ(server.asked[0].body, server.asked[1].body);
    EXPECT_EQ(slept.size(), 1U);
}

TEST_F(ClientTest, busy_server_is_asked_twice_at_most) {
    server.answer(503, "");
    server.answer(503, R"({"type":"/problems/unavailable","detail":"No writer."})");
    server.answer(200, "{}");
    try {
        client.post("/offers", Json::Object{});
        FAIL() << "a failure was expected";
    } catch (const Failure& failure) {
        EXPECT_EQ(failure.exit, Exit::unreachable);
        EXPECT_STREQ(failure.what(), "No writer.");
    }
    EXPECT_EQ(server.asked.size(), 2U);
}

TEST_F(ClientTest, advice_to_check_is_given_only_for_unknown_outcomes) {
    const auto advice = [](const std::string& detail) {
        return failure_of(503, R"({"type":"/problems/unavailable","detail":")" + detail + "\"}")
            .next_step;
    };
    EXPECT_EQ(advice("Not done: the disk is full"), "Try again in a moment.");
    EXPECT_EQ(advice("The outcome is unknown: retry with the same key."),
              "Look whether it happened before you repeat it.");
}

TEST_F(ClientTest, redirect_is_a_failure_that_names_its_target) {
    server.answer({302, {{"location", "https://elsewhere.test/"}}, ""});
    try {
        client.remove("/reservations/res_1", 1);
        FAIL() << "a failure was expected";
    } catch (const Failure& failure) {
        EXPECT_EQ(failure.exit, Exit::failure);
        EXPECT_NE(std::string_view(failure.what()).find("https://elsewhere.test/"),
                  std::string_view::npos);
    }
    server.answer(301, "");
    EXPECT_THROW((void)client.get("/gpus"), Failure);
}

TEST_F(ClientTest, empty_answer_is_success_only_with_status_204) {
    server.answer(204, "");
    EXPECT_TRUE(client.remove("/session").is_null());
    server.answer(200, "");
    EXPECT_THROW((void)client.remove("/reservations/res_1", 1), Failure);
}

TEST_F(ClientTest, two_commands_have_two_keys) {
    server.answer(200, "{}");
    server.answer(200, "{}");
    client.post("/offers", Json::Object{});
    client.post("/offers", Json::Object{});
    EXPECT_NE(server.header(0, "Idempotency-Key"), server.header(1, "Idempotency-Key"));
}

TEST_F(ClientTest, read_after_a_command_waits_for_its_position) {
    server.answer(200, "{}", "41");
    server.answer(201, "{}", "42");
    server.answer(200, "{}", "42");
    (void)client.get("/gpus");
    client.post("/reservations", Json::Object{});
    (void)client.get("/reservations");
    EXPECT_EQ(server.line(0), "GET /gpus");
    EXPECT_EQ(server.line(2), "GET /reservations?at_least=42");
}

TEST_F(ClientTest, missing_answer_is_unreachable) {
    server.answer(0, "Connection refused");
    server.answer(0, "Connection refused");
    try {
        (void)client.get("/gpus");
        FAIL() << "a failure was expected";
    } catch (const Failure& failure) {
        EXPECT_EQ(failure.exit, Exit::unreachable);
    }
}

TEST_F(ClientTest, path_prefix_of_the_server_is_kept) {
    server.answer(200, "{}");
    server.answer(200, "ok");
    (void)client.get("/gpus");
    (void)client.send("GET", "//readyz", "");
    EXPECT_EQ(server.asked[0].url, "http://dibs.test/prefix/api/v1/gpus");
    EXPECT_EQ(server.asked[1].url, "http://dibs.test/prefix/readyz");
    EXPECT_EQ(server.header(0, "Authorization"), "Bearer dibs_secret");
}

TEST_F(ClientTest, answer_without_json_is_a_failure) {
    server.answer(200, "<html>");
    EXPECT_THROW((void)client.get("/gpus"), Failure);
}

TEST(UrlEncode, url_encode_keeps_only_unreserved_characters) {
    EXPECT_EQ(url_encode("a+b c&d=\xc3\xa9/?#"), "a%2Bb%20c%26d%3D%C3%A9%2F%3F%23");
    EXPECT_EQ(url_encode("2026-11-24T08:00:00.000Z"), "2026-11-24T08:00:00.000Z");
}

TEST(ExitCodes, exit_codes_match_the_table) {
    EXPECT_EQ(exit_of(409, "slot-taken"), Exit::conflict);
    EXPECT_EQ(exit_of(412, "changed-meanwhile"), Exit::conflict);
    EXPECT_EQ(exit_of(401, "not-signed-in"), Exit::not_signed_in);
    EXPECT_EQ(exit_of(403, "no-grant"), Exit::forbidden);
    EXPECT_EQ(exit_of(422, "too-long"), Exit::forbidden);
    EXPECT_EQ(exit_of(422, "interval-reversed"), Exit::usage);
    EXPECT_EQ(exit_of(422, "unknown-gpu"), Exit::not_found);
    EXPECT_EQ(exit_of(404, "not-found"), Exit::not_found);
    EXPECT_EQ(exit_of(503, "unavailable"), Exit::unreachable);
    EXPECT_EQ(exit_of(503, "reading-log"), Exit::unreachable);
    EXPECT_EQ(exit_of(500, "internal"), Exit::failure);
    EXPECT_EQ(exit_of(418, "never-heard-of"), Exit::failure);
    EXPECT_EQ(static_cast<int>(Exit::no_slot), 7);
}

TEST(Failures, every_failure_has_a_next_step) {
    for (const char* body :
         {R"({"type":"/problems/slot-taken","detail":"d"})",
          R"({"type":"/problems/internal","detail":"d","request_id":"r9"})", "<html>", ""}) {
        const auto failure = failure_of(409, body);
        EXPECT_FALSE(failure.next_step.empty()) << body;
        EXPECT_FALSE(std::string(failure.what()).empty()) << body;
    }
    EXPECT_NE(
        failure_of(500, R"({"type":"/problems/internal","request_id":"r9"})").next_step.find("r9"),
        std::string::npos);
}

TEST(Failures, failure_advises_no_option_of_some_commands_only) {
    for (const char* code :
         {"interval-reversed", "in-the-past", "too-short", "too-long", "too-far-ahead"}) {
        const auto failure =
            failure_of(422, R"({"detail":"d","type":"/problems/)" + std::string(code) + "\"}");
        EXPECT_FALSE(failure.next_step.empty()) << code;
        for (const char* option : {"--at", "--for", "--until"}) {
            EXPECT_EQ(failure.next_step.find(option), std::string::npos) << failure.next_step;
        }
    }
}

TEST(Failures, failure_repeats_nothing_and_names_typed_members_only) {
    const auto ended = failure_of(409, R"({"type":"/problems/already-ended",
        "detail":"It has ended and never changes again.","field":""})");
    EXPECT_EQ(ended.next_step.find("never changes"), std::string::npos) << ended.next_step;
    const auto words = failure_of(
        422, R"({"type":"/problems/out-of-range","detail":"Cannot read it.","field":"text"})");
    EXPECT_STREQ(words.what(), "Cannot read it.");
    const auto not_yet = failure_of(
        409, R"({"type":"/problems/not-ready","detail":"It has not begun: cancel it instead."})");
    EXPECT_EQ(not_yet.next_step, "");
}

TEST(Failures, failure_names_the_field) {
    const auto failure =
        failure_of(422, R"({"type":"/problems/too-long","detail":"At most 8 d.","field":"until"})");
    EXPECT_STREQ(failure.what(), "At most 8 d. (until)");
}

TEST(Failures, failure_names_all_wrong_fields) {
    const auto failure = failure_of(
        422, R"({"type":"/dibs/problems/out-of-range","detail":"No name.","field":"name",)"
             R"("errors":[{"field":"name","code":"out-of-range","detail":"No name."},)"
             R"({"field":"port","code":"out-of-range","detail":"A port is 1 to 65535."}]})");
    EXPECT_STREQ(failure.what(), "No name. (name) A port is 1 to 65535. (port)");
    EXPECT_EQ(failure.exit, Exit::usage);
}

}  // namespace
}  // namespace dibs::cli
