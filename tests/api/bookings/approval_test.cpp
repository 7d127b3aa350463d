// Limits of groups and approvals over HTTP: refusals and their reasons, the approvers, and a
// pending booking in tables, lists and frames.
#include "domain/codec/json_writer.hpp"
#include "tests/api/request/requests.hpp"
#include "tests/support/api_world.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

// The grant of the setup is for ann and the students, and demands approval; ben and cleo are
// students, cleo manages them.
struct ApprovalSite {
    ApprovalSite() {
        const auto first = ann.get(grants_path).at("items[0].id");
        grant = grants_path + '/' + first;
        const auto group = ann.post(groups_path, R"({"name":"students"})").at("id");
        students = groups_path + '/' + group;
        change_grant(R"({"approval":{},"to":{"people":[")" + to_text(world.ann) +
                     R"("],"groups":[")" + group + R"("]}})");
        EXPECT_EQ(ann.put(students + "/members/" + to_text(world.ben), "{}").status, 204);
        EXPECT_EQ(
            ann.put(students + "/members/" + to_text(world.cleo), R"({"manager":true})").status,
            204);
    }
    void change_grant(const std::string& patch) const {
        EXPECT_EQ(ann.with("If-Match", "*").patch(grant, patch).status, 200);
    }
    [[nodiscard]] std::string slot(int from, int until, std::string_view more = "") const {
        return R"({"gpus":[")" + to_text(world.gpus[0]) + R"("],"from":")" + world.time(from) +
               R"(","until":")" + world.time(until) + '"' + std::string(more) + '}';
    }
    [[nodiscard]] std::string asked_for(int from, int until) const {
        const auto reply = ben.post(reservations_path, slot(from, until));
        EXPECT_EQ(reply.status, 201) << reply.body;
        EXPECT_EQ(reply.at("state"), "pending");
        return reservations_path + '/' + reply.at("id");
    }

    ApiWorld world;
    Caller ann = world.as(world.ann), ben = world.as(world.ben), cleo = world.as(world.cleo);
    std::string grant, students;
};

TEST(ApprovalRoutes, pending_booking_shows_its_deadline_and_is_listed_for_approvers) {
    ApprovalSite site;
    const auto one = site.asked_for(10, 12);
    const auto shown = site.ben.get(one);
    EXPECT_EQ(shown.at("state"), "pending");
    EXPECT_EQ(shown.at("held_until"), site.world.time(12)) << "no longer than its end";
    for (const auto& [who, count] :
         {std::pair{site.ann, 1U}, std::pair{site.cleo, 1U}, std::pair{site.ben, 0U}}) {
        EXPECT_EQ(who.get(reservations_path + "?approver=me").size("items"), count);
    }
    EXPECT_EQ(site.ann.post(reservations_path, site.slot(11, 13)).problem(), "slot-taken/gpus");
}

TEST(ApprovalRoutes, manager_outside_the_grant_neither_sees_nor_answers_a_request) {
    ApprovalSite site;
    site.change_grant(R"({"to":{"everyone":true}})");
    const auto one = site.asked_for(10, 12);
    EXPECT_EQ(site.cleo.get(reservations_path + "?approver=me").size("items"), 0U);
    EXPECT_EQ(site.cleo.post(one + "/approve", "").problem(), "not-allowed");
    EXPECT_EQ(site.cleo.post(one + "/decline", R"({"reason":"x"})").problem(), "not-allowed");
    site.change_grant(R"({"approval":{"approvers":[")" + to_text(site.world.cleo) + R"("]}})");
    EXPECT_EQ(site.ann.get(site.grant).at("approval.approvers[0]"), to_text(site.world.cleo));
    EXPECT_EQ(site.cleo.get(reservations_path + "?approver=me").size("items"), 1U);
    EXPECT_EQ(site.cleo.post(one + "/approve", "").at("state"), "upcoming");
}

TEST(ApprovalRoutes, manager_approves_and_a_repeat_gets_the_same_answer) {
    ApprovalSite site;
    const auto one = site.asked_for(10, 12);
    EXPECT_EQ(site.ben.post(one + "/approve", "").problem(), "not-allowed");
    const auto once = site.cleo.with("Idempotency-Key", "k-1");
    const auto reply = once.post(one + "/approve", "");
    EXPECT_EQ(reply.at("state"), "upcoming") << reply.body;
    EXPECT_EQ(reply.at("held_until"), "");
    EXPECT_EQ(once.post(one + "/approve", "").body, reply.body);
    EXPECT_EQ(site.ben.get(one).body, reply.body);
    EXPECT_EQ(site.ann.post(one + "/approve", "").problem(), "not-ready");
}

TEST(ApprovalRoutes, declined_booking_shows_its_reason_and_frees_its_slot) {
    ApprovalSite site;
    const auto one = site.asked_for(10, 12);
    EXPECT_EQ(site.ann.post(one + "/decline", "{}").problem(), "malformed/reason");
    const auto reply = site.ann.post(one + "/decline", R"({"reason":"exams"})");
    EXPECT_EQ(reply.at("state"), "declined") << reply.body;
    EXPECT_EQ(reply.at("decline_reason"), "exams");
    EXPECT_EQ(site.ben.get(one).body, reply.body);
    EXPECT_EQ(site.ann.post(reservations_path, site.slot(11, 13)).status, 201);
    EXPECT_EQ(site.ben.get(reservations_path + "?state=declined").size("items"), 1U);
}

TEST(ApprovalRoutes, admins_booking_is_approved_at_once) {
    ApprovalSite site;
    const auto reply = site.ann.post(reservations_path, site.slot(10, 12));
    EXPECT_EQ(reply.at("state"), "upcoming") << reply.body;
    EXPECT_EQ(reply.at("version"), "2");
    EXPECT_EQ(site.ann.get(reservations_path + '/' + reply.at("id")).body, reply.body);
}

TEST(ApprovalRoutes, dry_run_answers_for_the_owner_of_the_booking) {
    ApprovalSite site;
    const auto for_ben = site.slot(10, 12, R"(,"owner_id":")" + to_text(site.world.ben) + '"');
    EXPECT_EQ(site.ann.post(reservations_path + "?dry_run=true", for_ben).at("state"), "pending");
    EXPECT_EQ(site.ann.post(reservations_path + "?dry_run=true", site.slot(10, 12)).at("state"),
              "upcoming");
    EXPECT_EQ(site.ben.post(reservations_path + "?dry_run=true", site.slot(10, 12)).at("state"),
              "pending");
    EXPECT_EQ(site.ann.get(reservations_path).size("items"), 0U);
}

TEST(ApprovalRoutes, gpu_with_a_pending_booking_has_no_holder_and_is_not_free) {
    ApprovalSite site;
    EXPECT_EQ(site.ben.post(reservations_path, site.slot(0, 2)).at("state"), "pending");
    const auto gpu = site.ben.get("/api/v1/gpus/" + to_text(site.world.gpus[0]));
    EXPECT_EQ(gpu.at("reservation.id"), "") << gpu.body;
    EXPECT_NE(gpu.at("free_from"), "");
    EXPECT_EQ(gpu.at("free_until"), "");
}

TEST(LimitRoutes, group_limits_are_set_and_removed_one_by_one) {
    ApprovalSite site;
    const auto limits = site.students + "/limits";
    EXPECT_EQ(
        site.ann.patch(limits, R"({"longest_min":60,"gpus_at_once":2})").at("limits.gpus_at_once"),
        "2");
    const auto one_less = site.ann.patch(limits, R"({"longest_min":null})");
    EXPECT_EQ(one_less.at("limits.longest_min"), "") << one_less.body;
    EXPECT_EQ(site.ben.get(site.students).at("limits.gpus_at_once"), "2");
    EXPECT_EQ(site.ben.get(site.students).at("limits.longest_min"), "");
    EXPECT_EQ(site.ann.patch(limits, "{}").status, 400);
    EXPECT_EQ(site.ann.patch(limits, R"({"colour":1})").problem(), "malformed/colour");
    EXPECT_EQ(site.ann.patch(limits, R"({"gpus_at_once":0,"longest_min":-1})").problem(),
              "out-of-range/longest_min");
    EXPECT_EQ(site.cleo.patch(limits, R"({"gpus_at_once":9})").status, 403);
}

TEST(LimitRoutes, refusal_names_the_limit_its_group_and_who_may_change_it) {
    ApprovalSite site;
    EXPECT_EQ(site.ann.patch(site.students + "/limits", R"({"longest_min":60})").status, 200);
    const auto reply = site.ben.post(reservations_path, site.slot(10, 12));
    EXPECT_EQ(reply.problem(), "too-long/until");
    EXPECT_EQ(reply.at("rule"), "longest_min");
    EXPECT_EQ(reply.at("detail"),
              "The longest booking is 1 hour in students. An admin can change that.");
    const auto offers = site.ben.post("/api/v1/offers", R"({"count":1,"duration_s":7200})");
    EXPECT_EQ(offers.problem(), "too-long/duration_s") << "nor is it offered";
    EXPECT_EQ(site.ann.post("/api/v1/offers", R"({"count":1,"duration_s":7200})").status, 200);
}

TEST(LimitRoutes, optional_rules_are_set_and_removed) {
    ApprovalSite site;
    const auto any = site.ann.with("If-Match", "*");
    EXPECT_EQ(any.patch("/api/v1/rules", R"({"gpus_at_once":1,"lead_min":90})").at("lead_min"),
              "90");
    EXPECT_EQ(site.ben.post(reservations_path, site.slot(1, 2)).problem(), "too-soon/from");
    EXPECT_EQ(any.patch("/api/v1/rules", R"({"lead_min":null})").at("lead_min"), "");
    EXPECT_EQ(any.patch("/api/v1/rules", R"({"most_gpus":null})").problem(), "malformed/most_gpus");
    EXPECT_EQ(any.patch("/api/v1/rules", R"({"gpu_hours_week":0})").problem(),
              "out-of-range/gpu_hours_week");
}

}  // namespace
}  // namespace dibs::test
