// Submits person.admit, then one command per group to join or leave, each after the one before.
#include "api/routes/session/arrival.hpp"

#include "api/routes/request/sign_in.hpp"
#include "domain/kernel/text.hpp"
#include "domain/people/people_rules.hpp"
#include "ingest/fresh_id.hpp"
#include "projections/questions/access.hpp"
#include "projections/questions/people.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include <spdlog/spdlog.h>

namespace dibs::routes {
namespace {

using auth::SignInError;
using auth::SignInRejection;
using ArrivingPtr = std::shared_ptr<const Arriving>;

SignInError why_not(const Refusal& refusal) {
    switch (refusal.code) {
        case Code::unknown_person:
            return SignInError::no_account;
        case Code::already_exists:
            return SignInError::taken;
        case Code::not_ready:
            return SignInError::last_admin;
        case Code::out_of_range:
            return SignInError::no_name;
        case Code::not_allowed:
            if (refusal.field == "unix_name") return SignInError::renamed;
            return refusal.field == "role" ? SignInError::admin : SignInError::disabled;
        default:
            return SignInError::busy;
    }
}

// None where the provider does not say: role and memberships stay unchanged.
std::optional<bool> is_member(const Arriving& arriving, const std::string& group) {
    const auto& groups = arriving.who.groups;
    if (!groups) return std::nullopt;
    return std::find(groups->begin(), groups->end(), group) != groups->end();
}

void warn_of_unknown_groups(const RequestContext& context, const Arriving& arriving) {
    const auto& admission = arriving.admission;
    if (arriving.who.groups || (admission.admins.empty() && admission.groups.empty())) return;
    spdlog::warn(
        "request {}: the provider does not say which groups {} is in: role and groups stay. Is the "
        "groups claim sent, and are they too many for a token?",
        context.request.request_id, arriving.who.unix_name);
}

// Uses the provider's name for the person only if it is well formed: a bad name must not block the
// sign-in.
people::Admit admission_of(const RequestContext& context, const Arriving& arriving) {
    const auto& who = arriving.who;
    const auto& admission = arriving.admission;
    people::Admit admit;
    admit.id = fresh_id<PersonId>(context.service.clock());
    admit.link = {who.provider, context.service.keyed_digest("who somebody is elsewhere\n" +
                                                             who.provider + '\n' + who.subject)};
    admit.unix_name = who.unix_name;
    const bool called = !who.name.empty() && !people::check_names(who.name, "somebody");
    admit.name.value = called ? who.name : who.unix_name;
    if (const auto mail = people::checked_mail(who.mail)) admit.mail = *mail;
    admit.create = admission.create;
    if (!admission.admins.empty()) admit.admin = is_member(arriving, admission.admins);
    return admit;
}

// The joins and leaves of mapped groups. A group that several of the provider's groups map to is
// joined if any of them applies.
std::vector<Command> changes_of_groups(const Snapshot& tables, const Arriving& arriving,
                                       PersonId person) {
    if (!arriving.who.groups) return {};
    std::map<std::string, bool> wanted;  // group here, by name -> belongs to it
    for (const auto& [theirs, ours] : arriving.admission.groups) {
        wanted[ours] = wanted[ours] || *is_member(arriving, theirs);
    }
    std::set<GroupId> member_of;
    if (const auto view = find_person(tables, person)) {
        for (const auto& membership : view->groups) member_of.insert(membership.id);
    }
    std::vector<Command> changes;
    every_row([&](const PageFrom& page) { return list_groups(tables, page); },
              [&](const views::Group& group) {
                  const auto found = wanted.find(group.name);
                  if (found == wanted.end()) return;
                  if (found->second && !member_of.contains(group.id)) {
                      changes.emplace_back(group::Command{group::Join{group.id, person}});
                  } else if (!found->second && member_of.contains(group.id)) {
                      changes.emplace_back(group::Command{group::Leave{group.id, person}});
                  }
                  wanted.erase(found);
              });
    for (const auto& [name, belongs] : wanted) {
        spdlog::warn("sign-in elsewhere: there is no group \"{}\" to follow", name);
    }
    return changes;
}

void follow_groups(const RequestPtr& context, const ArrivingPtr& arriving, PersonId person,
                   std::vector<Command> left) {
    if (left.empty()) return arriving->in(context, person);
    Submission submission{.command = std::move(left.back())};
    left.pop_back();
    submission.by_dibs = true;
    submission.then = [arriving, person, left](const RequestPtr& a, const Done&) {
        follow_groups(a, arriving, person, left);
    };
    submission.refused = [arriving, person, left](const RequestPtr& a, const Refusal& refusal) {
        // The group or person is gone by now: there is nothing left to do.
        if (refusal.code == Code::not_found) return follow_groups(a, arriving, person, left);
        arriving->out(a, {SignInError::busy, refusal.detail});
    };
    submit(context, std::move(submission));
}

// The decision has settled the owner of the UNIX name; this finds the account's id.
void admitted(const RequestPtr& context, const ArrivingPtr& arriving) {
    ask_tables(context, [&] {
        const auto tables = context->service.model.snapshot(context->service.clock());
        const auto person = person_of_unix_name(tables, arriving->who.unix_name);
        if (!person)
            return arriving->out(context, {SignInError::busy, "the account is gone already"});
        follow_groups(context, arriving, *person, changes_of_groups(tables, *arriving, *person));
    });
}

}  // namespace

void admit_identity(const RequestPtr& context, Arriving arriving) {
    arriving.who.unix_name = sign_in_name(std::move(arriving.who.unix_name));
    if (!is_unix_name(arriving.who.unix_name)) {
        return arriving.out(context, {SignInError::no_name, "what it calls them is no UNIX name"});
    }
    warn_of_unknown_groups(*context, arriving);
    auto admit = admission_of(*context, arriving);
    const auto shared = std::make_shared<const Arriving>(std::move(arriving));
    Submission submission{.command = people::Command{std::move(admit)}};
    submission.by_dibs = true;
    submission.then = [shared](const RequestPtr& a, const Done&) { admitted(a, shared); };
    submission.refused = [shared](const RequestPtr& a, const Refusal& refusal) {
        shared->out(a, {why_not(refusal), refusal.detail});
    };
    submit(context, std::move(submission));
}

}  // namespace dibs::routes
