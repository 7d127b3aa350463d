// Changes to a certain version of a thing: reads the id of the path and the ETag of If-Match. An
// outdated version is answered with the current one. Used by all things with versions.
#pragma once

#include "api/http/conditional.hpp"
#include "api/http/problem.hpp"
#include "api/routes/request/request_context.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace dibs::routes {

template <class AnyId>
struct Target {
    AnyId id;
    std::optional<std::int64_t> expected;  // none: any version
};
enum class IfMatch { needed, optional };

// Answers with a view and its version as ETag.
template <class View>
[[nodiscard]] http::Response versioned_response(const View& view, int status = 200) {
    return json_of(status, view)
        .with("ETag", http::version_etag(static_cast<std::uint64_t>(view.version)));
}

// Empty if already answered. `thing`: "board"; `refuse(context, id, refusal)` answers an If-Match
// without a valid version.
template <class AnyId, class Refuse>
[[nodiscard]] std::optional<Target<AnyId>> target_of(const RequestPtr& context,
                                                     std::string_view thing, const Refuse& refuse,
                                                     IfMatch rule = IfMatch::needed) {
    const auto id = id_of<AnyId>(*context);
    if (!id) {
        fail(context, id.error());
        return std::nullopt;
    }
    if (rule == IfMatch::needed && !has_if_match(context, thing)) return std::nullopt;
    const auto version = http::if_match(context->request);
    if (!version) {
        refuse(context, *id, version.error());
        return std::nullopt;
    }
    if (!*version) return Target<AnyId>{*id, std::nullopt};
    return Target<AnyId>{*id, static_cast<std::int64_t>(**version)};
}

// `member`: "current_board"; `read(tables)` gives the current thing if the caller may see it;
// `none` is the answer otherwise. Other refusals are answered unchanged.
template <class ReadNow>
void refuse_stale(const RequestPtr& context, Refusal refusal, std::string_view member,
                  const Refusal& none, const ReadNow& read) {
    if (refusal.code != Code::changed_meanwhile) return fail(context, refusal);
    refusal.field = "If-Match";
    auto problem = http::problem_of(refusal, context->request.request_id);
    {
        const auto tables = context->service.model.snapshot(context->service.clock());
        const auto now = read(tables);
        if (!now) return fail(context, none);
        problem.with(std::string(member), to_json(*now));
    }
    context->respond(positioned(*context, http::to_response(problem), refusal.position));
}

}  // namespace dibs::routes
