// Finds the person's entry, then binds as that entry with their password. An unknown name takes the
// same steps, so that the time reveals little.
#include "api/auth/ldap/directory.hpp"

#include "api/auth/ldap/filter.hpp"
#include "api/auth/ldap/names.hpp"
#include "domain/kernel/text.hpp"

#include <algorithm>
#include <utility>

namespace dibs::auth::ldap {
namespace {

using std::chrono::seconds;

constexpr seconds longest_conversation{6};
constexpr seconds tried_again_after{5};
constexpr std::size_t most_groups = 1000;
constexpr std::size_t longest_subject = 255;

tl::unexpected<SignInRejection> not_in(SignInError why, std::string detail) {
    return tl::unexpected(SignInRejection{why, std::move(detail)});
}

const std::vector<std::string>& values_in(const Entry& entry, const std::string& attribute) {
    static const std::vector<std::string> none;
    const auto found = entry.values.find(small_letters(attribute));
    return found == entry.values.end() ? none : found->second;
}

std::string first_in(const Entry& entry, const std::string& attribute) {
    const auto& values = values_in(entry, attribute);
    return values.empty() ? std::string() : values.front();
}

// The filter may match another attribute, which a person may have set themselves.
bool is_called(const Entry& entry, const std::string& attribute, const std::string& name) {
    const auto& values = values_in(entry, attribute);
    return std::any_of(values.begin(), values.end(), [&](const auto& value) {
        return small_letters(value) == small_letters(name);
    });
}

// "memberOf;range=0-1499": the directory gives only part of the values.
bool is_cut(const Entry& entry, const std::string& attribute) {
    const auto begin = small_letters(attribute) + ";range=";
    const auto found = entry.values.lower_bound(begin);
    return found != entry.values.end() && found->first.starts_with(begin);
}

}  // namespace

Outcome<ExternalIdentity> Directory::who(const std::string& name, const std::string& password) {
    // A bind with an empty password is anonymous and no error (RFC 4513, 5.1.2); some servers
    // truncate a password at its first NUL.
    if (!is_unix_name(name) || password.empty() || password.find('\0') != password.npos) {
        return not_in(SignInError::wrong, "no name or no password that a directory could have");
    }
    if (const auto failure = recent_failure()) return tl::unexpected(*failure);
    auto found = ask(name, password);
    if (!found && found.error().why == SignInError::unreachable) remember_failure(found.error());
    return found;
}

Outcome<ExternalIdentity> Directory::ask(const std::string& name,
                                         const std::string& password) const {
    auto connection = Connection::open(settings_, Steady::now() + longest_conversation);
    if (!connection) return tl::unexpected(connection.error());
    if (auto bound = bind_as_service(*connection); !bound) return tl::unexpected(bound.error());
    const auto entry = look_up(*connection, name);
    if (!entry) return tl::unexpected(entry.error());
    const auto nobody = "cn=nobody in particular," + settings_.base;
    const auto bound = connection->bind(*entry ? (*entry)->dn : nobody, password);
    if (!bound) return tl::unexpected(bound.error());
    if (!*entry) return not_in(SignInError::wrong, "the directory knows nobody of that name");
    auto groups = groups_of(*connection, name, **entry);
    if (!groups) return tl::unexpected(groups.error());
    auto subject = first_in(**entry, settings_.attributes.subject);
    if (subject.empty() || subject.size() > longest_subject) {
        return not_in(SignInError::failed, "the entry has no " + settings_.attributes.subject);
    }
    return ExternalIdentity{provider(),
                            std::move(subject),
                            name,
                            first_in(**entry, settings_.attributes.name),
                            first_in(**entry, settings_.attributes.mail),
                            *std::move(groups)};
}

std::string Directory::provider() const {
    return "ldap:///" + normal_dn(settings_.base).value_or(settings_.base);
}

Outcome<void> Directory::bind_as_service(Connection& connection) const {
    auto bound = connection.bind(settings_.bind_dn, settings_.bind_password);
    if (bound || bound.error().why != SignInError::wrong) return bound;
    return not_in(SignInError::failed, "bind_dn and its password: " + bound.error().detail);
}

// An entry with an empty DN is the server itself, and a bind with that DN is anonymous.
Outcome<std::optional<Entry>> Directory::look_up(Connection& connection,
                                                 const std::string& name) const {
    auto entries = connection.find({.base = settings_.base,
                                    .filter = filled(settings_.filter, {.name = name}),
                                    .attributes = asked_attributes()});
    if (!entries) return tl::unexpected(entries.error());
    const bool one = entries->size() == 1 && !entries->front().dn.empty() &&
                     is_called(entries->front(), settings_.attributes.unix_name, name);
    if (!one) return std::optional<Entry>();
    return std::optional<Entry>(std::move(entries->front()));
}

std::vector<std::string> Directory::asked_attributes() const {
    const auto& its = settings_.attributes;
    std::vector<std::string> asked{its.unix_name, its.name, its.mail, its.subject};
    if (!its.groups.empty() && settings_.group_base.empty()) asked.push_back(its.groups);
    return asked;
}

// A truncated list would remove people from groups that they are in.
Outcome<std::vector<std::string>> Directory::groups_of(Connection& connection,
                                                       const std::string& name,
                                                       const Entry& entry) const {
    std::vector<std::string> names;
    if (settings_.group_base.empty()) {
        if (is_cut(entry, settings_.attributes.groups)) {
            return not_in(SignInError::failed,
                          "the entry lists more groups than the directory tells");
        }
        names = values_in(entry, settings_.attributes.groups);
    } else {
        if (auto bound = bind_as_service(connection); !bound) return tl::unexpected(bound.error());
        const auto found =
            connection.find({.base = settings_.group_base,
                             .filter = filled(settings_.group_filter, {name, entry.dn}),
                             .most = most_groups});
        if (!found) return tl::unexpected(found.error());
        if (found->size() > most_groups)
            return not_in(SignInError::failed, "more than 1,000 groups");
        for (const auto& group : *found) names.push_back(group.dn);
    }
    std::vector<std::string> groups;
    for (const auto& written : names) {
        if (auto group = normal_dn(written)) groups.push_back(*std::move(group));
    }
    return groups;
}

std::optional<SignInRejection> Directory::recent_failure() {
    const std::lock_guard lock(mutex_);
    return failure_ && Steady::now() < failure_until_ ? failure_ : std::nullopt;
}

void Directory::remember_failure(const SignInRejection& failure) {
    const std::lock_guard lock(mutex_);
    failure_ = failure;
    failure_until_ = Steady::now() + tried_again_after;
}

}  // namespace dibs::auth::ldap
