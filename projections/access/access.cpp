// Projects the events of groups and grants into their tables.
#include "projections/access/access.hpp"

#include "domain/kernel/overloaded.hpp"
#include "projections/people/names.hpp"

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

void forget_invitations(WriteTxn& txn, GroupId id) {
    const auto row = find_group(txn, id);
    if (!row || !row->held.invitations) return;
    for (const auto& one : *row->held.invitations) {
        txn.del(Table::invitations, member_key(one.person, id));
    }
}

// Calls `take` with the group and the value of each key that begins with the person. The table's
// keys are person, then group.
template <class Take>
void for_each_group_of(const Txn& txn, Table table, PersonId person, const Take& take) {
    const auto prefix = Key().id(person);
    auto cursor = txn.cursor(table);
    for (bool more = cursor.seek(prefix); more && cursor.key().starts_with(prefix.view());
         more = cursor.next()) {
        take(KeyReader(cursor.key().substr(prefix.view().size())).id<GroupId>(), cursor.value());
    }
}

void project_group(WriteTxn& txn, const group::Event& event, Instant at) {
    visit(overloaded{
              [&](const group::GroupCreated& e) {
                  store(txn, {group::Held{e.group}, at});
              },
              [&](const group::Changed& e) { fold(txn, e.group.id, event); },
              [&](const group::Removed& e) {
                  forget_invitations(txn, e.id);
                  txn.del(Table::groups, Key().id(e.id));
                  for (const PersonId person : e.members) {
                      txn.del(Table::groups_by_person, member_key(person, e.id));
                  }
              },
              [&](const group::Joined& e) {
                  fold(txn, e.id, event);
                  txn.put(Table::groups_by_person, member_key(e.person, e.id), pack(e.manager));
                  txn.del(Table::invitations, member_key(e.person, e.id));
              },
              [&](const group::Left& e) {
                  fold(txn, e.id, event);
                  txn.del(Table::groups_by_person, member_key(e.person, e.id));
              },
              [&](const group::Invited& e) {
                  fold(txn, e.id, event);
                  txn.put(Table::invitations, member_key(e.person, e.id), pack(e.by));
              },
              [&](const group::InvitationDeclined& e) {
                  fold(txn, e.id, event);
                  txn.del(Table::invitations, member_key(e.person, e.id));
              },
              [&](const group::InvitationWithdrawn& e) {
                  fold(txn, e.id, event);
                  txn.del(Table::invitations, member_key(e.person, e.id));
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
    for_each_group_of(txn, Table::groups_by_person, person, [&](GroupId id, auto manager) {
        const auto row = txn.get(Table::groups, Key().id(id));
        if (!row) return;
        // the row's first field: the members are not decoded
        auto group = unpack<group::Group>(*row);
        groups.push_back({id, std::move(group.name), unpack<bool>(manager)});
    });
    return groups;
}

std::vector<views::OwnInvitation> invitations_of(const Txn& txn, PersonId person) {
    std::vector<views::OwnInvitation> all;
    for_each_group_of(txn, Table::invitations, person, [&](GroupId id, auto invited_by) {
        const auto row = find_group(txn, id);
        if (!row) return;
        const auto by = unpack<PersonId>(invited_by);
        auto& one = all.emplace_back();
        one.group = id;
        one.name = row->held.group.name;
        one.by = by;
        one.by_name = person_name(txn, by);
        one.limits = row->held.limits;
    });
    return all;
}

grant::Approver approver_of(const Txn& txn, PersonId person) {
    grant::Approver approver{person, {}};
    for (const auto& one : groups_of(txn, person)) {
        if (one.manager) approver.manages.push_back(one.id);
    }
    return approver;
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
