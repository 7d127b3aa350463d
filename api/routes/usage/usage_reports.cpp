// /api/v1/usage/report: reserved, used and idle hours, as JSON or as a file. /api/v1/usage/split:
// the same per reservation over time, for strips. A rule of the site limits the visible rows.
#include "api/auth/may_see.hpp"
#include "api/routes/request/asked_by_body.hpp"
#include "api/routes/request/parameters.hpp"
#include "api/routes/request/routes.hpp"
#include "api/routes/usage/usage_csv.hpp"
#include "api/routes/usage/usage_periods.hpp"
#include "domain/kernel/text.hpp"
#include "projections/questions/calendar.hpp"
#include "projections/questions/site.hpp"
#include "projections/questions/usage/usage.hpp"

#include <algorithm>

namespace dibs::routes {

enum class ReportFormat { json, csv };

}  // namespace dibs::routes

namespace dibs {

template <>
struct Names<routes::ReportFormat> {
    static constexpr std::array list = {named(routes::ReportFormat::json, "json"),
                                        named(routes::ReportFormat::csv, "csv")};
};

}  // namespace dibs

namespace dibs::routes {
namespace {

constexpr std::size_t longest_model = 40;

std::vector<PersonId> people_of(Parameters& ask, const RequestContext& context) {
    std::vector<PersonId> people;
    for (const auto text : ask.list("person")) {
        const auto id = text == "me" ? context.viewer().person : parse_id<PersonId>(text);
        if (id) {
            people.push_back(*id);
        } else {
            ask.refuse_with(
                {Code::malformed, "person", "Expected `me`, or ids that start with per_."});
        }
    }
    return people;
}

std::vector<std::string> models_of(Parameters& ask) {
    std::vector<std::string> models;
    for (const auto text : ask.list("model")) {
        if (text.empty() || characters_of(text) > longest_model) {
            ask.refuse_with({Code::out_of_range, "model", "Expected 1 to 40 characters."});
        }
        models.emplace_back(text);
    }
    return models;
}

// A filter by the things of others would reveal what the rows hide. A GPU at a time identifies a
// booking, and a group's use includes that of others.
std::optional<Refusal> keeps_to_own(const Snapshot& tables, const views::ReportQuestion& question) {
    const auto no = [](const char* field) {
        return Refusal{Code::not_allowed,
                       field,
                       "The rules show you your own use only.",
                       {},
                       "usage_visible_to"};
    };
    const auto is_own = [&](PersonId id) { return id == *question.own_only; };
    if (!std::all_of(question.people.begin(), question.people.end(), is_own)) return no("person");
    const bool of_all = question.people.empty() && question.reservations.empty();
    // The sum of all people on few GPUs may be that of one person.
    if (of_all && !question.gpus.empty()) return no("gpu");
    if (of_all && !question.hosts.empty()) return no("host");
    if (of_all && !question.models.empty()) return no("model");
    using enum views::UsageBy;
    const bool shares_rows =
        question.by == gpu || question.by == host || question.by == model || question.by == project;
    if (of_all && shares_rows) return no("by");
    if (question.by == views::UsageBy::group) return no("by");
    for (const auto id : question.reservations) {
        const auto found = find_reservation(tables, id);
        if (!found || !is_own(found->owner)) return no("reservation");
    }
    return std::nullopt;
}

Result<views::ReportQuestion> question_of(Parameters& ask, const RequestContext& context,
                                          const Snapshot& tables, const Zone& zone) {
    views::ReportQuestion question;
    const auto from = ask.needed_instant("from");
    const auto until = ask.instant("until");
    question.zone = zone.name();
    question.by = ask.value<views::UsageBy>("by").value_or(views::UsageBy::person);
    question.people = people_of(ask, context);
    question.hosts = ask.ids<HostId>("host");
    question.gpus = ask.ids<GpuId>("gpu");
    question.models = models_of(ask);
    question.reservations = ask.ids<ReservationId>("reservation");
    if (ask.refusal()) return tl::unexpected(*ask.refusal());
    question.own_only = auth::usage_limited_to(context.viewer(), site_rules(tables).rules);
    if (question.own_only) {
        if (const auto no = keeps_to_own(tables, question)) return tl::unexpected(*no);
    }
    const auto window = report_window(from, until, tables.now(), first_reported_hour(tables));
    if (!window) return tl::unexpected(window.error());
    question.window = *window;
    auto periods = periods_of(question.by, *window, zone);
    if (!periods) return tl::unexpected(periods.error());
    question.periods = *std::move(periods);
    return question;
}

bool accepts_csv(const http::Request& request) {
    const auto accept = request.header("Accept").value_or("");
    const auto at = accept.find("text/csv");
    if (at == std::string_view::npos) return false;
    const auto behind = accept.substr(at + std::string_view("text/csv").size());
    return behind.empty() || behind.front() == ',' || behind.front() == ';' ||
           behind.front() == ' ';
}

http::Response as_file(const views::UsageReport& report, const Zone& zone) {
    return http::Response{200, "text/csv; charset=utf-8; header=present", csv_of(report, zone)}
        .with("Content-Disposition", "attachment; filename=\"" + csv_name_of(report, zone) + "\"");
}

Answer get_report(const RequestContext& context, const Snapshot& tables) {
    Parameters ask(context, tables);
    const auto zone = Zone::find(ask.text("zone", 64).value_or("UTC"));
    const auto format = ask.value<ReportFormat>("format");
    if (!zone) ask.refuse_with(zone.error());
    if (ask.refusal()) return tl::unexpected(*ask.refusal());
    const auto question = question_of(ask, context, tables, *zone);
    if (!question) return tl::unexpected(question.error());
    const auto report = usage_report(tables, *question);
    if (!report) return tl::unexpected(report.error());
    const bool csv = format ? *format == ReportFormat::csv : accepts_csv(context.request);
    auto response = csv ? as_file(*report, *zone) : json_of(200, *report);
    return std::move(response).with("Vary", "Accept");
}

Answer get_split(const RequestContext& context, const Snapshot& tables) {
    Parameters ask(context, tables);
    const auto gpus = ask.ids<GpuId>("gpu");
    const auto from = ask.needed_instant("from");
    const auto until = std::min(ask.instant("until").value_or(tables.now()), tables.now());
    const auto step = ask.number("step").value_or(3600);
    if (gpus.empty()) ask.refuse_with({Code::malformed, "gpu", "Name at least one GPU."});
    if (step != 60 && step != 3600) {
        ask.refuse_with({Code::out_of_range, "step", "A step is 60 or 3600 seconds."});
    }
    if (ask.refusal()) return tl::unexpected(*ask.refusal());
    const auto own = auth::usage_limited_to(context.viewer(), site_rules(tables).rules);
    const auto split = usage_split(tables, gpus, {from, until}, std::chrono::seconds{step}, own);
    if (!split) return tl::unexpected(split.error());
    return json_of(200, *split);
}

}  // namespace

void add_usage_reports(http::Router& router, const Service& service) {
    const Known report{"from",           "until",
                       "zone",           "by",
                       "format",         list_of("person"),
                       list_of("host"),  list_of("gpu"),
                       list_of("model"), list_of("reservation")};
    add_long_question(router, service,
                      {"/api/v1/usage/report", "getUsageReport", "queryUsageReport", report},
                      query_route(service, report, get_report, Where::report));
    const Known split{list_of("gpu"), "from", "until", number_of("step")};
    add_long_question(router, service,
                      {"/api/v1/usage/split", "getUsageSplit", "queryUsageSplit", split},
                      query_route(service, split, get_split, Where::report));
}

}  // namespace dibs::routes
