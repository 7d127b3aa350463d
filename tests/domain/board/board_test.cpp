// Boards: their content, owners, and who changes them.
#include "domain/board/board_rules.hpp"
#include "tests/support/sample_site.hpp"

#include <functional>

namespace dibs::test {
namespace {

const BoardId board_id = nth<BoardId>(1);

board::Panel chart(std::string name = "p1") {
    return {.id = std::move(name),
            .kind = board::Kind::chart,
            .metric = gpu_metric("utilization_percent"),
            .w = 6,
            .h = 4};
}
board::Board of(PersonId owner, bool shared = false, std::vector<board::Panel> panels = {chart()}) {
    return {board_id, owner, {"Mine"}, shared, std::move(panels)};
}
board::Make make(const board::Board& b) {
    return {b.id, b.title, b.shared, b.panels};
}
board::Change change(const board::Board& b, std::optional<board::Version> expected = {}) {
    return {b.id, expected, b.title, b.shared, b.panels};
}
board::Board titled(board::Board b, std::string title) {
    b.title.value = std::move(title);
    return b;
}
Given personal() {
    return given(sample_site(), board::BoardCreated{of(ann)});
}
Given shared() {
    return given(sample_site(), board::BoardCreated{of(ann, true)});
}
// A board with one panel that `tamper` has changed.
Outcome when_panel(const std::function<void(board::Panel&)>& tamper) {
    auto panel = chart();
    tamper(panel);
    return sample_site().when(make(of(ann, false, {panel})), ann);
}
Outcome wrong(std::string member, Code code = Code::out_of_range) {
    return refused(code, "panels[0]." + member);
}

TEST(Board, board_belongs_to_its_author) {
    EXPECT_EQ(sample_site().when(make(of(ann)), ann), events(board::BoardCreated{of(ann)}));
}

TEST(Board, dibs_itself_owns_no_board) {
    EXPECT_EQ(sample_site().when(make(of(ann))), refused(Code::not_signed_in));
}

TEST(Board, board_id_is_unique) {
    EXPECT_EQ(personal().when(make(of(ben)), ben), refused(Code::already_exists, "id"));
}

TEST(Board, read_scope_neither_makes_nor_changes_boards) {
    EXPECT_EQ(sample_site().when(make(of(ann)), ann, {Scope::read}), refused(Code::not_allowed));
    EXPECT_EQ(personal().when(board::Remove{board_id, {}}, ann, {Scope::read}),
              refused(Code::not_allowed));
    const auto other = titled(of(ann), "other");
    EXPECT_EQ(personal().when(change(other), ann, {Scope::read}), refused(Code::not_allowed));
}

TEST(Board, owner_replaces_the_whole_board) {
    const auto after = titled(of(ann, true, {chart("a"), chart("b")}), "Ours");
    EXPECT_EQ(personal().when(change(after, 1), ann), events(board::Changed{after}));
}

TEST(Board, admin_change_keeps_the_owner) {
    const auto after = titled(of(ann), "By Root");
    EXPECT_EQ(personal().when(change(after), root), events(board::Changed{after}));
}

TEST(Board, personal_board_of_another_person_is_not_found) {
    EXPECT_EQ(personal().when(change(of(ann)), ben), refused(Code::not_found, "id"));
    EXPECT_EQ(personal().when(board::Remove{board_id, {}}, ben), refused(Code::not_found, "id"));
}

TEST(Board, shared_board_is_changed_by_its_owner_only) {
    EXPECT_EQ(shared().when(change(of(ann)), ben), refused(Code::not_allowed));
    EXPECT_EQ(shared().when(board::Remove{board_id, {}}, ben), refused(Code::not_allowed));
}

TEST(Board, change_of_an_older_version_is_refused) {
    auto world = given(personal(), board::Changed{titled(of(ann), "two")});
    EXPECT_EQ(world.when(change(of(ann), 1), ann), refused(Code::changed_meanwhile, "version"));
    EXPECT_EQ(world.when(board::Remove{board_id, 1}, ann),
              refused(Code::changed_meanwhile, "version"));
    EXPECT_EQ(world.when(board::Remove{board_id, 2}, ann), events(board::Removed{board_id, ann}));
}

TEST(Board, change_without_difference_yields_no_event) {
    EXPECT_EQ(personal().when(change(of(ann), 1), ann), nothing());
}

TEST(Board, removed_board_is_not_found_by_its_owner) {
    auto world = given(personal(), board::Removed{board_id, ann});
    EXPECT_EQ(world.when(board::Remove{board_id, {}}, ann), refused(Code::not_found, "id"));
    EXPECT_EQ(world.when(make(of(ben)), ben), events(board::BoardCreated{of(ben)}));
}

TEST(Board, person_has_at_most_100_boards_and_removal_frees_one) {
    auto world = sample_site();
    for (unsigned n = 1; n <= board::most_boards; ++n) {
        auto one = of(ann);
        one.id = nth<BoardId>(n);
        world.done(make(one), ann);
    }
    auto next = of(ann);
    next.id = nth<BoardId>(101);
    EXPECT_EQ(world.when(make(next), ann), refused(Code::not_ready));
    auto bens = next;
    bens.owner = ben;
    EXPECT_EQ(world.when(make(bens), ben), events(board::BoardCreated{bens}));
    world.done(board::Remove{board_id, {}}, ann);
    EXPECT_EQ(world.when(make(next), ann), events(board::BoardCreated{next}));
}

TEST(Board, title_is_one_nonempty_line) {
    EXPECT_EQ(sample_site().when(make(titled(of(ann), "")), ann),
              refused(Code::out_of_range, "title"));
    EXPECT_EQ(sample_site().when(make(titled(of(ann), "a\nb")), ann),
              refused(Code::out_of_range, "title"));
    EXPECT_EQ(sample_site().when(make(titled(of(ann), std::string(201, 'x'))), ann),
              refused(Code::out_of_range, "title"));
    const auto longest = titled(of(ann), std::string(200, 'x'));
    EXPECT_EQ(sample_site().when(make(longest), ann), events(board::BoardCreated{longest}));
    EXPECT_EQ(sample_site().when(make(titled(of(ann), " Zoe\u0308 ")), ann),
              events(board::BoardCreated{titled(of(ann), "Zo\u00eb")}));
    EXPECT_EQ(sample_site().when(make(titled(of(ann), "a\u200bb")), ann),
              refused(Code::out_of_range, "title"));
}

TEST(Board, board_has_at_most_64_panels_with_unique_ids) {
    std::vector<board::Panel> panels;
    for (int i = 0; i < 64; ++i) panels.push_back(chart("p" + std::to_string(i)));
    EXPECT_EQ(sample_site().when(make(of(ann, false, panels)), ann),
              events(board::BoardCreated{of(ann, false, panels)}));
    panels.push_back(chart("more"));
    EXPECT_EQ(sample_site().when(make(of(ann, false, panels)), ann),
              refused(Code::out_of_range, "panels"));
    EXPECT_EQ(sample_site().when(make(of(ann, false, {chart("a"), chart("a")})), ann),
              refused(Code::out_of_range, "panels[1].id"));
}

TEST(Panel, panel_id_has_plain_characters) {
    EXPECT_EQ(when_panel([](board::Panel& p) { p.id = ""; }), wrong("id"));
    EXPECT_EQ(when_panel([](board::Panel& p) { p.id = "a b"; }), wrong("id"));
    EXPECT_EQ(when_panel([](board::Panel& p) { p.id = std::string(33, 'a'); }), wrong("id"));
}

TEST(Panel, panel_fits_in_twelve_columns) {
    EXPECT_EQ(when_panel([](board::Panel& p) { p.x = -1; }), wrong("x"));
    EXPECT_EQ(when_panel([](board::Panel& p) { p.x = 12; }), wrong("x"));
    EXPECT_EQ(when_panel([](board::Panel& p) { p.w = 0; }), wrong("w"));
    EXPECT_EQ(when_panel([](board::Panel& p) { p.x = 7; }), wrong("w"));
    EXPECT_EQ(when_panel([](board::Panel& p) { p.w = INT64_MAX; }), wrong("w"));
    EXPECT_EQ(when_panel([](board::Panel& p) { p.y = 1001; }), wrong("y"));
    EXPECT_EQ(when_panel([](board::Panel& p) { p.h = 101; }), wrong("h"));
}

TEST(Panel, metric_is_required_or_refused_by_the_kind_of_panel) {
    EXPECT_EQ(when_panel([](board::Panel& p) { p.metric.reset(); }), wrong("metric"));
    EXPECT_EQ(when_panel([](board::Panel& p) { p.kind = board::Kind::violations; }),
              wrong("metric"));
    EXPECT_EQ(when_panel([](board::Panel& p) { p.kind = board::Kind::free; }), wrong("metric"));
    EXPECT_EQ(when_panel([](board::Panel& p) { p.kind = board::Kind::text; }), wrong("metric"));
}

TEST(Panel, host_metric_needs_a_chart_or_tile_and_one_host_or_all) {
    const auto of_hosts = [](board::Panel& p) {
        p.metric.reset();
        p.host_metric = host_metric("cpu_percent");
    };
    auto panel = chart();
    of_hosts(panel);
    const auto board = of(ann, false, {panel});
    EXPECT_EQ(sample_site().when(make(board), ann), events(board::BoardCreated{board}));
    panel.host = atlas;
    panel.kind = board::Kind::tile;
    const auto of_one = of(ann, false, {panel});
    EXPECT_EQ(sample_site().when(make(of_one), ann), events(board::BoardCreated{of_one}));
    EXPECT_EQ(when_panel([&](board::Panel& p) { p.host_metric = host_metric("load"); }),
              wrong("host_metric"))
        << "both";
    EXPECT_EQ(when_panel([&](board::Panel& p) {
                  of_hosts(p);
                  p.kind = board::Kind::gpus;
              }),
              wrong("host_metric"));
    EXPECT_EQ(when_panel([&](board::Panel& p) {
                  of_hosts(p);
                  p.gpus = {gpu_a};
              }),
              wrong("gpus"));
}

TEST(Panel, only_charts_have_a_window_of_a_minute_to_a_year) {
    EXPECT_EQ(when_panel([](board::Panel& p) { p.window_s = 59; }), wrong("window_s"));
    EXPECT_EQ(when_panel([](board::Panel& p) { p.window_s = board::longest_window_s + 1; }),
              wrong("window_s"));
    EXPECT_EQ(when_panel([](board::Panel& p) {
                  p.kind = board::Kind::tile;
                  p.window_s = 600;
              }),
              wrong("window_s"));
}

TEST(Panel, text_panel_may_have_lines_but_no_gpu) {
    const auto text = [](board::Panel& p, std::string words) {
        p.kind = board::Kind::text;
        p.metric.reset();
        p.text = Personal<std::string>{std::move(words)};
    };
    EXPECT_EQ(when_panel([&](board::Panel& p) { text(p, ""); }), wrong("text"));
    EXPECT_EQ(when_panel([&](board::Panel& p) { text(p, std::string(2001, 'x')); }), wrong("text"));
    EXPECT_NE(when_panel([&](board::Panel& p) { text(p, repeated("ż", 2000)); }), wrong("text"));
    for (const auto* hidden : {"a\x1b[31mb", "a\u202eb", "one\n\ttwo\u200b", "a\r", "\u2066a\n"}) {
        EXPECT_EQ(when_panel([&](board::Panel& p) { text(p, hidden); }), wrong("text")) << hidden;
    }
    EXPECT_EQ(when_panel([&](board::Panel& p) {
                  text(p, "a\n\tb");
                  p.gpus = std::vector{gpu_a};
              }),
              wrong("gpus"));
    EXPECT_EQ(when_panel([&](board::Panel& p) { p.text = Personal<std::string>{"x"}; }),
              wrong("text"));
}

TEST(Panel, panel_requires_existing_gpus_or_host) {
    EXPECT_EQ(when_panel([](board::Panel& p) { p.gpus = std::vector<GpuId>{}; }), wrong("gpus"));
    EXPECT_EQ(when_panel([](board::Panel& p) {
                  p.gpus = std::vector{gpu_a, gpu_a};
              }),
              wrong("gpus"));
    EXPECT_EQ(when_panel([](board::Panel& p) { p.gpus = std::vector{nth<GpuId>(99)}; }),
              wrong("gpus", Code::unknown_gpu));
    EXPECT_EQ(when_panel([](board::Panel& p) { p.host = nth<HostId>(99); }),
              wrong("host_id", Code::unknown_host));
    EXPECT_EQ(when_panel([](board::Panel& p) {
                  p.gpus = std::vector{gpu_a};
                  p.host = atlas;
              }),
              wrong("host_id"));
}

TEST(Panel, changed_board_may_keep_gpus_that_are_gone) {
    auto panel = chart();
    panel.host = atlas;
    const auto before = of(ann, false, {panel});
    auto world =
        given(sample_site(), board::BoardCreated{before}, fleet::HostRemoved{atlas, "atlas"});
    const auto after = titled(before, "renamed");
    EXPECT_EQ(world.when(change(after), ann), events(board::Changed{after}));
    const auto bens = make(of(ben, false, {panel}));
    EXPECT_EQ(given(sample_site(), fleet::HostRemoved{atlas, "atlas"}).when(bens, ben),
              refused(Code::unknown_host, "panels[0].host_id"));
}

}  // namespace
}  // namespace dibs::test
