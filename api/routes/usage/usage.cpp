// /api/v1/usage: values of GPUs and hosts over time. /api/v1/usage/owners: the users of the GPUs.
#include "api/auth/may_see.hpp"
#include "api/routes/request/asked_by_body.hpp"
#include "api/routes/request/parameters.hpp"
#include "api/routes/request/routes.hpp"
#include "domain/kernel/text.hpp"
#include "projections/questions/calendar.hpp"
#include "projections/questions/people.hpp"
#include "projections/questions/site.hpp"

#include <map>

namespace dibs::routes {
namespace {

Answer get_usage(const RequestContext& context, const Snapshot& tables) {
    Parameters ask(context, tables);
    views::UsageQuestion question;
    question.gpus = ask.ids<GpuId>("gpu");
    question.hosts = ask.ids<HostId>("host");
    const auto metrics = ask.list("metric");
    question.metrics.assign(metrics.begin(), metrics.end());
    question.from = ask.needed_instant("from");
    question.until = ask.instant("until").value_or(tables.now());
    question.step_s = ask.number("step");
    const auto points = ask.number("points");
    question.points = points.value_or(views::usual_points);
    question.statistic = ask.value<views::Statistic>("statistic").value_or(views::Statistic::mean);
    if (points && question.step_s) {
        ask.refuse_with({Code::malformed, "points", "Name a step or points, not both."});
    }
    if (question.gpus.empty() && question.hosts.empty()) {
        ask.refuse_with({Code::out_of_range, "gpu", "Name at least one GPU or host."});
    }
    if (question.gpus.size() + question.hosts.size() > views::most_subjects) {
        ask.refuse_with({Code::out_of_range, "gpu", "At most 256 GPUs and hosts at once."});
    }
    for (const auto& name : question.metrics) {
        if (find_column(Subject::gpu, name) || find_column(Subject::host, name)) continue;
        ask.refuse_with({Code::out_of_range, "metric", "There is no metric " + name + "."});
    }
    if (ask.refusal()) return tl::unexpected(*ask.refusal());
    const auto usage = context.service.model.usage().usage(question);
    if (!usage) return tl::unexpected(usage.error());
    return json_of(200, *usage);
}

// For viewers limited to their own use: keeps the use of their account and, without a name, the use
// of others on their bookings.
class OwnOnly {
  public:
    OwnOnly(const Snapshot& tables, PersonId own)
        : tables_(tables), own_(own), viewer_(find_person(tables, own)) {}
    void keep(views::UseAnswer& answer) {
        for (auto& gpu : answer.gpus) {
            for (auto& hour : gpu.hours) keep(hour.uses);
            std::erase_if(gpu.hours, [](const auto& hour) { return hour.uses.empty(); });
        }
        answer.totals = views::totals_of(answer.gpus);
    }

  private:
    void keep(std::vector<views::UseOf>& uses) {
        std::erase_if(uses, [&](views::UseOf& use) {
            if (use.account && viewer_ && is_same_account(*use.account, viewer_->unix_name))
                return false;
            use.account.reset();
            return !use.reservation || !holds(*use.reservation);
        });
    }
    bool holds(ReservationId id) {
        const auto [at, is_new] = held_.try_emplace(id);
        if (is_new) {
            const auto found = find_reservation(tables_, id);
            at->second = found && found->owner == own_;
        }
        return at->second;
    }
    const Snapshot& tables_;
    const PersonId own_;
    const std::optional<views::Person> viewer_;
    std::map<ReservationId, bool> held_;
};

// Maps accounts to people while the installation knows both; names on hosts do not change.
class Persons {
  public:
    explicit Persons(const Snapshot& tables) : tables_(tables) {}
    void name(std::vector<views::UseOf>& uses) {
        for (auto& use : uses) {
            if (!use.account) continue;
            const auto [at, is_new] = known_.try_emplace(*use.account);
            if (is_new) at->second = person_of_unix_name(tables_, *use.account);
            use.person = at->second;
        }
    }

  private:
    const Snapshot& tables_;
    std::map<std::string, std::optional<PersonId>> known_;
};

Answer get_usage_owners(const RequestContext& context, const Snapshot& tables) {
    Parameters ask(context, tables);
    views::UseQuestion question;
    question.gpus = ask.ids<GpuId>("gpu");
    question.from = ask.needed_instant("from");
    question.until = ask.instant("until").value_or(tables.now());
    question.reservations = ask.ids<ReservationId>("reservation");
    if (question.gpus.empty()) {
        ask.refuse_with({Code::malformed, "gpu", "Name at least one GPU."});
    }
    if (question.gpus.size() > views::most_subjects) {
        ask.refuse_with({Code::out_of_range, "gpu", "At most 256 GPUs at once."});
    }
    if (ask.refusal()) return tl::unexpected(*ask.refusal());
    auto answer = context.service.model.usage().use(
        question, [&](GpuId gpu, const Interval& when) { return bookings_on(tables, gpu, when); });
    if (!answer) return tl::unexpected(answer.error());
    if (const auto id = auth::usage_limited_to(context.viewer(), site_rules(tables).rules)) {
        OwnOnly(tables, *id).keep(*answer);
    }
    Persons persons(tables);
    for (auto& gpu : answer->gpus) {
        for (auto& hour : gpu.hours) persons.name(hour.uses);
    }
    persons.name(answer->totals);
    return json_of(200, *answer);
}

}  // namespace

void add_usage(http::Router& router, const Service& service) {
    const Known usage{list_of("gpu"), list_of("host"),   list_of("metric"),   "from",
                      "until",        number_of("step"), number_of("points"), "statistic"};
    add_long_question(router, service, {"/api/v1/usage", "getUsage", "queryUsage", usage},
                      query_route(service, usage, get_usage, Where::report));
    const Known owners{list_of("gpu"), list_of("reservation"), "from", "until"};
    add_long_question(router, service,
                      {"/api/v1/usage/owners", "getUsageOwners", "queryUsageOwners", owners},
                      query_route(service, owners, get_usage_owners, Where::report));
}

}  // namespace dibs::routes
