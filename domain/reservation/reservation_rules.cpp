// Implements the rules of product.md's "rules users rely on", one function each.
#include "domain/reservation/reservation_rules.hpp"

#include "domain/access/rights.hpp"
#include "domain/hold/hold.hpp"
#include "domain/reservation/approval.hpp"
#include "domain/world/world.hpp"

#include <algorithm>
#include <iterator>
#include <set>

namespace dibs::reservation {
namespace {

Refusal objection(Code code, std::string field, std::string detail) {
    return Refusal{code, std::move(field), std::move(detail)};
}

// Allows to replace GPUs one for one, and only unusable ones.
Objection check_swap(const Booking& before, const Booking& after, const World& world) {
    if (after.gpus == before.gpus) return std::nullopt;
    if (after.gpus.size() != before.gpus.size()) {
        return Refusal{Code::in_the_past, "gpus",
                       "A running booking keeps as many GPUs as it has."};
    }
    for (const GpuId gpu : without(before.gpus, after.gpus)) {
        if (fleet::ill_health_of(world.fleet, gpu) || fleet::trouble_of(world.fleet, gpu)) continue;
        return Refusal{Code::in_the_past,
                       "gpus",
                       "A running booking keeps its GPUs, but for those that are unhealthy, lost "
                       "or without a driver.",
                       {gpu}};
    }
    return std::nullopt;
}

}  // namespace

std::vector<GpuId> without(const std::vector<GpuId>& gpus, const std::vector<GpuId>& those) {
    std::vector<GpuId> rest;
    std::set_difference(gpus.begin(), gpus.end(), those.begin(), those.end(),
                        std::back_inserter(rest));
    return rest;
}

Objection check_project(std::optional<std::string>& project) {
    if (!project) return std::nullopt;
    auto normal = normal_project(*project, "project");
    if (!normal) return normal.error();
    project = *std::move(normal);
    return std::nullopt;
}

Objection check_title(std::string& title) {
    auto line = normal_line(title, "title", "A title", title_length);
    if (!line) return line.error();
    title = *std::move(line);
    return std::nullopt;
}

Objection check_gpus(const std::vector<GpuId>& gpus, const World& world) {
    for (const GpuId id : gpus) {
        const auto* gpu = fleet::find(world.fleet, id);
        if (!gpu) {
            return objection(Code::unknown_gpu, "gpus", "There is no GPU " + to_text(id) + ".");
        }
        if (!world.fleet.hosts.contains(gpu->host)) {
            return objection(Code::unknown_gpu, "gpus",
                             "The host of " + to_text(id) + " was removed.");
        }
        if (gpu->parent && std::binary_search(gpus.begin(), gpus.end(), *gpu->parent)) {
            return objection(Code::out_of_range, "gpus",
                             "A booking takes a GPU or its slices, not both.");
        }
    }
    return std::nullopt;
}

Objection check_protection(std::optional<enforcement::Protection> wanted, const World& world) {
    if (!wanted || *wanted <= world.rules.site.greatest_protection()) return std::nullopt;
    auto no =
        objection(Code::not_allowed, "protection", "The site's rules let nobody ask for so much.");
    no.rule = "most_protection";
    return no;
}

Objection check_usable(const std::vector<GpuId>& gpus, Instant from, const World& world,
                       Instant now) {
    for (const GpuId id : gpus) {
        if (auto ill = fleet::ill_health_of(world.fleet, id)) {
            return Refusal{Code::gpu_unhealthy, "gpus", *std::move(ill), {id}};
        }
    }
    if (from >= now + repair_notice) return std::nullopt;
    for (const GpuId id : gpus) {
        if (auto trouble = fleet::trouble_of(world.fleet, id)) {
            return Refusal{Code::driver_broken, "gpus", *std::move(trouble), {id}};
        }
    }
    return std::nullopt;
}

Objection check_grants(const Booking& booking, const World& world, const Context& context) {
    const auto rights = rights_in(world, context);
    const auto gap = missing(rights, booking.owner, booking.gpus, booking.when);
    if (!gap) return std::nullopt;
    auto no = objection(Code::no_grant, "gpus", sentence_of(*gap, rights));
    no.about.emplace_back(gap->gpu);
    if (gap->last) no.about.emplace_back(gap->last->id);
    return no;
}

Objection check_free(const Booking& booking, const fleet::State& fleet, const State& reservations) {
    auto hits = hold::overlapping_in({reservations, fleet}, booking.gpus, booking.when);
    std::erase(hits, booking.id);
    if (hits.empty()) return std::nullopt;
    return Refusal{Code::slot_taken,
                   "gpus",
                   "Another reservation holds a GPU in that time.",
                   {hits.begin(), hits.end()}};
}

Objection check_running_change(const Booking& before, const Booking& after, const World& world,
                               Instant now) {
    if (after.when.from != before.when.from) {
        return Refusal{Code::in_the_past, "from", "A running booking keeps its start."};
    }
    if (auto no = check_swap(before, after, world)) return no;
    if (after.when.until <= now) {
        return Refusal{Code::in_the_past, "until",
                       "A running booking ends in the future; release it to end it now."};
    }
    return std::nullopt;
}

Objection check_may_change(const Held& held, const World& world, const Context& context) {
    const bool owner = context.actor == held.booking.owner && context.scopes.has(Scope::book);
    if (owner || people::is_admin(world.people, context)) return std::nullopt;
    return objection(Code::not_allowed, "", "Only its owner or an admin changes a reservation.");
}

Objection check_may_approve(const Held& held, const World& world, const Context& context) {
    if (may_approve(held.booking, world, context)) return std::nullopt;
    return objection(Code::not_allowed, "",
                     "Only an admin, or an approver of the grant it rests on, answers this.");
}

}  // namespace dibs::reservation
