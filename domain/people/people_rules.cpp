// Decides on names and roles. consequences.cpp has the effects on groups, grants and bookings.
#include "domain/people/people_rules.hpp"

#include "domain/kernel/text.hpp"
#include "domain/people/mail_address.hpp"

#include <algorithm>
#include <array>

namespace dibs::people {
namespace {

constexpr LineLength name_length{1, 64};

// In a command, on a host or in a sentence, these names would mean another person or thing.
constexpr std::array<std::string_view, 5> reserved_names = {"root", "nobody", "dibs", "me",
                                                            "everyone"};

std::optional<Refusal> check_unix_name(const std::string& name) {
    const auto wrong = [](std::string detail) {
        return Refusal{Code::out_of_range, "unix_name", std::move(detail)};
    };
    if (!is_unix_name(name)) {
        return wrong(
            "A UNIX name has 1 to 32 of a-z 0-9 _ . - and starts with a letter or _, or names its "
            "directory, too: ann@ad.example.org, CORP\\ann.");
    }
    const auto key = account_key(name);
    const auto account = without_directory(key);
    if (std::find(reserved_names.begin(), reserved_names.end(), account) != reserved_names.end()) {
        return wrong("Nobody is called root, nobody, dibs, me or everyone.");
    }
    if (account.starts_with(pseudonym_prefix)) {
        return wrong("A UNIX name that begins with erased- is a pseudonym of somebody erased.");
    }
    return std::nullopt;
}

bool valid_zone_name(std::string_view name) {
    const auto part = [](char c) {
        return is_letter_or_digit(c) || c == '/' || c == '_' || c == '-' || c == '+';
    };
    return !name.empty() && name.size() <= 64 && std::all_of(name.begin(), name.end(), part);
}

// Finds the existing account for an admin's command.
Result<const Person*> account(const State& state, PersonId id, const Context& context) {
    if (!is_admin(state, context)) return admins_only();
    const auto* person = find(state, id);
    if (!person) return no_such_person();
    return person;
}

// Adds the changed members to `out`. Reports all errors at once.
std::optional<Refusal> change_names(const State& state, const Person& person, const ChangePerson& c,
                                    PersonChanged& out) {
    Faults faults;
    if (c.name) {
        auto name = normal_line(c.name->value, "name", "A name", name_length);
        if (name) {
            out.name = Personal<std::string>{*std::move(name)};
        } else {
            faults.add(std::move(name.error()));
        }
    }
    if (c.unix_name && *c.unix_name != person.unix_name) {
        if (auto wrong = check_unix_name(*c.unix_name)) {
            faults.add(*std::move(wrong));
        } else if (by_unix_name(state, *c.unix_name).value_or(person.id) != person.id) {
            faults.add(Code::already_exists, "unix_name", "Somebody with this UNIX name exists.");
        } else {
            out.unix_name = c.unix_name;
            out.unix_name_before = person.unix_name;
        }
    }
    return faults.refusal();
}

}  // namespace

std::optional<Refusal> check_preferences(const Preferences& wanted) {
    Faults faults;
    if (wanted.zone && !valid_zone_name(*wanted.zone)) {
        faults.add(Code::unknown_zone, "zone", "A zone is named as in the tz database.");
    }
    const auto check = [&faults](const char* field, const std::optional<std::int64_t>& minutes) {
        if (!minutes || (*minutes >= 0 && *minutes <= longest_notice_min)) return;
        faults.add(Code::out_of_range, field, "This is 0 (not at all) to 1440 minutes (a day).");
    };
    check("reminder_start_min", wanted.reminder_start_min);
    check("reminder_end_min", wanted.reminder_end_min);
    return faults.refusal();
}

tl::unexpected<Refusal> no_such_person() {
    return refuse(Code::unknown_person, "person_id", "There is no such person.");
}

Result<std::optional<Personal<std::string>>> checked_mail(const std::string& mail) {
    if (mail.empty()) return std::nullopt;
    if (!is_mail_address(mail)) {
        return refuse(Code::out_of_range, "mail", "A mail address looks like ann@example.org.");
    }
    return Personal<std::string>{mail};
}

bool is_last_admin(const State& state, const Person& person) {
    if (person.role != Role::admin || person.disabled) return false;
    return std::none_of(state.people.begin(), state.people.end(), [&](const auto& entry) {
        const Person& other = entry.second;
        return other.id != person.id && other.role == Role::admin && !other.disabled;
    });
}

tl::unexpected<Refusal> last_admin(std::string field) {
    return refuse(Code::not_ready, std::move(field),
                  "This is the last admin: make somebody else an admin first.");
}

std::optional<Refusal> check_names(const std::string& name, const std::string& unix_name) {
    Faults faults;
    if (auto called = normal_line(name, "name", "A name", name_length); !called) {
        faults.add(std::move(called.error()));
    }
    if (auto wrong = check_unix_name(unix_name)) faults.add(*std::move(wrong));
    return faults.refusal();
}

Result<Personal<std::string>> checked_names(const State& state, const std::string& name,
                                            const std::string& unix_name) {
    if (auto wrong = check_names(name, unix_name)) return tl::unexpected(*std::move(wrong));
    if (by_unix_name(state, unix_name)) {
        return refuse(Code::already_exists, "unix_name", "Somebody with this UNIX name exists.");
    }
    return Personal<std::string>{*normal_line(name, "name", "A name", name_length)};
}

bool own_or_admin(const State& state, PersonId person, const Context& context) {
    return context.actor == person || is_admin(state, context);
}

tl::unexpected<Refusal> admins_only() {
    return refuse(Code::not_allowed, "", "Only an admin may do this.");
}

Scopes held_by(Scopes scopes, Role role) {
    const Scopes most = scopes_of(role);
    if (scopes.has(Scope::admin) && most.has(Scope::admin)) return most;
    scopes.bits &= most.bits;
    return scopes;
}

bool manages_own_account(const State& state, PersonId person, const Context& context) {
    const auto* account = find(state, person);
    return account && context.actor == person && context.scopes == scopes_of(account->role);
}

bool acts_for_self(const State& state, PersonId person, const Context& context) {
    return manages_own_account(state, person, context) ||
           (find(state, person) && context.actor == person && context.scopes.has(Scope::book));
}

void end_sessions(const State& state, PersonId person, std::vector<Event>& out) {
    for (const auto& [id, session] : state.sessions) {
        if (session.person == person) out.emplace_back(SessionEnded{id, person});
    }
}

void revoke_tokens(const State& state, PersonId person, std::vector<Event>& out) {
    for (const auto& [id, token] : state.tokens) {
        if (token.person == person) out.emplace_back(TokenRevoked{id, person});
    }
}

Events decide_add(const State& state, const AddPerson& c, const Context& context) {
    if (!is_admin(state, context)) return admins_only();
    if (state.people.contains(c.id)) {
        return refuse(Code::already_exists, "id", "This id is taken.");
    }
    const auto name = checked_names(state, c.name.value, c.unix_name);
    if (!name) return tl::unexpected(name.error());
    return std::vector<Event>{PersonAdded{c.id, *name, c.unix_name, c.role, c.password_hash}};
}

Events decide_change(const State& state, const ChangePerson& c, const Context& context) {
    const auto* person = find(state, c.person);
    if (!person) return no_such_person();
    const bool admin = is_admin(state, context);
    if (!admin && !manages_own_account(state, c.person, context)) return admins_only();
    if (!admin && (c.unix_name || c.role)) {
        return refuse(Code::not_allowed, c.role ? "role" : "unix_name",
                      "Only an admin changes this.");
    }
    PersonChanged changed{c.person};
    if (auto wrong = change_names(state, *person, c, changed)) return tl::unexpected(*wrong);
    if (c.role && *c.role != person->role) {
        if (is_last_admin(state, *person)) return last_admin("role");
        changed.role = c.role;
        changed.role_before = person->role;
    }
    std::vector<Event> events;
    if (c.mail) {
        auto mail = checked_mail(c.mail->value);
        if (!mail) return tl::unexpected(mail.error());
        events.emplace_back(MailChanged{c.person, *std::move(mail)});
    }
    if (changed.name || changed.unix_name || changed.role) {
        events.emplace_back(changed);  // not moved: g++ 12 would warn of a write past its end
    }
    return events;
}

// Ends sessions and tokens, and so their streams.
Events decide_disable(const State& state, const DisablePerson& c, const Context& context) {
    const auto person = account(state, c.person, context);
    if (!person) return tl::unexpected(person.error());
    if ((*person)->disabled) return std::vector<Event>{};
    if (is_last_admin(state, **person)) return last_admin("");
    std::vector<Event> events{PersonDisabled{c.person}};
    end_sessions(state, c.person, events);
    revoke_tokens(state, c.person, events);
    return events;
}

Events decide_enable(const State& state, const EnablePerson& c, const Context& context) {
    const auto person = account(state, c.person, context);
    if (!person) return tl::unexpected(person.error());
    if (!(*person)->disabled) return std::vector<Event>{};
    return std::vector<Event>{PersonEnabled{c.person}};
}

Events decide_remove(const State& state, const RemovePerson& c, const Context& context) {
    const auto person = account(state, c.person, context);
    if (!person) return tl::unexpected(person.error());
    if (is_last_admin(state, **person)) return last_admin("");
    std::vector<Event> events;
    end_sessions(state, c.person, events);
    revoke_tokens(state, c.person, events);
    events.emplace_back(PersonRemoved{c.person, (*person)->unix_name});
    return events;
}

// A second erasure changes nothing.
Events decide_erase(const State& state, const ErasePerson& c, const Context& context) {
    if (!is_admin(state, context)) return admins_only();
    std::vector<Event> events;
    if (find(state, c.person)) {
        auto removed = decide_remove(state, RemovePerson{c.person}, context);
        if (!removed) return removed;
        events = *std::move(removed);
    } else {
        const auto gone = state.gone.find(c.person);
        if (gone == state.gone.end()) return no_such_person();
        if (gone->second.erased) return std::vector<Event>{};
    }
    events.emplace_back(PersonErased{c.person, c.accounts});
    return events;
}

}  // namespace dibs::people
