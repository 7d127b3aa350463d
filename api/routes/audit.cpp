// GET /api/v1/audit: whether the log equals the sealed one. In the background this node reads the
// log once from its start and checks every seal. This route reports the findings and the progress.
#include "api/routes/request/parameters.hpp"
#include "api/routes/request/request_context.hpp"
#include "api/routes/request/routes.hpp"

#include <algorithm>
#include <optional>

namespace dibs::routes {
namespace {

struct HeadOfSeals {
    Position position = 0;
    std::string digest;
    std::string public_key;
};

enum class AskedHead { held, not_held, not_read };

struct AuditView {
    Instant since;          // start of this check of the log
    Position position = 0;  // checked up to this position
    Position lag = 0;       // facts of the log after `position`
    Position seals = 0;
    Position unsealed_facts = 0;
    bool one_key = true;
    std::optional<HeadOfSeals> newest{};
    std::optional<std::string> problem{};
    std::optional<AskedHead> head{};
};

}  // namespace
}  // namespace dibs::routes

namespace dibs {

template <>
struct Fields<routes::HeadOfSeals> {
    using T = routes::HeadOfSeals;
    static constexpr auto list =
        field_list(field("position", &T::position), field("digest", &T::digest),
                   field("public_key", &T::public_key));
};
template <>
struct Names<routes::AskedHead> {
    using E = routes::AskedHead;
    static constexpr std::array list = {named(E::held, "held"), named(E::not_held, "not_held"),
                                        named(E::not_read, "not_read")};
};
template <>
struct Fields<routes::AuditView> {
    using T = routes::AuditView;
    static constexpr auto list = field_list(
        field("since", &T::since), field("position", &T::position), field("lag", &T::lag),
        field("seals", &T::seals), field("unsealed_facts", &T::unsealed_facts),
        field("one_key", &T::one_key), field("newest", &T::newest), field("problem", &T::problem),
        field("head", &T::head));
};

}  // namespace dibs

namespace dibs::routes {
namespace {

// Seals are ordered by the position that they cover. So a head counts as not held only once a seal
// that reaches as far was read.
std::optional<AskedHead> asked_head(const RuntimeStatus& status, const AuditFindings& found,
                                    const std::optional<AuditHead>& head) {
    if (!head) return std::nullopt;
    if (!found.newest || found.newest->until < head->position) return AskedHead::not_read;
    return status.holds_head && status.holds_head(*head) ? AskedHead::held : AskedHead::not_held;
}

AuditView audit_view(const RuntimeStatus& status, const std::optional<AuditHead>& head) {
    AuditView view;
    view.since = status.started_at;
    const Position end = status.writer ? status.writer().position : 0;
    const auto found = status.audit ? status.audit() : AuditFindings{};
    view.position = found.read;
    view.lag = std::max<Position>(end - found.read, 0);
    view.seals = found.seals;
    view.unsealed_facts = found.unsealed;
    view.one_key = found.one_key;
    if (const auto& newest = found.newest) {
        view.newest = HeadOfSeals{newest->until, newest->digest, newest->public_key};
    }
    view.problem = found.broken;
    view.head = asked_head(status, found, head);
    return view;
}

Answer get_audit(const RequestContext& context, const Snapshot& tables) {
    Parameters asked(context, tables);
    const auto text = asked.text("head");
    const auto head = text ? parse_audit_head(*text) : std::nullopt;
    if (text && !head) {
        asked.refuse_with({Code::malformed,
                           "head",
                           "Expected a position and a digest, as `dibs audit head` tells them.",
                           {}});
    }
    if (asked.refusal()) return tl::unexpected(*asked.refusal());
    return json_of(200, audit_view(context.service.status, head));
}

}  // namespace

void add_audit(http::Router& router, const Service& service) {
    router.add({http::Method::get, "/api/v1/audit", "getAudit", access::admin,
                query_route(service, {"head"}, get_audit)});
}

}  // namespace dibs::routes
