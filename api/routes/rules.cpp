// /api/v1/rules: the rules for every booking; admins override some of them.
#include "api/http/conditional.hpp"
#include "api/routes/request/request_context.hpp"
#include "api/routes/request/routes.hpp"
#include "api/routes/rules_body.hpp"
#include "projections/questions/history.hpp"

#include <algorithm>

namespace dibs::routes {
namespace {

using http::Method;
using http::Response;

Response rules_response(const RulesNow& now) {
    return json_of(200, now).with("ETag",
                                  http::version_etag(static_cast<std::uint64_t>(now.version)));
}

Answer get_rules(const RequestContext&, const Snapshot& tables) {
    return rules_response(rules_now(tables));
}

RulesNow rules_as_of(const Snapshot& tables, Position position) {
    RulesNow then;
    PageFrom page{1000, {}};
    do {
        const auto facts =
            list_events(tables, {.types = {"rules.set"}, .oldest_first = true}, page);
        for (const auto& fact : facts.items) {
            if (fact.position > position) return then;
            const auto set = parse_json<rules::RulesChanged>(parser_of_thread(), fact.data.text);
            if (!set) continue;
            then = {set->rules, then.version + 1, fact.time, fact.actor, fact.actor_name};
            add_defaults(then);
        }
        page.after = facts.next;
    } while (page.after);
    return then;
}

// The rules right after the command; a repeat gets the same answer.
Response as_they_were(const RequestContext&, const Done& done, const Snapshot& tables) {
    return rules_response(rules_as_of(tables, done.position));
}

// An outdated version is answered with the version current at the refusal.
void refuse_stale_rules(const RequestPtr& context, Refusal refusal) {
    if (refusal.code != Code::changed_meanwhile) return fail(context, refusal);
    refusal.field = "If-Match";
    auto problem = http::problem_of(refusal, context->request.request_id);
    {
        const auto tables = context->service.model.snapshot(context->service.clock());
        const auto now =
            refusal.position > 0 ? rules_as_of(tables, refusal.position) : rules_now(tables);
        problem.with("current_rules", to_json(now));
    }
    context->respond(positioned(*context, http::to_response(problem), refusal.position));
}

bool names_a_rule(const rules::Set& wanted) {
    if (wanted.violation_level || wanted.usage_visible_to || wanted.violation_steps ||
        wanted.ignored_processes || wanted.unhealthy_if || wanted.unhealthy_xids) {
        return true;
    }
    bool chosen = false;
    rules::each_choice([&](const auto& choice) { chosen |= (wanted.*choice.wanted).has_value(); });
    if (chosen) return true;
    const auto named = [&](const auto& rule) { return (wanted.*rule.wanted).has_value(); };
    return std::any_of(rules::numbers.begin(), rules::numbers.end(), named) ||
           std::any_of(rules::open_numbers.begin(), rules::open_numbers.end(), named);
}

void change_rules(const RequestPtr& context) {
    if (!has_if_match(context, "rules")) return;
    const auto version = http::if_match(context->request);
    if (!version) return refuse_stale_rules(context, version.error());
    auto wanted = body_of<RulesPatch>(*context);
    if (!wanted) return fail(context, wanted.error());
    if (!names_a_rule(*wanted)) {
        return fail(context, {Code::malformed, "", "A change names at least one member."});
    }
    if (*version) wanted->expected = static_cast<rules::Version>(**version);
    submit(context, {.command = rules::Command{static_cast<rules::Set>(*wanted)},
                     .done = as_they_were,
                     .refused = [](const RequestPtr& a, Refusal no) {
                         refuse_stale_rules(a, std::move(no));
                     }});
}

}  // namespace

void add_rules(http::Router& router, const Service& service) {
    const std::string path = "/api/v1/rules";
    router.add({Method::get, path, "getRules", access::read, query_route(service, {}, get_rules)});
    router.add(
        {Method::patch, path, "changeRules", access::admin, command_route(service, change_rules)});
}

}  // namespace dibs::routes
