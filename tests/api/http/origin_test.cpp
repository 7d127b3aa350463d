// Thirty requests of foreign pages, all refused, and the requests that must pass.
#include "api/http/origin.hpp"

#include <gtest/gtest.h>

namespace dibs::http {
namespace {

struct Sent {
    Method method;
    std::vector<std::pair<std::string, std::string>> headers;
};

Request request_of(const Sent& sent) {
    Request request;
    request.method = sent.method;
    request.body = "{}";
    for (const auto& [name, value] : sent.headers) request.headers.add(name, value);
    if (!request.headers.has("host")) request.headers.add("Host", "gpus.example:8080");
    return request;
}

const OriginPolicy policy{{"https://board.example"}};
const std::pair<std::string, std::string> json{"Content-Type", "application/json"};
const std::pair<std::string, std::string> own{"Origin", "http://gpus.example:8080"};

std::pair<std::string, std::string> origin(const char* text) {
    return {"Origin", text};
}
std::pair<std::string, std::string> site(const char* text) {
    return {"Sec-Fetch-Site", text};
}
std::pair<std::string, std::string> type(const char* text) {
    return {"Content-Type", text};
}

std::vector<Sent> foreign() {
    using enum Method;
    return {
        {post, {json, origin("https://evil.example")}},
        {put, {json, origin("https://evil.example")}},
        {patch, {json, origin("https://evil.example")}},
        {del, {json, origin("https://evil.example")}},
        {post, {json, origin("null")}},
        {post, {json, origin("")}},
        {post, {json, origin("http://gpus.example")}},  // another port
        {post, {json, origin("http://gpus.example:8081")}},
        {post, {json, origin("http://gpus.example:80800")}},
        {post, {json, origin("http://gpus.example:8080.evil.example")}},
        {post, {json, origin("http://evil.example/gpus.example:8080")}},
        {post, {json, origin("http://gpus.example:8080@evil.example")}},
        {post, {json, origin("http://user@gpus.example:8080")}},
        {post, {json, origin("http://gpus.example:8080/")}},  // not an origin
        {post, {json, origin("http://sub.gpus.example:8080")}},
        {post, {json, origin("http://example:8080")}},
        {post, {json, origin("ftp://gpus.example:8080")}},
        {post, {json, origin("gpus.example:8080")}},
        {post, {json, origin("file://")}},
        {post, {json, origin("http://")}},
        {post, {json, origin("https://board.example.evil.example")}},
        {post, {json, origin("http://board.example")}},  // another scheme
        {post, {json, site("cross-site")}},
        {post, {json, site("same-site")}},
        {post, {json, own, site("cross-site")}},
        {post, {json, own, site("CROSS")}},
        {post, {type("text/plain"), own}},
        {post, {type("application/x-www-form-urlencoded"), own}},
        {post, {type("multipart/form-data; boundary=x"), own}},
        {post, {own}},  // a body without a type
    };
}

TEST(Origin, requests_of_foreign_pages_are_refused) {
    const auto requests = foreign();
    ASSERT_EQ(requests.size(), 30U);
    for (std::size_t i = 0; i < requests.size(); ++i) {
        EXPECT_FALSE(check_cross_site(request_of(requests[i]), policy)) << "variant " << i;
    }
}

TEST(Origin, own_pages_pass) {
    const std::vector<Sent> own_requests = {
        {Method::post, {json, own, site("same-origin")}},
        {Method::post, {json, origin("https://gpus.example:8080")}},  // behind TLS
        {Method::post, {json, {"Host", "gpus.example"}, origin("https://gpus.example")}},
        {Method::post, {json, {"Host", "gpus.example:443"}, origin("https://gpus.example")}},
        {Method::post, {json, {"Host", "GPUS.example"}, origin("http://gpus.example:80")}},
        {Method::post, {type("application/json; charset=UTF-8"), own}},
        {Method::patch, {type("application/merge-patch+json"), own}},
    };
    for (const auto& sent : own_requests) {
        const auto verdict = check_cross_site(request_of(sent), policy);
        EXPECT_TRUE(verdict) << verdict.error().detail << " " << sent.headers.back().second;
    }
}

TEST(Origin, plain_http_page_is_foreign_to_a_tls_request) {
    const std::pair<std::string, std::string> host{"Host", "gpus.example"};
    for (const bool by_proxy : {false, true}) {
        for (const auto* scheme : {"http", "https"}) {
            auto request = request_of(
                {Method::post,
                 {json, host, origin((scheme + std::string("://gpus.example")).c_str())}});
            if (by_proxy) request.headers.add("X-Forwarded-Proto", "https");
            request.over_tls = !by_proxy;
            EXPECT_EQ(check_cross_site(request, policy).has_value(), scheme == std::string("https"))
                << scheme;
        }
    }
}

TEST(Origin, allowed_origin_passes_although_cross_site) {
    EXPECT_TRUE(check_cross_site(
        request_of({Method::post, {json, origin("https://board.example"), site("cross-site")}}),
        policy));
}

TEST(Origin, program_without_browser_headers_passes) {
    EXPECT_TRUE(check_cross_site(request_of({Method::post, {json}}), policy));
}

TEST(Origin, reads_are_not_checked) {
    EXPECT_TRUE(
        check_cross_site(request_of({Method::get, {origin("https://evil.example")}}), policy));
}

TEST(Origin, refusal_names_the_field) {
    const auto verdict =
        check_cross_site(request_of({Method::post, {json, origin("null")}}), policy);
    ASSERT_FALSE(verdict);
    EXPECT_EQ(verdict.error().code, Code::not_allowed);
    EXPECT_EQ(verdict.error().field, "Origin");
}

}  // namespace
}  // namespace dibs::http
