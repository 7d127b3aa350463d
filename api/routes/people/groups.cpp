// /api/v1/groups: groups of people, their members, invitations and limits. Admins make them; a
// manager invites people and removes members; people join by accepting, and leave. `dry_run` shows
// the effect on bookings.
#include "api/routes/people/given_groups.hpp"
#include "api/routes/request/access_bodies.hpp"
#include "api/routes/request/parameters.hpp"
#include "api/routes/request/routes.hpp"
#include "api/routes/request/touched.hpp"
#include "ingest/fresh_id.hpp"
#include "projections/questions/access.hpp"
#include "projections/questions/people.hpp"

#include <algorithm>

namespace dibs::routes {
namespace {

using http::Method;
using http::Response;

const Refusal no_such_group{Code::not_found, "id", "There is no such group."};

Answer list_groups(const RequestContext& context, const Snapshot& tables) {
    Parameters ask(context, tables);
    const auto page = ask.page();
    if (ask.refusal()) return tl::unexpected(*ask.refusal());
    return page_response(context, list_groups(tables, page));
}

Answer get_group(const RequestContext& context, const Snapshot& tables) {
    const auto id = id_of<GroupId>(context);
    if (!id) return tl::unexpected(id.error());
    if (const auto view = find_group(tables, *id)) return json_of(200, *view);
    return tl::unexpected(no_such_group);
}

// The group of the path, and the page of its list.
struct ListOfGroup {
    GroupId id;
    PageFrom page;
};
Result<ListOfGroup> list_of_group(const RequestContext& context, const Snapshot& tables) {
    const auto id = id_of<GroupId>(context);
    if (!id) return tl::unexpected(id.error());
    Parameters ask(context, tables);
    auto page = ask.page();
    if (ask.refusal()) return tl::unexpected(*ask.refusal());
    if (!find_group(tables, *id)) return tl::unexpected(no_such_group);
    return ListOfGroup{*id, std::move(page)};
}

Answer list_group_members(const RequestContext& context, const Snapshot& tables) {
    const auto asked = list_of_group(context, tables);
    if (!asked) return tl::unexpected(asked.error());
    return page_response(context, list_members(tables, asked->id, asked->page));
}

// Only managers and admins see the invited people and those who declined.
Answer list_group_invitations(const RequestContext& context, const Snapshot& tables) {
    const auto asked = list_of_group(context, tables);
    if (!asked) return tl::unexpected(asked.error());
    const auto& viewer = context.viewer();
    if (!viewer.is_admin() && !manages(tables, viewer.person, asked->id)) {
        return refuse(Code::not_allowed, "",
                      "Only its managers and admins see whom a group invited.");
    }
    return page_response(context, list_invitations(tables, asked->id, asked->page));
}

Response group_response(const RequestContext& context, const Snapshot& tables, GroupId id,
                        int status) {
    const auto view = find_group(tables, id);
    if (!view) return http::refusal_response(no_such_group, context.request.request_id);
    return json_of(status, *view);
}

void create_group(const RequestPtr& context) {
    auto body = body_of<GroupNew>(*context);
    if (!body) return fail(context, body.error());
    const auto id = body->id.value_or(fresh_id<GroupId>(context->service.clock()));
    group::Make command{id, std::move(body->name), body->newcomers.value_or(false)};
    submit(context, {.command = group::Command{std::move(command)},
                     .done = [id](const RequestContext& a, const Done&, const Snapshot& tables) {
                         return group_response(a, tables, id, 201)
                             .with("Location", location(a, "groups", to_text(id)));
                     }});
}

void change_group(const RequestPtr& context) {
    const auto id = id_of<GroupId>(*context);
    if (!id) return fail(context, id.error());
    auto body = body_of<GroupPatch>(*context);
    if (!body) return fail(context, body.error());
    if (!body->name && !body->newcomers) {
        return fail(context, {Code::malformed, "", "A change names at least one member."});
    }
    group::Change command{*id, std::move(body->name), body->newcomers};
    submit(context,
           {.command = group::Command{std::move(command)},
            .done = [id = *id](const RequestContext& a, const Done&, const Snapshot& tables) {
                return group_response(a, tables, id, 200);
            }});
}

void remove_group(const RequestPtr& context) {
    const auto id = id_of<GroupId>(*context);
    if (!id) return fail(context, id.error());
    if (const auto none = no_body(*context); !none) return fail(context, none.error());
    submit_or_ask(context, {.command = group::Command{group::Remove{*id}}, .done = no_content});
}

void limit_group(const RequestPtr& context) {
    const auto id = id_of<GroupId>(*context);
    if (!id) return fail(context, id.error());
    const auto body = body_of<LimitsPatch>(*context);
    if (!body) return fail(context, body.error());
    const auto named = [&](const auto& kind) { return ((*body).*kind.wanted).has_value(); };
    if (std::none_of(limit_kinds.begin(), limit_kinds.end(), named)) {
        return fail(context, {Code::malformed, "", "A change names at least one member."});
    }
    submit(context,
           {.command = group::Command{group::Limit{*id, *body}},
            .done = [id = *id](const RequestContext& a, const Done&, const Snapshot& tables) {
                return group_response(a, tables, id, 200);
            }});
}

struct Place {
    GroupId group;
    PersonId person;
};

// The group and the person of the path.
Result<Place> place_of(const RequestContext& context) {
    const auto group = id_of<GroupId>(context);
    if (!group) return tl::unexpected(group.error());
    const auto person = parse_id<PersonId>(context.request.param("person"));
    if (!person) return refuse(Code::not_found, "person", "There is no such person.");
    return Place{*group, *person};
}

void join_group(const RequestPtr& context) {
    const auto place = place_of(*context);
    if (!place) return fail(context, place.error());
    MemberBody body;
    if (!context->request.body.empty()) {
        auto sent = body_of<MemberBody>(*context);
        if (!sent) return fail(context, sent.error());
        body = *sent;
    }
    submit_or_ask(
        context, {.command = group::Command{group::Join{place->group, place->person, body.manager}},
                  .done = no_content,
                  .refused = refuse_unknown_person});
}

// Leaving such a group has no lasting effect, because the next sign-in joins it again. An admin may
// still remove others, which is permanent for people who do not sign in any more.
bool is_given(const RequestContext& context, const Place& place) {
    const auto& viewer = context.viewer();
    if (viewer.is_admin() && viewer.person != place.person) return false;
    const auto tables = context.service.model.snapshot(context.service.clock());
    auto person = find_person(tables, place.person);
    if (!person) return false;
    mark_given_groups(context.service, *person);
    return std::any_of(person->groups.begin(), person->groups.end(),
                       [&](const auto& one) { return one.id == place.group && one.from_provider; });
}

void leave_group(const RequestPtr& context) {
    const auto place = place_of(*context);
    if (!place) return fail(context, place.error());
    if (const auto none = no_body(*context); !none) return fail(context, none.error());
    ask_tables(context, [&] {
        if (is_given(*context, *place)) {
            return fail(context, {Code::not_allowed, "",
                                  "Your organisation's directory gives this group at each "
                                  "sign-in. Leave it there."});
        }
        submit_or_ask(context,
                      {.command = group::Command{group::Leave{place->group, place->person}},
                       .done = no_content});
    });
}

// Invites, or ends an invitation.
template <class Command>
void change_invitation(const RequestPtr& context) {
    const auto place = place_of(*context);
    if (!place) return fail(context, place.error());
    if (const auto none = no_body(*context); !none) return fail(context, none.error());
    submit(context, {.command = group::Command{Command{place->group, place->person}},
                     .done = no_content,
                     .refused = refuse_unknown_person});
}

}  // namespace

void add_groups(http::Router& router, const Service& service) {
    const std::string all = "/api/v1/groups";
    const std::string one = all + "/{id}";
    const std::string member = one + "/members/{person}";
    const std::string invited = one + "/invitations/{person}";
    router.add(
        {Method::get, all, "listGroups", access::read, list_route(service, {}, list_groups)});
    router.add(
        {Method::post, all, "makeGroup", access::admin, command_route(service, create_group)});
    router.add({Method::get, one, "getGroup", access::read, query_route(service, {}, get_group)});
    router.add(
        {Method::patch, one, "changeGroup", access::admin, command_route(service, change_group)});
    router.add({Method::del, one, "removeGroup", access::admin,
                command_route(service, remove_group, {"dry_run"})});
    router.add({Method::patch, one + "/limits", "limitGroup", access::admin,
                command_route(service, limit_group)});
    router.add({Method::get, one + "/members", "listMembers", access::read,
                list_route(service, {}, list_group_members)});
    // Needs no scope for booking: every person accepts, declines and leaves for themselves.
    router.add({Method::put, member, "joinGroup", access::signed_in,
                command_route(service, join_group, {"dry_run"})});
    router.add({Method::del, member, "leaveGroup", access::signed_in,
                command_route(service, leave_group, {"dry_run"})});
    router.add({Method::get, one + "/invitations", "listInvitations", access::read,
                list_route(service, {}, list_group_invitations)});
    router.add({Method::put, invited, "inviteToGroup", access::book,
                command_route(service, change_invitation<group::Invite>)});
    router.add({Method::del, invited, "endInvitation", access::signed_in,
                command_route(service, change_invitation<group::EndInvitation>)});
}

}  // namespace dibs::routes
