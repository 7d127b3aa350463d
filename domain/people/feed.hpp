// Feeds: calendars that a phone or a computer subscribes to by a secret address. A feed belongs to
// a person. It shows the bookings of that person, of a group, a GPU or a host. Each read shows the
// bookings that its owner may see at that time. The state here has the feeds and their owners; the
// events open and close them. The contents of a feed come from the tables (projections/feeds). Only
// the digest of the secret is known.
#pragma once

#include "domain/kernel/aggregate.hpp"
#include "domain/kernel/command.hpp"
#include "domain/kernel/context.hpp"
#include "domain/kernel/event.hpp"
#include "domain/kernel/ids.hpp"
#include "domain/kernel/result.hpp"
#include "domain/people/people_commands.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

namespace dibs::feed {

inline constexpr std::size_t most_feeds = 20;  // of one person

// The subject of the bookings: at most one of these. None: the owner's own bookings.
struct What {
    std::optional<GroupId> group{};  // of its members
    std::optional<GpuId> gpu{};
    std::optional<HostId> host{};
    friend bool operator==(const What&, const What&) = default;
};

// commands
struct Open {
    static constexpr std::string_view type = "feed.open";
    FeedId id;
    What what{};
    people::Digest secret;
};
struct Close {
    static constexpr std::string_view type = "feed.close";
    FeedId id;
};
using Command = CommandOf<Open, Close>;

// events
struct FeedCreated {
    static constexpr std::string_view type = "feed.opened.v1";
    static constexpr std::string_view description =
        "A person made a secret address from which calendars read bookings.";
    static constexpr Audience audience() { return Audience::concerned; }
    [[nodiscard]] Subjects subjects() const {
        return about(id, owner, what.group, what.gpu, what.host);
    }
    FeedId id;
    PersonId owner;
    What what{};
    people::Digest secret;
};
struct Closed {
    static constexpr std::string_view type = "feed.closed.v1";
    static constexpr std::string_view description =
        "The secret address of a calendar opens nothing any more.";
    static constexpr Audience audience() { return Audience::concerned; }
    [[nodiscard]] Subjects subjects() const {
        return about(id, owner, what.group, what.gpu, what.host);
    }
    FeedId id;
    PersonId owner;
    What what{};
};
using Event = EventOf<FeedCreated, Closed>;

struct Feed {
    static constexpr std::string_view row = "feed";
    FeedId id;
    PersonId owner;
    What what{};
};

struct State {
    std::map<FeedId, Feed> all;
    std::map<PersonId, std::size_t> counts;  // of each owner's
};

struct Aggregate {
    static constexpr std::string_view name = "feeds";
    using State = feed::State;
    using Command = feed::Command;
    using Event = feed::Event;
    struct Part {
        State feeds;
    };
    static State& of(Part& part) { return part.feeds; }
    static const State& of(const Part& part) { return part.feeds; }

    using Rows = List<Feed>;
    template <class Visit>
    static void each_row(const State& state, Visit&& visit) {
        for (const auto& [id, feed] : state.all) visit(feed);
    }
};

[[nodiscard]] State evolve(State state, const Event& event);
void restore(State& state, Feed row);
[[nodiscard]] Result<std::vector<Event>> decide(const World& world, const Command& command,
                                                const Context& context);

}  // namespace dibs::feed
