// Questions about people and credentials.
#include "projections/questions/people.hpp"

#include "domain/people/people_rules.hpp"
#include "projections/access/access.hpp"
#include "projections/budgets/budgets.hpp"
#include "projections/fleet/gpu_order.hpp"
#include "projections/people/credential_row.hpp"
#include "projections/people/names.hpp"
#include "projections/people/people.hpp"
#include "projections/questions/violations.hpp"
#include "projections/store/page_scan.hpp"

#include <algorithm>

namespace dibs {
namespace {

std::vector<views::GroupBudget> budgets_of(const Txn& txn, GroupId group) {
    std::vector<views::GroupBudget> all;
    auto cursor = txn.cursor(Table::budgets);
    for (bool more = cursor.first(); more; more = cursor.next()) {
        const auto budget = unpack<projections::BudgetRow>(cursor.value()).budget;
        if (budget.group != group) continue;
        all.push_back({budget.gpu_hours, budget.period, budget.when_spent});
    }
    return all;
}

std::vector<views::OwnInvitation> invitations_of(const Snapshot& tables, PersonId person) {
    auto all = projections::invitations_of(tables.txn(), person);
    if (all.empty()) return all;
    const auto levels = violation_levels(tables);
    for (auto& one : all) {
        one.budgets = budgets_of(tables.txn(), one.group);
        const auto own = std::find_if(levels.begin(), levels.end(),
                                      [&](const auto& level) { return level.group == one.group; });
        if (own != levels.end()) one.violation_level = own->level;
    }
    return all;
}

views::Person view_of(const Snapshot& tables, PersonId id, const projections::PersonRow& row) {
    views::Person view{id,
                       row.name,
                       row.unix_name,
                       row.role,
                       row.created_at,
                       row.state,
                       projections::groups_of(tables.txn(), id),
                       row.mail,
                       !row.password_hash.value.empty(),
                       std::nullopt,
                       row.second_factor.has_value(),
                       invitations_of(tables, id),
                       row.providers};
    if (row.password_link) {
        const auto link = projections::find_password_link(tables.txn(), *row.password_link);
        if (link) view.password_link_until = link->expires;
    }
    return view;
}

bool matches(const views::PersonFilter& filter, const views::Person& person) {
    if (filter.role && person.role != *filter.role) return false;
    if (filter.state && person.state != *filter.state) return false;
    const auto in = [&](const views::Membership& one) { return one.id == *filter.group; };
    if (filter.group && std::none_of(person.groups.begin(), person.groups.end(), in)) return false;
    const auto has = [&](std::string_view text) {
        return projections::has_part(text, filter.part);
    };
    return has(person.name.value) || has(person.unix_name);
}

views::Token view_of(TokenId id, const projections::TokenRow& row) {
    return {id, row.label, row.scopes, row.created_at, row.expires};
}

views::Session view_of(people::Role role, SessionId id, const projections::SessionRow& row) {
    const auto scopes = people::held_by(row.scopes, role);
    views::Session view{id, row.created_at, row.expires, false, row.by, {}, scopes, row.user_agent};
    if (!row.source.empty()) view.source = row.source;
    return view;
}

}  // namespace

std::optional<views::Person> find_person(const Snapshot& tables, PersonId id) {
    const auto row = projections::find_person(tables.txn(), id);
    if (!row) return std::nullopt;
    return view_of(tables, id, *row);
}

std::optional<views::Erased> find_erased(const Snapshot& tables, PersonId id) {
    const auto row = projections::find_person(tables.txn(), id);
    if (!row || !row->erasure) return std::nullopt;
    return views::Erased{id, row->erasure->position, row->erasure->accounts};
}

std::vector<views::Erased> erased_people(const Snapshot& tables) {
    std::vector<views::Erased> all;
    auto cursor = tables.txn().cursor(Table::people);
    for (bool more = cursor.first(); more; more = cursor.next()) {
        auto row = unpack<projections::PersonRow>(cursor.value());
        if (!row.erasure) continue;
        all.push_back({KeyReader(cursor.key()).id<PersonId>(), row.erasure->position,
                       std::move(row.erasure->accounts)});
    }
    return all;
}

std::optional<people::Role> role_of(const Snapshot& tables, PersonId id) {
    const auto row = projections::find_person(tables.txn(), id);
    if (!row || row->state != views::PersonState::active) return std::nullopt;
    return row->role;
}

Personal<std::string> person_name(const Snapshot& tables, PersonId id) {
    return projections::person_name(tables.txn(), id);
}

std::optional<PersonId> person_of_unix_name(const Snapshot& tables, std::string_view name) {
    return projections::find_unix_name(tables.txn(), name);
}

std::optional<PersonId> person_called(const Snapshot& tables, std::string_view text) {
    if (const auto id = parse_id<PersonId>(text)) {
        return projections::find_person(tables.txn(), *id) ? id : std::nullopt;
    }
    if (const auto id = projections::find_unix_name(tables.txn(), text)) return id;
    // Several people may have the same name; then it identifies none.
    const auto prefix = Key().text(text);
    auto cursor = tables.txn().cursor(Table::people_by_name);
    if (!cursor.seek(prefix) || !cursor.key().starts_with(prefix.view())) return std::nullopt;
    const auto id = KeyReader(cursor.key().substr(prefix.view().size())).id<PersonId>();
    if (cursor.next() && cursor.key().starts_with(prefix.view())) return std::nullopt;
    return id;
}

Slice<views::Person> list_people(const Snapshot& tables, const views::PersonFilter& filter,
                                 const PageFrom& page) {
    auto cursor = tables.txn().cursor(Table::people_by_name);
    return scan_page<views::Person>(cursor, {}, page, [&](TableCursor& at, auto& view) {
        KeyReader key(at.key());
        key.text();
        view = find_person(tables, key.id<PersonId>());
        if (view && !matches(filter, *view)) view.reset();
        return true;
    });
}

std::optional<people::PasswordHash> password_hash_of(const Snapshot& tables, PersonId id) {
    auto row = projections::find_person(tables.txn(), id);
    if (!row) return std::nullopt;
    return std::move(row->password_hash);
}

std::optional<std::string> second_factor_of(const Snapshot& tables, PersonId id) {
    auto row = projections::find_person(tables.txn(), id);
    return row ? std::move(row->second_factor) : std::nullopt;
}

std::optional<views::Credential> find_credential(const Snapshot& tables,
                                                 const people::Digest& digest) {
    const auto found = tables.txn().get(Table::credentials, Key().text(digest.value));
    if (!found) return std::nullopt;
    return unpack<views::Credential>(*found);
}

Slice<views::Token> list_tokens(const Snapshot& tables, PersonId person, const PageFrom& page) {
    const auto prefix = Key().id(person);
    auto cursor = tables.txn().cursor(Table::tokens_by_person);
    return scan_page<views::Token>(
        cursor, {.prefix = prefix}, page, [&](TableCursor& at, auto& view) {
            view =
                find_token(tables, KeyReader(at.key().substr(prefix.view().size())).id<TokenId>());
            return true;
        });
}

std::optional<views::Token> find_token(const Snapshot& tables, TokenId id) {
    const auto row = projections::find_token(tables.txn(), id);
    if (!row) return std::nullopt;
    return view_of(id, *row);
}

std::optional<PersonId> owner_of_token(const Snapshot& tables, TokenId id) {
    const auto row = projections::find_token(tables.txn(), id);
    if (!row) return std::nullopt;
    return row->person;
}

Slice<views::Session> list_sessions(const Snapshot& tables, PersonId person, const PageFrom& page) {
    const auto prefix = Key().id(person);
    const auto role = role_of(tables, person).value_or(people::Role::observer);
    auto cursor = tables.txn().cursor(Table::sessions_by_person);
    return scan_page<views::Session>(
        cursor, {.prefix = prefix}, page, [&](TableCursor& at, auto& view) {
            const auto id = KeyReader(at.key().substr(prefix.view().size())).id<SessionId>();
            if (const auto row = projections::find_session(tables.txn(), id))
                view = view_of(role, id, *row);
            return true;
        });
}

std::optional<views::Session> find_session(const Snapshot& tables, SessionId id) {
    const auto row = projections::find_session(tables.txn(), id);
    if (!row) return std::nullopt;
    return view_of(role_of(tables, row->person).value_or(people::Role::observer), id, *row);
}

std::optional<PersonId> owner_of_session(const Snapshot& tables, SessionId id) {
    const auto row = projections::find_session(tables.txn(), id);
    if (!row) return std::nullopt;
    return row->person;
}

people::Preferences preferences_of(const Snapshot& tables, PersonId id) {
    auto row = projections::find_person(tables.txn(), id);
    return row ? std::move(row->preferences) : people::Preferences{};
}

std::optional<views::PasswordLink> find_password_link(const Snapshot& tables,
                                                      const people::Digest& token) {
    const auto row = projections::find_password_link(tables.txn(), token);
    if (!row) return std::nullopt;
    return views::PasswordLink{row->person, row->expires};
}

views::Setup setup_state(const Snapshot& tables) {
    auto row = projections::find_setup(tables.txn());
    return {row.open, std::move(row.token), row.expires};
}

}  // namespace dibs
