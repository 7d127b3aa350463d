// Questions about people and credentials, and about the snapshot itself.
#include "projections/people/credential_row.hpp"
#include "projections/people/names.hpp"
#include "projections/people/people.hpp"
#include "projections/questions/snapshot.hpp"
#include "projections/store/checkpoint_row.hpp"
#include "projections/store/page_scan.hpp"

namespace dibs {
namespace {

views::Person view_of(PersonId id, const projections::PersonRow& row) {
    return {id, row.name, row.unix_name, row.role, row.created_at};
}

views::Token view_of(TokenId id, const projections::TokenRow& row) {
    return {id, row.label, row.scopes, row.created_at, row.expires};
}

views::Session view_of(SessionId id, const projections::SessionRow& row) {
    views::Session view{id, row.created_at, row.expires, false, row.by, {}, row.scopes};
    if (!row.source.empty()) view.source = row.source;
    return view;
}

}  // namespace

Snapshot::Snapshot(ReadTxn txn, Instant now, const Usage* usage)
    : txn_(std::move(txn)), now_(now), usage_(usage) {}

Position Snapshot::position() const {
    return projections::stored_position(txn_);
}

Snapshot::Counts Snapshot::counts() const {
    return {.hosts = txn_.count(Table::host_names),
            .gpus = txn_.count(Table::gpus),
            .processes = txn_.count(Table::running_processes),
            .people = txn_.count(Table::people),
            .reservations = txn_.count(Table::reservations),
            .open_violations = txn_.count(Table::open_violations),
            .events = txn_.count(Table::history)};
}

views::Rules Snapshot::rules() const {
    return projections::find_rules(txn_);
}

std::optional<views::Person> Snapshot::person(PersonId id) const {
    const auto row = projections::find_person(txn_, id);
    if (!row) return std::nullopt;
    return view_of(id, *row);
}

Personal<std::string> Snapshot::person_name(PersonId id) const {
    return projections::person_name(txn_, id);
}

std::optional<PersonId> Snapshot::person_by_unix_name(std::string_view name) const {
    return projections::find_unix_name(txn_, name);
}

std::optional<PersonId> Snapshot::find_person(std::string_view text) const {
    if (const auto id = parse_id<PersonId>(text)) {
        return projections::find_person(txn_, *id) ? id : std::nullopt;
    }
    if (const auto id = projections::find_unix_name(txn_, text)) return id;
    // A name may be borne by several; then it names nobody.
    const auto prefix = Key().text(text);
    auto cursor = txn_.cursor(Table::people_by_name);
    if (!cursor.seek(prefix) || !cursor.key().starts_with(prefix.view())) return std::nullopt;
    const auto id = KeyReader(cursor.key().substr(prefix.view().size())).id<PersonId>();
    if (cursor.next() && cursor.key().starts_with(prefix.view())) return std::nullopt;
    return id;
}

Slice<views::Person> Snapshot::people(const PageFrom& page) const {
    auto cursor = txn_.cursor(Table::people_by_name);
    return scan_page<views::Person>(cursor, {}, page, [&](TableCursor& at, auto& view) {
        KeyReader key(at.key());
        key.text();
        view = person(key.id<PersonId>());
        return true;
    });
}

std::optional<people::PasswordHash> Snapshot::password_hash(PersonId id) const {
    auto row = projections::find_person(txn_, id);
    if (!row) return std::nullopt;
    return std::move(row->password_hash);
}

std::optional<views::Credential> Snapshot::credential(const people::Digest& digest) const {
    const auto found = txn_.get(Table::credentials, Key().text(digest.value));
    if (!found) return std::nullopt;
    return unpack<views::Credential>(*found);
}

Slice<views::Token> Snapshot::tokens(PersonId person, const PageFrom& page) const {
    const auto prefix = Key().id(person);
    auto cursor = txn_.cursor(Table::tokens_by_person);
    return scan_page<views::Token>(
        cursor, {.prefix = prefix}, page, [&](TableCursor& at, auto& view) {
            view = token(KeyReader(at.key().substr(prefix.view().size())).id<TokenId>());
            return true;
        });
}

std::optional<views::Token> Snapshot::token(TokenId id) const {
    const auto row = projections::find_token(txn_, id);
    if (!row) return std::nullopt;
    return view_of(id, *row);
}

std::optional<PersonId> Snapshot::token_owner(TokenId id) const {
    const auto row = projections::find_token(txn_, id);
    if (!row) return std::nullopt;
    return row->person;
}

Slice<views::Session> Snapshot::sessions(PersonId person, const PageFrom& page) const {
    const auto prefix = Key().id(person);
    auto cursor = txn_.cursor(Table::sessions_by_person);
    return scan_page<views::Session>(
        cursor, {.prefix = prefix}, page, [&](TableCursor& at, auto& view) {
            const auto id = KeyReader(at.key().substr(prefix.view().size())).id<SessionId>();
            if (const auto row = projections::find_session(txn_, id)) view = view_of(id, *row);
            return true;
        });
}

people::Preferences Snapshot::preferences(PersonId id) const {
    auto row = projections::find_person(txn_, id);
    return row ? std::move(row->preferences) : people::Preferences{};
}

views::Setup Snapshot::setup() const {
    auto row = projections::find_setup(txn_);
    return {row.open, std::move(row.token), row.expires};
}

}  // namespace dibs
