// Events in English, and the commands that print them.
#include "api/cli/lib/sentence.hpp"

#include "tests/cli/client/fake_server.hpp"

#include <algorithm>

namespace dibs::cli {
namespace {

Json event_json(const std::string& key, const std::string& title) {
    return Json::Object{
        {"position", 7},
        {"type", "board.made.v1"},
        {"time", "2026-11-24T08:00:00.000Z"},
        {"actor_id", "per_1"},
        {"actor_name", "ann"},
        {"sentence",
         Json::Object{
             {"key", key},
             {"arguments",
              Json::Object{
                  {"actor", Json::Object{{"kind", "person"}, {"text", "ann"}, {"id", "per_1"}}},
                  {"title", Json::Object{{"kind", "text"}, {"text", title}}}}}}}};
}

TEST(Sentence, event_is_rendered_in_english) {
    EXPECT_EQ(sentence_of(event_json("board.made", "wall")), "ann made the board wall");
}

TEST(Sentence, braces_in_an_argument_are_not_replaced) {
    EXPECT_EQ(sentence_of(event_json("board.made", "{actor} {title} {")),
              "ann made the board {actor} {title} {");
}

TEST(Sentence, name_without_argument_stays) {
    EXPECT_EQ(fill("{gone} and {a}{", Json::Object{{"a", Json::Object{{"text", "x"}}}}),
              "{gone} and x{");
    EXPECT_EQ(fill("as it is", Json{}), "as it is");
}

TEST(Sentence, unknown_key_is_shown_with_its_arguments) {
    EXPECT_EQ(sentence_of(event_json("moon.landed", "wall")), "moon.landed: ann, wall");
    EXPECT_EQ(sentence_of(Json::Object{{"sentence", Json::Object{{"key", "moon.landed.v1"}}}}),
              "moon.landed.v1");
}

class HistoryCommand : public CommandTest {};

TEST_F(HistoryCommand, history_prints_sentences_and_raw_json) {
    const auto event = event_json("board.made", "wall");
    const auto page = Json(Json::Object{{"items", Json::Array{event}}}).dump();
    server.answer(200, page);
    EXPECT_EQ(run({"history"}), 0);
    EXPECT_NE(out.str().find("ann made the board wall"), std::string::npos) << out.str();
    out.str("");
    output.settings.form = Form::tsv;
    server.answer(200, page);
    EXPECT_EQ(run({"history"}), 0);
    EXPECT_NE(out.str().find("\tann made the board wall\t7\n"), std::string::npos) << out.str();
    out.str("");
    output.settings.form = Form::json;
    server.answer(200, page);
    EXPECT_EQ(run({"history"}), 0);
    EXPECT_EQ(Json::parse(out.str()).value(), Json(Json::Array{event}));
}

TEST_F(HistoryCommand, history_shows_a_step_once_with_its_outcome) {
    const auto step = [](int position, const std::string& type) {
        return R"({"position":)" + std::to_string(position) + R"(,"type":")" + type +
               R"(.v1","time":"2026-11-24T08:00:00.000Z","violation_id":"vio_1","sentence":{"key":")" +
               type +
               R"(","arguments":{}},"data":{"step":{"after_s":300,"action":"mail_person"}}})";
    };
    const auto page = R"({"items":[)" + step(9, "violation.escalated") + ',' +
                      step(8, "violation.acted") + ',' + step(7, "violation.escalated") + "]}";
    server.answer(200, page);
    EXPECT_EQ(run({"history"}), 0);
    const auto lines = [&] {
        const auto said = out.str();
        return std::count(said.begin(), said.end(), '\n');
    };
    EXPECT_EQ(lines(), 3) << "the heading, what is due, what came: " << out.str();
    out.str("");
    output.settings.form = Form::tsv;
    server.answer(200, page);
    EXPECT_EQ(run({"history"}), 0);
    EXPECT_EQ(lines(), 3) << "programs get each event, without a heading: " << out.str();
}

TEST_F(HistoryCommand, history_shows_a_command_once_with_its_event_count) {
    const auto of_request = [](int position, const std::string& type, const std::string& request) {
        const bool follows = type == "reservation.suspended";
        return R"({"position":)" + std::to_string(position) +
               (follows ? R"(,"may_follow":true)" : "") + R"(,"type":")" + type +
               R"(.v1","time":"2026-11-24T08:00:00.000Z","actor_id":"per_1","actor_name":"ann",)"
               R"("request_id":")" +
               request + R"(","sentence":{"key":")" + type + R"(","arguments":{}}})";
    };
    const auto page = R"({"items":[)" + of_request(5, "reservation.suspended", "req-2") + ',' +
                      of_request(4, "reservation.suspended", "req-1") + ',' +
                      of_request(3, "reservation.suspended", "req-1") + ',' +
                      of_request(2, "grant.withdrawn", "req-1") + ',' +
                      of_request(1, "reservation.booked", "req-1") + "]}";
    server.answer(200, page);
    EXPECT_EQ(run({"history"}), 0);
    const auto said = out.str();
    EXPECT_EQ(std::count(said.begin(), said.end(), '\n'), 4) << said;
    EXPECT_NE(said.find("(and 2 more with it)"), std::string::npos) << said;
    out.str("");
    server.answer(200, R"({"items":[)" + of_request(4, "reservation.suspended", "req-1") + ',' +
                           of_request(3, "reservation.suspended", "req-1") + "]}");
    EXPECT_EQ(run({"history", "--limit", "2"}), 0);
    EXPECT_NE(out.str().find("(and at least 1 more with it)"), std::string::npos) << out.str();
}

TEST_F(HistoryCommand, history_sends_from_and_until) {
    server.answer(200, R"({"items":[]})");
    EXPECT_EQ(run({"history", "--from", "2026-11-20T08:00:00.000Z", "--until",
                   "2026-11-21T08:00:00.000Z"}),
              0);
    const auto line = server.line(0);
    EXPECT_NE(line.find("from=2026-11-20T08"), std::string::npos) << line;
    EXPECT_NE(line.find("until=2026-11-21T08"), std::string::npos) << line;
}

}  // namespace
}  // namespace dibs::cli
