// Pure parts of the command line: names, tables, JSON, arguments, times.
#include "api/cli/grammar/arguments.hpp"
#include "api/cli/lib/clock.hpp"
#include "api/cli/lib/failure.hpp"
#include "api/cli/lib/json.hpp"
#include "api/cli/lib/near_words.hpp"
#include "api/cli/lib/setup_link.hpp"
#include "api/cli/lib/table.hpp"
#include "api/cli/views/gpu_names.hpp"
#include "api/cli/views/lookup.hpp"

#include <gtest/gtest.h>

namespace dibs::cli {
namespace {

TEST(GpuNames, gpu_names_are_shortened_to_runs_per_host) {
    EXPECT_EQ(compact_names({"gpu03:0", "gpu03:1", "gpu03:2", "gpu03:6", "gpu04:0"}),
              "gpu03:0-2,6 gpu04:0");
    EXPECT_EQ(compact_names({}), "");
    EXPECT_EQ(compact_names({"odd"}), "odd");
}

TEST(Table, columns_are_aligned_by_display_width) {
    Table table({"NAME", "N"});
    table.add({"zażółć", "1"});
    table.add({"日本", "22"});
    table.add({"", ""});
    EXPECT_EQ(table.aligned(), "NAME    N\nzażółć  1\n日本    22\n-       -\n");
}

TEST(Table, narrow_line_drops_empty_columns_then_cuts_wide_ones) {
    Table table({"NAME", "REASON", "TITLE"});
    table.add({"gpu01", "", "a long title of thirty letters"});
    EXPECT_EQ(table.aligned(40, "~"), "NAME   TITLE\ngpu01  a long title of thirty letters\n");
    EXPECT_EQ(table.aligned(24, "~"), "NAME   TITLE\ngpu01  a long title of ~\n");
    EXPECT_EQ(table.left_out(24), std::vector<std::string>{"REASON"});
    EXPECT_TRUE(table.left_out(0).empty());
}

TEST(Table, id_is_dropped_rather_than_cut) {
    Table table({"NAME", "ID"});
    table.add({"ann", "per_01JD3K8QZ4T5V6W7X8Y9Z0A141"});
    EXPECT_EQ(table.aligned(20, "~"), "NAME\nann\n");
    EXPECT_EQ(table.left_out(20), std::vector<std::string>{"ID"});
}

TEST(Table, cut_counts_terminal_columns) {
    Table table({"TITLE"});
    table.add({"\u65e5\u672c\u65e5\u672c\u65e5\u672c\u65e5\u672c"});  // 16 columns
    EXPECT_EQ(table.aligned(12, "~"), "TITLE\n\u65e5\u672c\u65e5\u672c\u65e5~\n");
}

TEST(NearestWord, typo_is_found_and_a_distant_word_is_not) {
    const std::vector<std::string> words{"reserve", "reservation", "cancel", "list"};
    EXPECT_EQ(nearest_word("resrve", words), "reserve");
    EXPECT_EQ(nearest_word("cancle", words), "cancel");
    EXPECT_EQ(nearest_word("lst", words), "list");
    EXPECT_EQ(nearest_word("frobnicate", words), std::nullopt);
    EXPECT_EQ(nearest_word("", words), std::nullopt);
}

TEST(Table, tab_in_a_cell_does_not_shift_columns) {
    Table table({"A", "B"});
    table.add({"a\tb\nc", ""});
    EXPECT_EQ(table.tsv(), "a b c\t\n");
}

TEST(Printable, control_characters_and_broken_text_become_question_marks) {
    EXPECT_EQ(printable("a\x1b[31mb\x07"), "a?[31mb?");
    EXPECT_EQ(printable("\xc2\x9b"), "?");     // C1: CSI
    EXPECT_EQ(printable("a\xff\xc3"), "a??");  // not UTF-8; truncated
    EXPECT_EQ(printable("\xe2\x80\xae"
                        "x"),
              "?x");  // right-to-left override
    EXPECT_EQ(printable("\xc0\x9b"
                        "x"),
              "??x");  // overlong
    EXPECT_EQ(printable("zażółć ✓"), "zażółć ✓");
    EXPECT_EQ(escaped("a\x1b\xc2\x9b\xe2\x80\xaeż"), "a\\u001b\\u009b\\u202eż");
    const Json title(std::string_view("b\xe2\x80\xae"));
    EXPECT_EQ(title.dump(), "\"b\\u202e\"");
    EXPECT_EQ(Json::parse(title.dump())->text(), title.text());
}

TEST(Json, parsed_json_is_written_unchanged) {
    for (const char* text : {R"({"a":[1,2.5,true,null,"x\"y\\z\n"],"b":{}})", "[]", "\"\u00e9\"",
                             "-9223372036854775808", R"({"\u0001":"\u001f"})"}) {
        EXPECT_EQ(Json::parse(text).value().dump(), text);
    }
    EXPECT_FALSE(Json::parse("{"));
    EXPECT_FALSE(Json::parse("1 2"));
    EXPECT_FALSE(Json::parse(""));
}

TEST(Json, member_is_added_or_replaced_in_place) {
    auto json = Json::parse(R"({"a":1,"b":[{"c":null}]})").value();
    json.set("a", "x");
    json.set("d", Json::Array{Json(true), Json(), json["b"]});
    EXPECT_EQ(json.dump(), R"({"a":"x","b":[{"c":null}],"d":[true,null,[{"c":null}]]})");
    Json from_nothing;
    from_nothing.set("n", std::int64_t{7});
    EXPECT_EQ(from_nothing.dump(true), "{\n  \"n\": 7\n}");
}

TEST(Json, value_outlives_its_document) {
    Json inner;
    {
        const auto outer =
            Json::parse(R"({"a":{"b":["long enough to lie in a buffer of its own"]}})");
        inner = outer.value()["a"]["b"].items()[0];
    }
    EXPECT_EQ(inner.text(), "long enough to lie in a buffer of its own");
}

TEST(Json, non_utf8_text_is_wrong_usage) {
    try {
        (void)Json("a\xff");
        FAIL() << "it was taken";
    } catch (const Failure& failure) {
        EXPECT_EQ(failure.exit, Exit::usage);
    }
}

TEST(Json, absent_members_are_null_and_empty) {
    const auto json = Json::parse(R"({"n":0})").value();
    EXPECT_TRUE(json["x"]["y"].is_null());
    EXPECT_EQ(json["x"].shown(), "");
    EXPECT_EQ(json["n"].shown(), "0");
}

TEST(Ids, shortest_unambiguous_prefix_is_shown) {
    const auto item = [](const char* id) { return Json(Json::Object{{"id", id}}); };
    EXPECT_EQ(short_id_size({item("res_01JDAAAAAAAA1"), item("res_01JDAAAAAAAA2")}), 17U);
    EXPECT_EQ(short_id_size({item("res_01JDAAAAAAAA1"), item("res_01JX")}), 12U);
    EXPECT_EQ(with_id_prefix({item("res_01JDA"), item("res_01JX")}, "res_01jd").size(), 1U);
    EXPECT_EQ(with_id_prefix({item("res_01JDA"), item("res_01JX")}, "01j").size(), 2U);
    EXPECT_EQ(with_id_prefix({item("res_01JDA")}, "").size(), 0U);
}

TEST(ZoneClock, unknown_zone_is_wrong_usage) {
    EXPECT_EQ(known_zone("Europe/Warsaw"), "Europe/Warsaw");
    EXPECT_EQ(known_zone("UTC"), "UTC");
    for (const char* name : {"Europe/Warszawa", "", "Europe", "/etc/localtime", "../zoneinfo/UTC",
                             "zone.tab", "Warsaw"}) {
        EXPECT_THROW((void)known_zone(name), Failure) << name;
    }
}

TEST(ZoneClock, moments_are_shown_in_the_users_zone) {
    const ZoneClock clock("Europe/Warsaw", parse_utc("2026-11-21T01:45:03.250Z").value());
    EXPECT_EQ(clock.moment("2026-11-21T08:00:00.000Z"), "09:00");
    EXPECT_EQ(clock.moment("2026-11-24T08:00:00.000Z"), "Tue 09:00");
    EXPECT_EQ(clock.moment("2026-12-24T08:00:00.000Z"), "24 Dec 09:00");
    EXPECT_EQ(clock.moment("2027-07-01T08:00:00.000Z"), "1 Jul 2027 10:00");
    EXPECT_EQ(clock.day("2026-11-20T23:00:00.000Z"), "Sat 21 Nov");
    EXPECT_EQ(clock.day("2025-12-31T22:59:00.000Z"), "Wed 31 Dec 2025");
    EXPECT_EQ(clock.interval("2026-11-24T21:00:00.000Z", "2026-11-25T05:00:00.000Z"),
              "Tue 24 Nov 22:00 - Wed 25 Nov 06:00 CET");
    EXPECT_EQ(clock.distance("2026-11-21T03:45:03.250Z"), "in 2h");
    EXPECT_EQ(clock.distance("2026-11-21T01:40:03.250Z"), "5min ago");
    EXPECT_EQ(clock.abbreviation(), "CET");
}

TEST(ZoneClock, utc_text_reads_back) {
    for (const char* text : {"2026-11-21T01:45:03.250Z", "1970-01-01T00:00:00.000Z"}) {
        EXPECT_EQ(utc_text(parse_utc(text).value()), text);
    }
    EXPECT_FALSE(parse_utc("tomorrow"));
    EXPECT_FALSE(parse_utc("2026-11-21T01:45:03.250Zx"));
}

TEST(Arguments, json_with_fields_differs_from_bare_json) {
    const std::vector<const char*> argv{"dibs",   "res", "list",    "--json=id,owner_name",
                                        "--json", "--",  "--json=x"};
    EXPECT_EQ(prepare_arguments(static_cast<int>(argv.size()), argv.data()),
              (std::vector<std::string>{"res", "list", "--json-fields=id,owner_name", "--json",
                                        "--", "--json=x"}));
    EXPECT_EQ(split_fields("id,,owner_name"), (std::vector<std::string>{"id", "owner_name"}));
}

TEST(Arguments, color_follows_flag_then_environment_then_terminal) {
    const auto environment = [](std::vector<std::pair<std::string, std::string>> set) {
        return [set](const std::string& name) -> std::optional<std::string> {
            for (const auto& [key, value] : set) {
                if (key == name) return value;
            }
            return std::nullopt;
        };
    };
    EXPECT_TRUE(use_color("auto", true, environment({{"TERM", "xterm"}})));
    EXPECT_FALSE(use_color("auto", false, environment({{"TERM", "xterm"}})));
    EXPECT_FALSE(use_color("auto", true, environment({{"TERM", "dumb"}})));
    EXPECT_FALSE(use_color("auto", true, environment({{"TERM", "xterm"}, {"NO_COLOR", "1"}})));
    EXPECT_TRUE(use_color("auto", false, environment({{"CLICOLOR_FORCE", "1"}})));
    EXPECT_TRUE(use_color("always", false, environment({{"NO_COLOR", "1"}})));
    EXPECT_FALSE(use_color("never", true, environment({{"CLICOLOR_FORCE", "1"}})));
}

TEST(SetupLink, setup_link_has_server_and_token) {
    const auto link = parse_setup_link("http://gpus:8080/dibs/setup?token=abc&x=1");
    EXPECT_EQ(link.server, "http://gpus:8080/dibs");
    EXPECT_EQ(link.token, "abc");
    EXPECT_EQ(parse_setup_link("http://gpus:8080/setup#token=abc").token, "abc");
    EXPECT_EQ(parse_setup_link("http://gpus:8080/#/setup?token=abc").server, "http://gpus:8080");
    EXPECT_EQ(parse_setup_link("abc").token, "");
    EXPECT_EQ(server_of_setup({"setup", "http://gpus/setup?token=x"}), "http://gpus");
    EXPECT_EQ(server_of_setup({"api", "http://gpus/?token=x"}), "");
}

}  // namespace
}  // namespace dibs::cli
