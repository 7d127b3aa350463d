// Checks the writer and the progress of the tables.
#include "api/routes/request/readiness.hpp"

#include "api/auth/readiness.hpp"

#include <algorithm>

namespace dibs::routes {
namespace {

Check reads_on(std::string name, std::optional<double> share) {
    return {std::move(name), auth::reading_the_log(share), {}, true, share};
}

Check log_check(const RuntimeStatus& status) {
    if (!status.writer) return {"log"};
    const auto writer = status.writer();
    switch (writer.role) {
        case WriterRole::writing:
            return {"log", writer.problem};  // its timer may pause it
        case WriterRole::standby:
            return {"log", writer.epoch > 0 ? "" : "no writer is known"};
        case WriterRole::starting:
        case WriterRole::claiming:
            if (writer.reading) return reads_on("log", writer.reading);
            [[fallthrough]];
        case WriterRole::stopped:
            break;
    }
    return {"log", writer.problem.empty() ? "not open yet" : writer.problem};
}

Check tables_check(const Projector& projector) {
    const auto tables = projector.status();
    if (!tables.error.empty() && (!tables.answers || !tables.caught_up)) {
        return {"tables", tables.error};
    }
    if (tables.caught_up) return {"tables"};
    return reads_on("tables", tables.share);
}

Check check_of(const Behind& one) {
    Check check{"read model " + std::string(one.name)};
    auto& text = one.answers ? check.note : check.why;
    text = auth::rebuild_progress(one);
    if (!one.trouble.empty()) text = text + "; it is not updating: " + one.trouble;
    check.reads = !one.answers && one.trouble.empty();
    check.share = one.share;
    return check;
}

}  // namespace

bool Readiness::ready() const {
    return std::all_of(checks.begin(), checks.end(), [](const auto& c) { return c.why.empty(); });
}

std::string Readiness::why() const {
    const Check* last = nullptr;
    for (const auto& check : checks) {
        if (check.why.empty()) continue;
        if (!check.reads) return check.name + ": " + check.why;
        if (!last || check.share < last->share) last = &check;  // unknown counts as least
    }
    return last ? last->why : "";
}

Readiness readiness_of(const Service& service) {
    Readiness its{{log_check(service.status), tables_check(service.projector)}};
    for (const auto& one : service.model.behind().all()) its.checks.push_back(check_of(one));
    return its;
}

}  // namespace dibs::routes
