// Chooses the sentence for a fact and fills in its arguments. Done when it is read, so names are
// current. Everything comes from the event itself; no sentence contains a secret.
#include "domain/people/people_fields.hpp"
#include "domain/world/aggregates.hpp"
#include "projections/history/history.hpp"
#include "projections/history/sentence_reservations.hpp"

namespace dibs::projections {
namespace {

class EventDescriber : private ReservationDescriber {
  public:
    using ReservationDescriber::operator();
    using ReservationDescriber::ReservationDescriber;

    Sentence operator()(const reservation::Reminded& e) const {
        const bool ends = e.of == reservation::Boundary::end;
        return say(
            ends ? SentenceKey("reservation.reminded.end") : SentenceKey("reservation.reminded"),
            {gpus(e.gpus), person(e.owner)});
    }

    Sentence operator()(const fleet::HostEnrolled& e) const {
        return say("host.enrolled", {actor(), host(e.id)});
    }
    Sentence operator()(const fleet::HostChanged& e) const { return way_changed(e); }
    Sentence operator()(const fleet::HostRemoved& e) const {
        return say("host.removed", {actor(), host(e.id)});
    }
    Sentence operator()(const fleet::HostReached& e) const {
        return say("host.reached", {host(e.id)});
    }
    Sentence operator()(const fleet::HostLost& e) const {
        return say("host.lost", {host(e.id), text("reason", e.reason)});
    }
    Sentence operator()(const fleet::HostKeyRefused& e) const {
        if (e.jump) return say("host.key_refused.jump", {host(e.id), text("jump", *e.jump)});
        return say("host.key_refused", {host(e.id)});
    }
    Sentence operator()(const fleet::HostOwnersHidden& e) const {
        const bool proc = e.owners.why == fleet::Hiding::hidepid;
        return say(proc ? SentenceKey("host.owners_hidden")
                        : SentenceKey("host.owners_hidden.pid_namespace"),
                   {host(e.id)});
    }
    Sentence operator()(const fleet::HostOwnersSeen& e) const {
        return say("host.owners_seen", {host(e.id)});
    }
    Sentence operator()(const fleet::HostDriverChanged& e) const {
        switch (e.driver.state) {
            case fleet::DriverState::unknown:
            case fleet::DriverState::working:
                if (e.driver.words.empty()) return say("host.driver.working", {host(e.id)});
                return say("host.driver.warns", {host(e.id), text("words", e.driver.words)});
            case fleet::DriverState::missing:
                return say("host.driver.missing", {host(e.id), text("words", e.driver.words)});
            case fleet::DriverState::unsupported:
                return say("host.driver.unsupported", {host(e.id), text("words", e.driver.words)});
            case fleet::DriverState::broken:
                break;
        }
        return say("host.driver.broken", {host(e.id), text("words", e.driver.words)});
    }
    Sentence operator()(const fleet::HostBooted& e) const {
        return say(e.boot_id_before ? SentenceKey("host.booted") : SentenceKey("host.booted.first"),
                   {host(e.id)});
    }
    Sentence operator()(const fleet::HostTopologyChanged& e) const {
        return say("host.topology_changed", {host(e.id)});
    }
    Sentence operator()(const fleet::HostProcessesNotRecorded& e) const {
        return say("host.processes_not_recorded", {host(e.id), number("count", e.count)});
    }
    Sentence operator()(const fleet::GpuDiscovered& e) const {
        if (!e.model) return say("gpu.discovered.no_model", {gpus({e.id})});
        return say("gpu.discovered", {gpus({e.id}), text("model", *e.model)});
    }
    Sentence operator()(const fleet::GpuChanged& e) const {
        if (!e.host_before) {
            return say(e.holders ? SentenceKey("gpu.changed.back") : SentenceKey("gpu.changed"),
                       {gpus({e.id})});
        }
        return say("gpu.changed.moved", {gpus({e.id}), host(*e.host_before)});
    }
    Sentence operator()(const fleet::GpuClashBegan& e) const {
        return say("gpu.clash_began", {gpus({e.id}), host(e.host), host(e.claimant, "other")});
    }
    Sentence operator()(const fleet::GpuClashEnded& e) const {
        return say("gpu.clash_ended", {gpus({e.id}), host(e.host), host(e.claimant, "other")});
    }
    Sentence operator()(const fleet::GpuLost& e) const {
        if (!e.words) return say("gpu.lost", {gpus({e.id})});
        return say("gpu.lost.words", {gpus({e.id}), text("words", *e.words)});
    }
    Sentence operator()(const fleet::GpuUnhealthy& e) const {
        return say("gpu.unhealthy",
                   {gpus({e.id}), text("words", health::words_of(e.unhealthy.faults))});
    }
    Sentence operator()(const fleet::GpuHealthy& e) const {
        return say("gpu.healthy", {gpus({e.id})});
    }
    Sentence operator()(const fleet::ProcessAppeared& e) const {
        return of_process("process.appeared", "process.appeared.hidden", e);
    }
    Sentence operator()(const fleet::ProcessOwnerKnown& e) const {
        return say("process.owner_known",
                   {text("account", e.unix_name), number("pid", e.pid), gpus(e.gpus)});
    }
    Sentence operator()(const fleet::ProcessGpusChanged& e) const {
        return of_process("process.gpus_changed", "process.gpus_changed.hidden", e);
    }
    Sentence operator()(const fleet::ProcessGone& e) const {
        return of_process("process.gone", "process.gone.hidden", e);
    }

    Sentence operator()(const people::SetupOpened&) const { return say("setup.opened", {}); }
    Sentence operator()(const people::SetupCompleted& e) const {
        return say("setup.completed", {person(e.person)});
    }
    Sentence operator()(const people::PersonAdded& e) const {
        return say("person.added", {actor(), person(e.id)});
    }
    Sentence operator()(const people::PersonChanged& e) const { return person_changed(e); }
    Sentence operator()(const people::MailChanged& e) const {
        return done("person.mail_changed", "person.mail_changed.for_other", e.person, {});
    }
    Sentence operator()(const people::PersonLinked& e) const {
        return say("person.linked", {person(e.person)});
    }
    Sentence operator()(const people::PersonUnlinked& e) const {
        return say("person.unlinked", {actor(), person(e.person)});
    }
    Sentence operator()(const people::PersonDisabled& e) const {
        return say("person.disabled", {actor(), person(e.person)});
    }
    Sentence operator()(const people::PersonEnabled& e) const {
        return say("person.enabled", {actor(), person(e.person)});
    }
    Sentence operator()(const people::PersonRemoved& e) const {
        return say("person.removed", {actor(), person(e.person)});
    }
    Sentence operator()(const people::PersonErased& e) const {
        return say("person.erased", {actor(), person(e.person)});
    }
    Sentence operator()(const people::PasswordChanged& e) const {
        return done("person.password_changed", "person.password_changed.for_other", e.person, {});
    }
    Sentence operator()(const people::PasswordLinkMade& e) const {
        return say("person.password_link_made", {actor(), person(e.person)});
    }
    Sentence operator()(const people::PasswordLinkUsed& e) const {
        return say("person.password_link_used", {person(e.person)});
    }
    Sentence operator()(const people::SecondFactorSet& e) const {
        return say("person.second_factor_set", {person(e.person)});
    }
    Sentence operator()(const people::SecondFactorRemoved& e) const {
        return done("person.second_factor_removed", "person.second_factor_removed.for_other",
                    e.person, {});
    }
    Sentence operator()(const people::RecoveryUsed& e) const {
        return say("person.recovery_used", {person(e.person)});
    }
    Sentence operator()(const people::PreferencesChanged& e) const {
        return say("person.preferences_changed", {person(e.person)});
    }
    Sentence operator()(const people::WeeklyReportDue& e) const {
        return say("person.weekly_report_due", {person(e.person), text("week", e.week)});
    }
    Sentence operator()(const people::SessionStarted& e) const {
        return say("session.started", {person(e.person)});
    }
    Sentence operator()(const people::SessionCreatedFromToken& e) const {
        return say("session.lent", {person(e.person)});
    }
    Sentence operator()(const people::SessionEnded& e) const {
        return say("session.ended", {person(e.person)});
    }
    Sentence operator()(const people::TokenIssued& e) const {
        return say("token.issued", {person(e.person), text("label", e.label.value)});
    }
    Sentence operator()(const people::TokenRevoked& e) const {
        return done("token.revoked", "token.revoked.for_other", e.person, {});
    }

    Sentence operator()(const rules::RulesChanged&) const { return say("rules.set", {actor()}); }
    Sentence operator()(const grant::Given& e) const { return of_grant("grant.given", e.grant); }
    Sentence operator()(const grant::Changed& e) const {
        return of_grant("grant.changed", e.grant);
    }
    Sentence operator()(const grant::Withdrawn& e) const {
        return of_grant("grant.withdrawn", e.grant);
    }

    Sentence operator()(const group::GroupCreated& e) const {
        return of_group("group.made", e.group.name);
    }
    Sentence operator()(const group::Changed& e) const {
        if (e.group.name == e.name_before) return of_group("group.changed", e.group.name);
        return say("group.changed.renamed",
                   {actor(), text("after", e.group.name), text("before", e.name_before)});
    }
    Sentence operator()(const group::Removed& e) const { return of_group("group.removed", e.name); }
    Sentence operator()(const group::Joined& e) const {
        const auto name = text("group", e.name);
        if (e.manager) {
            return done("group.joined.manager", "group.joined.manager.for_other", e.person, {name});
        }
        if (e.managed.value_or(false)) {
            return done("group.joined.no_manager", "group.joined.no_manager.for_other", e.person,
                        {name});
        }
        return done("group.joined", "group.joined.for_other", e.person, {name});
    }
    Sentence operator()(const group::Left& e) const {
        return done("group.left", "group.left.for_other", e.person, {text("group", e.name)});
    }
    Sentence operator()(const group::Invited& e) const {
        return say("group.invited", {actor(), person(e.person), text("group", e.name)});
    }
    Sentence operator()(const group::InvitationDeclined& e) const {
        return say("group.invitation_declined", {actor(), text("group", e.name)});
    }
    Sentence operator()(const group::InvitationWithdrawn& e) const {
        return say("group.invitation_withdrawn",
                   {actor(), person(e.person), text("group", e.name)});
    }
    Sentence operator()(const group::Limited& e) const { return of_group("group.limited", e.name); }

    Sentence operator()(const board::BoardCreated& e) const {
        return say("board.made", {actor(), text("title", e.board.title.value)});
    }
    Sentence operator()(const board::Changed& e) const {
        return done("board.changed", "board.changed.for_other", e.board.owner,
                    {text("title", e.board.title.value)});
    }
    Sentence operator()(const board::Removed& e) const {
        return done("board.removed", "board.removed.for_other", e.owner, {});
    }

    Sentence operator()(const feed::FeedCreated& e) const {
        return say("feed.opened", {person(e.owner)});
    }
    Sentence operator()(const feed::Closed& e) const {
        return done("feed.closed", "feed.closed.for_other", e.owner, {});
    }

    Sentence operator()(const effect::Watched& e) const {
        return say("effect.watched", {text("reactor", e.reactor)});
    }
    Sentence operator()(const effect::Done& e) const {
        return say("effect.done", {text("reactor", e.reactor), number("position", e.position)});
    }
    Sentence operator()(const effect::Failed& e) const {
        return say(
            e.gave_up ? SentenceKey("effect.failed.gave_up") : SentenceKey("effect.failed"),
            {text("reactor", e.reactor), number("position", e.position), text("detail", e.detail)});
    }

    Sentence operator()(const audit::Sealed& e) const {
        return say("log.sealed", {number("position", e.seal.until)});
    }

    Sentence operator()(const answer::Refused& e) const {
        return say("command.refused",
                   {actor(), text("command", e.command), text("detail", e.detail)});
    }
    Sentence operator()(const answer::Repeated& e) const {
        return say("command.repeated", {actor(), text("command", e.command)});
    }
    Sentence operator()(const answer::Nothing& e) const {
        return say("command.had_no_effect", {actor(), text("command", e.command)});
    }

  private:
    // Names the changed part of the way to a host, if only one part changed.
    [[nodiscard]] Sentence way_changed(const fleet::HostChanged& e) const {
        const auto from_to = [&](SentenceKey key, const std::string& was, const std::string& is) {
            return say(key, {actor(), host(e.id), text("after", is), text("before", was)});
        };
        if (!e.before) return say("host.changed", {actor(), host(e.id)});
        const fleet::HostWay& was = *e.before;
        const bool address = was.address != e.address, port = was.port != e.port;
        const bool account = was.account != e.account, key = was.host_key != e.host_key;
        const bool jumps = was.jumps != e.jumps;
        if (int{address} + int{port} + int{account} + int{key} + int{jumps} != 1) {
            return say("host.changed", {actor(), host(e.id)});
        }
        if (jumps) return jumps_changed(e.id, was.jumps, e.jumps);
        if (key) return say("host.changed.key", {actor(), host(e.id)});
        if (address) return from_to("host.changed.address", was.address, e.address);
        if (account) return from_to("host.changed.user", was.account, e.account);
        return from_to("host.changed.port", std::to_string(was.port), std::to_string(e.port));
    }

    [[nodiscard]] Sentence jumps_changed(HostId id, const std::optional<fleet::Jumps>& before,
                                         const std::optional<fleet::Jumps>& after) const {
        if (!after) return say("host.changed.no_jump", {actor(), host(id)});
        auto same_keys = before.value_or(fleet::Jumps{});
        std::string names;
        for (std::size_t i = 0; i < after->size(); ++i) {
            if (i < same_keys.size()) same_keys[i].host_key = (*after)[i].host_key;
            names += (names.empty() ? "" : ", ") + fleet::to_text((*after)[i]);
        }
        const bool key = same_keys == *after;
        return say(key ? SentenceKey("host.changed.jump_key") : SentenceKey("host.changed.jump"),
                   {actor(), host(id), text("jump", names)});
    }

    [[nodiscard]] Sentence of_grant(SentenceKey key, const grant::Grant& grant) const {
        return say(key, {actor(), text("grant", grant.name)});
    }
    [[nodiscard]] Sentence of_group(SentenceKey key, const std::string& name) const {
        return say(key, {actor(), text("group", name)});
    }
    // Names the most important change: the role, then the UNIX name.
    [[nodiscard]] Sentence person_changed(const people::PersonChanged& e) const {
        if (e.role) {
            const auto role = [](people::Role r) { return std::string(name_of_value(r)); };
            return say("person.changed.role",
                       {actor(), person(e.person), text("after", role(*e.role)),
                        text("before", role(e.role_before.value_or(*e.role)))});
        }
        if (e.unix_name) {
            return say("person.changed.unix_name",
                       {actor(), person(e.person), text("after", *e.unix_name),
                        text("before", e.unix_name_before.value_or(""))});
        }
        return done("person.changed", "person.changed.for_other", e.person, {});
    }

    // `known` names the account; `hidden` is for a process whose account the host hides.
    template <class E>
    [[nodiscard]] Sentence of_process(SentenceKey known, SentenceKey hidden, const E& e) const {
        auto sentence = say(e.unix_name ? known : hidden, {number("pid", e.pid), gpus(e.gpus)});
        if (e.unix_name) sentence.arguments.insert(text("account", *e.unix_name));
        return sentence;
    }
};

}  // namespace

views::Sentence sentence_of(const Txn& txn, const Event& event, std::optional<PersonId> actor) {
    return visit_event(EventDescriber(txn, actor), event);
}

}  // namespace dibs::projections
