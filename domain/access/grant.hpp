// Grants: who may use which GPUs, when. A grant names people, groups or everyone; GPUs, hosts with
// whatever they have or will have, models, or everything; and a time: a start, a hard end, windows
// that come every week. Several chain: what one leaves open another may cover. No grant, no access.
// Every decision about a booking asks `rights.hpp`, which asks `reach` and `covers` here.
#pragma once

#include "domain/kernel/aggregate.hpp"
#include "domain/kernel/command.hpp"
#include "domain/kernel/context.hpp"
#include "domain/kernel/event.hpp"
#include "domain/kernel/ids.hpp"
#include "domain/kernel/result.hpp"
#include "domain/kernel/weekly.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dibs::grant {

struct Grantees {  // any of them; lists ascending, each once
    bool everyone = false;
    std::vector<PersonId> people{};
    std::vector<GroupId> groups{};
    friend bool operator==(const Grantees&, const Grantees&) = default;
};
struct Targets {  // any of them; a GPU stands for its slices too
    bool everything = false;
    std::vector<GpuId> gpus{};
    std::vector<HostId> hosts{};
    std::vector<std::string> models{};  // parts of a model's name, as in a search
    friend bool operator==(const Targets&, const Targets&) = default;
};

// What rests on the grant waits for approval, where it takes more than this or is longer; neither
// named: all of it.
struct Approval {
    std::optional<std::int64_t> above_gpus{};
    std::optional<std::int64_t> above_min{};
    // Who approves beside admins, ascending; none: the managers of the groups it is given to.
    std::optional<std::vector<PersonId>> approvers{};
    friend bool operator==(const Approval&, const Approval&) = default;
};

struct Grant {
    GrantId id;
    std::string name;
    Grantees to;
    Targets what;
    std::optional<Instant> from{};
    std::optional<Instant> until{};
    std::optional<std::string> zone{};    // of the windows
    std::vector<WeeklyWindow> windows{};  // none: at any time
    std::optional<Approval> approval{};   // none: nothing waits
    friend bool operator==(const Grant&, const Grant&) = default;
};

// Counts the changes of one grant, from 1; the API's ETag.
using Version = std::int64_t;

// commands
struct Give {
    static constexpr std::string_view type = "grant.give";
    Grant grant;
};
struct Change {  // what is named; a member that is given but empty is taken back
    static constexpr std::string_view type = "grant.change";
    GrantId id;
    std::optional<Version> expected{};
    std::optional<std::string> name{};
    std::optional<Grantees> to{};
    std::optional<Targets> what{};
    std::optional<std::optional<Instant>> from{};
    std::optional<std::optional<Instant>> until{};
    std::optional<std::optional<std::string>> zone{};
    std::optional<std::vector<WeeklyWindow>> windows{};
    std::optional<std::optional<Approval>> approval{};
};
struct Withdraw {
    static constexpr std::string_view type = "grant.withdraw";
    GrantId id;
    std::optional<Version> expected{};
};
using Command = CommandOf<Give, Change, Withdraw>;

// events
struct Given {
    static constexpr std::string_view type = "grant.given.v2";
    static constexpr std::string_view description = "Somebody may use GPUs from now on.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const {
        return about(grant.id, grant.to.people, grant.to.groups, grant.what.gpus, grant.what.hosts);
    }
    Grant grant;
};
struct Changed {
    static constexpr std::string_view type = "grant.changed.v1";
    static constexpr std::string_view description = "A grant was changed: all of it, as it is now.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const {
        return about(grant.id, grant.to.people, grant.to.groups, grant.what.gpus, grant.what.hosts);
    }
    Grant grant;
    Grant before;
};
struct Withdrawn {
    static constexpr std::string_view type = "grant.withdrawn.v1";
    static constexpr std::string_view description = "A grant was taken back.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const {
        return about(grant.id, grant.to.people, grant.to.groups, grant.what.gpus, grant.what.hosts);
    }
    Grant grant;  // as it was
};
using Event = EventOf<Given, Changed, Withdrawn>;

struct Held {
    static constexpr std::string_view row = "grant";
    Grant grant;
    Version version = 1;
};

struct State {
    std::map<GrantId, Held> all;
};

struct Aggregate {
    static constexpr std::string_view name = "grants";
    using State = grant::State;
    using Command = grant::Command;
    using Event = grant::Event;
    struct Part {
        State grants;
    };
    static State& of(Part& part) { return part.grants; }
    static const State& of(const Part& part) { return part.grants; }

    using Rows = List<Held>;
    template <class Visit>
    static void each_row(const State& state, Visit&& visit) {
        for (const auto& [id, held] : state.all) visit(held);
    }
};

// Whether a booking of so many GPUs for so long that rests on this grant waits for approval.
[[nodiscard]] bool needs_approval(const Grant& grant, std::size_t gpus, Duration length);

// Somebody who approves bookings, if the grants that these rest on say so.
struct Approver {
    PersonId person;
    std::vector<GroupId> manages;  // ascending
};
// Whether this one approves what rests on the grant: named by it, or else a manager of a group that
// it is given to.
[[nodiscard]] bool approves(const Approver& approver, const Grant& grant);

// Whether the first allows all that the second does, and asks for no other approval.
[[nodiscard]] bool includes(const Grant& wide, const Grant& narrow);

// What the first start offers.
[[nodiscard]] Grant everyone_may_use_everything(GrantId id);

// Who asks, and for what: as far as grants tell people and GPUs apart.
struct Asker {
    PersonId person;
    std::vector<GroupId> groups;  // ascending
};
struct Place {
    GpuId gpu;
    std::optional<GpuId> parent{};  // of a slice
    HostId host;
    std::string_view model;
};
[[nodiscard]] bool reaches(const Grant& grant, const Asker& asker, const Place& place);

// How far some grants, chained together, cover a time from its start on.
struct Coverage {
    Instant until;                // no further than asked; the start itself: not at all
    const Grant* last = nullptr;  // whose end that is; null: none covers the start
};
using Chosen = std::vector<const Grant*>;
[[nodiscard]] Coverage cover(const Chosen& grants, const Interval& when, const Zones* zones);
// From when on one of them covers again, at the latest `before`; none: not till then.
[[nodiscard]] std::optional<Instant> covers_again(const Chosen& grants, Instant after,
                                                  Instant before, const Zones* zones);

[[nodiscard]] State evolve(State state, const Event& event);
inline void restore(State& state, Held row) {
    const auto id = row.grant.id;
    state.all.insert_or_assign(id, std::move(row));
}
[[nodiscard]] Result<std::vector<Event>> decide(const World& world, const Command& command,
                                                const Context& context);

}  // namespace dibs::grant
