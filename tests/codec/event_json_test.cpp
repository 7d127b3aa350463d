// Events survive the codec. Invalid events are refused with the path of the error.
#include "domain/codec/json_reader.hpp"
#include "domain/fleet/origin_fields.hpp"
#include "domain/world/answer_fields.hpp"
#include "tests/support/one_of_each.hpp"
#include "tests/support/test_keys.hpp"

#include <algorithm>
#include <limits>
#include <random>

namespace dibs::test {
namespace {

Result<Event> read(std::string_view type, std::string_view body) {
    JsonParser parser;
    return parse_shown_event(parser, type, body);
}
// The path of the first error and the error: "when.from: The field is missing."
std::string fault(std::string_view type, std::string_view body) {
    const auto result = read(type, body);
    return result ? "none" : result.error().field + ": " + result.error().detail;
}
std::string replaced(std::string text, std::string_view what, std::string_view with) {
    const auto at = text.find(what);
    if (at == std::string::npos) throw std::logic_error("not there: " + std::string(what));
    return text.replace(at, what.size(), with);
}
Event one_of(std::string_view type) {
    for (auto& e : one_of_each()) {
        if (e.type() == type) return e;
    }
    throw std::logic_error("no example of " + std::string(type));
}
const Event held = one_of_each()[0];
const std::string held_type = "reservation.booked.v1";
std::string held_json() {
    return event_json(held);
}

TEST(EventJson, every_event_survives_writing_and_reading) {
    auto all = one_of_each();
    for (auto& e : with_absent_members()) all.push_back(e);
    for (const auto& e : all) {
        const auto back = read(e.type(), event_json(e));
        ASSERT_TRUE(back) << text_of(e) << ": " << back.error().detail;
        EXPECT_EQ(text_of(*back), text_of(e));
    }
}

TEST(EventJson, absent_optional_member_is_omitted) {
    EXPECT_EQ(event_json(with_absent_members()[1]).find("memory"), std::string::npos);
}

// Any text that is valid UTF-8: control characters, quotes, NUL, all planes.
std::string random_text(std::mt19937& random) {
    static constexpr std::array pieces = {"\"",
                                          "\\",
                                          "\n",
                                          "\r",
                                          "\t",
                                          "\x01",
                                          "\x7f",
                                          "/",
                                          "</",
                                          "a",
                                          "\xC3\xA9",
                                          "\xE2\x80\xA8",
                                          "\xEF\xBF\xBF",
                                          "\xF0\x9F\x98\x80",
                                          "\xF4\x8F\xBF\xBF",
                                          "\\u0041",
                                          "{"};
    std::string text;
    for (auto n = random() % 12; n > 0; --n) text += pieces[random() % pieces.size()];
    if (random() % 5 == 0) text += '\0';
    return text;
}
template <class AnyId>
AnyId random_id(std::mt19937& random) {
    AnyId id;
    for (auto& byte : id.uuid) byte = static_cast<std::uint8_t>(random());
    return id;
}
Instant random_instant(std::mt19937& random) {
    std::uniform_int_distribution<std::int64_t> years(-62167219200000, 253402300799999);
    return from_unix_ms(years(random));
}

TEST(EventJson, random_events_survive_writing_and_reading) {
    const auto seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    JsonParser parser;
    for (int i = 0; i < 2000; ++i) {
        reservation::Booking b{random_id<ReservationId>(random),
                               random_id<PersonId>(random),
                               {},
                               {random_instant(random), random_instant(random)},
                               {random_text(random)}};
        for (auto n = random() % 4; n > 0; --n) b.gpus.push_back(random_id<GpuId>(random));
        const auto booked = parse_event(
            parser, held_type, event_json(event(reservation::Booked{b}), test_keys()), test_keys());
        ASSERT_TRUE(booked) << booked.error().detail;
        EXPECT_EQ(get<reservation::Booked>(*booked).booking, b);

        const auto e =
            event(fleet::ProcessAppeared{random_id<ProcessId>(random),
                                         random_id<HostId>(random),
                                         {random_id<GpuId>(random)},
                                         static_cast<std::int64_t>(random()) << (random() % 31),
                                         random_instant(random),
                                         random_text(random),
                                         {},
                                         Personal<std::string>{random_text(random)}});
        const auto back = parse_event(parser, e.type(), event_json(e, test_keys()), test_keys());
        ASSERT_TRUE(back) << back.error().detail;
        const auto& before = get<fleet::ProcessAppeared>(e);
        const auto& after = get<fleet::ProcessAppeared>(*back);
        EXPECT_EQ(after.unix_name, before.unix_name);
        EXPECT_EQ(after.command_line, before.command_line);
        EXPECT_EQ(after.pid, before.pid);
        EXPECT_EQ(after.started, before.started);
    }
}

TEST(EventJson, invalid_utf8_becomes_replacement_characters) {
    for (const std::string bytes :
         {"\xFF", "\xC0\x80", "\xED\xA0\x80", "\xF5\x80\x80\x80", "\xC3", "\xE2\x80", "\x80"}) {
        const auto e = event(fleet::HostLost{atlas, "a" + bytes});
        const auto back = read(e.type(), event_json(e));
        ASSERT_TRUE(back) << back.error().detail;
        const auto& reason = get<fleet::HostLost>(*back).reason;
        EXPECT_TRUE(reason.starts_with("a\xEF\xBF\xBD")) << reason;
    }
}

TEST(EventJson, unknown_type_is_refused_not_skipped) {
    EXPECT_FALSE(read("reservation.booked.v2", held_json()));
    EXPECT_FALSE(read("", held_json()));
    EXPECT_FALSE(read("reservation.booked.v", held_json()));
    EXPECT_FALSE(read("log.claimed.v1", "{}"));
    EXPECT_EQ(read("x.v9", "{}").error().field, "type");
}

TEST(EventJson, unknown_field_is_refused_with_its_path) {
    EXPECT_EQ(fault(held_type, replaced(held_json(), R"("title")", R"("colour":1,"title")")),
              "booking.colour: There is no such field.");
    EXPECT_EQ(fault(held_type, R"({"Booking":{}})"), "Booking: There is no such field.");
}

TEST(EventJson, duplicate_field_is_refused_with_its_path) {
    EXPECT_EQ(fault(held_type, replaced(held_json(), R"("until")",
                                        R"("from":"2026-12-01T10:00:00Z","until")")),
              "booking.when.from: The field is given twice.");
}

TEST(EventJson, missing_field_is_refused_with_its_path) {
    EXPECT_EQ(fault(held_type, replaced(held_json(), R"("from":"2026-12-01T10:00:00.000Z",)", "")),
              "booking.when.from: The field is missing.");
    EXPECT_EQ(fault(held_type, "{}"), "booking: The field is missing.");
}

TEST(EventJson, wrong_type_is_refused_with_its_path) {
    const auto lost = [](std::string body) { return fault("host.lost.v1", body); };
    const auto id = '"' + to_text(atlas) + '"';
    EXPECT_EQ(lost(R"({"id":)" + id + R"(,"reason":1})"),
              "reason: Expected a string, found an integer.");
    EXPECT_EQ(lost(R"({"id":)" + id + R"(,"reason":null})"),
              "reason: Expected a string, found null.");
    EXPECT_EQ(lost(R"({"id":1,"reason":""})"), "id: Expected an id, found an integer.");
    EXPECT_EQ(fault("host.lost.v1", "[]"), ": Expected an object, found an array.");
    EXPECT_TRUE(lost(R"({"id":"res_)" + to_text(atlas).substr(5) + R"(","reason":""})")
                    .starts_with("id: Expected an id that starts with host_"));
    EXPECT_EQ(fault(held_type, replaced(held_json(), R"("gpus":[)", R"("gpus":[7,)")),
              "booking.gpus[0]: Expected an id, found an integer.");
    EXPECT_EQ(fault(held_type, replaced(held_json(), R"("gpus":[)", R"("gpus":[["x"],)")),
              "booking.gpus[0]: Expected an id, found an array.");
}

TEST(EventJson, null_is_not_an_absent_field) {
    const auto json = event_json(with_absent_members()[1]);
    EXPECT_EQ(fault("gpu.changed.v1", replaced(json, R"("index")", R"("parent_id":null,"index")")),
              "parent_id: Expected an id, found null.");
}

TEST(EventJson, integer_has_64_bits_in_any_notation) {
    const auto with_pid = [](std::string pid) {
        const auto json = event_json(event(fleet::ProcessAppeared{}));
        return fault("process.appeared.v1", replaced(json, R"("pid":0)", "\"pid\":" + pid));
    };
    EXPECT_EQ(with_pid("-9223372036854775808"), "none");
    EXPECT_EQ(with_pid("9223372036854775807"), "none");
    EXPECT_EQ(with_pid("9223372036854775808"),
              "pid: Expected an integer, found a number that is no 64-bit integer.");
    EXPECT_EQ(with_pid("1.0"), "none");
    EXPECT_EQ(with_pid("1e3"), "none");
    EXPECT_EQ(with_pid("-9007199254740992.0"), "none");
    for (const auto* other : {"1.5", "1e-3", "9007199254740994.0", "1e300"}) {
        EXPECT_EQ(with_pid(other),
                  "pid: Expected an integer, found a number that is no 64-bit integer.");
    }
    EXPECT_EQ(with_pid("true"), "pid: Expected an integer, found a boolean.");
    EXPECT_EQ(with_pid(R"("1")"), "pid: Expected an integer, found a string.");
    EXPECT_NE(with_pid("01"), "none");
    EXPECT_NE(with_pid("NaN"), "none");
}

TEST(EventJson, times_and_names_are_checked) {
    EXPECT_EQ(fault(held_type, replaced(held_json(), "2026-12-01T10", "2026-12-32T10")),
              "booking.when.from: Expected a time like 2026-11-21T09:00:00Z, with Z or an offset.");
    const auto added = event_json(one_of(people::PersonAdded::type));
    EXPECT_EQ(fault("person.added.v1", replaced(added, R"("role":"admin")", R"("role":"Admin")")),
              "role: Expected one of: user, admin, observer.");
    const auto issued = event_json(one_of(people::TokenIssued::type));
    EXPECT_EQ(fault("token.issued.v1", replaced(issued, R"("read")", R"("root")")),
              "scopes: Expected scopes out of: metrics, read, book, admin.");
}

TEST(EventJson, rejects_text_that_is_not_json) {
    const std::string whole = held_json();
    for (std::size_t length = 0; length < whole.size(); ++length) {
        EXPECT_FALSE(read(held_type, std::string_view(whole).substr(0, length))) << length;
    }
    EXPECT_FALSE(read(held_type, whole + "x"));
    EXPECT_FALSE(read(held_type, whole + whole));
    EXPECT_FALSE(read(held_type, replaced(whole, "7", "\xFF")));
    EXPECT_FALSE(read(held_type, replaced(whole, "7", "\n")));
    EXPECT_FALSE(read(held_type, replaced(whole, "7", R"(\ud800)")));
    EXPECT_TRUE(read(held_type, whole + " \n"));
}

std::string nested(std::size_t depth) {
    return std::string(depth, '[') + std::string(depth, ']');
}

TEST(Json, json_has_at_most_32_levels) {
    JsonParser parser;
    EXPECT_TRUE(parser.parse("1"));
    EXPECT_TRUE(parser.parse(nested(31)));
    EXPECT_FALSE(parser.parse(nested(33)));
    EXPECT_FALSE(parser.parse(nested(100'000)));
    EXPECT_FALSE(parser.parse(nested(1025)));
    EXPECT_TRUE(parser.parse(nested(31)));
}

TEST(Json, new_parser_refuses_depth_in_its_first_text) {
    EXPECT_FALSE(JsonParser().parse(nested(33)));
    JsonParser after_nothing;
    EXPECT_FALSE(after_nothing.parse(""));
    EXPECT_FALSE(after_nothing.parse(nested(33)));
}

TEST(Json, parser_is_reused_for_larger_and_smaller_texts) {
    JsonParser parser;
    for (const std::size_t size : {1U, 5000U, 10U, 1'000'000U, 2U, 70'000U}) {
        const auto text = '"' + std::string(size, 'x') + '"';
        const auto json = parser.parse(text);
        ASSERT_TRUE(json) << size;
        EXPECT_EQ(json->as_string()->size(), size);
    }
}

TEST(Json, text_may_end_at_the_end_of_its_memory) {
    JsonParser parser;
    for (std::size_t size = 1; size < 200; ++size) {
        std::vector<char> exact(size + 1, 'x');
        exact.front() = exact.back() = '"';
        const auto json = parser.parse({exact.data(), exact.size()});
        ASSERT_TRUE(json) << size;
        EXPECT_EQ(json->as_string()->size(), size - 1);
    }
}

TEST(Json, control_characters_and_del_are_escaped) {
    std::string out;
    append_json_string(out, std::string_view("\x1b[2J\x7f\0\xC2\x9B", 8));
    EXPECT_EQ(out.find('\x1b'), std::string::npos);
    EXPECT_EQ(out.find('\x7f'), std::string::npos);
    EXPECT_EQ(out.find('\0'), std::string::npos);
    EXPECT_EQ(out.find('\x9b'), std::string::npos);
}

TEST(Json, number_is_written_as_the_shortest_decimal_and_never_as_a_bool) {
    EXPECT_EQ(to_json(0.41), "0.41");
    EXPECT_EQ(to_json(1.0), "1");
    EXPECT_EQ(to_json(std::numeric_limits<double>::infinity()), "null");
    EXPECT_EQ(to_json(true), "true");
}

TEST(Codes, refusal_codes_have_the_same_names_in_the_log_and_in_the_api) {
    for (const auto& [code, name] : Names<Code>::list) EXPECT_EQ(to_text(code), name);
    EXPECT_EQ(Names<Code>::list.back().first, Code::unavailable);
    EXPECT_EQ(Names<Code>::list.size(), static_cast<std::size_t>(Code::unavailable) + 1);
}

TEST(Names, every_enum_name_maps_back_to_its_value) {
    for (const auto& [code, name] : Names<Code>::list) EXPECT_EQ(value_named<Code>(name), code);
    EXPECT_EQ(value_named<Code>(""), std::nullopt);
    EXPECT_EQ(value_named<Code>("malforme"), std::nullopt);
    EXPECT_EQ(value_named<Code>("Malformed"), std::nullopt);
    EXPECT_EQ(all_names<fleet::SessionKind>(), "screen, tmux, slurm, service");
}

}  // namespace
}  // namespace dibs::test
