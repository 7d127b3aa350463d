// Projects the events of people, sessions and tokens into their tables. A session has the rights
// that its person has when it is used; they are in the person's row.
#include "projections/people/people.hpp"

#include "domain/kernel/overloaded.hpp"
#include "domain/kernel/text.hpp"
#include "projections/people/credential_row.hpp"
#include "projections/people/lookalikes.hpp"
#include "projections/store/find_row.hpp"

namespace dibs::projections {
namespace {

constexpr std::string_view setup_key = "site";

Key unix_name_key(std::string_view name) {
    return Key().text(account_key(name));
}

// Changes the person's row, if there is one.
template <class Change>
void change_row(WriteTxn& txn, PersonId id, const Change& change) {
    auto row = find_person(txn, id);
    if (!row) return;
    change(*row);
    txn.put(Table::people, Key().id(id), pack(*row));
}

// At most three. With more, the earlier people are shown with their UNIX names already.
std::vector<PersonId> people_who_look_like(const Txn& txn, std::string_view skeleton) {
    std::vector<PersonId> all;
    auto cursor = txn.cursor(Table::people_by_skeleton);
    for (bool more = cursor.seek(Key().text(skeleton)); more && all.size() < 3;
         more = cursor.next()) {
        KeyReader key(cursor.key());
        if (key.text() != skeleton) break;
        all.push_back(key.id<PersonId>());
    }
    return all;
}

bool in_doubt(const Txn& txn, const PersonRow& row) {
    if (row.name.value == row.unix_name) return false;
    const auto name = skeleton_of(row.name.value);
    return looks_official(name) || people_who_look_like(txn, name).size() > 1 ||
           people_who_look_like(txn, skeleton_of(row.unix_name)).size() > 1;
}

void show_unix_name(WriteTxn& txn, PersonId id) {
    change_row(txn, id, [&](PersonRow& row) {
        row.shown_name = row.name;
        if (in_doubt(txn, row)) row.shown_name.value += " (" + row.unix_name + ")";
    });
}

void show_unix_names(WriteTxn& txn, const PersonRow& listed) {
    for (const auto& text : {listed.name.value, listed.unix_name}) {
        for (const PersonId id : people_who_look_like(txn, skeleton_of(text))) {
            show_unix_name(txn, id);
        }
    }
}

void list_name(WriteTxn& txn, const PersonRow& row, PersonId id) {
    txn.put(Table::people_by_name, Key().text(row.name.value).id(id), {});
    for (const auto& text : {row.name.value, row.unix_name}) {
        txn.put(Table::people_by_skeleton, Key().text(skeleton_of(text)).id(id), {});
    }
    show_unix_name(txn, id);
    show_unix_names(txn, row);
}

void unlist_name(WriteTxn& txn, const PersonRow& row, PersonId id) {
    txn.del(Table::people_by_name, Key().text(row.name.value).id(id));
    for (const auto& text : {row.name.value, row.unix_name}) {
        txn.del(Table::people_by_skeleton, Key().text(skeleton_of(text)).id(id));
    }
    show_unix_names(txn, row);
}

void project_added(WriteTxn& txn, Instant at, const people::PersonAdded& e) {
    const PersonRow row{e.name, e.name, e.unix_name, e.role, e.password_hash, at};
    txn.put(Table::people, Key().id(e.id), pack(row));
    txn.put(Table::unix_names, unix_name_key(e.unix_name), Key().id(e.id));
    list_name(txn, row, e.id);
}

void project_renamed(WriteTxn& txn, const people::PersonChanged& e) {
    const auto before = find_person(txn, e.person);
    if (!before) return;
    unlist_name(txn, *before, e.person);
    change_row(txn, e.person, [&](PersonRow& row) {
        if (e.name) row.name = *e.name;
        if (e.unix_name) row.unix_name = *e.unix_name;
        row.shown_name = row.name;
    });
    list_name(txn, *find_person(txn, e.person), e.person);
    if (!e.unix_name) return;
    txn.del(Table::unix_names, unix_name_key(before->unix_name));
    txn.put(Table::unix_names, unix_name_key(*e.unix_name), Key().id(e.person));
}

void project_changed(WriteTxn& txn, const people::PersonChanged& e) {
    if (e.name || e.unix_name) project_renamed(txn, e);
    if (!e.role) return;
    change_row(txn, e.person, [&](PersonRow& row) { row.role = *e.role; });
}

void project_linked(WriteTxn& txn, const people::PersonLinked& e) {
    change_row(txn, e.person, [&](PersonRow& row) { row.providers.push_back(e.link.provider); });
}

void close_password_link(WriteTxn& txn, PersonRow& row) {
    if (!row.password_link) return;
    txn.del(Table::password_links, Key().text(row.password_link->value));
    row.password_link.reset();
}

void project_link_made(WriteTxn& txn, const people::PasswordLinkMade& e) {
    change_row(txn, e.person, [&](PersonRow& row) {
        close_password_link(txn, row);
        row.password_link = e.token;
    });
    txn.put(Table::password_links, Key().text(e.token.value),
            pack(PasswordLinkRow{e.person, e.expires}));
}

void project_password(WriteTxn& txn, PersonId id, const people::PasswordHash& hash) {
    change_row(txn, id, [&](PersonRow& row) {
        close_password_link(txn, row);
        row.password_hash = hash;
    });
}

void project_removed(WriteTxn& txn, const people::PersonRemoved& e) {
    if (const auto row = find_person(txn, e.person)) unlist_name(txn, *row, e.person);
    change_row(txn, e.person, [&](PersonRow& row) {
        txn.del(Table::unix_names, unix_name_key(row.unix_name));
        row.state = views::PersonState::removed;
        close_password_link(txn, row);
        row.password_hash = {};
        row.mail.reset();
        row.second_factor.reset();
    });
}

// From now on the person is shown by a pseudonym.
void project_erased(WriteTxn& txn, Position position, const people::PersonErased& e) {
    change_row(txn, e.person, [&](PersonRow& row) {
        row.unix_name = pseudonym_of(e.person);
        row.name = {row.unix_name};
        row.shown_name = row.name;
        row.preferences = {};
        row.weekly_since.reset();
        row.state = views::PersonState::erased;
        row.erasure = ErasureRow{position, e.accounts};
    });
}

void set_state(WriteTxn& txn, PersonId id, views::PersonState state) {
    change_row(txn, id, [&](PersonRow& row) {
        row.state = state;
        if (state == views::PersonState::disabled) close_password_link(txn, row);
    });
}

void project_session(WriteTxn& txn, SessionId id, const SessionRow& row) {
    const views::Credential credential{row.person,     id,         row.by, row.scopes,
                                       row.created_at, row.expires};
    txn.put(Table::credentials, Key().text(row.digest.value), pack(credential));
    txn.put(Table::sessions, Key().id(id), pack(row));
    txn.put(Table::sessions_by_person, Key().id(row.person).id(id), {});
}

void project_session_ended(WriteTxn& txn, const people::SessionEnded& e) {
    const auto row = find_session(txn, e.id);
    if (!row) return;
    txn.del(Table::credentials, Key().text(row->digest.value));
    txn.del(Table::sessions, Key().id(e.id));
    txn.del(Table::sessions_by_person, Key().id(row->person).id(e.id));
}

void project_token_issued(WriteTxn& txn, Instant at, const people::TokenIssued& e) {
    const views::Credential credential{e.person, {}, e.id, e.scopes, at, e.expires};
    txn.put(Table::credentials, Key().text(e.token.value), pack(credential));
    const TokenRow row{e.person, e.label, e.scopes, at, e.expires, e.token};
    txn.put(Table::tokens, Key().id(e.id), pack(row));
    txn.put(Table::tokens_by_person, Key().id(e.person).id(e.id), {});
}

void project_token_revoked(WriteTxn& txn, const people::TokenRevoked& e) {
    const auto row = find_token(txn, e.id);
    if (!row) return;
    txn.del(Table::credentials, Key().text(row->digest.value));
    txn.del(Table::tokens, Key().id(e.id));
    txn.del(Table::tokens_by_person, Key().id(row->person).id(e.id));
}

void set_factor(WriteTxn& txn, PersonId person, const std::optional<std::string>& seed) {
    change_row(txn, person, [&](PersonRow& row) { row.second_factor = seed; });
}

// The first weekly report covers the week that ends after the person chose it.
void project_preferences(WriteTxn& txn, Instant at, const people::PreferencesChanged& e) {
    change_row(txn, e.person, [&](PersonRow& row) {
        const bool wants = e.preferences.wants_weekly_report();
        if (!wants) row.weekly_since.reset();
        if (wants && !row.weekly_since) row.weekly_since = at;
        row.preferences = e.preferences;
    });
}

}  // namespace

void People::project(WriteTxn& txn, const Recorded& recorded) {
    const auto event = as<people::Event>(recorded.event);
    if (!event) return;
    const Instant at = recorded.at;
    const auto& source = recorded.origin.source;
    visit(overloaded{
              [&](const people::SetupOpened& e) {
                  txn.put(Table::setup, setup_key, pack(SetupRow{true, e.token, e.expires}));
              },
              [&](const people::SetupCompleted&) {
                  txn.put(Table::setup, setup_key, pack(SetupRow{false, {}, {}}));
              },
              [&](const people::PersonAdded& e) { project_added(txn, at, e); },
              [&](const people::PersonChanged& e) { project_changed(txn, e); },
              [&](const people::MailChanged& e) {
                  change_row(txn, e.person, [&](PersonRow& row) { row.mail = e.mail; });
              },
              [&](const people::PersonLinked& e) { project_linked(txn, e); },
              [&](const people::PersonUnlinked& e) {
                  change_row(txn, e.person, [](PersonRow& row) { row.providers.clear(); });
              },
              [&](const people::PersonDisabled& e) {
                  set_state(txn, e.person, views::PersonState::disabled);
              },
              [&](const people::PersonEnabled& e) {
                  set_state(txn, e.person, views::PersonState::active);
              },
              [&](const people::PersonRemoved& e) { project_removed(txn, e); },
              [&](const people::PersonErased& e) { project_erased(txn, recorded.position, e); },
              [&](const people::PasswordChanged& e) {
                  project_password(txn, e.person, e.password_hash);
              },
              [&](const people::PasswordLinkMade& e) { project_link_made(txn, e); },
              [&](const people::PasswordLinkUsed& e) {
                  project_password(txn, e.person, e.password_hash);
              },
              [&](const people::SecondFactorSet& e) { set_factor(txn, e.person, e.seed); },
              [&](const people::SecondFactorRemoved& e) { set_factor(txn, e.person, {}); },
              [](const people::RecoveryUsed&) {},  // only decisions depend on it
              [&](const people::PreferencesChanged& e) { project_preferences(txn, at, e); },
              [&](const people::WeeklyReportDue& e) {
                  change_row(txn, e.person, [&](PersonRow& row) { row.week_told = e.week; });
              },
              [&](const people::SessionStarted& e) {
                  project_session(
                      txn, e.id,
                      {e.person, e.token, Scopes::all(), at, e.expires, {}, source, e.user_agent});
              },
              [&](const people::SessionCreatedFromToken& e) {
                  project_session(
                      txn, e.id,
                      {e.person, e.token, e.scopes, at, e.expires, e.by, source, e.user_agent});
              },
              [&](const people::SessionEnded& e) { project_session_ended(txn, e); },
              [&](const people::TokenIssued& e) { project_token_issued(txn, at, e); },
              [&](const people::TokenRevoked& e) { project_token_revoked(txn, e); },
          },
          *event);
}

std::optional<PersonRow> find_person(const Txn& txn, PersonId id) {
    return find_row<PersonRow>(txn, Table::people, id);
}
std::optional<TokenRow> find_token(const Txn& txn, TokenId id) {
    return find_row<TokenRow>(txn, Table::tokens, id);
}
std::optional<SessionRow> find_session(const Txn& txn, SessionId id) {
    return find_row<SessionRow>(txn, Table::sessions, id);
}
std::optional<PersonId> find_unix_name(const Txn& txn, std::string_view name) {
    const auto found = txn.get(Table::unix_names, unix_name_key(name));
    if (!found) return std::nullopt;
    return KeyReader(*found).id<PersonId>();
}
std::optional<PasswordLinkRow> find_password_link(const Txn& txn, const people::Digest& token) {
    const auto found = txn.get(Table::password_links, Key().text(token.value));
    if (!found) return std::nullopt;
    return unpack<PasswordLinkRow>(*found);
}
SetupRow find_setup(const Txn& txn) {
    const auto found = txn.get(Table::setup, setup_key);
    return found ? unpack<SetupRow>(*found) : SetupRow{};
}

}  // namespace dibs::projections
