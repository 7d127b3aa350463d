// A tree of path segments. Matching backtracks where a literal leads nowhere, so that "/a/{x}/c"
// and "/a/b/d" can coexist.
#include "api/http/router.hpp"

#include "api/http/problem.hpp"

#include <array>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>

namespace dibs::http {

struct RouteNode {
    std::map<std::string, std::unique_ptr<RouteNode>, std::less<>> literals;
    std::unique_ptr<RouteNode> parameter;
    std::string parameter_name;
    std::array<const Route*, method_count> routes{};
    bool ends = false;  // a route ends here
};

namespace {

constexpr std::string_view all_methods = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";

std::size_t index_of(Method method) {
    return static_cast<std::size_t>(method);
}

// Takes "/segment" from the front; empty at the end.
std::optional<std::string_view> next_segment(std::string_view& path) {
    if (path.empty()) return std::nullopt;
    path.remove_prefix(1);
    const auto segment = path.substr(0, path.find('/'));
    path.remove_prefix(segment.size());
    return segment;
}

using Raw = std::vector<std::pair<std::string_view, std::string_view>>;  // name, encoded value

const RouteNode* walk(const RouteNode& node, std::string_view rest, Raw& params) {
    const auto segment = next_segment(rest);
    if (!segment) return node.ends ? &node : nullptr;
    if (const auto found = node.literals.find(*segment); found != node.literals.end()) {
        if (const auto* end = walk(*found->second, rest, params)) return end;
    }
    if (!node.parameter || segment->empty()) return nullptr;
    params.emplace_back(node.parameter_name, *segment);
    if (const auto* end = walk(*node.parameter, rest, params)) return end;
    params.pop_back();
    return nullptr;
}

std::string allowed(const RouteNode& node) {
    std::string list;
    for (std::size_t i = 0; i < method_count; ++i) {
        const bool by_get = i == index_of(Method::head) && node.routes[index_of(Method::get)];
        if (!node.routes[i] && !by_get) continue;
        if (!list.empty()) list += ", ";
        list += method_name(static_cast<Method>(i));
    }
    return list;
}

[[noreturn]] void wrong(const Route& route, const std::string& why) {
    throw std::logic_error("route " + std::string(method_name(route.method)) + " " + route.path +
                           ": " + why);
}

}  // namespace

struct Router::Tree {
    RouteNode root;
    std::vector<std::unique_ptr<Route>> routes;
    Gate gate;
    Handler fallback;
};

Router::Router() : tree_(std::make_unique<Tree>()) {}
Router::~Router() = default;
Router::Router(Router&&) noexcept = default;
Router& Router::operator=(Router&&) noexcept = default;

void Router::add(Route route) {
    if (!route.path.starts_with('/')) wrong(route, "the path must start with /");
    if (!route.handler) wrong(route, "no handler");
    RouteNode* node = &tree_->root;
    std::string_view rest = route.path;
    while (const auto segment = next_segment(rest)) {
        const bool parameter = segment->starts_with('{') && segment->ends_with('}');
        if (!parameter && segment->find_first_of("{}") != std::string_view::npos) {
            wrong(route, "a parameter is a whole segment, {name}");
        }
        if (!parameter) {
            auto& next = node->literals[std::string(*segment)];
            if (!next) next = std::make_unique<RouteNode>();
            node = next.get();
            continue;
        }
        const auto name = segment->substr(1, segment->size() - 2);
        if (name.empty()) wrong(route, "a parameter without a name");
        if (!node->parameter) {
            node->parameter = std::make_unique<RouteNode>();
            node->parameter_name = name;
        }
        if (node->parameter_name != name) {
            wrong(route, "the parameter is named {" + node->parameter_name + "} elsewhere");
        }
        node = node->parameter.get();
    }
    auto& place = node->routes[index_of(route.method)];
    if (place) wrong(route, "already there");
    node->ends = true;
    place = tree_->routes.emplace_back(std::make_unique<Route>(std::move(route))).get();
}

void Router::set_gate(Gate gate) {
    tree_->gate = std::move(gate);
}
void Router::set_fallback(Handler handler) {
    tree_->fallback = std::move(handler);
}
std::span<const std::unique_ptr<Route>> Router::routes() const {
    return tree_->routes;
}

tl::expected<Router::Match, Miss> Router::find(Method method, std::string_view path) const {
    if (!path.starts_with('/')) return tl::unexpected(Miss{404, {}});
    Raw raw;
    const auto* node = walk(tree_->root, path, raw);
    if (!node) return tl::unexpected(Miss{404, {}});
    const auto* route = node->routes[index_of(method)];
    if (!route && method == Method::head) route = node->routes[index_of(Method::get)];
    if (!route) return tl::unexpected(Miss{405, allowed(*node)});
    Match match{route, {}};
    match.params.reserve(raw.size());
    for (const auto& [name, value] : raw) {
        auto decoded = percent_decode(value);
        if (!decoded) return tl::unexpected(Miss{400, {}});
        match.params.emplace_back(name, std::move(*decoded));
    }
    return match;
}

std::string_view Router::handle(Request request, Respond respond) const {
    if (request.path == "*") {
        respond(std::move(empty_response().with("Allow", std::string(all_methods))));
        return "unmatched";
    }
    auto found = find(request.method, request.path);
    if (found) {
        const Route& route = *found->route;
        request.params = std::move(found->params);
        if (tree_->gate) {
            tree_->gate(route, std::move(request), std::move(respond));
        } else {
            route.handler(std::move(request), std::move(respond));
        }
        return route.path;
    }
    const auto& miss = found.error();
    if (miss.status == 405 && request.method == Method::options) {
        respond(std::move(empty_response().with("Allow", miss.allow)));
        return "unmatched";
    }
    const bool reads = request.method == Method::get || request.method == Method::head;
    const bool api = request.path.starts_with("/api/");
    if (miss.status == 404 && reads && !api && tree_->fallback) {
        tree_->fallback(std::move(request), std::move(respond));
        return "static";
    }
    const char* detail = miss.status == 404   ? "There is nothing at this path."
                         : miss.status == 405 ? "This path does not take this method; see Allow."
                                              : "The path holds a broken percent-escape.";
    auto response = to_response(problem_of_status(miss.status, detail, request.request_id));
    if (!miss.allow.empty()) response.with("Allow", miss.allow);
    respond(std::move(response));
    return "unmatched";
}

}  // namespace dibs::http
