// /api/v1/boards: create, read, change, remove. A change names the version that it is based on, so
// that two windows that move panels do not mix their layouts. PUT sends the whole board, PATCH some
// of it.
#include "projections/questions/boards.hpp"

#include "api/auth/may_see.hpp"
#include "api/http/conditional.hpp"
#include "api/routes/request/as_it_was.hpp"
#include "api/routes/request/parameters.hpp"
#include "api/routes/request/routes.hpp"
#include "api/routes/request/versioned.hpp"
#include "domain/codec/aggregate_fields.hpp"
#include "ingest/fresh_id.hpp"
#include "projections/questions/people.hpp"

namespace dibs::routes {

enum class Flag { no, yes };

struct BoardNew {
    std::optional<BoardId> id{};
    std::string title;
    std::optional<bool> shared{};
    std::optional<std::vector<board::Panel>> panels{};
};
struct BoardWhole {
    std::string title;
    bool shared = false;
    std::vector<board::Panel> panels;
};
struct BoardPatch {
    std::optional<Personal<std::string>> title{};
    std::optional<bool> shared{};
    std::optional<std::vector<board::Panel>> panels{};
};

}  // namespace dibs::routes

namespace dibs {

template <>
struct Names<routes::Flag> {
    static constexpr std::array list = {named(routes::Flag::no, "false"),
                                        named(routes::Flag::yes, "true")};
};
template <>
struct Fields<routes::BoardNew> {
    using T = routes::BoardNew;
    static constexpr auto list =
        field_list(field("id", &T::id), field("title", &T::title), field("shared", &T::shared),
                   field("panels", &T::panels));
};
template <>
struct Fields<routes::BoardPatch> {
    using T = routes::BoardPatch;
    static constexpr auto list = field_list(field("title", &T::title), field("shared", &T::shared),
                                            field("panels", &T::panels));
};
template <>
struct Fields<routes::BoardWhole> {
    using T = routes::BoardWhole;
    static constexpr auto list = field_list(field("title", &T::title), field("shared", &T::shared),
                                            field("panels", &T::panels));
};

}  // namespace dibs

namespace dibs::routes {
namespace {

using http::Method;
using http::Response;

const Refusal no_such_board{Code::not_found, "id", "There is no such board."};

std::optional<views::Board> find_visible_board(const RequestContext& context,
                                               const Snapshot& tables, BoardId id) {
    auto view = find_board(tables, id);
    if (view && !auth::may_see(context.viewer(), *view)) view.reset();
    return view;
}

Answer list_boards(const RequestContext& context, const Snapshot& tables) {
    Parameters ask(context, tables);
    views::BoardFilter filter;
    if (!context.viewer().is_admin()) filter.seen_by = context.viewer().person;
    filter.owner = ask.person("owner");
    if (const auto shared = ask.value<Flag>("shared")) filter.shared = *shared == Flag::yes;
    const auto page = ask.page();
    if (ask.refusal()) return tl::unexpected(*ask.refusal());
    return page_response(context, list_boards(tables, filter, page));
}

Answer get_board(const RequestContext& context, const Snapshot& tables) {
    const auto id = id_of<BoardId>(context);
    if (!id) return tl::unexpected(id.error());
    if (const auto view = find_visible_board(context, tables, *id)) {
        return versioned_response(*view);
    }
    return tl::unexpected(no_such_board);
}

Response new_board_response(const RequestContext& context, const Done& done,
                            const Snapshot& tables) {
    const auto* made = event_in<board::BoardCreated>(done);
    if (!made) return http::empty_response(204);
    const auto& b = made->board;
    const views::Board view{
        b.id, b.title, b.shared, b.panels, b.owner, person_name(tables, b.owner), 1, done.at, {}};
    return versioned_response(view, 201).with("Location",
                                              location(context, "boards", to_text(b.id)));
}

void create_board(const RequestPtr& context) {
    auto body = body_of<BoardNew>(*context);
    if (!body) return fail(context, body.error());
    const auto id = body->id.value_or(fresh_id<BoardId>(context->service.clock()));
    board::Make command{id,
                        {std::move(body->title)},
                        body->shared.value_or(false),
                        std::move(body->panels).value_or(std::vector<board::Panel>{})};
    submit(context, {.command = board::Command{std::move(command)}, .done = new_board_response});
}

// The board right after the command; a repeat gets the same answer.
Response as_it_was(const RequestContext& context, const Done& done, const Snapshot& tables,
                   BoardId id) {
    if (const auto view = board_as_of(tables, id, done.position)) return versioned_response(*view);
    return http::refusal_response(no_such_board, context.request.request_id);
}

void refuse_known_board(const RequestPtr& context, BoardId id, Refusal refusal) {
    const auto then = refusal.position;
    refuse_stale(context, std::move(refusal), "current_board", no_such_board,
                 [&](const Snapshot& tables) {
                     auto now = then > 0 ? board_as_of(tables, id, then) : find_board(tables, id);
                     if (now && !auth::may_see(context->viewer(), *now)) now.reset();
                     return now;
                 });
}

void submit_board_change(const RequestPtr& context, const Target<BoardId>& target,
                         BoardPatch patch) {
    const auto id = target.id;
    board::Change command{id, target.expected, std::move(patch.title), patch.shared,
                          std::move(patch.panels)};
    submit(context,
           {.command = board::Command{std::move(command)},
            .done = [id](const RequestContext& a, const Done& done,
                         const Snapshot& tables) { return as_it_was(a, done, tables, id); },
            .refused = [id](const RequestPtr& a,
                            Refusal no) { refuse_known_board(a, id, std::move(no)); }});
}

void replace_board(const RequestPtr& context) {
    const auto target = target_of<BoardId>(context, "board", refuse_known_board);
    if (!target) return;
    auto body = body_of<BoardWhole>(*context);
    if (!body) return fail(context, body.error());
    submit_board_change(
        context, *target,
        {Personal<std::string>{std::move(body->title)}, body->shared, std::move(body->panels)});
}

void change_board(const RequestPtr& context) {
    const auto target = target_of<BoardId>(context, "board", refuse_known_board);
    if (!target) return;
    auto patch = body_of<BoardPatch>(*context);
    if (!patch) return fail(context, patch.error());
    if (!patch->title && !patch->shared && !patch->panels) {
        return fail(context, {Code::malformed, "", "A change names at least one member."});
    }
    submit_board_change(context, *target, *std::move(patch));
}

void remove_board(const RequestPtr& context) {
    const auto target = target_of<BoardId>(context, "board", refuse_known_board);
    if (!target) return;
    if (const auto none = no_body(*context); !none) return fail(context, none.error());
    const auto id = target->id;
    submit(context, {.command = board::Command{board::Remove{id, target->expected}},
                     .done = no_content,
                     .refused = [id](const RequestPtr& a, Refusal no) {
                         refuse_known_board(a, id, std::move(no));
                     }});
}

}  // namespace

void add_boards(http::Router& router, const Service& service) {
    const std::string all = "/api/v1/boards";
    const std::string one = all + "/{id}";
    router.add({Method::get, all, "listBoards", access::read,
                list_route(service, {"owner", "shared"}, list_boards)});
    router.add(
        {Method::post, all, "makeBoard", access::book, command_route(service, create_board)});
    router.add({Method::get, one, "getBoard", access::read, query_route(service, {}, get_board)});
    router.add(
        {Method::put, one, "changeBoard", access::book, command_route(service, replace_board)});
    router.add(
        {Method::patch, one, "editBoard", access::book, command_route(service, change_board)});
    router.add(
        {Method::del, one, "removeBoard", access::book, command_route(service, remove_board)});
}

}  // namespace dibs::routes
