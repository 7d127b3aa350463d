// The route table without a server.
#include "api/http/router.hpp"

#include <gtest/gtest.h>

namespace dibs::http {
namespace {

Handler nothing() {
    return [](const Request&, const Respond& respond) { respond(empty_response()); };
}

Router table(std::initializer_list<std::pair<Method, const char*>> routes) {
    Router router;
    for (const auto& [method, path] : routes) router.add({method, path, path, {}, nothing()});
    return router;
}

std::string found(const Router& router, Method method, std::string_view path) {
    const auto match = router.find(method, path);
    if (!match) return std::to_string(match.error().status) + " " + match.error().allow;
    std::string text = match->route->path;
    for (const auto& [name, value] : match->params) text += " " + name + "=" + value;
    return text;
}

Response answer(const Router& router, Request request) {
    Response got;
    router.handle(std::move(request), [&](Response response) { got = std::move(response); });
    return got;
}

Request request_for(Method method, const char* path) {
    Request request;
    request.method = method;
    request.path = path;
    return request;
}

TEST(Router, literal_wins_over_a_parameter_and_backtracks) {
    const auto router = table({{Method::get, "/a/{x}"},
                               {Method::get, "/a/b"},
                               {Method::get, "/a/{x}/c"},
                               {Method::get, "/a/b/d"}});
    EXPECT_EQ(found(router, Method::get, "/a/b"), "/a/b");
    EXPECT_EQ(found(router, Method::get, "/a/q"), "/a/{x} x=q");
    EXPECT_EQ(found(router, Method::get, "/a/b/c"), "/a/{x}/c x=b");
    EXPECT_EQ(found(router, Method::get, "/a/b/d"), "/a/b/d");
}

TEST(Router, parameters_are_decoded_separately) {
    const auto router = table({{Method::get, "/h/{host}/g/{gpu}"}});
    EXPECT_EQ(found(router, Method::get, "/h/a%2Fb/g/%C3%A4"),
              "/h/{host}/g/{gpu} host=a/b gpu=\xC3\xA4");
}

TEST(Router, word_after_a_collection_is_a_literal) {
    const auto router = table({{Method::post, "/api/v1/time/parse"}});
    EXPECT_EQ(found(router, Method::post, "/api/v1/time/parse"), "/api/v1/time/parse");
}

TEST(Router, empty_segments_and_slashes_at_the_end_match_nothing) {
    const auto router = table({{Method::get, "/a/{x}"}, {Method::get, "/"}});
    EXPECT_EQ(found(router, Method::get, "/"), "/");
    for (const auto* path : {"", "/a", "/a/", "/a//", "//a/b", "/a/b/"}) {
        EXPECT_EQ(found(router, Method::get, path), "404 ") << path;
    }
}

TEST(Router, wrong_method_names_the_allowed_ones) {
    const auto router = table({{Method::get, "/a"}, {Method::post, "/a"}, {Method::patch, "/b"}});
    EXPECT_EQ(found(router, Method::del, "/a"), "405 GET, HEAD, POST");
    EXPECT_EQ(found(router, Method::head, "/a"), "/a");
    EXPECT_EQ(found(router, Method::head, "/b"), "405 PATCH");
}

TEST(Router, wrong_route_throws_logic_error) {
    auto router = table({{Method::get, "/a/{x}"}});
    EXPECT_THROW(router.add({Method::get, "/a/{x}", "", {}, nothing()}), std::logic_error);
    EXPECT_THROW(router.add({Method::post, "/a/{y}", "", {}, nothing()}), std::logic_error);
    EXPECT_THROW(router.add({Method::get, "b", "", {}, nothing()}), std::logic_error);
    EXPECT_THROW(router.add({Method::get, "/b{x}", "", {}, nothing()}), std::logic_error);
    EXPECT_THROW(router.add({Method::get, "/b", "", {}, nullptr}), std::logic_error);
}

TEST(Router, routes_can_be_listed) {
    const auto router = table({{Method::get, "/a"}, {Method::post, "/a"}});
    ASSERT_EQ(router.routes().size(), 2U);
    EXPECT_EQ(router.routes()[1]->method, Method::post);
}

TEST(Router, gate_runs_before_every_route_and_passes_the_viewer) {
    Router router;
    std::string seen;
    router.add({Method::get, "/a", "a", "read", [&](const Request& request, const Respond& r) {
                    seen = std::any_cast<std::string>(request.viewer);
                    r(empty_response());
                }});
    router.set_gate([](const Route& route, Request request, const Respond& respond) {
        request.viewer = "ann with " + route.scope;
        route.handler(std::move(request), respond);
    });
    EXPECT_EQ(answer(router, request_for(Method::get, "/a")).status, 204);
    EXPECT_EQ(seen, "ann with read");
}

TEST(Router, fallback_answers_pages_but_no_api_paths) {
    auto router = table({{Method::get, "/api/v1/a"}});
    router.set_fallback(
        [](const Request&, const Respond& respond) { respond(text_response(200, "page")); });
    EXPECT_EQ(answer(router, request_for(Method::get, "/calendar")).status, 200);
    EXPECT_EQ(answer(router, request_for(Method::post, "/calendar")).status, 404);
    EXPECT_EQ(answer(router, request_for(Method::get, "/api/v1/b")).status, 404);
    EXPECT_EQ(answer(router, request_for(Method::del, "/api/v1/a")).status, 405);
}

}  // namespace
}  // namespace dibs::http
