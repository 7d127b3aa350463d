// /api/v1/budgets: the GPU-hours that a group or a project may book in a period, with the spent,
// booked and remaining part. /api/v1/projects: the projects that bookings name. Only admins change
// budgets; everyone sees them.
#include "projections/questions/budgets.hpp"

#include "api/http/conditional.hpp"
#include "api/routes/request/as_it_was.hpp"
#include "api/routes/request/parameters.hpp"
#include "api/routes/request/routes.hpp"
#include "api/routes/request/versioned.hpp"
#include "domain/codec/aggregate_fields.hpp"
#include "ingest/fresh_id.hpp"

namespace dibs::routes {

struct BudgetNew {
    std::optional<BudgetId> id{};
    std::optional<GroupId> group{};
    std::optional<std::string> project{};
    std::int64_t gpu_hours = 0;
    budget::Period period{};
    std::optional<Instant> from{};
    std::optional<Instant> until{};
    std::optional<std::string> zone{};
    budget::WhenSpent when_spent{};
};
struct BudgetPatch {  // null removes a from or an until
    std::optional<std::int64_t> gpu_hours{};
    std::optional<budget::Period> period{};
    std::optional<std::optional<Instant>> from{};
    std::optional<std::optional<Instant>> until{};
    std::optional<std::string> zone{};
    std::optional<budget::WhenSpent> when_spent{};
};

}  // namespace dibs::routes

namespace dibs {

template <>
struct Fields<routes::BudgetNew> {
    using T = routes::BudgetNew;
    static constexpr auto list = field_list(
        field("id", &T::id), field("group_id", &T::group), field("project", &T::project),
        field("gpu_hours", &T::gpu_hours), field("period", &T::period), field("from", &T::from),
        field("until", &T::until), field("zone", &T::zone), field("when_spent", &T::when_spent));
};
template <>
struct Fields<routes::BudgetPatch> {
    using T = routes::BudgetPatch;
    static constexpr auto list = field_list(
        field("gpu_hours", &T::gpu_hours), field("period", &T::period), field("from", &T::from),
        field("until", &T::until), field("zone", &T::zone), field("when_spent", &T::when_spent));
};

}  // namespace dibs

namespace dibs::routes {
namespace {

using http::Method;
using http::Response;

const Refusal no_such_budget{Code::not_found, "id", "There is no such budget."};

Answer list_budgets(const RequestContext& context, const Snapshot& tables) {
    Parameters ask(context, tables);
    views::BudgetFilter filter;
    filter.group = ask.id<GroupId>("group");
    filter.person = ask.person();
    filter.project = ask.project();
    const auto page = ask.page();
    if (ask.refusal()) return tl::unexpected(*ask.refusal());
    return page_response(context, list_budgets(tables, context.service.zones, filter, page));
}

Answer get_budget(const RequestContext& context, const Snapshot& tables) {
    const auto id = id_of<BudgetId>(context);
    if (!id) return tl::unexpected(id.error());
    if (const auto view = find_budget(tables, context.service.zones, *id)) {
        return versioned_response(*view);
    }
    return tl::unexpected(no_such_budget);
}

Answer list_projects(const RequestContext& context, const Snapshot& tables) {
    Parameters ask(context, tables);
    const auto page = ask.page();
    if (ask.refusal()) return tl::unexpected(*ask.refusal());
    return page_response(context, list_projects(tables, page));
}

// The budget right after the command; a repeat gets the same answer. The spent part is current.
Response as_it_was(const RequestContext& context, const Done& done, const Snapshot& tables,
                   BudgetId id, int status = 200) {
    const auto then = budget_as_of(tables, id, done.position);
    if (!then) return http::refusal_response(no_such_budget, context.request.request_id);
    const auto view = view_of_budget(tables, context.service.zones, then->held.budget,
                                     then->held.version, then->made_at, then->changed_at);
    return versioned_response(view, status);
}

void create_budget(const RequestPtr& context) {
    auto body = body_of<BudgetNew>(*context);
    if (!body) return fail(context, body.error());
    const auto fresh = body->id.value_or(fresh_id<BudgetId>(context->service.clock()));
    budget::Make command{{fresh, body->group, std::move(body->project), body->gpu_hours,
                          body->period, body->from, body->until,
                          std::move(body->zone).value_or("UTC"), body->when_spent}};
    submit(context,
           {.command = budget::Command{std::move(command)},
            .done = [fresh](const RequestContext& a, const Done& done, const Snapshot& tables) {
                const auto* made = event_in<budget::BudgetCreated>(done);
                const auto id = made ? made->budget.id : fresh;
                return as_it_was(a, done, tables, id, 201)
                    .with("Location", location(a, "budgets", to_text(id)));
            }});
}

void refuse_known_budget(const RequestPtr& context, BudgetId id, Refusal refusal) {
    const auto& zones = context->service.zones;
    refuse_stale(context, std::move(refusal), "current_budget", no_such_budget,
                 [&](const Snapshot& tables) { return find_budget(tables, zones, id); });
}

void change_budget(const RequestPtr& context) {
    const auto target = target_of<BudgetId>(context, "budget", refuse_known_budget);
    if (!target) return;
    auto patch = body_of<BudgetPatch>(*context);
    if (!patch) return fail(context, patch.error());
    if (!patch->gpu_hours && !patch->period && !patch->from && !patch->until && !patch->zone &&
        !patch->when_spent) {
        return fail(context, {Code::malformed, "", "A change names at least one member."});
    }
    const auto id = target->id;
    budget::Change command{
        id,          target->expected, patch->gpu_hours,       patch->period,
        patch->from, patch->until,     std::move(patch->zone), patch->when_spent};
    submit(context,
           {.command = budget::Command{std::move(command)},
            .done = [id](const RequestContext& a, const Done& done,
                         const Snapshot& tables) { return as_it_was(a, done, tables, id); },
            .refused = [id](const RequestPtr& a,
                            Refusal no) { refuse_known_budget(a, id, std::move(no)); }});
}

void remove_budget(const RequestPtr& context) {
    const auto target = target_of<BudgetId>(context, "budget", refuse_known_budget);
    if (!target) return;
    if (const auto none = no_body(*context); !none) return fail(context, none.error());
    const auto id = target->id;
    submit(context, {.command = budget::Command{budget::Remove{id, target->expected}},
                     .done = no_content,
                     .refused = [id](const RequestPtr& a, Refusal no) {
                         refuse_known_budget(a, id, std::move(no));
                     }});
}

}  // namespace

void add_budgets(http::Router& router, const Service& service) {
    const std::string all = "/api/v1/budgets";
    const std::string one = all + "/{id}";
    router.add({Method::get, all, "listBudgets", access::read,
                list_route(service, {"group", "project", "person"}, list_budgets)});
    router.add(
        {Method::post, all, "makeBudget", access::admin, command_route(service, create_budget)});
    router.add({Method::get, one, "getBudget", access::read,
                query_route(service, {}, get_budget, Where::list)});
    router.add(
        {Method::patch, one, "changeBudget", access::admin, command_route(service, change_budget)});
    router.add(
        {Method::del, one, "removeBudget", access::admin, command_route(service, remove_budget)});
    router.add({Method::get, "/api/v1/projects", "listProjects", access::read,
                list_route(service, {}, list_projects)});
}

}  // namespace dibs::routes
