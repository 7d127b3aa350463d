// Topics with a parameter that not everyone may watch: a table of this test, with a topic for each
// board.
#include "domain/codec/json_writer.hpp"
#include "projections/questions/boards.hpp"
#include "tests/support/stream_watcher.hpp"

#include <atomic>

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

std::atomic<int> times_board_was_made{0};  // for frames of changes

bool is_board_id(std::string_view text) {
    return parse_id<BoardId>(text).has_value();
}

std::optional<views::Board> board_of(const Snapshot& tables, std::string_view parameter) {
    return find_board(tables, parse_id<BoardId>(parameter).value());
}

Result<void> may_watch_board(const auth::Viewer& viewer, const Snapshot& tables,
                             std::string_view parameter) {
    const auto board = board_of(tables, parameter);
    if (!board || !auth::may_see(viewer, *board)) return refuse(Code::not_found, "", "Not found.");
    return {};
}

std::vector<routes::ChangedRow> changes_of_board(const routes::FrameSource& source,
                                                 routes::FactsOfTopic facts) {
    const auto id = parse_id<BoardId>(source.parameter).value();
    std::vector<routes::ChangedRow> rows;
    for (const auto* fact : facts) {
        const auto board = board_of(source.tables, source.parameter);
        if (fact->subjects.first<BoardId>() != id || !board) continue;
        ++times_board_was_made;
        rows = {{fact->position, to_json(*board)}};
    }
    return rows;
}

void board_now(std::string& out, const routes::FrameSource& source) {
    write_json(out, *board_of(source.tables, source.parameter));
}

const routes::TopicTable& board_topics() {
    static const routes::TopicTable table(std::vector<routes::TopicKind>{
        {.name = "board",
         .parameter = routes::TopicParameter{{"<id>"}, is_board_id},
         .access = routes::TopicAccess{may_watch_board, {"board."}},
         .events = {"board."},
         .parts = {{"boards", changes_of_board, board_now}}},
        {.name = "any_board",
         .events = {"board."},
         .parts = {{"boards",
                    [](const routes::FrameSource&, routes::FactsOfTopic facts) {
                        return std::vector<routes::ChangedRow>{{facts.back()->position, "{}"}};
                    }}}},
    });
    return table;
}

struct Boards {
    std::string make(const std::string& body) {
        return world.as(world.ben).post("/api/v1/boards", body).at("id");
    }
    void change(const std::string& id, const std::string& body) {
        const auto reply =
            world.as(world.ben).with("If-Match", "*").patch("/api/v1/boards/" + id, body);
        EXPECT_EQ(reply.status, 200) << reply.body;
    }
    Watcher watch(PersonId person, const std::string& id) {
        Watcher watcher(world, person);
        watcher.say(R"({"subscribe":["board:)" + id + R"("]})");
        return watcher;
    }
    Watcher watching(PersonId person, const std::string& id) {
        auto watcher = watch(person, id);
        const auto snapshot = watcher.next();
        EXPECT_EQ(snapshot.at("type"), "snapshot") << snapshot.body;
        EXPECT_EQ(snapshot.at("topic"), "board:" + id);
        EXPECT_EQ(snapshot.at("boards[0].id"), id);
        EXPECT_EQ(watcher.next().at("type"), "caught_up");
        return watcher;
    }
    static void expect_refused(Watcher& watcher) {
        const auto error = watcher.next();
        EXPECT_EQ(error.at("type"), "error") << error.body;
        EXPECT_EQ(error.at("problem.status"), "404") << error.body;
        EXPECT_EQ(error.at("problem.field"), "subscribe") << error.body;
        EXPECT_EQ(watcher.close_code(), 1008);
    }

    ApiWorld world{board_topics()};
};

TEST(StreamAccess, viewer_without_access_gets_an_error_and_is_closed) {
    Boards boards;
    const auto personal = boards.make(R"({"title":"mine"})");
    (void)boards.watching(boards.world.ben, personal);
    (void)boards.watching(boards.world.ann, personal);
    auto cleo = boards.watch(boards.world.cleo, personal);
    Boards::expect_refused(cleo);
    auto nothing = boards.watch(boards.world.ben, to_text(fresh_id<BoardId>(boards.world.now())));
    Boards::expect_refused(nothing);
}

TEST(StreamAccess, resumed_topic_needs_access_too) {
    Boards boards;
    const auto personal = boards.make(R"({"title":"mine"})");
    Watcher cleo(boards.world, boards.world.cleo);
    cleo.say(R"({"subscribe":["any_board","board:)" + personal + R"("],"after":1})");
    Boards::expect_refused(cleo);
}

TEST(StreamAccess, stream_closes_when_its_viewer_loses_access) {
    Boards boards;
    const auto id = boards.make(R"({"title":"ours","shared":true})");
    const auto other = boards.make(R"({"title":"other","shared":true})");
    auto ben = boards.watching(boards.world.ben, id);
    auto cleo = boards.watching(boards.world.cleo, id);
    auto cleo_elsewhere = boards.watching(boards.world.cleo, other);
    boards.change(id, R"({"title":"still ours"})");
    EXPECT_EQ(ben.next().at("boards[0].title"), "still ours");
    EXPECT_EQ(cleo.next().at("boards[0].title"), "still ours");
    boards.change(id, R"({"title":"mine","shared":false})");
    Boards::expect_refused(cleo);
    EXPECT_EQ(ben.next().at("boards[0].title"), "mine");
    boards.change(other, R"({"title":"goes on"})");
    EXPECT_EQ(cleo_elsewhere.next().at("boards[0].title"), "goes on");
    auto again = boards.watch(boards.world.cleo, id);
    Boards::expect_refused(again);
}

TEST(StreamAccess, change_of_a_subject_is_made_once_and_sent_to_its_watchers_only) {
    Boards boards;
    const auto one = boards.make(R"({"title":"one","shared":true})");
    const auto two = boards.make(R"({"title":"two","shared":true})");
    auto ben = boards.watching(boards.world.ben, one);
    auto cleo = boards.watching(boards.world.cleo, one);
    auto ann = boards.watching(boards.world.ann, two);
    const int before = times_board_was_made;
    boards.change(one, R"({"title":"1"})");
    EXPECT_EQ(ben.next().at("boards[0].title"), "1");
    EXPECT_EQ(cleo.next().at("boards[0].title"), "1");
    EXPECT_EQ(times_board_was_made - before, 1);
    boards.change(two, R"({"title":"2"})");
    const auto first = ann.next();
    EXPECT_EQ(first.at("topic"), "board:" + two) << first.body;
    EXPECT_EQ(first.at("boards[0].title"), "2");
}

TEST(StreamAccess, new_list_without_the_lost_topic_keeps_the_stream) {
    Boards boards;
    const auto id = boards.make(R"({"title":"ours","shared":true})");
    auto cleo = boards.watching(boards.world.cleo, id);
    cleo.say(R"({"subscribe":["any_board"]})");
    EXPECT_EQ(cleo.next("caught_up").at("type"), "caught_up");
    boards.change(id, R"({"shared":false})");
    const auto event = cleo.next();
    EXPECT_EQ(event.at("type"), "event") << event.body;
    EXPECT_EQ(event.at("topic"), "any_board");
}

}  // namespace
}  // namespace dibs::test
