// Maps method and path to a handler. The composition root fills the table before the server starts;
// afterwards it is read-only. /metrics labels by template, and a test compares the table with
// openapi.yaml.
#pragma once

#include "api/http/message/request.hpp"
#include "api/http/message/response.hpp"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

namespace dibs::http {

// Called on the event loop and must not block; slow work answers later through Respond.
using Handler = std::function<void(Request, Respond)>;

// The tables that a route reads; the gate answers 503 until they are ready.
enum class Needs { tables, nothing };

struct Route {
    Method method{Method::get};
    std::string path;  // "/api/v1/reservations/{id}/release": a segment is literal or "{name}"
    std::string name;  // operationId, "releaseReservation"
    // The scope that the gate demands; the gate of api/auth refuses an empty one.
    std::string scope{};
    Handler handler{};
    Needs needs = Needs::tables;
};

// Runs before every route's handler. It authenticates, demands `route.scope` and checks the Origin.
// It either answers itself, or sets request.viewer and calls route.handler.
using Gate = std::function<void(const Route&, Request, Respond)>;

struct Miss {
    int status = 404;     // or 405, or 400 for an undecodable path
    std::string allow{};  // for 405: "GET, HEAD, POST"
};

class Router {
  public:
    Router();
    ~Router();
    Router(Router&&) noexcept;
    Router& operator=(Router&&) noexcept;

    // Throws std::logic_error for a path without leading "/", a malformed template, a duplicate
    // method and path, or two parameter names in the same position.
    void add(Route route);
    void set_gate(Gate gate);
    // Answers GET and HEAD of unknown paths outside /api/ (the dashboard's files); not gated.
    void set_fallback(Handler handler);

    struct Match {
        const Route* route = nullptr;
        std::vector<std::pair<std::string, std::string>> params{};
    };
    // HEAD falls back to GET's route. A literal segment wins over a parameter.
    [[nodiscard]] tl::expected<Match, Miss> find(Method method, std::string_view path) const;

    // Finds the route and calls it; answers 404 and 405 as problems. Returns the route's template
    // for logs and metrics, or "unmatched" or "static".
    std::string_view handle(Request request, Respond respond) const;

    [[nodiscard]] std::span<const std::unique_ptr<Route>> routes() const;

  private:
    struct Tree;
    std::unique_ptr<Tree> tree_;
};

}  // namespace dibs::http
