// Imports people, then groups and their members, then grants to both, then bookings, which need
// grants.
#include "api/cli/tensorhive/importer.hpp"

#include "api/cli/client/secrets.hpp"
#include "api/cli/lib/failure.hpp"
#include "api/cli/lib/table.hpp"
#include "api/cli/tensorhive/values.hpp"

#include <algorithm>

namespace dibs::cli::tensorhive {
namespace {

// The id in a dry run, in place of one that the server would give; never sent.
constexpr std::string_view not_made_yet = "would-be-made";

constexpr std::string_view already_exists = "already-exists";

std::string id_of(const Answer& answer) {
    const auto id = answer.body["id"].text();
    return id.empty() ? std::string(not_made_yet) : id;
}

void check_is_admin(Context& context) {
    for (const auto& scope : context.client.get("/session")["scopes"].items()) {
        if (scope.text() == "admin") return;
    }
    throw Failure(Exit::forbidden, "Only an admin imports.",
                  "Sign in as one: 'dibs auth login'. See 'dibs auth status'.");
}

}  // namespace

void Importer::run() {
    check_is_admin(context_);
    learn_people();
    learn_gpus();
    if (settings_.apply) {
        const bool makes_people =
            std::any_of(site_.users.begin(), site_.users.end(), [&](const auto& row) {
                return fault_of_account(row.second.name).empty() &&
                       !people_.contains(row.second.name);
            });
        if (makes_people && settings_.links.empty()) {
            throw Failure(Exit::usage, "Where do the links go with which new people come in?",
                          "Add --links FILE: it is made for you alone to read.");
        }
        if (!settings_.links.empty()) links_ = std::make_unique<PrivateFile>(settings_.links);
        if (!settings_.jobs.empty()) drafts_ = std::make_unique<PrivateFile>(settings_.jobs);
    }
    import_people();
    import_groups();
    import_grants();
    import_reservations();
    import_jobs();
}

Answer Importer::make(const std::string& kind, const std::string& name, State done,
                      const std::string& method, const std::string& path, const Json& body,
                      std::int64_t version, const std::string& why) {
    Answer answer{true};
    if (settings_.apply) answer = send_command(context_, method, path, body, version);
    if (answer.accepted) {
        report_.add(kind, name, done, why);
    } else if (answer.code == already_exists) {
        report_.add(kind, name, State::there);  // sent by an interrupted import, and arrived late
    } else {
        report_.not_taken(kind, name, answer.why);
    }
    return answer;
}

// --- people

void Importer::learn_people() {
    for (const auto& person : context_.client.list("/people")) {
        people_[person["unix_name"].text()] = person;
    }
}

void Importer::import_people() {
    for (const auto& [id, user] : site_.users) {
        if (const auto fault = fault_of_account(user.name); !fault.empty()) {
            report_.not_taken("person", user.name, fault);
            continue;
        }
        const auto there = people_.find(user.name);
        if (there == people_.end()) {
            make_person(id, user);
        } else {
            known_.people[id] = there->second["id"].text();
            complete_person(user, there->second);
        }
    }
}

void Importer::make_person(RowId id, const User& user) {
    const auto answer = make(
        "person", user.name, State::made, "POST", "/people",
        Json::Object{
            {"name", user.name}, {"unix_name", user.name}, {"role", user.admin ? "admin" : "user"}},
        0, user.admin ? "as an admin" : "");
    if (!answer.accepted) {
        if (answer.code == already_exists) find_person(id, user);
        return;
    }
    known_.people[id] = id_of(answer);
    people_[user.name] = settings_.apply ? answer.body : Json::Object{{"id", not_made_yet}};
    set_mail(user, known_.people[id]);
    make_link(user, known_.people[id]);
}

// The person sets their password with it. If an import is interrupted before the link is in its
// file, the next import makes another; the unread one becomes void.
void Importer::make_link(const User& user, const std::string& person_id) {
    const auto ask = [&] {
        return make("link", user.name, State::made, "POST",
                    "/people/" + person_id + "/password-link", Json::Object{});
    };
    auto answer = ask();
    if (answer.code == already_exists) answer = ask();  // it was made, but its answer was lost
    if (answer.accepted && links_) {
        links_->write(user.name + '\t' + address_of_link(context_, answer.body) + '\n');
    }
}

void Importer::find_person(RowId id, const User& user) {
    learn_people();
    const auto there = people_.find(user.name);
    if (there == people_.end()) return;
    known_.people[id] = there->second["id"].text();
    if (there->second["mail"].text().empty()) set_mail(user, known_.people[id]);
    complete_link(user, there->second);
}

// For existing people without a password, if links are asked for.
void Importer::complete_link(const User& user, const Json& there) {
    const auto& has = there["has_password"];
    if (has.is_null() || has.truth() || there["state"].text() == "disabled") return;
    if (links_) return make_link(user, there["id"].text());
    report_.add("link", user.name, State::there,
                "no password is set yet; --links FILE makes a new link");
}

// An existing account keeps its role: an import makes only new accounts admins.
void Importer::complete_person(const User& user, const Json& there) {
    const bool was_admin = there["role"].text() == "admin";
    report_.add("person", user.name, State::there,
                user.admin && !was_admin ? "an admin in TensorHive, and none here" : "");
    if (there["mail"].text().empty() && there["id"].text() != not_made_yet) {
        set_mail(user, there["id"].text());
    }
    complete_link(user, there);
}

void Importer::set_mail(const User& user, const std::string& person_id) {
    if (user.mail.empty()) return;
    const auto what = user.name + ", " + user.mail;
    if (user.mail.find('@') == std::string::npos) {
        report_.not_taken("mail", what, "that is no mail address");
        return;
    }
    make("mail", what, State::made, "PATCH", "/people/" + person_id,
         Json::Object{{"mail", user.mail}});
}

// --- groups

std::map<std::string, Json> Importer::groups_by_name() {
    std::map<std::string, Json> there;
    for (const auto& group : context_.client.list("/groups")) {
        there[folded(group["name"].text())] = group;
    }
    return there;
}

void Importer::import_groups() {
    const auto there = groups_by_name();
    for (const auto& [id, group] : site_.groups) {
        if (const auto fault = fault_of_name(group.name); !fault.empty()) {
            report_.not_taken("group", group.name, fault);
            continue;
        }
        const auto found = there.find(folded(group.name));
        if (found != there.end()) {
            const bool same = found->second["newcomers"].truth() == group.newcomers;
            report_.add("group", group.name, State::there,
                        same ? "" : "whether newcomers join it is left as it is here");
            known_.groups[id] = found->second["id"].text();
            import_members(id, group, found->second);
            continue;
        }
        const auto answer = make("group", group.name, State::made, "POST", "/groups",
                                 Json::Object{{"name", group.name}, {"newcomers", group.newcomers}},
                                 0, group.newcomers ? "newcomers join it" : "");
        auto now = answer.body;
        if (answer.code == already_exists) now = groups_by_name()[folded(group.name)];
        if (!answer.accepted && now.is_null()) continue;
        known_.groups[id] = settings_.apply ? now["id"].text() : std::string(not_made_yet);
        import_members(id, group, answer.accepted ? Json() : now);
    }
}

// `there` is null for a new group.
void Importer::import_members(RowId id, const Group& group, const Json& there) {
    const auto path = "/groups/" + known_.groups.at(id) + "/members";
    std::set<std::string> members;
    if (there) {
        for (const auto& member : context_.client.list(path)) {
            members.insert(member["person_id"].text());
        }
    }
    for (const auto user : group.users) {
        const auto person = known_.people.find(user);
        const auto name = name_in(site_.users, user) + " in " + group.name;
        if (person == known_.people.end()) {
            report_.not_taken("member", name, "the person is not taken");
        } else if (members.contains(person->second)) {
            report_.add("member", name, State::there);
        } else {
            make("member", name, State::made, "PUT", path + '/' + person->second, Json::Object{});
        }
    }
}

// --- grants

void Importer::import_grants() {
    const auto there = context_.client.list("/grants");
    const auto zone = context_.zone_flag.empty() ? "UTC" : context_.clock.zone();
    for (const auto& [id, restriction] : site_.restrictions) {
        const auto plan = plan_grant(id, restriction, site_, known_, zone);
        if (plan.body.is_null()) {
            report_.not_taken("grant", restriction.name, plan.why);
        } else {
            import_grant(restriction, plan, there);
        }
    }
}

void Importer::import_grant(const Restriction& restriction, const GrantPlan& plan,
                            const std::vector<Json>& there) {
    const auto find = [&](const auto& is) { return std::find_if(there.begin(), there.end(), is); };
    auto same = find([&](const Json& grant) { return grant["id"] == plan.body["id"]; });
    if (same == there.end()) {
        same = find([&](const Json& grant) {
            return folded(grant["name"].text()) == folded(restriction.name);
        });
    }
    if (same == there.end()) {
        make("grant", restriction.name, State::made, "POST", "/grants", plan.body, 0, plan.why);
        return;
    }
    switch (compare(*same, plan.body)) {
        case Difference::none:
            report_.add("grant", restriction.name, State::there, plan.why);
            break;
        case Difference::lacks:
            if ((*same)["id"] == plan.body["id"]) {
                complete_grant(restriction.name, *same, plan);
                break;
            }
            [[fallthrough]];
        case Difference::other:
            report_.not_taken("grant", restriction.name,
                              "a grant of this name is here and says something else; it is left as "
                              "it is: dibs grant show '" +
                                  restriction.name + "'");
    }
}

// An earlier import did not know all of its people, groups or GPUs.
void Importer::complete_grant(const std::string& name, const Json& there, const GrantPlan& plan) {
    make("grant", name, State::completed, "PATCH", "/grants/" + there["id"].text(),
         Json::Object{{"to", plan.body["to"]}, {"what", plan.body["what"]}},
         there["version"].integer(), plan.why);
}

}  // namespace dibs::cli::tensorhive
