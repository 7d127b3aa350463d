// Grants: who may use which GPUs, when. A grant names people, groups or everyone. It names GPUs,
// hosts with all their present and future GPUs, models, or everything. It has a start, a hard end
// and weekly windows, each optional. Several grants chain: one may cover the time that another
// leaves open. Without a grant there is no access. Every decision about a booking calls
// `rights.hpp`, which calls the functions here.
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
struct Targets {  // any of them; a GPU includes its slices
    bool everything = false;
    std::vector<GpuId> gpus{};
    std::vector<HostId> hosts{};
    std::vector<std::string> models{};  // parts of a model's name, as in a search
    friend bool operator==(const Targets&, const Targets&) = default;
};

// A booking that rests on the grant waits for approval if it has more GPUs than this or is longer.
// If neither limit is set, every booking waits.
struct Approval {
    std::optional<std::int64_t> above_gpus{};
    std::optional<std::int64_t> above_min{};
    // The approvers besides admins, ascending. None: the managers of the grantee groups.
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
    std::optional<std::string> zone{};    // the zone of the windows
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
struct Change {  // changes only the members that are present; a present but empty member is removed
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
    Grant grant;  // as it was at that time
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

// True if a booking of that many GPUs and that length, resting on this grant, waits for approval.
[[nodiscard]] bool needs_approval(const Grant& grant, std::size_t gpus, Duration length);

// A person who approves bookings, if the grants of those bookings allow it.
struct Approver {
    PersonId person;
    std::vector<GroupId> manages;  // ascending
};
// True if this person approves bookings that rest on the grant. The grant names the approver, or
// else the approver manages one of its grantee groups.
[[nodiscard]] bool approves(const Approver& approver, const Grant& grant);

// True if the first allows everything that the second does, and requires no other approval.
[[nodiscard]] bool includes(const Grant& wide, const Grant& narrow);

// The grant that the first start offers.
[[nodiscard]] Grant everyone_may_use_everything(GrantId id);

// A person and the person's groups, to select grants.
struct Asker {
    PersonId person;
    std::vector<GroupId> groups;  // ascending
};
struct Place {
    GpuId gpu;
    std::optional<GpuId> parent{};  // the card of a slice
    HostId host;
    std::string_view model;
};
[[nodiscard]] bool reaches(const Grant& grant, const Asker& asker, const Place& place);

// How far some grants, chained together, cover an interval from its start.
struct Coverage {
    Instant until;  // at most the end of the interval; its start if not covered at all
    const Grant* last = nullptr;  // the grant that ends then; null: none covers the start
};
using Chosen = std::vector<const Grant*>;
[[nodiscard]] Coverage cover(const Chosen& grants, const Interval& when, const Zones* zones);
// The first moment before `before` at which one of them covers again. Nothing if there is none.
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
