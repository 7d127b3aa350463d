// Rules about people: one setup; each person manages only their own sessions, tokens and password.
// Accounts are in people_rules.hpp, people from an identity provider in people_links.hpp, links to
// set a password in password_links.hpp, tokens in tokens.hpp.
#include "domain/people/people.hpp"

#include "domain/kernel/overloaded.hpp"
#include "domain/kernel/text.hpp"
#include "domain/people/password_links.hpp"
#include "domain/people/people_links.hpp"
#include "domain/people/people_rules.hpp"
#include "domain/people/second_factor.hpp"
#include "domain/people/tokens.hpp"
#include "domain/people/week_over.hpp"
#include "domain/world/world.hpp"

#include <algorithm>

namespace dibs::people {
namespace {

using Events = Result<std::vector<Event>>;

Events decide_open_setup(const State& state, const OpenSetup& c, const Context& context) {
    if (!context.is_dibs()) return refuse(Code::not_allowed, "", "Only Dibs opens the setup.");
    if (state.setup.completed)
        return refuse(Code::not_ready, "", "The setup was completed already.");
    return std::vector<Event>{SetupOpened{c.token, c.expires}};
}

Events decide_complete_setup(const State& state, const CompleteSetup& c, const Context& context) {
    if (state.setup.completed)
        return refuse(Code::not_ready, "", "The setup was completed already.");
    const auto& link = state.setup.opened;
    if (!link || link->token != c.token || link->expires <= context.now) {
        return refuse(Code::not_allowed, "token",
                      "This setup link is not valid (any more); a restart prints a new one.");
    }
    const auto name = checked_names(state, c.name.value, c.unix_name);
    if (!name) return tl::unexpected(name.error());
    return std::vector<Event>{
        PersonAdded{c.person, *name, c.unix_name, Role::admin, c.password_hash},
        SetupCompleted{c.person}};
}

// A new password ends the person's sessions, because the old password may have been stolen. A
// password that an admin sets also revokes the tokens, because their author is unknown.
Events decide_password(const State& state, const ChangePassword& c, const Context& context) {
    if (!find(state, c.person)) {
        return refuse(Code::unknown_person, "person_id", "There is no such person.");
    }
    const bool own = manages_own_account(state, c.person, context);
    if (!own && !is_admin(state, context)) return admins_only();
    std::vector<Event> events{PasswordChanged{c.person, c.password_hash}};
    end_sessions(state, c.person, events);
    if (!own) revoke_tokens(state, c.person, events);
    return events;
}

// The header may have any text: keeps only printable characters, up to `longest`.
std::optional<std::string> short_user_agent(const std::optional<std::string>& text) {
    constexpr std::size_t longest = 200;
    std::string result;
    for (const char c : text.value_or("")) {
        if (c >= ' ' && c <= '~' && result.size() < longest) result += c;
    }
    return result.empty() ? std::nullopt : std::optional(std::move(result));
}

// The API checked password and code, against the projection. This checks that the person exists,
// and that no code is used twice.
Events decide_sign_in(const State& state, const SignIn& c, const Context& context) {
    if (!context.is_dibs()) return refuse(Code::not_allowed, "", "Only Dibs starts sessions.");
    const auto* person = find(state, c.person);
    if (!person) return refuse(Code::unknown_person, "person_id", "There is no such person.");
    if (person->disabled) return refuse(Code::not_allowed, "", "This account is disabled.");
    if (c.expires <= context.now) {
        return refuse(Code::in_the_past, "expires_at", "A session ends after it starts.");
    }
    if (auto no = check_second_factor(state, c)) return tl::unexpected(*std::move(no));
    const auto proof = c.second.value_or(SecondProof{});
    std::vector<Event> events;
    if (proof.recovery) events.emplace_back(RecoveryUsed{c.person, *proof.recovery});
    events.emplace_back(SessionStarted{c.id, c.person, c.token, c.expires,
                                       short_user_agent(c.user_agent), proof.step});
    return events;
}

// The API checked the secret. This checks that the token is still valid, and its scopes.
Events decide_sign_in_by_token(const State& state, const SignInByToken& c, const Context& context) {
    if (!context.is_dibs()) return refuse(Code::not_allowed, "", "Only Dibs starts sessions.");
    const auto token = state.tokens.find(c.by);
    if (token == state.tokens.end()) {
        return refuse(Code::not_signed_in, "token", "This token is not valid (any more).");
    }
    const Token& its = token->second;
    const Instant expires = std::min(c.expires, its.expires.value_or(c.expires));
    if (expires <= context.now) {
        return refuse(Code::not_signed_in, "token", "This token has run out.");
    }
    return std::vector<Event>{SessionCreatedFromToken{c.id, its.person, c.by, its.scopes, c.token,
                                                      expires, short_user_agent(c.user_agent)}};
}

// Ends sessions that were made from tokens too. The tokens themselves stay.
Events decide_sign_out_everywhere(const State& state, const SignOutEverywhere& c,
                                  const Context& context) {
    if (!find(state, c.person)) {
        return refuse(Code::unknown_person, "person_id", "There is no such person.");
    }
    if (!manages_own_account(state, c.person, context) && !is_admin(state, context))
        return admins_only();
    std::vector<Event> events;
    end_sessions(state, c.person, events);
    return events;
}

Events decide_preferences(const State& state, const ChangePreferences& c, const Context& context) {
    const auto* person = find(state, c.person);
    if (!person) return refuse(Code::unknown_person, "person_id", "There is no such person.");
    if (!acts_for_self(state, c.person, context)) {
        return refuse(Code::not_allowed, "", "Everybody chooses for themselves.");
    }
    Preferences after = person->preferences;
    if (c.zone) after.zone = *c.zone;
    if (c.theme) after.theme = *c.theme;
    if (c.language) after.language = *c.language;
    if (c.reminder_start_min) after.reminder_start_min = *c.reminder_start_min;
    if (c.reminder_end_min) after.reminder_end_min = *c.reminder_end_min;
    if (c.calendar_mails) after.calendar_mails = *c.calendar_mails;
    if (c.mails) after.mails = *c.mails;
    if (c.weekly_report) after.weekly_report = *c.weekly_report;
    if (c.budget_mails) after.budget_mails = *c.budget_mails;
    if (auto wrong = check_preferences(after)) return tl::unexpected(*std::move(wrong));
    if (after == person->preferences) return std::vector<Event>{};
    return std::vector<Event>{PreferencesChanged{c.person, std::move(after)}};
}

Events decide_sign_out(const State& state, const SignOut& c, const Context& context) {
    const auto session = state.sessions.find(c.id);
    if (session == state.sessions.end()) {
        return refuse(Code::not_found, "id", "There is no such session.");
    }
    if (!own_or_admin(state, session->second.person, context)) return admins_only();
    return std::vector<Event>{SessionEnded{c.id, session->second.person}};
}

void evolve_changed(State& state, const PersonChanged& e) {
    Person& person = state.people.at(e.person);
    if (e.role) person.role = *e.role;
    if (!e.unix_name) return;
    state.by_unix_name.erase(account_key(person.unix_name));
    person.unix_name = *e.unix_name;
    state.by_unix_name[account_key(person.unix_name)] = e.person;
}

// Uses the name in the state: the event has a pseudonym if the key was deleted since.
void evolve_removed(State& state, const PersonRemoved& e) {
    if (const auto* person = find(state, e.person))
        state.by_unix_name.erase(account_key(person->unix_name));
    state.people.erase(e.person);
    state.gone[e.person] = Gone{e.person};
    state.second_factors.erase(e.person);
    state.password_links.erase(e.person);
    forget_links(state, e.person);
}

}  // namespace

const Person* find(const State& state, PersonId id) {
    const auto found = state.people.find(id);
    return found == state.people.end() ? nullptr : &found->second;
}

Result<Context> as_allowed(const State& state, const Context& context) {
    if (context.is_dibs()) return context;
    const auto* person = find(state, *context.actor);
    if (!person || person->disabled) {
        return refuse(Code::not_signed_in, "", "This account is not there, or it is disabled.");
    }
    Context allowed = context;
    allowed.scopes = held_by(context.scopes, person->role);
    return allowed;
}

bool is_admin(const State& state, const Context& context) {
    if (context.is_dibs()) return true;
    const auto* person = find(state, *context.actor);
    return person && person->role == Role::admin && context.scopes.has(Scope::admin);
}

std::optional<PersonId> by_unix_name(const State& state, std::string_view name) {
    const auto found = state.by_unix_name.find(account_key(name));
    if (found == state.by_unix_name.end()) return std::nullopt;
    return found->second;
}

State evolve(State state, const Event& event) {
    visit(overloaded{
              [&](const SetupOpened& e) { state.setup.opened = e; },
              [&](const SetupCompleted&) {
                  state.setup = Setup{{}, true};
              },
              [&](const PersonAdded& e) {
                  state.people[e.id] = Person{e.id, e.unix_name, e.role};
                  state.by_unix_name[account_key(e.unix_name)] = e.id;
              },
              [&](const PersonChanged& e) { evolve_changed(state, e); },
              [&](const MailChanged&) {},
              [&](const PersonLinked& e) { state.links[e.link] = e.person; },
              [&](const PersonUnlinked& e) { forget_links(state, e.person); },
              [&](const PersonDisabled& e) {
                  state.people.at(e.person).disabled = true;
                  state.password_links.erase(e.person);
              },
              [&](const PersonEnabled& e) { state.people.at(e.person).disabled = false; },
              [&](const PersonRemoved& e) { evolve_removed(state, e); },
              [&](const PersonErased& e) {
                  state.gone[e.person] = Gone{e.person, true};
              },
              [&](const PasswordChanged& e) { state.password_links.erase(e.person); },
              [&](const PasswordLinkMade& e) {
                  state.password_links[e.person] = {e.person, e.token, e.expires};
              },
              [&](const PasswordLinkUsed& e) { state.password_links.erase(e.person); },
              [&](const SecondFactorSet& e) {
                  state.second_factors[e.person] = SecondFactor{e.person, e.step, {}};
              },
              [&](const SecondFactorRemoved& e) { state.second_factors.erase(e.person); },
              [&](const RecoveryUsed& e) { use_up(state, e); },
              [&](const PreferencesChanged& e) {
                  state.people.at(e.person).preferences = e.preferences;
              },
              [&](const WeeklyReportDue& e) { state.people.at(e.person).week_told = e.week; },
              [&](const SessionStarted& e) {
                  state.sessions[e.id] = Session{e.id, e.person, e.expires, {}};
                  state.by_expiry.emplace(e.expires, e.id);
                  use_up(state, e);
              },
              [&](const SessionCreatedFromToken& e) {
                  state.sessions[e.id] = Session{e.id, e.person, e.expires, e.by};
                  state.by_expiry.emplace(e.expires, e.id);
              },
              [&](const SessionEnded& e) {
                  const auto session = state.sessions.find(e.id);
                  if (session == state.sessions.end()) return;
                  state.by_expiry.erase({session->second.expires, e.id});
                  state.sessions.erase(session);
              },
              [&](const TokenIssued& e) {
                  state.tokens[e.id] = Token{e.id, e.person, e.scopes, e.expires};
              },
              [&](const TokenRevoked& e) { state.tokens.erase(e.id); },
          },
          event);
    return state;
}

void restore(State& state, Setup row) {
    state.setup = std::move(row);
}

void restore(State& state, Person row) {
    const auto id = row.id;
    state.by_unix_name[account_key(row.unix_name)] = id;
    state.people.emplace(id, std::move(row));
}

void restore(State& state, Gone row) {
    state.gone.emplace(row.person, row);
}

void restore(State& state, Linked row) {
    state.links[std::move(row.link)] = row.person;
}

void restore(State& state, Session row) {
    state.by_expiry.emplace(row.expires, row.id);
    state.sessions.emplace(row.id, row);
}

void restore(State& state, Token row) {
    state.tokens.emplace(row.id, row);
}

std::vector<Event> Aggregate::due(const World& world, const Context& context) {
    std::vector<Event> events;
    for (const auto& [expires, id] : world.people.by_expiry) {
        if (expires > context.now) break;
        events.emplace_back(SessionEnded{id, world.people.sessions.at(id).person});
    }
    return events;
}

std::optional<Instant> Aggregate::next_due(const World& world, Instant) {
    if (world.people.by_expiry.empty()) return std::nullopt;
    return world.people.by_expiry.begin()->first;
}

Result<std::vector<Event>> decide(const World& world, const Command& command,
                                  const Context& context) {
    const State& state = world.people;
    return visit(
        overloaded{
            [&](const OpenSetup& c) { return decide_open_setup(state, c, context); },
            [&](const CompleteSetup& c) { return decide_complete_setup(state, c, context); },
            [&](const AddPerson& c) { return decide_add(state, c, context); },
            [&](const Admit& c) { return decide_admit(state, c, context); },
            [&](const Unlink& c) { return decide_unlink(state, c, context); },
            [&](const ChangePerson& c) { return decide_change(state, c, context); },
            [&](const DisablePerson& c) { return decide_disable(state, c, context); },
            [&](const EnablePerson& c) { return decide_enable(state, c, context); },
            [&](const RemovePerson& c) { return decide_remove(state, c, context); },
            [&](const ErasePerson& c) { return decide_erase(state, c, context); },
            [&](const ChangePassword& c) { return decide_password(state, c, context); },
            [&](const MakePasswordLink& c) { return decide_make_link(state, c, context); },
            [&](const UsePasswordLink& c) { return decide_use_link(state, c, context); },
            [&](const SetSecondFactor& c) { return decide_set(state, c, context); },
            [&](const RemoveSecondFactor& c) { return decide_remove(state, c, context); },
            [&](const ChangePreferences& c) { return decide_preferences(state, c, context); },
            [&](const ReportWeekOver& c) { return decide_week_over(state, c, context); },
            [&](const SignIn& c) { return decide_sign_in(state, c, context); },
            [&](const SignInByToken& c) { return decide_sign_in_by_token(state, c, context); },
            [&](const SignOut& c) { return decide_sign_out(state, c, context); },
            [&](const SignOutEverywhere& c) {
                return decide_sign_out_everywhere(state, c, context);
            },
            [&](const IssueToken& c) { return decide_issue(world, c, context); },
            [&](const RevokeToken& c) { return decide_revoke(state, c, context); },
        },
        command);
}

}  // namespace dibs::people
