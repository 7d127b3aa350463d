// GET /api/v1/usage: what GPUs and hosts did over time.
#include "api/routes/parameters.hpp"
#include "api/routes/routes.hpp"

namespace dibs::routes {
namespace {

Answer get(const RequestContext& context, const Snapshot& tables) {
    Parameters ask(context, tables);
    views::UsageQuestion question;
    question.gpus = ask.ids<GpuId>("gpu");
    question.hosts = ask.ids<HostId>("host");
    question.metrics = ask.list("metric");
    question.from = ask.needed_instant("from");
    question.until = ask.instant("until").value_or(tables.now());
    question.step_s = ask.number("step");
    if (ask.refusal()) return tl::unexpected(*ask.refusal());
    if (question.gpus.empty() && question.hosts.empty()) {
        return refuse(Code::malformed, "gpu", "Name at least one GPU or host.");
    }
    if (question.gpus.size() + question.hosts.size() > views::most_subjects) {
        return refuse(Code::out_of_range, "gpu", "At most 256 GPUs and hosts at once.");
    }
    for (const auto& name : question.metrics) {
        if (find_column(Subject::gpu, name) || find_column(Subject::host, name)) continue;
        return refuse(Code::malformed, "metric", "There is no metric " + name + ".");
    }
    const auto usage = context.service.model.usage().usage(question);
    if (!usage) return tl::unexpected(usage.error());
    return json_of(200, *usage);
}

}  // namespace

void add_usage(http::Router& router, const Service& service) {
    router.add({http::Method::get, "/api/v1/usage", "getUsage", access::read,
                query_route(service, {"gpu", "host", "metric", "from", "until", "step"}, get,
                            Where::background)});
}

}  // namespace dibs::routes
