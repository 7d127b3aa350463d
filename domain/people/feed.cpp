// Decides on opening and closing feeds. Each read of a feed checks again that its owner may see its
// contents. consequences.cpp closes feeds permanently for other reasons than their owner's wish.
#include "domain/people/feed.hpp"

#include "domain/kernel/overloaded.hpp"
#include "domain/people/people_rules.hpp"
#include "domain/world/world.hpp"

#include <string>

namespace dibs::feed {
namespace {

using Events = Result<std::vector<Event>>;

// Checks that it names at most one thing, which exists. A group's feed is for its members.
std::optional<Refusal> check_what(const World& world, const What& what, PersonId owner,
                                  bool admin) {
    if (int{what.group.has_value()} + int{what.gpu.has_value()} + int{what.host.has_value()} > 1) {
        return Refusal{Code::malformed, what.host ? "host_id" : "gpu_id",
                       "Name a group, a GPU or a host, not several."};
    }
    if (what.gpu && !fleet::find(world.fleet, *what.gpu)) {
        return Refusal{Code::unknown_gpu, "gpu_id", "There is no such GPU."};
    }
    if (what.host && !world.fleet.hosts.contains(*what.host)) {
        return Refusal{Code::unknown_host, "host_id", "There is no such host."};
    }
    if (!what.group) return std::nullopt;
    const auto* group = group::find(world.groups, *what.group);
    if (!group) return Refusal{Code::not_found, "group_id", "There is no such group."};
    if (admin || group::member(*group, owner)) return std::nullopt;
    return Refusal{Code::not_allowed, "group_id",
                   "The calendar of a group is for its members and admins."};
}

Events decide_open(const World& world, const Open& c, const Context& context) {
    const State& state = world.feeds;
    if (!context.actor || !people::find(world.people, *context.actor)) {
        return refuse(Code::not_signed_in, "",
                      "A calendar link belongs to a person who is signed in.");
    }
    // The feed would outlast the token that made it, so a token that only reads makes none.
    if (!people::acts_for_self(world.people, *context.actor, context)) {
        return refuse(Code::not_allowed, "", "Making a calendar link needs the scope book.");
    }
    if (state.all.contains(c.id)) {
        return refuse(Code::already_exists, "id", "A calendar link has this id.");
    }
    const auto mine = state.counts.find(*context.actor);
    if (mine != state.counts.end() && mine->second >= most_feeds) {
        return refuse(Code::not_ready, "", "You have 20 calendar links: close one first.");
    }
    const bool admin = people::is_admin(world.people, context);
    if (auto no = check_what(world, c.what, *context.actor, admin)) return tl::unexpected(*no);
    return std::vector<Event>{FeedCreated{c.id, *context.actor, c.what, c.secret}};
}

Events decide_close(const World& world, const Close& c, const Context& context) {
    const auto found = world.feeds.all.find(c.id);
    const bool seen = found != world.feeds.all.end() && (context.actor == found->second.owner ||
                                                         people::is_admin(world.people, context));
    if (!seen) return refuse(Code::not_found, "id", "You have no such calendar link.");
    if (!context.is_dibs() && !people::is_admin(world.people, context) &&
        !people::acts_for_self(world.people, *context.actor, context)) {
        return refuse(Code::not_allowed, "", "Closing a calendar link needs the scope book.");
    }
    const Feed& feed = found->second;
    return std::vector<Event>{Closed{feed.id, feed.owner, feed.what}};
}

void evolve_closed(State& state, const Closed& e) {
    const auto found = state.all.find(e.id);
    if (found == state.all.end()) return;
    const auto count = state.counts.find(found->second.owner);
    if (--count->second == 0) state.counts.erase(count);
    state.all.erase(found);
}

}  // namespace

void restore(State& state, Feed row) {
    ++state.counts[row.owner];
    state.all.insert_or_assign(row.id, row);
}

State evolve(State state, const Event& event) {
    visit(overloaded{
              [&](const FeedCreated& e) {
                  restore(state, Feed{e.id, e.owner, e.what});
              },
              [&](const Closed& e) { evolve_closed(state, e); },
          },
          event);
    return state;
}

Result<std::vector<Event>> decide(const World& world, const Command& command,
                                  const Context& context) {
    return visit(overloaded{
                     [&](const Open& c) { return decide_open(world, c, context); },
                     [&](const Close& c) { return decide_close(world, c, context); },
                 },
                 command);
}

}  // namespace dibs::feed
