// Applies each rule in turn and sorts lists. Things that the grant named before may be gone by now.
#include "domain/access/grant_rules.hpp"

#include "domain/kernel/text.hpp"
#include "domain/rules/limits.hpp"
#include "domain/world/world.hpp"

#include <algorithm>
#include <set>

namespace dibs::grant {
namespace {

using Objection = std::optional<Refusal>;

constexpr LineLength name_length{1, 64};
constexpr LineLength model_length{1, 64};

template <class T>
void in_order(std::vector<T>& list) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
}

// `known` returns true if the thing exists. Entries of `before` may be gone.
template <class T, class Known>
Objection check_list(std::vector<T>& list, const std::vector<T>* before, std::string field,
                     Code code, const Known& known) {
    if (list.size() > most_named) {
        return Refusal{Code::out_of_range, std::move(field),
                       "A grant names at most 1,000 of them."};
    }
    in_order(list);
    for (const auto& one : list) {
        if (before && std::binary_search(before->begin(), before->end(), one)) continue;
        if (!known(one))
            return Refusal{code, std::move(field), "There is no " + to_text(one) + "."};
    }
    return std::nullopt;
}

Objection check_to(Grantees& to, const Grantees* before, const World& world) {
    if (to.everyone && !(to.people.empty() && to.groups.empty())) {
        return Refusal{Code::out_of_range, "to", "Everyone, or some: not both."};
    }
    if (!before && !to.everyone && to.people.empty() && to.groups.empty()) {
        return Refusal{Code::out_of_range, "to", "A grant is given to somebody."};
    }
    if (auto no = check_list(
            to.people, before ? &before->people : nullptr, "to.people", Code::unknown_person,
            [&](PersonId id) { return people::find(world.people, id) != nullptr; })) {
        return no;
    }
    return check_list(to.groups, before ? &before->groups : nullptr, "to.groups", Code::not_found,
                      [&](GroupId id) { return group::find(world.groups, id) != nullptr; });
}

Objection check_models(std::vector<std::string>& models) {
    if (models.size() > most_named) {
        return Refusal{Code::out_of_range, "what.models", "A grant names at most 1,000 of them."};
    }
    for (auto& model : models) {
        auto line = normal_line(model, "what.models", "A model", model_length);
        if (!line) return line.error();
        model = *std::move(line);
    }
    in_order(models);
    return std::nullopt;
}

Objection check_what(Targets& what, const Targets* before, const World& world) {
    const bool names_some = !(what.gpus.empty() && what.hosts.empty() && what.models.empty());
    if (what.everything && names_some) {
        return Refusal{Code::out_of_range, "what", "Everything, or some: not both."};
    }
    if (!what.everything && !names_some) {
        return Refusal{Code::out_of_range, "what", "A grant is about some GPUs."};
    }
    if (auto no = check_models(what.models)) return no;
    if (auto no =
            check_list(what.gpus, before ? &before->gpus : nullptr, "what.gpus", Code::unknown_gpu,
                       [&](GpuId id) { return fleet::find(world.fleet, id) != nullptr; })) {
        return no;
    }
    return check_list(what.hosts, before ? &before->hosts : nullptr, "what.hosts",
                      Code::unknown_host,
                      [&](HostId id) { return world.fleet.hosts.contains(id); });
}

Objection check_window(WeeklyWindow& window, const std::string& at) {
    in_order(window.days);
    if (window.days.empty()) {
        return Refusal{Code::out_of_range, at + ".days", "A window is on at least one day."};
    }
    if (window.from.minutes >= 24 * 60) {
        return Refusal{Code::out_of_range, at + ".from", "A window starts before 24:00."};
    }
    return std::nullopt;
}

Objection check_time(Grant& grant, const Grant* before, const Context& context) {
    const bool new_end = !before || before->until != grant.until;
    if (new_end && grant.until && *grant.until <= context.now) {
        return Refusal{Code::in_the_past, "until", "A grant that has ended allows nothing."};
    }
    if (grant.from && grant.until && *grant.until <= *grant.from) {
        return Refusal{Code::interval_reversed, "until", "A grant ends after it starts."};
    }
    if (grant.zone && !(context.zones && context.zones->find(*grant.zone))) {
        return Refusal{Code::unknown_zone, "zone",
                       "There is no such time zone. Use a name of the tz database, as "
                       "Europe/Warsaw."};
    }
    if (!grant.windows.empty() && !grant.zone) {
        return Refusal{Code::unknown_zone, "zone", "Windows are on the clock of a zone: name it."};
    }
    if (grant.windows.size() > most_windows) {
        return Refusal{Code::out_of_range, "windows", "A grant has at most 100 windows."};
    }
    for (std::size_t i = 0; i < grant.windows.size(); ++i) {
        auto no = check_window(grant.windows[i], "windows[" + std::to_string(i) + "]");
        if (no) return no;
    }
    return std::nullopt;
}

Objection check_approval(Grant& grant, const Grant* before, const World& world) {
    if (!grant.approval) return std::nullopt;
    auto& [above_gpus, above_min, approvers] = *grant.approval;
    if (above_gpus && (*above_gpus < 1 || *above_gpus > 1024)) {
        return Refusal{Code::out_of_range, "approval.above_gpus", "1 to 1,024 GPUs."};
    }
    if (above_min && (*above_min < 1 || *above_min > most_min)) {
        return Refusal{Code::out_of_range, "approval.above_min",
                       "This is 1 to " + std::to_string(most_min) + "."};
    }
    if (!approvers) return std::nullopt;
    const bool known = before && before->approval && before->approval->approvers;
    return check_list(*approvers, known ? &*before->approval->approvers : nullptr,
                      "approval.approvers", Code::unknown_person,
                      [&](PersonId id) { return people::find(world.people, id) != nullptr; });
}

}  // namespace

std::optional<Refusal> check_grant(Grant& grant, const Grant* before, const World& world,
                                   const Context& context) {
    Faults faults;
    const auto note = [&](Objection no) {
        if (no) faults.add(*std::move(no));
    };
    auto name = normal_line(grant.name, "name", "A name", name_length);
    if (name) {
        grant.name = *std::move(name);
    } else {
        faults.add(std::move(name.error()));
    }
    note(check_to(grant.to, before ? &before->to : nullptr, world));
    note(check_what(grant.what, before ? &before->what : nullptr, world));
    note(check_time(grant, before, context));
    note(check_approval(grant, before, world));
    return faults.refusal();
}

}  // namespace dibs::grant
