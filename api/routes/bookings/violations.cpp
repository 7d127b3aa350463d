// Violations: list, excuse one with its group, withdraw an excuse, and the levels by place.
#include "projections/questions/violations.hpp"

#include "api/auth/may_see.hpp"
#include "api/routes/request/as_it_was.hpp"
#include "api/routes/request/asked_by_body.hpp"
#include "api/routes/request/parameters.hpp"
#include "api/routes/request/routes.hpp"

namespace dibs::routes {
namespace {

struct ExcuseBody {
    std::string reason;
};
struct LevelBody {
    std::optional<HostId> host{};
    std::optional<GroupId> group{};
    std::optional<std::optional<rules::ViolationLevel>> level{};  // null: the site's level
};
struct Levels {
    std::vector<views::ViolationLevel> items;
};

}  // namespace
}  // namespace dibs::routes

namespace dibs {

template <>
struct Fields<routes::ExcuseBody> {
    static constexpr auto list = field_list(field("reason", &routes::ExcuseBody::reason));
};
template <>
struct Fields<routes::LevelBody> {
    using T = routes::LevelBody;
    static constexpr auto list = field_list(
        field("host_id", &T::host), field("group_id", &T::group), field("level", &T::level));
};
template <>
struct Fields<routes::Levels> {
    static constexpr auto list = field_list(field("items", &routes::Levels::items));
};

}  // namespace dibs

namespace dibs::routes {
namespace {

Answer list_violations(const RequestContext& context, const Snapshot& tables) {
    Parameters ask(context, tables);
    views::ViolationFilter filter;
    filter.state = ask.value<views::ViolationState>("state");
    filter.gpus = ask.ids<GpuId>("gpu");
    filter.host = ask.host();
    const auto page = ask.page();
    if (ask.refusal()) return tl::unexpected(*ask.refusal());
    auto slice = list_violations(tables, filter, page);
    std::erase_if(slice.items,
                  [&](const auto& item) { return !auth::may_see(context.viewer(), item); });
    const auto reader = auth::reader_of(context.viewer());
    for (auto& item : slice.items) item = auth::visible(reader, std::move(item));
    return page_response(context, slice);
}

http::Response no_such_violation(const RequestContext& context) {
    return http::refusal_response({Code::not_found, "id", "There is no such violation."},
                                  context.request.request_id);
}

void refuse_violation_command(const RequestPtr& context, ViolationId id, const Refusal& refusal) {
    const auto tables = context->service.model.snapshot(context->service.clock());
    if (refusal.code == Code::not_found &&
        violation_as_of(tables, id, refusal.position, tables.now())) {
        return fail(context, refusal.instead(Code::already_ended, "", "It is closed already."));
    }
    fail(context, refusal);
}

void submit_violation_command(const RequestPtr& context, ViolationId id,
                              violation::Command command) {
    submit(context, {.command = std::move(command),
                     .done =
                         [id](const RequestContext& a, const Done& done, const Snapshot& tables) {
                             const auto view = violation_as_of(tables, id, done.position, done.at);
                             if (!view) return no_such_violation(a);
                             return json_of(200, auth::visible(auth::reader_of(a.viewer()), *view));
                         },
                     .refused = [id](const RequestPtr& a,
                                     const Refusal& no) { refuse_violation_command(a, id, no); }});
}

void excuse_violation(const RequestPtr& context) {
    const auto id = id_of<ViolationId>(*context);
    if (!id) return fail(context, id.error());
    auto body = body_of<ExcuseBody>(*context);
    if (!body) return fail(context, body.error());
    submit_violation_command(context, *id, violation::Excuse{*id, std::move(body->reason)});
}

void withdraw_excuse(const RequestPtr& context) {
    const auto id = id_of<ViolationId>(*context);
    if (!id) return fail(context, id.error());
    submit_violation_command(context, *id, violation::WithdrawExcuse{*id});
}

Answer list_levels(const RequestContext&, const Snapshot& tables) {
    return json_of(200, Levels{violation_levels(tables)});
}

void set_level(const RequestPtr& context) {
    const auto body = body_of<LevelBody>(*context);
    if (!body) return fail(context, body.error());
    submit(context, {.command = violation::Command{violation::SetLevel{
                         body->host, body->group, body->level.value_or(std::nullopt)}},
                     .done = [](const RequestContext&, const Done&, const Snapshot& tables) {
                         return json_of(200, Levels{violation_levels(tables)});
                     }});
}

}  // namespace

void add_violations(http::Router& router, const Service& service) {
    const Known parameters{"state", list_of("gpu"), "host"};
    add_long_question(router, service,
                      {"/api/v1/violations", "listViolations", "queryViolations", parameters},
                      list_route(service, parameters, list_violations));
    const std::string one = "/api/v1/violations/{id}/excuse";
    router.add({http::Method::post, one, "excuseViolation", access::book,
                command_route(service, excuse_violation)});
    router.add({http::Method::del, one, "withdrawExcuse", access::book,
                command_route(service, withdraw_excuse)});
    const std::string levels = "/api/v1/violation-levels";
    router.add({http::Method::get, levels, "listViolationLevels", access::read,
                query_route(service, {}, list_levels)});
    router.add({http::Method::put, levels, "setViolationLevel", access::admin,
                command_route(service, set_level)});
}

}  // namespace dibs::routes
