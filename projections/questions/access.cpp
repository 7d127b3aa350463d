// Questions about groups and grants. The rule that says what a grant covers is the domain's.
#include "projections/questions/access.hpp"

#include "projections/access/access.hpp"
#include "projections/fleet/fleet.hpp"
#include "projections/people/names.hpp"
#include "projections/people/people.hpp"
#include "projections/questions/people.hpp"
#include "projections/questions/site.hpp"
#include "projections/store/page_scan.hpp"

#include <algorithm>
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
    add(grant.what.gpus, [&](GpuId id) { return projections::gpu_name(txn, id); });
    add(grant.what.hosts, [&](HostId id) { return projections::host_name(txn, id); });
    return names;
}

views::Grant view_of(const Txn& txn, const projections::GrantRow& row) {
    const auto& g = row.grant;
    return {g.id,        g.name,         g.to,          g.what,     g.from,
            g.until,     g.zone,         g.windows,     g.approval, names_in(txn, g),
            row.version, row.created_at, row.changed_at};
}

grant::Asker asker_of(const Txn& txn, PersonId person) {
    grant::Asker asker{person, {}};
    for (const auto& one : projections::groups_of(txn, person)) asker.groups.push_back(one.id);
    return asker;
}

// `model` keeps the text that the place looks at.
grant::Place place_of(const Txn& txn, GpuId id, std::string& model) {
    const auto gpu = projections::find_gpu(txn, id);
    if (!gpu) return {id, {}, {}, {}};
    model = gpu->model.value_or("");
    return {id, gpu->parent, gpu->host, model};
}

class GrantQuestion {
  public:
    GrantQuestion(const Txn& txn, const views::GrantFilter& filter) : filter_(filter) {
        if (filter.person) asker_ = asker_of(txn, *filter.person);
        if (filter.gpu) place_ = place_of(txn, *filter.gpu, model_);
    }
    [[nodiscard]] bool takes(const grant::Grant& grant) const {
        grant::Grant asked = grant;  // what is not asked for reaches everyone and everything
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

// Of any GPU that these grants reach.
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
    return view_of(tables.txn(), *row);
}

Slice<views::Grant> list_grants(const Snapshot& tables, const views::GrantFilter& filter,
                                const PageFrom& page) {
    const GrantQuestion question(tables.txn(), filter);
    auto cursor = tables.txn().cursor(Table::grants);
    return scan_page<views::Grant>(cursor, {}, page, [&](TableCursor& at, auto& view) {
        const auto row = unpack<projections::GrantRow>(at.value());
        if (question.takes(row.grant)) view = view_of(tables.txn(), row);
        return true;
    });
}

std::vector<views::Closed> closed_to(const Snapshot& tables, PersonId person,
                                     const std::vector<GpuId>& gpus, const Interval& when,
                                     const Zones& zones, std::size_t most) {
    const auto& txn = tables.txn();
    std::vector<grant::Grant> all;
    const auto asker = asker_of(txn, person);
    projections::for_each_grant(txn, [&](const auto& row) { all.push_back(row.grant); });
    std::map<grant::Chosen, std::vector<views::Closed>> by_grants;  // few, of many GPUs
    std::vector<views::Closed> closed;
    for (const GpuId gpu : gpus) {
        std::string model;
        const auto place = place_of(txn, gpu, model);
        grant::Chosen chosen;
        for (const auto& one : all) {
            if (reaches(one, asker, place)) chosen.push_back(&one);
        }
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
