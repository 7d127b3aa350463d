// Which handler answers a method and path. The table is filled by the composition root before the
// server starts and only read afterwards; /metrics labels by template, and a test compares the
// table with openapi.yaml.
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

// Called on the event loop: it must not block; slow work answers later through Respond.
using Handler = std::function<void(Request, Respond)>;

// What a route reads; the gate lets nobody in before that is there.
enum class Needs { tables, nothing };

struct Route {
    Method method{Method::get};
    std::string path;     // "/api/v1/reservations/{id}/release": a segment is literal or "{name}"
    std::string name;     // operationId, "releaseReservation"
    std::string scope{};  // what the gate must demand; empty: nothing
    Handler handler{};
    Needs needs = Needs::tables;
};

// Stands before every route's handler: authenticates, demands `route.scope`, checks the Origin,
// and either answers itself or sets request.viewer and calls route.handler.
using Gate = std::function<void(const Route&, Request, Respond)>;

struct Miss {
    int status = 404;     // or 405, or 400 for a path that cannot be decoded
    std::string allow{};  // for 405: "GET, HEAD, POST"
};

class Router {
  public:
    Router();
    ~Router();
    Router(Router&&) noexcept;
    Router& operator=(Router&&) noexcept;

    // Throws std::logic_error for a path without leading "/", an ill-formed template, a method and
    // path already there, or two parameter names at the same place.
    void add(Route route);
    void set_gate(Gate gate);
    // Answers GET and HEAD of unknown paths outside /api/ (the dashboard's files); not gated.
    void set_fallback(Handler handler);

    struct Match {
        const Route* route = nullptr;
        std::vector<std::pair<std::string, std::string>> params{};
    };
    // HEAD finds GET's route when it has none of its own. A literal segment wins over a parameter.
    [[nodiscard]] tl::expected<Match, Miss> find(Method method, std::string_view path) const;

    // Finds and calls; answers 404/405 as problems itself. The template found is told for logs and
    // metrics ("unmatched", "static").
    std::string_view handle(Request request, Respond respond) const;

    [[nodiscard]] std::span<const std::unique_ptr<Route>> routes() const;

  private:
    struct Tree;
    std::unique_ptr<Tree> tree_;
};

}  // namespace dibs::http
