// The board tables, and the history of boards.
#include "projections/questions/boards.hpp"

#include "projections/questions/history.hpp"
#include "tests/projections/history/rendered_sentence.hpp"
#include "tests/projections/store/tables_with.hpp"
#include "tests/support/one_of_each.hpp"

namespace dibs::test {
namespace {

const BoardId board_id = nth<BoardId>(1);

board::Board empty_board(unsigned n, PersonId owner, bool shared) {
    return {nth<BoardId>(n), owner, {"b" + std::to_string(n)}, shared, {}};
}
std::vector<std::string> titles(const TablesWith& tables, const views::BoardFilter& filter) {
    std::vector<std::string> found;
    for (const auto& b : list_boards(tables.ask(), filter, {}).items)
        found.push_back(b.title.value);
    return found;
}
using Titles = std::vector<std::string>;

TEST(BoardTables, board_is_read_back_as_created) {
    TablesWith tables;
    tables.sample_site().at("10:10").fact(board::BoardCreated{a_board()}, ann);
    const auto b = find_board(tables.ask(), board_id).value();
    EXPECT_EQ(b.title, a_board().title);
    EXPECT_EQ(b.panels, a_board().panels);
    EXPECT_TRUE(b.shared);
    EXPECT_EQ(b.owner, ann);
    EXPECT_EQ(b.owner_name.value, "ann");
    EXPECT_EQ(b.version, 1);
    EXPECT_EQ(b.created_at, clock("10:10"));
    EXPECT_EQ(b.changed_at, std::nullopt);
}

TEST(BoardTables, change_raises_version_and_sets_its_time) {
    TablesWith tables;
    tables.sample_site().at("10:10").fact(board::BoardCreated{a_board()}, ann);
    auto after = a_board();
    after.title.value = "other";
    tables.at("10:20").fact(board::Changed{after}, root);
    const auto b = find_board(tables.ask(), board_id).value();
    EXPECT_EQ(b.title.value, "other");
    EXPECT_EQ(b.version, 2);
    EXPECT_EQ(b.created_at, clock("10:10"));
    EXPECT_EQ(b.changed_at, clock("10:20"));
}

TEST(BoardTables, removed_board_is_not_found) {
    TablesWith tables;
    tables.sample_site().fact(board::BoardCreated{a_board()}, ann);
    tables.fact(board::Removed{board_id, ann, true}, ann);
    EXPECT_EQ(find_board(tables.ask(), board_id), std::nullopt);
    EXPECT_TRUE(list_boards(tables.ask(), {}, {}).items.empty());
}

TEST(BoardTables, list_has_visible_boards_oldest_first_in_pages) {
    TablesWith tables;
    tables.sample_site();
    for (unsigned n = 1; n <= 4; ++n) {
        tables.fact(board::BoardCreated{empty_board(n, n % 2 == 0 ? ben : ann, n > 2)});
    }
    EXPECT_EQ(titles(tables, {}), (Titles{"b1", "b2", "b3", "b4"}));
    EXPECT_EQ(titles(tables, {.seen_by = ann}), (Titles{"b1", "b3", "b4"}));
    EXPECT_EQ(titles(tables, {.seen_by = ann, .owner = ben}), (Titles{"b4"}));
    EXPECT_EQ(titles(tables, {.seen_by = ben, .shared = false}), (Titles{"b2"}));
    const auto first = list_boards(tables.ask(), {.seen_by = ann}, {.limit = 2});
    ASSERT_EQ(first.items.size(), 2U);
    const auto rest =
        list_boards(tables.ask(), {.seen_by = ann}, {.limit = 2, .after = first.next});
    ASSERT_EQ(rest.items.size(), 1U);
    EXPECT_EQ(rest.items[0].title.value, "b4");
    EXPECT_FALSE(rest.next.has_value());
}

TEST(BoardTables, history_of_a_board_is_found_with_its_audience) {
    TablesWith tables;
    tables.sample_site().fact(board::BoardCreated{empty_board(1, ann, false)}, ann);
    tables.fact(board::Changed{empty_board(1, ann, true)}, root)
        .fact(board::Removed{board_id, ann, true}, ann);
    const auto events =
        list_events(tables.ask(), {.about = {board_id}, .oldest_first = true}, {}).items;
    ASSERT_EQ(events.size(), 3U);
    EXPECT_EQ(rendered_sentence(events[0]), "ann made the board b1");
    EXPECT_EQ(rendered_sentence(events[1]), "root changed the board b1 of ann");
    EXPECT_EQ(rendered_sentence(events[2]), "ann removed a board");
    EXPECT_EQ(events[0].audience, Audience::concerned);
    EXPECT_EQ(events[1].audience, Audience::everyone);
    EXPECT_EQ(events[2].audience, Audience::everyone) << "it was shared when it was removed";
    EXPECT_TRUE(events[2].subjects.has(ann)) << "its owner, whoever removes it";
    EXPECT_EQ(events[2].subjects.first<BoardId>(), board_id);
    EXPECT_EQ(events[1].subjects.first<PersonId>(), ann);
    EXPECT_EQ(list_events(tables.ask(), {.about = {nth<BoardId>(9)}}, {}).items.size(), 0U);
}

TEST(BoardTables, admin_removing_a_personal_board_keeps_its_audience) {
    TablesWith tables;
    tables.sample_site().fact(board::BoardCreated{empty_board(1, ben, false)}, ben);
    tables.fact(board::Removed{board_id, ben, false}, root);
    const auto newest = list_events(tables.ask(), {.about = {board_id}}, {}).items.at(0);
    EXPECT_EQ(newest.type, "board.removed.v1");
    EXPECT_EQ(newest.audience, Audience::concerned);
    EXPECT_EQ(newest.subjects, about(board_id, ben));
}

}  // namespace
}  // namespace dibs::test
