// Routes for /api/v1/grants (who may use which GPUs, and when) and /api/v1/access (the intervals in
// which a person may not use a GPU). Everyone with the scope `read` reads them; only admins change
// grants. With `dry_run=true`, a change is not recorded and its effect on bookings is answered.
// Handlers run on the loop; lists are made in a worker thread.
#include "api/http/conditional.hpp"
#include "api/routes/request/access_bodies.hpp"
#include "api/routes/request/asked_by_body.hpp"
#include "api/routes/request/parameters.hpp"
#include "api/routes/request/routes.hpp"
#include "api/routes/request/touched.hpp"
#include "api/routes/request/versioned.hpp"
#include "ingest/fresh_id.hpp"
#include "projections/questions/access.hpp"
#include "projections/questions/fleet.hpp"

namespace dibs::routes {

// The answer of /api/v1/access.
struct AccessView {
    PersonId person;
    Instant from;
    Instant until;
    std::vector<views::Closed> closed;  // intervals without access, ascending per GPU
    bool more = false;                  // true: `closed` is cut at its maximum size
};

}  // namespace dibs::routes

namespace dibs {

template <>
struct Fields<routes::AccessView> {
    using T = routes::AccessView;
    static constexpr auto list =
        field_list(field("person_id", &T::person), field("from", &T::from),
                   field("until", &T::until), field("closed", &T::closed), field("more", &T::more));
};

}  // namespace dibs

namespace dibs::routes {
namespace {

using http::Method;
using http::Response;

const Refusal no_such_grant{Code::not_found, "id", "There is no such grant."};

Answer list_grants(const RequestContext& context, const Snapshot& tables) {
    Parameters parameters(context, tables);
    views::GrantFilter filter;
    filter.person = parameters.person();
    filter.group = parameters.id<GroupId>("group");
    filter.gpu = parameters.id<GpuId>("gpu");
    const auto page = parameters.page();
    if (parameters.refusal()) return tl::unexpected(*parameters.refusal());
    return page_response(context, list_grants(tables, filter, page));
}

Answer get_grant(const RequestContext& context, const Snapshot& tables) {
    const auto id = id_of<GrantId>(context);
    if (!id) return tl::unexpected(id.error());
    if (const auto view = find_grant(tables, *id)) return versioned_response(*view);
    return tl::unexpected(no_such_grant);
}

// The grant with its ETag; a "not found" problem if it was withdrawn meanwhile.
Response grant_response(const RequestContext& context, const Snapshot& tables, GrantId id,
                        int status) {
    const auto view = find_grant(tables, id);
    if (!view) return http::refusal_response(no_such_grant, context.request.request_id);
    return versioned_response(*view, status);
}

void give_grant(const RequestPtr& context) {
    auto body = body_of<GrantNew>(*context);
    if (!body) return fail(context, body.error());
    const auto id = body->id.value_or(fresh_id<GrantId>(context->service.clock()));
    grant::Give command{{id, std::move(body->name), body->to.value(), body->what.value(),
                         body->from, body->until, std::move(body->zone),
                         std::move(body->windows).value_or(std::vector<WeeklyWindow>{}),
                         body->approval}};
    submit_or_ask(
        context, {.command = grant::Command{std::move(command)},
                  .done = [id](const RequestContext& request, const Done&, const Snapshot& tables) {
                      return grant_response(request, tables, id, 201)
                          .with("Location", location(request, "grants", to_text(id)));
                  }});
}

// Adds the current grant to a refusal about a stale version.
void refuse_known_grant(const RequestPtr& context, GrantId id, Refusal refusal) {
    refuse_stale(context, std::move(refusal), "current_grant", no_such_grant,
                 [id](const Snapshot& tables) { return find_grant(tables, id); });
}

bool is_empty_patch(const GrantPatch& patch) {
    return !patch.name && !patch.to && !patch.what && !patch.from && !patch.until && !patch.zone &&
           !patch.windows && !patch.approval;
}

void change_grant(const RequestPtr& context) {
    const auto target = target_of<GrantId>(context, "grant", refuse_known_grant);
    if (!target) return;
    auto patch = body_of<GrantPatch>(*context);
    if (!patch) return fail(context, patch.error());
    if (is_empty_patch(*patch)) {
        return fail(context, {Code::malformed, "", "A change names at least one member."});
    }
    const auto id = target->id;
    grant::Change command{id, target->expected, std::move(patch->name)};
    if (patch->to) command.to = patch->to->value();
    if (patch->what) command.what = patch->what->value();
    command.from = patch->from;
    command.until = patch->until;
    command.zone = std::move(patch->zone);
    command.windows = std::move(patch->windows);
    command.approval = patch->approval;
    submit_or_ask(
        context,
        {.command = grant::Command{std::move(command)},
         .done = [id](const RequestContext& request, const Done&,
                      const Snapshot& tables) { return grant_response(request, tables, id, 200); },
         .refused = [id](
                        const RequestPtr& request,
                        Refusal refusal) { refuse_known_grant(request, id, std::move(refusal)); }});
}

void withdraw_grant(const RequestPtr& context) {
    const auto target = target_of<GrantId>(context, "grant", refuse_known_grant);
    if (!target) return;
    if (const auto body = no_body(*context); !body) return fail(context, body.error());
    const auto id = target->id;
    submit_or_ask(context, {.command = grant::Command{grant::Withdraw{id, target->expected}},
                            .done = no_content,
                            .refused = [id](const RequestPtr& request, Refusal refusal) {
                                refuse_known_grant(request, id, std::move(refusal));
                            }});
}

// Limits of one answer of /api/v1/access.
constexpr std::size_t max_closed_intervals = 20'000;
constexpr Duration max_access_window = std::chrono::days(62);

// Without `gpu`, all GPUs are listed; without `person`, the caller's access is listed.
Answer list_closed(const RequestContext& context, const Snapshot& tables) {
    Parameters parameters(context, tables);
    const Interval when{parameters.needed_instant("from"), parameters.needed_instant("until")};
    const auto person = parameters.person().value_or(context.viewer().person);
    auto gpus = parameters.ids<GpuId>("gpu");
    if (!parameters.refusal() && when.until <= when.from) {
        parameters.refuse_with({Code::interval_reversed, "until", "It ends after it starts."});
    }
    if (!parameters.refusal() && when.length() > max_access_window) {
        parameters.refuse_with({Code::too_long, "until", "`from` to `until` is at most 62 days."});
    }
    if (parameters.refusal()) return tl::unexpected(*parameters.refusal());
    if (gpus.empty()) {
        for (const auto& gpu : plain_gpus(tables, {})) gpus.push_back(gpu.id);
    }
    AccessView view{
        person, when.from, when.until,
        closed_to(tables, person, gpus, when, context.service.zones, max_closed_intervals + 1),
        false};
    view.more = view.closed.size() > max_closed_intervals;
    if (view.more) view.closed.resize(max_closed_intervals);
    return json_of(200, view);
}

}  // namespace

void add_grants(http::Router& router, const Service& service) {
    const std::string collection = "/api/v1/grants";
    const std::string item = collection + "/{id}";
    router.add({Method::get, collection, "listGrants", access::read,
                list_route(service, {"person", "group", "gpu"}, list_grants)});
    router.add({Method::post, collection, "giveGrant", access::admin,
                command_route(service, give_grant, {"dry_run"})});
    router.add({Method::get, item, "getGrant", access::read, query_route(service, {}, get_grant)});
    router.add({Method::patch, item, "changeGrant", access::admin,
                command_route(service, change_grant, {"dry_run"})});
    router.add({Method::del, item, "withdrawGrant", access::admin,
                command_route(service, withdraw_grant, {"dry_run"})});
    const Known known{"from", "until", "person", list_of("gpu")};
    add_long_question(router, service, {"/api/v1/access", "whenClosed", "queryWhenClosed", known},
                      query_route(service, known, list_closed, Where::list));
}

}  // namespace dibs::routes
