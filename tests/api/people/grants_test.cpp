// Groups and grants over HTTP: create, change with the current version, withdraw. Their effect on
// bookings, as dry run and real; and the times when a person may not book.
#include "domain/codec/json_writer.hpp"
#include "tests/api/request/requests.hpp"
#include "tests/support/api_world.hpp"
#include "tests/support/sample_site.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

std::string made(const ApiReply& reply) {
    EXPECT_EQ(reply.status, 201) << reply.body;
    return reply.at("id");
}
std::string make_group(ApiWorld& world, std::string_view name, std::string_view more = "") {
    return made(world.as(world.ann).post(
        groups_path, R"({"name":")" + std::string(name) + '"' + std::string(more) + '}'));
}
// The grant of the setup.
std::string the_first(ApiWorld& world) {
    return world.as(world.ann).get(grants_path).at("items[0].id");
}
void withdraw_the_first(ApiWorld& world) {
    EXPECT_EQ(
        world.as(world.ann).with("If-Match", "*").del(grants_path + '/' + the_first(world)).status,
        204);
}
std::string grant_body(std::string_view to, std::string_view more = "") {
    return R"({"name":"days","to":)" + std::string(to) + R"(,"what":{"everything":true})" +
           std::string(more) + '}';
}
std::string booking_of(const ApiWorld& world, int from, int until) {
    return R"({"gpus":[")" + to_text(world.gpus[0]) + R"("],"from":")" + world.time(from) +
           R"(","until":")" + world.time(until) + "\"}";
}

TEST(GroupRoutes, members_join_leave_and_are_listed_by_name) {
    ApiWorld world;
    const auto id = make_group(world, "students");
    const auto ann = world.as(world.ann);
    const auto member = groups_path + '/' + id + "/members/" + to_text(world.ben);
    EXPECT_EQ(ann.put(member, R"({"manager":true})").status, 204);
    EXPECT_EQ(ann.get(groups_path + '/' + id).at("member_count"), "1");
    const auto list = world.as(world.cleo).get(groups_path + '/' + id + "/members");
    EXPECT_EQ(list.at("items[0].unix_name"), "ben");
    EXPECT_EQ(list.at("items[0].manager"), "true");
    EXPECT_EQ(ann.get("/api/v1/people/" + to_text(world.ben)).at("groups[0].name"), "students");
    EXPECT_EQ(ann.get("/api/v1/people?group=" + id).size("items"), 1U);
    const auto other = groups_path + '/' + id + "/members/" + to_text(world.cleo);
    EXPECT_EQ(world.as(world.ben).put(other, "{}").problem(), "not-allowed") << "he invites her";
    EXPECT_EQ(ann.put(other, "{}").status, 204);
    EXPECT_EQ(world.as(world.cleo).del(member).status, 403);
    EXPECT_EQ(world.as(world.ben).del(other).status, 204);
    EXPECT_EQ(world.as(world.ben).del(other).problem(), "not-found/person_id");
    const auto unknown = groups_path + '/' + id + "/members/" + to_text(nth<PersonId>(77));
    EXPECT_EQ(ann.put(unknown, "{}").problem(), "not-found/person_id");
}

// Ben manages the students, and invites cleo.
struct InvitingSite {
    InvitingSite() {
        const auto id = make_group(world, "students");
        group = groups_path + '/' + id;
        EXPECT_EQ(ann.put(group + "/members/" + to_text(world.ben), R"({"manager":true})").status,
                  204);
        EXPECT_EQ(ann.patch(group + "/limits", R"({"gpus_at_once":1})").status, 200);
        member = group + "/members/" + to_text(world.cleo);
        invitation = group + "/invitations/" + to_text(world.cleo);
        person = "/api/v1/people/" + to_text(world.cleo);
    }
    ApiWorld world;
    Caller ann = world.as(world.ann), ben = world.as(world.ben), cleo = world.as(world.cleo);
    std::string group, member, invitation, person;
};

TEST(GroupRoutes, invited_person_sees_the_limits_and_joins_by_accepting) {
    InvitingSite site;
    EXPECT_EQ(site.cleo.put(site.invitation, "").problem(), "not-allowed");
    EXPECT_EQ(site.cleo.put(site.member, "{}").problem(), "not-allowed");
    EXPECT_EQ(site.ben.put(site.invitation, "").status, 204);
    EXPECT_EQ(site.ann.get(site.group).at("member_count"), "1") << "she has not answered";
    const auto shown = site.cleo.get(site.person);
    EXPECT_EQ(shown.at("invitations[0].name"), "students") << shown.body;
    EXPECT_EQ(shown.at("invitations[0].by_id"), to_text(site.world.ben));
    EXPECT_EQ(shown.at("invitations[0].limits.gpus_at_once"), "1");
    EXPECT_EQ(site.ben.get(site.person).body.find("invitations"), std::string::npos);
    EXPECT_EQ(site.ben.put(site.member, "{}").problem(), "not-allowed");
    EXPECT_EQ(site.cleo.put(site.member, "{}").status, 204);
    EXPECT_EQ(site.cleo.get(site.person).size("invitations"), 0U);
    EXPECT_EQ(site.cleo.get(site.person).at("groups[0].name"), "students");
    EXPECT_EQ(site.ben.get(site.group + "/invitations").size("items"), 0U);
    EXPECT_EQ(site.cleo.del(site.member).status, 204) << "everybody leaves by themselves";
}

TEST(GroupRoutes, invitation_is_declined_or_withdrawn_and_seen_by_both_sides) {
    InvitingSite site;
    EXPECT_EQ(site.ben.put(site.invitation, "").status, 204);
    const auto list = site.ben.get(site.group + "/invitations");
    EXPECT_EQ(list.at("items[0].unix_name"), "cleo") << list.body;
    EXPECT_EQ(list.at("items[0].declined"), "false");
    EXPECT_EQ(site.ann.get(site.group + "/invitations").body, list.body);
    EXPECT_EQ(site.cleo.get(site.group + "/invitations").status, 403);
    EXPECT_EQ(site.ben.del(site.invitation).status, 204);
    EXPECT_EQ(site.cleo.get(site.person).size("invitations"), 0U);
    EXPECT_EQ(site.ben.del(site.invitation).problem(), "not-found/person_id");
    EXPECT_EQ(site.ben.put(site.invitation, "").status, 204);
    EXPECT_EQ(site.cleo.del(site.invitation).status, 204);
    EXPECT_EQ(site.cleo.get(site.person).size("invitations"), 0U);
    EXPECT_EQ(site.ben.get(site.group + "/invitations").at("items[0].declined"), "true");
    EXPECT_EQ(site.ben.put(site.invitation, "").problem(), "not-allowed/person_id");
    EXPECT_EQ(site.cleo.put(site.member, "{}").status, 204) << "she changed her mind";
}

TEST(GroupRoutes, admins_and_unknown_people_are_not_invited) {
    InvitingSite site;
    const auto all = site.group + "/invitations/";
    EXPECT_EQ(site.ben.put(all + to_text(site.world.ann), "").problem(), "not-allowed/person_id");
    EXPECT_EQ(site.ben.put(all + to_text(nth<PersonId>(77)), "").problem(), "not-found/person_id");
    EXPECT_EQ(site.ben.put(all + "x", "").problem(), "not-found/person");
}

TEST(GroupRoutes, newcomers_join_groups_for_newcomers) {
    ApiWorld world;
    const auto id = make_group(world, "students", R"(,"newcomers":true)");
    const auto reply = world.as(world.ann).post(
        "/api/v1/people",
        R"({"name":"Dora","unix_name":"dora","password":"a long enough password"})");
    EXPECT_EQ(reply.at("groups[0].group_id"), id) << reply.body;
}

TEST(GroupRoutes, groups_are_renamed_and_removed_by_admins) {
    ApiWorld world;
    const auto id = make_group(world, "students");
    const auto ann = world.as(world.ann);
    EXPECT_EQ(ann.patch(groups_path + '/' + id, R"({"name":"pupils"})").at("name"), "pupils");
    EXPECT_EQ(ann.post(groups_path, R"({"name":"Pupils"})").problem(), "already-exists/name");
    EXPECT_EQ(world.as(world.ben).patch(groups_path + '/' + id, R"({"name":"x"})").status, 403);
    EXPECT_EQ(ann.patch(groups_path + '/' + id, "{}").status, 400);
    EXPECT_EQ(ann.del(groups_path + '/' + id).status, 204);
    EXPECT_EQ(ann.get(groups_path + '/' + id).status, 404);
}

TEST(GrantRoutes, grant_covered_by_another_says_so) {
    ApiWorld world;
    const auto ann = world.as(world.ann);
    const auto reply = ann.post(grants_path, grant_body(R"({"everyone":true})"));
    EXPECT_EQ(reply.at("included_in.id"), the_first(world)) << reply.body;
    withdraw_the_first(world);
    EXPECT_EQ(ann.get(grants_path + '/' + reply.at("id")).at("included_in.id"), "");
}

TEST(GrantRoutes, new_grant_is_answered_with_version_and_names) {
    ApiWorld world;
    const auto id = make_group(world, "students");
    const auto reply = world.as(world.ann).post(
        grants_path, R"({"name":"nights","to":{"groups":[")" + id + R"("],"people":[")" +
                         to_text(world.ben) + R"("]},"what":{"hosts":[")" + to_text(world.atlas) +
                         R"("]},"zone":"Europe/Warsaw","windows":[{"days":["fri","mon"],)"
                         R"("from":"22:00","until":"06:00"}]})");
    EXPECT_EQ(reply.status, 201) << reply.body;
    EXPECT_EQ(reply.header("ETag"), "\"v1\"");
    EXPECT_EQ(reply.at("windows[0].days[0]"), "mon");
    EXPECT_EQ(reply.at("windows[0].until"), "06:00");
    EXPECT_EQ(reply.at("names[0].name"), "ben");
    EXPECT_EQ(reply.at("names[1].name"), "students");
    EXPECT_EQ(reply.at("names[2].name"), "atlas");
    EXPECT_EQ(world.as(world.ben).get(grants_path + "?group=" + id).size("items"), 1U);
    EXPECT_EQ(world.as(world.ben).get(grants_path + "?person=me").size("items"), 2U);
    EXPECT_EQ(world.as(world.ben).get(grants_path + "?person=cleo").size("items"), 1U);
    EXPECT_EQ(
        world.as(world.ben).get(grants_path + "?gpu=" + to_text(world.other[0])).size("items"), 1U);
}

TEST(GrantRoutes, wrong_grant_is_refused_with_its_field) {
    ApiWorld world;
    const auto ann = world.as(world.ann);
    const std::string everyone = R"({"everyone":true})";
    EXPECT_EQ(ann.post(grants_path, grant_body("{}")).problem(), "out-of-range/to");
    EXPECT_EQ(ann.post(grants_path, grant_body(everyone, R"(,"zone":"Mars")")).problem(),
              "unknown-zone/zone");
    const std::string window = R"(,"zone":"UTC","windows":[{"days":["mon"],"from":)";
    EXPECT_EQ(
        ann.post(grants_path, grant_body(everyone, window + R"("25:00","until":"26:00"}])")).status,
        400);
    EXPECT_EQ(ann.post(grants_path, grant_body(everyone, window + R"("24:00","until":"01:00"}])"))
                  .problem(),
              "out-of-range/windows[0].from");
    EXPECT_EQ(world.as(world.ben).post(grants_path, grant_body(everyone)).status, 403);
    EXPECT_EQ(ann.patch(grants_path + '/' + the_first(world), R"({"name":"x"})").status, 428);
    EXPECT_EQ(ann.with("If-Match", "\"v7\"")
                  .patch(grants_path + '/' + the_first(world), R"({"name":"x"})")
                  .at("current_grant.version"),
              "1");
}

TEST(GrantRoutes, dry_run_names_bookings_that_a_grant_suspends_and_revives) {
    ApiWorld world;
    const auto held = to_text(world.book(world.ben, {world.gpus[0]}, 2, 4));
    const auto ann = world.as(world.ann).with("If-Match", "*");
    const auto first = grants_path + '/' + the_first(world);
    const auto asked = ann.del(first + "?dry_run=true");
    EXPECT_EQ(asked.status, 200) << asked.body;
    EXPECT_EQ(asked.at("suspended[0].id"), held);
    EXPECT_EQ(asked.at("suspended[0].owner_name"), "ben");
    EXPECT_EQ(ann.get(first).status, 200);
    EXPECT_EQ(ann.del(first).status, 204);
    EXPECT_EQ(ann.get("/api/v1/reservations/" + held).at("state"), "suspended");
    const auto back =
        world.as(world.ann).post(grants_path + "?dry_run=true", grant_body(R"({"everyone":true})"));
    EXPECT_EQ(back.status, 200) << back.body;
    EXPECT_EQ(back.at("revived[0].id"), held);
    EXPECT_EQ(back.at("revived[0].state"), "upcoming");
    EXPECT_EQ(world.as(world.ann).post(grants_path, grant_body(R"({"everyone":true})")).status,
              201);
    EXPECT_EQ(ann.get("/api/v1/reservations/" + held).at("state"), "upcoming");
    EXPECT_EQ(ann.get("/api/v1/reservations?state=suspended").size("items"), 0U);
    const auto told = world.as(world.ben).get("/api/v1/events?person=me&type=reservation&limit=2");
    EXPECT_EQ(told.at("items[0].sentence.key"), "reservation.revived");
    EXPECT_EQ(told.at("items[1].sentence.key"), "reservation.suspended.no_grant");
}

TEST(GrantRoutes, booking_without_grant_is_refused_with_the_grant_that_ends) {
    ApiWorld world;
    withdraw_the_first(world);
    const auto ben = world.as(world.ben);
    EXPECT_EQ(ben.post("/api/v1/reservations", booking_of(world, 1, 2)).problem(), "no-grant/gpus");
    made(world.as(world.ann).post(grants_path,
                                  grant_body(R"({"people":[")" + to_text(world.ben) + "\"]}",
                                             R"(,"until":")" + world.time(3) + '"')));
    EXPECT_EQ(ben.post("/api/v1/reservations", booking_of(world, 1, 2)).status, 201);
    const auto late = ben.post("/api/v1/reservations?dry_run=true", booking_of(world, 2, 4));
    EXPECT_EQ(late.problem(), "no-grant/gpus");
    EXPECT_NE(late.at("detail").find("The grant \"days\" ends"), std::string::npos) << late.body;
}

TEST(GrantRoutes, refusal_without_grant_names_people_to_ask) {
    ApiWorld world;
    const auto ann = world.as(world.ann);
    const auto cleo = world.as(world.cleo);
    const auto detail = [&](const Caller& who, std::string_view query = "") {
        return who.post("/api/v1/reservations" + std::string(query), booking_of(world, 1, 2))
            .at("detail");
    };
    withdraw_the_first(world);
    const auto gpu = ann.get("/api/v1/gpus/" + to_text(world.gpus[0]));
    const auto none =
        "No grant gives access to " + gpu.at("host_name") + ':' + gpu.at("index") + " then.";
    EXPECT_EQ(detail(cleo), none + " Ask ann.") << "an admin, where no grant reaches the GPU";
    EXPECT_EQ(detail(ann), none) << "an admin asks nobody";
    const auto group = make_group(world, "students");
    made(ann.post(grants_path, grant_body(R"({"groups":[")" + group + "\"]}")));
    EXPECT_EQ(detail(cleo), none + " Ask ann.") << "the group has no manager";
    const auto member = groups_path + '/' + group + "/members/" + to_text(world.ben);
    EXPECT_EQ(ann.put(member, R"({"manager":true})").status, 204);
    EXPECT_EQ(detail(cleo, "?dry_run=true"), none + " Ask ben.") << "who manages the group";
    made(ann.post(grants_path,
                  grant_body(R"({"people":[")" + to_text(world.ben) + "\"]}",
                             R"(,"approval":{"approvers":[")" + to_text(world.ann) + "\"]}")));
    EXPECT_EQ(detail(cleo), none + " Ask ann or ben.") << "a grant's own approver too";
    EXPECT_EQ(cleo.get("/api/v1/events?type=command.refused&limit=1").at("items[0].data.detail"),
              none)
        << "the log keeps no name";
}

TEST(AccessRoute, access_shows_closed_times_and_the_grant_before_them) {
    ApiWorld world;
    const auto ask = [&](const Caller& who, std::string_view more = "") {
        return who.get("/api/v1/access?from=" + world.time(0) + "&until=" + world.time(10) +
                       "&gpu=" + to_text(world.gpus[0]) + std::string(more));
    };
    EXPECT_EQ(ask(world.as(world.ben)).size("closed"), 0U);
    withdraw_the_first(world);
    const auto id = made(world.as(world.ann).post(
        grants_path,
        grant_body(R"({"people":[")" + to_text(world.ben) + "\"]}",
                   R"(,"from":")" + world.time(1) + R"(","until":")" + world.time(3) + '"')));
    const auto reply = ask(world.as(world.ben));
    ASSERT_EQ(reply.size("closed"), 2U) << reply.body;
    EXPECT_EQ(reply.at("closed[0].until"), world.time(1));
    EXPECT_EQ(reply.at("closed[0].grant_id"), "");
    EXPECT_EQ(reply.at("closed[1].from"), world.time(3));
    EXPECT_EQ(reply.at("closed[1].until"), world.time(10));
    EXPECT_EQ(reply.at("closed[1].grant_id"), id);
    EXPECT_EQ(reply.at("closed[1].grant_name"), "days");
    EXPECT_EQ(ask(world.as(world.ann), "&person=cleo").size("closed"), 1U);
    const auto all =
        world.as(world.ben).get("/api/v1/access?from=" + world.time(0) + "&until=" + world.time(1));
    EXPECT_EQ(all.size("closed"), 6U) << all.body;
    EXPECT_EQ(world.as(world.ben)
                  .get("/api/v1/access?from=" + world.time(1) + "&until=" + world.time(0))
                  .problem(),
              "interval-reversed/until");
    EXPECT_EQ(world.as(world.ben)
                  .get("/api/v1/access?from=" + world.time(0) + "&until=" + world.time(63 * 24))
                  .problem(),
              "too-long/until");
}

}  // namespace
}  // namespace dibs::test
