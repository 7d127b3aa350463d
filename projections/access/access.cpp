// Takes the events of groups and grants into their tables.
#include "projections/access/access.hpp"

#include "domain/overloaded.hpp"

namespace dibs::projections {
namespace {

Key member_key(PersonId person, GroupId group) {
    return Key().id(person).id(group);
}

void store(WriteTxn& txn, const GroupRow& row) {
    txn.put(Table::groups, Key().id(row.held.group.id), pack(row));
}

// The domain's own fold of one group.
void fold(WriteTxn& txn, GroupId id, const group::Event& event) {
    auto row = find_group(txn, id);
    if (!row) return;
    group::State one;
    restore(one, std::move(row->held));
    one = evolve(std::move(one), event);
    row->held = std::move(one.all.at(id));
    store(txn, *row);
}

void project_group(WriteTxn& txn, const group::Event& event, Instant at) {
    visit(overloaded{
              [&](const group::Made& e) {
                  store(txn, {group::Held{e.group}, at});
              },
              [&](const group::Changed& e) { fold(txn, e.group.id, event); },
              [&](const group::Removed& e) {
                  txn.del(Table::groups, Key().id(e.id));
                  for (const PersonId person : e.members) {
                      txn.del(Table::groups_by_person, member_key(person, e.id));
                  }
              },
              [&](const group::Joined& e) {
                  fold(txn, e.id, event);
                  txn.put(Table::groups_by_person, member_key(e.person, e.id), pack(e.manager));
              },
              [&](const group::Left& e) {
                  fold(txn, e.id, event);
                  txn.del(Table::groups_by_person, member_key(e.person, e.id));
              },
              [&](const group::Limited& e) { fold(txn, e.id, event); },
          },
          event);
}

void project_grant(WriteTxn& txn, const grant::Event& event, Instant at) {
    const auto store = [&](const GrantRow& row) {
        txn.put(Table::grants, Key().id(row.grant.id), pack(row));
    };
    visit(overloaded{
              [&](const grant::Given& e) {
                  store({e.grant, 1, at, {}});
              },
              [&](const grant::Changed& e) {
                  const auto row = find_grant(txn, e.grant.id);
                  if (row) store({e.grant, row->version + 1, row->created_at, at});
              },
              [&](const grant::Withdrawn& e) { txn.del(Table::grants, Key().id(e.grant.id)); },
          },
          event);
}

}  // namespace

void Access::project(WriteTxn& txn, const Recorded& recorded) {
    if (const auto event = as<group::Event>(recorded.event)) {
        project_group(txn, *event, recorded.at);
    } else if (const auto given = as<grant::Event>(recorded.event)) {
        project_grant(txn, *given, recorded.at);
    }
}

std::optional<GroupRow> find_group(const Txn& txn, GroupId id) {
    const auto found = txn.get(Table::groups, Key().id(id));
    if (!found) return std::nullopt;
    return unpack<GroupRow>(*found);
}

std::vector<views::Membership> groups_of(const Txn& txn, PersonId person) {
    std::vector<views::Membership> groups;
    const auto prefix = Key().id(person);
    auto cursor = txn.cursor(Table::groups_by_person);
    for (bool more = cursor.seek(prefix); more && cursor.key().starts_with(prefix.view());
         more = cursor.next()) {
        const auto id = KeyReader(cursor.key().substr(prefix.view().size())).id<GroupId>();
        const auto row = txn.get(Table::groups, Key().id(id));
        if (!row) continue;
        auto group = unpack<group::Group>(*row);  // stands first: its members are not read
        groups.push_back({id, std::move(group.name), unpack<bool>(cursor.value())});
    }
    return groups;
}

bool manages(const Txn& txn, PersonId person, GroupId group) {
    const auto row = txn.get(Table::groups_by_person, member_key(person, group));
    return row && unpack<bool>(*row);
}

std::optional<GrantRow> find_grant(const Txn& txn, GrantId id) {
    const auto found = txn.get(Table::grants, Key().id(id));
    if (!found) return std::nullopt;
    return unpack<GrantRow>(*found);
}

void for_each_grant(const Txn& txn, const std::function<void(const GrantRow&)>& take) {
    auto cursor = txn.cursor(Table::grants);
    for (bool more = cursor.seek(""); more; more = cursor.next()) {
        take(unpack<GrantRow>(cursor.value()));
    }
}

}  // namespace dibs::projections
