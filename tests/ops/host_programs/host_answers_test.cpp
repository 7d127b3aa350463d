// The requests to a host and the parsing of its answers, however malformed.
#include "ops/react/host_programs/programs.hpp"
#include "ops/react/host_programs/stop.hpp"
#include "ops/react/host_programs/tell.hpp"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

namespace dibs::host {
namespace {

std::string said(const std::string& json) {
    return "Welcome to gpu01\n#dibs-answer 1\n" + json + "\n";
}

StopRequest a_request() {
    return {.pid = 4711,
            .started = from_unix_ms(1'700'000'000'999),
            .boot_id = "0f0f0f0f-0000-4000-8000-00000000000f",
            .user = "ann",
            .gpus = {"GPU-1", "MIG-2"},
            .grace = std::chrono::seconds{7}};
}

TEST(StopRequest, request_is_program_texts_and_one_line_of_json) {
    const auto text = stop_request(a_request());
    const auto program = stop_program();
    const auto head = std::to_string(program.size()) + "\n" + std::string(program);
    ASSERT_TRUE(text.starts_with(head));
    EXPECT_EQ(
        text.substr(head.size()),
        R"({"pid":4711,"boot_id":"0f0f0f0f-0000-4000-8000-00000000000f","started_s":1700000000,)"
        R"("user":"ann","gpus":["GPU-1","MIG-2"],"grace_s":7,"dry_run":false,)"
        R"("signals":["TERM","KILL"]})"
        "\n");
    EXPECT_TRUE(text.ends_with(root_helper_request(a_request())));
}

TEST(StopRequest, request_stays_one_line_for_any_value) {
    auto request = a_request();
    request.user = "x\n\",\"pid\":1,\"\xff'$(touch x)`\r\n#dibs-answer 1";
    request.gpus = {"\n", std::string(1, '\0')};
    const auto input = root_helper_request(request);
    EXPECT_EQ(input.find('\n'), input.size() - 1);
    EXPECT_EQ(input.find('\0'), std::string::npos);
    EXPECT_NE(input.find(R"(x\n\",\"pid\":1,\")"), std::string::npos);
}

TEST(ProgramCommand, command_line_is_valid_in_every_login_shell) {
    for (const auto command : {program_command(), root_helper_command()}) {
        EXPECT_TRUE(command.starts_with("exec /bin/sh -c '"));
        EXPECT_EQ(std::ranges::count(command, '\''), 2);
        EXPECT_EQ(command.find_first_of("!\n"), std::string_view::npos);
        EXPECT_TRUE(command.ends_with('\''));
    }
}

TEST(StopAnswer, answer_is_read_after_noise_of_host) {
    const StopAnswer expected{.outcome = StopOutcome::not_it,
                              .check = StopCheck::start_time,
                              .sent_term = true,
                              .detail = "another start time"};
    EXPECT_EQ(stop_answer(said(R"({"outcome": "not_it", "check": "start_time", "sent": ["TERM"],)"
                               R"( "detail": "another start time", "by": "python 3.11"})")),
              expected);
    EXPECT_EQ(
        stop_answer("#dibs-answer 1\r\n{\"outcome\": \"gone\", \"sent\": []}\r\nbye\r\n").outcome,
        StopOutcome::gone);
}

TEST(StopAnswer, truncated_or_contradictory_answer_is_rejected) {
    for (const auto* text :
         {"{", "{}", "[]", "\"gone\"", "null", R"({"outcome": "done"})", R"({"outcome": 1})",
          R"({"outcome": "not_it"})", R"({"outcome": "gone", "check": "uid"})",
          R"({"outcome": "not_it", "check": "shoe size"})",
          R"({"outcome": "killed", "sent": ["TERM"]})", R"({"outcome": "terminated", "sent": []})",
          R"({"outcome": "terminated"})", R"({"outcome": "gone", "sent": "TERM"})",
          R"({"outcome": "gone", "sent": ["HUP"]})", R"({"outcome": "gone"} x)"}) {
        EXPECT_EQ(stop_answer(said(text)), StopAnswer{}) << text;
    }
    const std::string whole = said(R"({"outcome": "gone", "sent": []})");
    for (std::size_t n = 0; n < whole.size(); ++n) {
        EXPECT_EQ(stop_answer(whole.substr(0, n)), StopAnswer{}) << n;
    }
    EXPECT_EQ(stop_answer(whole).outcome, StopOutcome::gone);
    EXPECT_EQ(stop_answer(said("{\"outcome\": \"gone\", \"detail\": \"" +
                               std::string(longest_answer, 'x') + "\"}")),
              StopAnswer{});
    EXPECT_EQ(stop_answer(said(std::string(1000, '['))), StopAnswer{});
    EXPECT_EQ(stop_answer(said("{\"outcome\": \"gone\xff\"}")), StopAnswer{});
}

TEST(StopAnswer, detail_of_answer_is_printable) {
    const auto answer = stop_answer(
        said(R"({"outcome": "refused", "sent": [], "detail": "no\u001b[2J\u009bright\u202e )" +
             std::string(1000, 'x') + R"("})"));
    EXPECT_EQ(answer.outcome, StopOutcome::refused);
    EXPECT_LE(answer.detail.size(), 200U);
    for (const char c : answer.detail) EXPECT_TRUE(c >= ' ' && c <= '~');
}

TEST(StopAnswer, every_outcome_and_check_has_a_name) {
    for (const auto outcome :
         {StopOutcome::would_stop, StopOutcome::terminated, StopOutcome::killed, StopOutcome::gone,
          StopOutcome::refused, StopOutcome::unconfirmed}) {
        const auto answer = stop_answer(said("{\"sent\": [\"TERM\", \"KILL\"], \"outcome\": \"" +
                                             std::string(to_text(outcome)) + "\"}"));
        EXPECT_EQ(answer.outcome, outcome);
        EXPECT_TRUE(answer.sent_term && answer.sent_kill);
    }
    for (const auto check : {StopCheck::pid, StopCheck::boot_id, StopCheck::start_time,
                             StopCheck::uid, StopCheck::gpu}) {
        const auto answer = stop_answer(
            said(R"({"outcome": "not_it", "check": ")" + std::string(to_text(check)) + "\"}"));
        EXPECT_EQ(answer.check, check);
    }
}

TEST(TellRequest, request_has_cleaned_message_lines) {
    const auto text = tell_request("ann", "Your job\x1b[2J runs on a GPU of ben\nŻ \"x\" \\");
    EXPECT_TRUE(
        text.ends_with("\n{\"user\":\"ann\",\"lines\":[\"Your job?[2J runs on a GPU of ben\",\"Ż "
                       "\\\"x\\\" \\\\\"]}\n"));
}

TEST(TellAnswer, impossible_counts_are_rejected) {
    const TellAnswer expected{.outcome = TellOutcome::told, .told = 2, .closed = 1, .failed = 0};
    EXPECT_EQ(tell_answer(said(R"({"outcome": "told", "told": 2, "closed": 1, "failed": 0})")),
              expected);
    for (const auto* text :
         {R"({"outcome": "told", "told": 0})", R"({"outcome": "no_terminal", "told": 3})",
          R"({"outcome": "told", "told": -1})", R"({"outcome": "told", "told": 1e3})",
          R"({"outcome": "told", "told": 65})", R"({"outcome": "told", "told": true})",
          R"({"outcome": "told", "told": 99999999999999999999})", R"({"told": 1})"}) {
        EXPECT_EQ(tell_answer(said(text)), TellAnswer{}) << text;
    }
    EXPECT_EQ(tell_answer(said(R"({"outcome": "not_allowed", "detail": "tty?"})")).outcome,
              TellOutcome::not_allowed);
}

}  // namespace
}  // namespace dibs::host
