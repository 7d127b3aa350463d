// The small pure parts: query, cookies, cursors, ETags, problems, rate limit, header writing.
#include "api/http/conditional.hpp"
#include "api/http/connection/response_writer.hpp"
#include "api/http/message/cursor.hpp"
#include "api/http/problem.hpp"
#include "api/http/problem_kinds.hpp"
#include "api/http/rate_limit.hpp"
#include "domain/world/answer_fields.hpp"

#include <set>

#include <gtest/gtest.h>

namespace dibs::http {
namespace {

using namespace std::chrono_literals;

Query query_of(std::string_view text) {
    return Query::parse(text).value();
}

TEST(Query, query_decodes_names_and_values) {
    const auto query = query_of("a=1&b=x%20y+z&c&d=%3D%26");
    EXPECT_EQ(query.get("a"), "1");
    EXPECT_EQ(query.get("b"), "x y z");
    EXPECT_EQ(query.get("c"), "");
    EXPECT_EQ(query.get("d"), "=&");
    EXPECT_EQ(query.get("e"), std::nullopt);
}

TEST(Query, doubtful_query_is_refused) {
    for (const auto* text : {"=1", "a=%", "a=%4", "a=%g0", "a=%00", "a=%0A"}) {
        EXPECT_FALSE(Query::parse(text)) << text;
    }
}

std::vector<std::string> wrong_in(std::string_view text, const std::vector<Parameter>& known) {
    Faults faults;
    query_of(text).check(known, faults);
    std::vector<std::string> wrong;
    if (!faults.refusal()) return wrong;
    wrong.push_back(faults.refusal()->field);
    for (const auto& other : faults.refusal()->also) wrong.push_back(other.field);
    return wrong;
}

TEST(Query, unknown_parameters_are_named_with_the_known_ones) {
    const std::vector<Parameter> known{"from", list_of("gpu")};
    EXPECT_EQ(wrong_in("from=1&frm=2&gup=3", known), (std::vector<std::string>{"frm", "gup"}));
    Faults faults;
    query_of("frm=2").check(known, faults);
    EXPECT_TRUE(faults.refusal()->detail.ends_with("Known are: from, gpu."));
}

TEST(Query, repeated_single_parameter_is_refused) {
    const std::vector<Parameter> known{"from", number_of("limit"), list_of("gpu")};
    for (const auto* text : {"from=1&from=1", "from=1&%66rom=2", "limit=1&gpu=a&limit=2"}) {
        EXPECT_EQ(wrong_in(text, known).size(), 1U) << text;
    }
    EXPECT_EQ(wrong_in("gpu=a&from=1&gpu=b", known).size(), 0U);
}

TEST(Query, list_is_split_at_commas_and_may_be_repeated) {
    using Parts = std::vector<std::string_view>;
    const auto query = query_of("gpu=a,b&from=1&gpu=c&none=&gap=a,,b%2Cc");
    EXPECT_EQ(query.list("gpu"), (Parts{"a", "b", "c"}));
    EXPECT_EQ(query.list("none"), (Parts{""}));
    EXPECT_EQ(query.list("gap"), (Parts{"a", "", "b", "c"}));
    EXPECT_EQ(query.list("absent"), Parts{});
}

TEST(Query, getters_refuse_with_the_parameters_name) {
    const auto query = query_of("t=yesterday&n=-1&f=yes&ok=2026-11-21T10:00:00+01:00");
    EXPECT_EQ(query.instant("t").error().field, "t");
    EXPECT_EQ(query.number("n").error().field, "n");
    EXPECT_EQ(query.flag("f").error().field, "f");
    EXPECT_EQ(to_text(**query.instant("ok")), "2026-11-21T09:00:00.000Z");
    EXPECT_EQ(*query.number("absent"), std::nullopt);
}

TEST(Request, cookie_sent_twice_counts_as_absent) {
    Request request;
    request.headers.add("Cookie", "a=1; session=s3cret; b=2; b=3");
    EXPECT_EQ(request.cookie("session"), "s3cret");
    EXPECT_EQ(request.cookie("b"), std::nullopt);
    EXPECT_EQ(request.cookie("c"), std::nullopt);
}

TEST(Request, headers_survive_a_move) {
    Request request;
    request.headers.add("A", "1");
    const Request moved = std::move(request);
    EXPECT_EQ(moved.header("a"), "1");
}

TEST(Cursor, cursor_round_trips_every_key) {
    std::string key;
    for (int i = 0; i < 300; ++i) {
        EXPECT_EQ(decode_cursor(encode_cursor(key)).value_or(""), key);
        key += static_cast<char>(i * 37);
    }
}

TEST(Cursor, cursor_has_one_spelling_only) {
    EXPECT_EQ(decode_cursor("QQ"), "A");
    for (const auto* text : {"", "Q", "QR", "QQ==", "Q Q", "QQ\n", "Q+"}) {
        EXPECT_EQ(decode_cursor(text), std::nullopt) << text;
    }
    EXPECT_EQ(decode_cursor(std::string(2000, 'A')), std::nullopt);
}

TEST(Cursor, page_limit_is_checked) {
    EXPECT_EQ(page_of(query_of(""))->limit, 100U);
    EXPECT_EQ(page_of(query_of("limit=500"))->limit, 500U);
    EXPECT_EQ(page_of(query_of("limit=501")).error().code, Code::out_of_range);
    EXPECT_EQ(page_of(query_of("limit=0")).error().field, "limit");
    EXPECT_EQ(page_of(query_of("cursor=!")).error().field, "cursor");
}

TEST(Cursor, next_link_keeps_the_rest_of_the_query) {
    Request request;
    request.base_path = "/dibs";
    request.path = "/api/v1/x";
    request.query = query_of("cursor=QQ&limit=2&q=a%20b");
    EXPECT_EQ(next_link(request, "B"), "</dibs/api/v1/x?limit=2&q=a%20b&cursor=Qg>; rel=\"next\"");
}

TEST(Conditional, if_match_accepts_only_dibs_versions) {
    const auto with = [](const char* value) {
        Request request;
        request.headers.add("If-Match", value);
        return if_match(request);
    };
    EXPECT_EQ(*with("\"v17\""), 17U);
    EXPECT_EQ(*with("*"), std::nullopt);
    for (const auto* other :
         {"\"v\"", "\"17\"", "v17", "W/\"v17\"", "\"v17x\"", "\"v1\", \"v2\""}) {
        EXPECT_EQ(with(other).error().code, Code::changed_meanwhile) << other;
    }
}

TEST(Conditional, if_none_match_is_a_list) {
    Request request;
    request.headers.add("If-None-Match", "\"a\", W/\"v3\"");
    EXPECT_TRUE(is_unchanged(request, version_etag(3)));
    EXPECT_FALSE(is_unchanged(request, version_etag(4)));
}

TEST(Problem, every_code_has_a_status_and_a_page) {
    for (int i = 0; i <= static_cast<int>(Code::unavailable); ++i) {
        const auto code = static_cast<Code>(i);
        const auto response = refusal_response({code, {}, "why", {}}, "r1");
        EXPECT_GE(response.status, 400);
        EXPECT_LT(response.status, 504);
        EXPECT_EQ(response.status == 500, code == Code::internal);
        EXPECT_NE(response.body.view().find("/problems/" + std::string(to_text(code))),
                  std::string_view::npos);
        const auto* kind = find_problem_kind(to_text(code));
        ASSERT_NE(kind, nullptr) << to_text(code);
        EXPECT_EQ(kind->status, response.status);
    }
    for (const auto& [code, name] : Names<Code>::list) EXPECT_EQ(to_text(code), name);
    EXPECT_EQ(Names<Code>::list.size(), static_cast<std::size_t>(Code::unavailable) + 1);
}

TEST(Problem, every_status_without_a_refusal_has_a_page) {
    for (const int status :
         {400, 404, 405, 408, 413, 414, 415, 417, 421, 426, 428, 429, 431, 500, 501, 503, 505}) {
        const auto problem = problem_of_status(status, "why", "r1");
        const auto* kind = find_problem_kind(problem.code);
        ASSERT_NE(kind, nullptr) << problem.code;
        EXPECT_EQ(kind->status, status);
    }
    for (const auto* code : {"ambiguous-time", "reading-log", "rebuilding"}) {
        EXPECT_NE(find_problem_kind(code), nullptr) << code;
        EXPECT_NE(problem_of_code(code, "why", "r1").title, "");
    }
}

TEST(Problem, every_kind_has_meaning_and_remedy) {
    std::set<std::string_view> codes;
    for (const auto& kind : problem_kinds()) {
        EXPECT_TRUE(codes.insert(kind.code).second) << kind.code << " stands there twice";
        EXPECT_GE(kind.status, 400) << kind.code;
        EXPECT_FALSE(kind.title.empty()) << kind.code;
        EXPECT_TRUE(kind.meaning.ends_with('.')) << kind.code;
        EXPECT_FALSE(kind.remedy.empty()) << kind.code;
    }
}

TEST(Problem, all_faults_are_listed_and_the_first_is_on_top) {
    Faults faults;
    faults.add(Code::malformed, "name", "The field is missing.");
    faults.add(Code::out_of_range, "port", "A port is 1 to 65535.");
    faults.add(Code::malformed, "port", "Told already.");
    const auto response = refusal_response(*faults.refusal(), "r1");
    EXPECT_EQ(response.status, 400);
    EXPECT_NE(response.body.view().find(
                  R"("field":"name","errors":[{"field":"name","code":"malformed",)"
                  R"("detail":"The field is missing."},{"field":"port","code":"out-of-range",)"
                  R"("detail":"A port is 1 to 65535."}],)"),
              std::string_view::npos)
        << response.body.view();
}

TEST(Problem, many_faults_are_cut_to_the_first_few) {
    Faults faults;
    for (int i = 0; i < 1000; ++i) faults.add(Code::malformed, "f" + std::to_string(i), "No.");
    EXPECT_TRUE(faults.full());
    EXPECT_EQ(faults.refusal()->also.size() + 1, Faults::most);
}

TEST(Problem, problem_type_includes_the_path_prefix) {
    auto response = refusal_response({Code::busy, {}, {}, {}}, "r");
    place_problem(response, "/dibs");
    EXPECT_TRUE(response.body.view().starts_with(R"({"type":"/dibs/problems/busy","title":)"));
    auto other = json_response(200, R"({"type":"/x"})");
    place_problem(other, "/dibs");
    EXPECT_EQ(other.body.view(), R"({"type":"/x"})");
}

TEST(Problem, problem_is_written_as_rfc_9457_says) {
    auto problem = problem_of({Code::slot_taken, "gpus", "Taken \"now\".", {}}, "r1");
    problem.with("alternatives", "[1]");
    const auto response = to_response(problem);
    EXPECT_EQ(response.status, 409);
    EXPECT_EQ(response.content_type, "application/problem+json");
    EXPECT_EQ(response.body.view(),
              "{\"type\":\"/problems/slot-taken\",\"title\":\"The slot is taken\","
              "\"status\":409,\"code\":\"slot-taken\",\"detail\":\"Taken \\\"now\\\".\","
              "\"field\":\"gpus\",\"errors\":[{\"field\":\"gpus\",\"code\":\"slot-taken\","
              "\"detail\":\"Taken \\\"now\\\".\"}],\"alternatives\":[1],\"request_id\":\"r1\"}\n");
}

TEST(Problem, conflicts_are_listed_unless_the_caller_sets_them) {
    auto problem = problem_of({Code::slot_taken, {}, {}, {ReservationId{}}}, "r");
    EXPECT_NE(to_response(problem).body.view().find("\"conflicts\":[{\"reservation_id\":\"res_0"),
              std::string_view::npos);
    problem.with("conflicts", "[]");
    EXPECT_NE(to_response(problem).body.view().find("\"conflicts\":[]"), std::string_view::npos);
}

TEST(Problem, unavailable_says_when_to_retry) {
    EXPECT_EQ(refusal_response({Code::busy, {}, {}, {}}, "r").header("retry-after"), "1");
}

TEST(RateLimit, rate_limit_allows_a_burst_then_the_rate) {
    RateLimit limit({.burst = 3, .tokens_per_s = 0.5, .keys = 10});
    const RateLimit::Time start{};
    for (int i = 0; i < 3; ++i) EXPECT_EQ(limit.take("a", start), 0);
    EXPECT_EQ(limit.take("a", start), 2);
    EXPECT_EQ(limit.take("b", start), 0);
    EXPECT_EQ(limit.take("a", start + 1s), 1);
    EXPECT_EQ(limit.take("a", start + 2s), 0);
    EXPECT_GT(limit.take("a", start + 2s), 0);
}

TEST(RateLimit, quota_shows_remaining_tokens_and_time_to_full) {
    RateLimit limit({.name = "commands", .burst = 120, .tokens_per_s = 2, .keys = 10});
    const RateLimit::Time start{};
    for (int i = 0; i < 3; ++i) EXPECT_EQ(limit.take("a", start), 0);
    auto response = empty_response();
    add_quota(response, limit.quota("a", start));
    EXPECT_EQ(response.header("RateLimit-Policy"), R"("commands";q=120;w=60)");
    EXPECT_EQ(response.header("RateLimit"), R"("commands";r=117;t=2)");
    EXPECT_EQ(limit.quota("b", start).left, 120);
    EXPECT_EQ(limit.quota("a", start + 2s).left, 120);
    add_quota(response, {"sign-in", 10, 120, 9, 12});
    EXPECT_EQ(response.header("RateLimit"), R"("commands";r=117;t=2, "sign-in";r=9;t=12)");
}

TEST(RateLimit, rate_limit_holds_bounded_keys_and_drops_the_oldest) {
    RateLimit limit({.burst = 1, .tokens_per_s = 0.001, .keys = 100});
    RateLimit::Time now{};
    for (int i = 0; i < 1000; ++i) {
        now += 1ms;
        EXPECT_EQ(limit.take("key" + std::to_string(i), now), 0);
        EXPECT_LE(limit.keys(), 100U);
    }
    EXPECT_GT(limit.take("key999", now), 0);
}

TEST(RateLimit, clock_step_back_gives_no_tokens) {
    RateLimit limit({.burst = 1, .tokens_per_s = 1, .keys = 10});
    const RateLimit::Time start = RateLimit::Time{} + 1h;
    EXPECT_EQ(limit.take("a", start), 0);
    EXPECT_GT(limit.take("a", start - 1h), 0);
    EXPECT_EQ(limit.take("a", start + 1s), 0);
}

TEST(ResponseWriter, header_value_cannot_split_the_answer) {
    std::string out;
    append_response_head(out, text_response(200, "x").with("Location", "/a\r\nSet-Cookie: b=c"),
                         {{}, "r", false, false});
    EXPECT_EQ(out.find("\r\nSet-Cookie"), std::string::npos);
}

TEST(ResponseWriter, no_content_and_not_modified_have_no_length) {
    for (const int status : {204, 304}) {
        std::string out;
        append_response_head(out, empty_response(status), {});
        EXPECT_EQ(out.find("Content-Length"), std::string::npos) << status;
    }
}

TEST(ResponseWriter, own_header_of_a_response_replaces_the_default) {
    std::string out;
    append_response_head(out, text_response(200, "x").with("cache-control", "max-age=1"), {});
    EXPECT_EQ(out.find("no-store"), std::string::npos);
    EXPECT_NE(out.find("nosniff"), std::string::npos);
}

}  // namespace
}  // namespace dibs::http
