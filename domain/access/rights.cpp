// Looks at each grant for each GPU: grants are few.
#include "domain/access/rights.hpp"

#include "domain/fleet/gpu_name.hpp"
#include "domain/world/world.hpp"

#include <map>

namespace dibs {
namespace {

std::string moment_text(Instant at, const grant::Grant& grant, const Zones* zones) {
    constexpr std::size_t date_and_minute = 16;
    const auto* clock = zones && grant.zone ? zones->find(*grant.zone) : nullptr;
    const auto shown = clock ? Instant{clock->shows(at).time_since_epoch()} : at;
    auto text = to_text(shown).substr(0, date_and_minute);
    text[text.find('T')] = ' ';
    return text + (clock ? " (" + *grant.zone + ")" : " UTC");
}

}  // namespace

Rights rights_in(const World& world, const Context& context) {
    return {world.people, world.groups, world.grants, world.fleet, context.zones};
}

grant::Asker asker_of(const Rights& rights, PersonId person) {
    return {person, group::groups_of(rights.groups, person)};
}

grant::Place place_of(const fleet::State& fleet, GpuId id) {
    const auto* gpu = fleet::find(fleet, id);
    if (!gpu) return {id, {}, {}, {}};
    return {id, gpu->parent, gpu->host, gpu->model ? std::string_view(*gpu->model) : ""};
}

grant::Chosen grants_for(const Rights& rights, const grant::Asker& asker,
                         const grant::Place& place) {
    grant::Chosen chosen;
    for (const auto& [id, held] : rights.grants.all) {
        if (grant::reaches(held.grant, asker, place)) chosen.push_back(&held.grant);
    }
    return chosen;
}

std::optional<Missing> missing(const Rights& rights, PersonId person,
                               const std::vector<GpuId>& gpus, const Interval& when,
                               Resting resting, const grant::Approver* approver) {
    const auto* known = people::find(rights.people, person);
    if (gpus.empty()) return std::nullopt;
    if (!known || known->disabled) return Missing{gpus.front(), when.from, nullptr, true};
    const auto asker = asker_of(rights, person);
    std::map<grant::Chosen, grant::Coverage> known_far;  // most GPUs are covered by the same grants
    std::optional<Missing> first;
    for (const GpuId gpu : gpus) {
        auto chosen = grants_for(rights, asker, place_of(rights.fleet, gpu));
        if (resting == Resting::without_approval) {
            std::erase_if(chosen, [&](const grant::Grant* one) {
                return needs_approval(*one, gpus.size(), when.length()) &&
                       !(approver && approves(*approver, *one));
            });
        }
        auto at = known_far.find(chosen);
        if (at == known_far.end()) {
            const auto covered = grant::cover(chosen, when, rights.zones);
            at = known_far.emplace(std::move(chosen), covered).first;
        }
        const auto& far = at->second;
        if (far.until >= when.until) continue;
        if (!first || far.until < first->from) first = Missing{gpu, far.until, far.last};
    }
    return first;
}

std::string sentence_of(const Missing& missing, const Rights& rights) {
    if (missing.disabled) return "The owner's account is disabled.";
    const auto gpu = fleet::gpu_name(rights.fleet, missing.gpu);
    if (!missing.last) return "No grant gives access to " + gpu + " then.";
    const auto& last = *missing.last;
    return "The grant \"" + last.name + "\" ends " + moment_text(missing.from, last, rights.zones) +
           ", and no grant gives access to " + gpu + " after that.";
}

}  // namespace dibs
