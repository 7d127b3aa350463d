// Questions about groups and grants. The rule for what a grant covers is the domain's.
#include "projections/questions/access.hpp"

#include "projections/access/access.hpp"
#include "projections/fleet/fleet.hpp"
#include "projections/people/names.hpp"
#include "projections/people/people.hpp"
#include "projections/questions/people.hpp"
#include "projections/questions/site.hpp"
#include "projections/store/page_scan.hpp"

#include <algorithm>
#include <iterator>
#include <map>

namespace dibs {
namespace {

views::Group view_of(const projections::GroupRow& row) {
    const auto& group = row.held.group;
    return {group.id,        group.name,
            group.newcomers, static_cast<std::int64_t>(row.held.members.size()),
            row.held.limits, row.created_at};
}

std::vector<views::Named> names_in(const Txn& txn, const grant::Grant& grant) {
    std::vector<views::Named> names;
    const auto add = [&](const auto& ids, const auto& name_of) {
        for (const auto id : ids) names.push_back({to_text(id), name_of(id)});
    };
    add(grant.to.people, [&](PersonId id) { return projections::person_name(txn, id).value; });
    add(grant.to.groups, [&](GroupId id) {
        const auto row = projections::find_group(txn, id);
        return row ? row->held.group.name : std::string();
    });
    if (grant.approval && grant.approval->approvers) {
        add(*grant.approval->approvers,
            [&](PersonId id) { return projections::person_name(txn, id).value; });
    }
    add(grant.what.gpus, [&](GpuId id) { return projections::gpu_name(txn, id); });
    add(grant.what.hosts, [&](HostId id) { return projections::host_name(txn, id); });
    return names;
}

std::vector<grant::Grant> all_grants(const Txn& txn) {
    std::vector<grant::Grant> all;
    projections::for_each_grant(txn, [&](const auto& row) { all.push_back(row.grant); });
    return all;
}

std::optional<views::Named> included_in(const grant::Grant& grant,
                                        const std::vector<grant::Grant>& all) {
    for (const auto& other : all) {
        if (other.id != grant.id && includes(other, grant)) {
            return views::Named{to_text(other.id), other.name};
        }
    }
    return std::nullopt;
}

views::Grant view_of(const Txn& txn, const projections::GrantRow& row,
                     const std::vector<grant::Grant>& all) {
    const auto& g = row.grant;
    return {g.id,
            g.name,
            g.to,
            g.what,
            g.from,
            g.until,
            g.zone,
            g.windows,
            g.approval,
            names_in(txn, g),
            included_in(g, all),
            row.version,
            row.created_at,
            row.changed_at};
}

grant::Asker asker_of(const Txn& txn, PersonId person) {
    grant::Asker asker{person, {}};
    for (const auto& one : projections::groups_of(txn, person)) asker.groups.push_back(one.id);
    return asker;
}

// `model` owns the text that the place refers to.
grant::Place place_of(const Txn& txn, GpuId id, std::string& model) {
    const auto gpu = projections::find_gpu(txn, id);
    if (!gpu) return {id, {}, {}, {}};
    model = gpu->model.value_or("");
    return {id, gpu->parent, gpu->host, model};
}

// The grants on which a booking of one GPU may rest.
grant::Chosen reaching(const std::vector<grant::Grant>& all, const grant::Asker& asker,
                       const grant::Place& place) {
    grant::Chosen chosen;
    for (const auto& one : all) {
        if (reaches(one, asker, place)) chosen.push_back(&one);
    }
    return chosen;
}

// The grants that a booking rests on, by GPU. Made once and tested for each possible approver.
class BookingGrants {
  public:
    BookingGrants(const Txn& txn, const PendingBooking& booking, const Zones& zones)
        : booking_(booking), zones_(&zones), all_(all_grants(txn)) {
        const auto owner = projections::find_person(txn, booking.owner);
        if (!owner || owner->state != views::PersonState::active) return;
        const auto asker = asker_of(txn, booking.owner);
        for (const GpuId gpu : booking.gpus) {
            std::string model;
            by_gpu_.push_back(reaching(all_, asker, place_of(txn, gpu, model)));
        }
    }
    // The rule of domain/reservation/approval.hpp.
    [[nodiscard]] bool is_for(const grant::Approver& approver) const {
        return !covered(nullptr) && covered(&approver);
    }
    // The grants that require approval, each once.
    [[nodiscard]] std::set<const grant::Grant*> asking() const {
        std::set<const grant::Grant*> grants;
        for (const auto& chosen : by_gpu_) {
            std::copy_if(chosen.begin(), chosen.end(), std::inserter(grants, grants.end()),
                         [&](const auto* one) { return asks(*one); });
        }
        return grants;
    }

  private:
    [[nodiscard]] bool asks(const grant::Grant& grant) const {
        return needs_approval(grant, booking_.gpus.size(), booking_.when.length());
    }
    [[nodiscard]] bool covered(const grant::Approver* approver) const {
        return !by_gpu_.empty() && std::all_of(by_gpu_.begin(), by_gpu_.end(), [&](auto chosen) {
            std::erase_if(chosen, [&](const auto* one) {
                return asks(*one) && !(approver && approves(*approver, *one));
            });
            return grant::cover(chosen, booking_.when, zones_).until >= booking_.when.until;
        });
    }

    PendingBooking booking_;
    const Zones* zones_;
    std::vector<grant::Grant> all_;
    std::vector<grant::Chosen> by_gpu_{};
};

// Adds the approvers that the grant names, else the managers of the groups it is given to.
void add_approvers(std::set<PersonId>& to, const Txn& txn, const grant::Grant& grant) {
    if (grant.approval && grant.approval->approvers) {
        to.insert(grant.approval->approvers->begin(), grant.approval->approvers->end());
        return;
    }
    for (const GroupId id : grant.to.groups) {
        const auto row = projections::find_group(txn, id);
        if (!row) continue;
        for (const auto& member : row->held.members) {
            if (member.manager) to.insert(member.person);
        }
    }
}

std::set<PersonId> admins(const Snapshot& tables) {
    constexpr std::size_t plenty = 100;
    std::set<PersonId> all;
    const views::PersonFilter filter{{}, people::Role::admin, views::PersonState::active, {}};
    for (const auto& one : list_people(tables, filter, {plenty}).items) all.insert(one.id);
    return all;
}

class GrantQuestion {
  public:
    GrantQuestion(const Txn& txn, const views::GrantFilter& filter) : filter_(filter) {
        if (filter.person) asker_ = asker_of(txn, *filter.person);
        if (filter.gpu) place_ = place_of(txn, *filter.gpu, model_);
    }
    [[nodiscard]] bool takes(const grant::Grant& grant) const {
        grant::Grant asked = grant;  // a condition that is not set matches everyone and everything
        if (!asker_) asked.to.everyone = true;
        if (!place_) asked.what.everything = true;
        if (!reaches(asked, asker_.value_or(grant::Asker{}), place_.value_or(grant::Place{}))) {
            return false;
        }
        const auto& groups = grant.to.groups;
        return !filter_.group || std::binary_search(groups.begin(), groups.end(), *filter_.group);
    }

  private:
    const views::GrantFilter& filter_;
    std::string model_;
    std::optional<grant::Asker> asker_{};
    std::optional<grant::Place> place_{};
};

// The closed times of any GPU that these grants reach.
std::vector<views::Closed> closed_by(const grant::Chosen& grants, const Interval& when,
                                     const Zones& zones, std::size_t most) {
    std::vector<views::Closed> out;
    for (Instant at = when.from; at < when.until && out.size() < most;) {
        const auto far = grant::cover(grants, {at, when.until}, &zones);
        if (far.until >= when.until) break;
        const auto again = grant::covers_again(grants, far.until, when.until, &zones);
        views::Closed closed{{}, far.until, again.value_or(when.until), {}, {}};
        if (far.last) {
            closed.after = far.last->id;
            closed.after_name = far.last->name;
        }
        at = closed.until;
        out.push_back(std::move(closed));
    }
    return out;
}

}  // namespace

std::optional<views::Group> find_group(const Snapshot& tables, GroupId id) {
    const auto row = projections::find_group(tables.txn(), id);
    if (!row) return std::nullopt;
    return view_of(*row);
}

Slice<views::Group> list_groups(const Snapshot& tables, const PageFrom& page) {
    auto cursor = tables.txn().cursor(Table::groups);
    return scan_page<views::Group>(cursor, {}, page, [](TableCursor& at, auto& view) {
        view = view_of(unpack<projections::GroupRow>(at.value()));
        return true;
    });
}

Slice<views::GroupMember> list_members(const Snapshot& tables, GroupId group,
                                       const PageFrom& page) {
    Slice<views::GroupMember> slice;
    const auto row = projections::find_group(tables.txn(), group);
    if (!row) return slice;
    for (const auto& member : row->held.members) {
        const std::string key(Key().id(member.person).view());
        if (page.after && key <= *page.after) continue;
        if (slice.items.size() == page.limit) {
            slice.next = std::string(Key().id(slice.items.back().person).view());
            break;
        }
        const auto person = projections::find_person(tables.txn(), member.person);
        if (!person) continue;
        slice.items.push_back(
            {member.person, person->name, person->unix_name, member.manager, person->state});
    }
    return slice;
}

Slice<views::Invitation> list_invitations(const Snapshot& tables, GroupId group,
                                          const PageFrom& page) {
    Slice<views::Invitation> slice;
    const auto& txn = tables.txn();
    const auto row = projections::find_group(txn, group);
    if (!row || !row->held.invitations) return slice;
    for (const auto& one : *row->held.invitations) {
        const std::string key(Key().id(one.person).view());
        if (page.after && key <= *page.after) continue;
        if (slice.items.size() == page.limit) {
            slice.next = std::string(Key().id(slice.items.back().person).view());
            break;
        }
        const auto person = projections::find_person(txn, one.person);
        if (!person) continue;
        slice.items.push_back({one.person, person->name, person->unix_name, one.by,
                               projections::person_name(txn, one.by), one.declined});
    }
    return slice;
}

bool manages(const Snapshot& tables, PersonId person, GroupId group) {
    const auto groups = projections::groups_of(tables.txn(), person);
    return std::any_of(groups.begin(), groups.end(),
                       [&](const auto& one) { return one.id == group && one.manager; });
}

bool approves(const Snapshot& tables, PersonId person, const PendingBooking& booking,
              const Zones& zones) {
    if (person == booking.owner) return false;
    return BookingGrants(tables.txn(), booking, zones)
        .is_for(projections::approver_of(tables.txn(), person));
}

std::set<PersonId> approvers_of(const Snapshot& tables, const PendingBooking& booking,
                                const Zones& zones) {
    const auto& txn = tables.txn();
    const BookingGrants rests(txn, booking, zones);
    std::set<PersonId> all;
    for (const auto* grant : rests.asking()) add_approvers(all, txn, *grant);
    all.erase(booking.owner);
    std::erase_if(all,
                  [&](PersonId id) { return !rests.is_for(projections::approver_of(txn, id)); });
    return all;
}

Bounds bounds_for(const Snapshot& tables, PersonId person, Duration ahead) {
    std::vector<GroupLimits> groups;
    for (const auto& one : projections::groups_of(tables.txn(), person)) {
        const auto row = projections::find_group(tables.txn(), one.id);
        if (row) groups.push_back({one.id, one.name, row->held.limits});
    }
    return bounds_of(rules::limits_of(site_rules(tables).rules), groups, ahead);
}

std::optional<views::Grant> find_grant(const Snapshot& tables, GrantId id) {
    const auto row = projections::find_grant(tables.txn(), id);
    if (!row) return std::nullopt;
    return view_of(tables.txn(), *row, all_grants(tables.txn()));
}

Slice<views::Grant> list_grants(const Snapshot& tables, const views::GrantFilter& filter,
                                const PageFrom& page) {
    const GrantQuestion question(tables.txn(), filter);
    const auto all = all_grants(tables.txn());
    auto cursor = tables.txn().cursor(Table::grants);
    return scan_page<views::Grant>(cursor, {}, page, [&](TableCursor& at, auto& view) {
        const auto row = unpack<projections::GrantRow>(at.value());
        if (question.takes(row.grant)) view = view_of(tables.txn(), row, all);
        return true;
    });
}

std::vector<std::string> whom_to_ask(const Snapshot& tables, PersonId person,
                                     const std::vector<GpuId>& gpus, Instant from,
                                     std::size_t most) {
    const auto& txn = tables.txn();
    const auto grants = all_grants(txn);
    std::set<PersonId> all;
    for (const GpuId gpu : gpus) {
        views::GrantFilter filter;
        filter.gpu = gpu;
        const GrantQuestion reaches_it(txn, filter);
        for (const auto& grant : grants) {
            const bool over = grant.until && *grant.until <= from;
            if (!over && reaches_it.takes(grant)) add_approvers(all, txn, grant);
        }
    }
    const auto cannot_help = [&](PersonId id) { return id == person || !role_of(tables, id); };
    std::erase_if(all, cannot_help);
    if (all.empty()) {
        all = admins(tables);
        std::erase_if(all, cannot_help);
    }
    std::vector<std::string> names;
    for (const PersonId id : all) names.push_back(projections::person_name(txn, id).value);
    std::sort(names.begin(), names.end());
    names.resize(std::min(names.size(), most));
    return names;
}

std::vector<views::Closed> closed_to(const Snapshot& tables, PersonId person,
                                     const std::vector<GpuId>& gpus, const Interval& when,
                                     const Zones& zones, std::size_t most) {
    const auto& txn = tables.txn();
    const auto all = all_grants(txn);
    const auto asker = asker_of(txn, person);
    // many GPUs share few sets of grants
    std::map<grant::Chosen, std::vector<views::Closed>> by_grants;
    std::vector<views::Closed> closed;
    for (const GpuId gpu : gpus) {
        std::string model;
        const auto chosen = reaching(all, asker, place_of(txn, gpu, model));
        const auto [found, fresh] = by_grants.try_emplace(chosen);
        if (fresh) found->second = closed_by(chosen, when, zones, most);
        for (auto one : found->second) {
            if (closed.size() == most) return closed;
            one.gpu = gpu;
            closed.push_back(std::move(one));
        }
    }
    return closed;
}

}  // namespace dibs
