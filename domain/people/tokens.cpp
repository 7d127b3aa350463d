// Decides on making and revoking tokens, their lifetime and their number.
#include "domain/people/tokens.hpp"

#include "domain/kernel/text.hpp"
#include "domain/world/world.hpp"

#include <algorithm>

namespace dibs::people {
namespace {

constexpr LineLength label_length{1, 100};

// Rejects a token lifetime above the maximum instead of clamping it.
std::optional<Refusal> check_life(const IssueToken& c, const rules::Rules& rules, Instant now) {
    if (c.expires && *c.expires <= now) {
        return Refusal{Code::in_the_past, "expires_at", "A token ends in the future."};
    }
    if (!rules.token_life_min) return std::nullopt;
    if (c.expires && *c.expires <= now + std::chrono::minutes{*rules.token_life_min}) {
        return std::nullopt;
    }
    constexpr std::int64_t an_hour = 60;
    return Refusal{Code::out_of_range,
                   "expires_at",
                   "A token lives at most " + std::to_string(*rules.token_life_min / an_hour) +
                       " h. An admin can change that.",
                   {},
                   "token_life_min"};
}

// Expired tokens are invalid and do not count.
std::optional<Refusal> check_count(const State& state, PersonId person, Instant now) {
    constexpr std::ptrdiff_t most = 50;
    const auto held = std::count_if(state.tokens.begin(), state.tokens.end(), [&](const auto& one) {
        return one.second.person == person && one.second.expires.value_or(Instant::max()) > now;
    });
    if (held < most) return std::nullopt;
    return Refusal{Code::over_limit, "",
                   "A person holds at most 50 tokens: revoke one that is no longer needed."};
}

}  // namespace

Events decide_issue(const World& world, const IssueToken& c, const Context& context) {
    const State& state = world.people;
    if (!context.actor || !find(state, *context.actor)) {
        return refuse(Code::not_signed_in, "", "A token belongs to a person who is signed in.");
    }
    if (state.tokens.contains(c.id)) {
        return refuse(Code::already_exists, "id", "A token has this id.");
    }
    Faults faults;
    const auto label = normal_line(c.label.value, "label", "A label", label_length);
    if (!label) faults.add(label.error());
    if (c.scopes.bits == 0) {
        faults.add(Code::out_of_range, "scopes", "A token needs at least one scope.");
    }
    if ((c.scopes.bits & ~context.scopes.bits) != 0 ||
        (c.scopes.has(Scope::admin) && !is_admin(state, context))) {
        faults.add(Code::not_allowed, "scopes", "A token cannot hold more than its maker may.");
    }
    if (auto no = check_life(c, world.rules.site, context.now)) faults.add(*std::move(no));
    if (faults.refusal()) return tl::unexpected(*faults.refusal());
    if (auto no = check_count(state, *context.actor, context.now)) {
        return tl::unexpected(*std::move(no));
    }
    return std::vector<Event>{
        TokenIssued{c.id, *context.actor, {*label}, c.scopes, c.token, c.expires}};
}

Events decide_revoke(const State& state, const RevokeToken& c, const Context& context) {
    const auto token = state.tokens.find(c.id);
    if (token == state.tokens.end() || !own_or_admin(state, token->second.person, context)) {
        return refuse(Code::not_found, "id", "You hold no such token.");
    }
    std::vector<Event> events{TokenRevoked{c.id, token->second.person}};
    for (const auto& [id, session] : state.sessions) {
        if (session.by == c.id) events.emplace_back(SessionEnded{id, session.person});
    }
    return events;
}

}  // namespace dibs::people
