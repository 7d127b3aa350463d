// Bookings over HTTP: commands, refusals and their texts.
#include "domain/codec/json_writer.hpp"
#include "tests/api/request/requests.hpp"
#include "tests/support/api_world.hpp"

#include <functional>
#include <future>

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

std::string reservation_path(ReservationId id) {
    return reservations_path + "/" + to_text(id);
}

TEST(ReservationRoutes, new_booking_is_answered_with_version_and_location) {
    ApiWorld world;
    const auto reply = world.as(world.ben).post(
        reservations_path,
        booking_body(world, {world.gpus[0], world.gpus[1]}, 2, 4, R"(,"title":"training")"));
    EXPECT_EQ(reply.status, 201) << reply.body;
    EXPECT_EQ(reply.at("owner_name"), "ben");
    EXPECT_EQ(reply.at("gpu_names[1]"), "atlas:1");
    EXPECT_EQ(reply.at("title"), "training");
    EXPECT_EQ(reply.at("state"), "upcoming");
    EXPECT_EQ(reply.at("from"), world.time(2));
    EXPECT_EQ(reply.header("ETag"), "\"v1\"");
    EXPECT_EQ(reply.header("Location"), reservations_path + "/" + reply.at("id"));
    world.settle();  // answered from its event, before the tables had it
    EXPECT_EQ(reply.header("Dibs-Position"), std::to_string(world.projector->position()));
    EXPECT_EQ(world.as(world.cleo).get(reservations_path + "/" + reply.at("id")).body, reply.body);
}

// A booking is answered before the tables have it, and may cause the refusal of the next command.
// That refusal waits for the tables, which the test delays, and names the booking.
TEST(ReservationRoutes, refusal_shows_a_booking_answered_a_moment_before) {
    ApiWorld world;
    const auto ben = world.as(world.ben);  // a sign-in waits for the tables too
    const auto refused_meanwhile = [&](const std::function<ApiReply(const std::string&)>& ask,
                                       GpuId gpu) {
        std::future<ApiReply> reply;
        std::string id;
        {
            const auto tables_stand_still = world.model->facts().write();
            id = ben.post(reservations_path, booking_body(world, {gpu}, 2, 4)).at("id");
            reply = std::async(std::launch::async, ask, id);
            EXPECT_EQ(reply.wait_for(std::chrono::milliseconds{50}), std::future_status::timeout);
        }
        return std::pair{id, reply.get()};
    };
    const auto [in_the_way, taken] = refused_meanwhile(
        [&](const std::string&) {
            return world.as(world.cleo)
                .post(reservations_path, booking_body(world, {world.gpus[0]}, 3, 5));
        },
        world.gpus[0]);
    EXPECT_EQ(taken.at("conflicts[0].reservation_id"), in_the_way);
    const auto [ahead, kept] = refused_meanwhile(
        [&](const std::string&) {
            return world.as(world.ann).del("/api/v1/hosts/" + to_text(world.boreas));
        },
        world.other[0]);
    EXPECT_EQ(kept.at("conflicts[0].reservation_id"), ahead);
    const auto [moved, stale] = refused_meanwhile(
        [&](const std::string& id) {
            return world.as(world.ben)
                .with("If-Match", "\"v7\"")
                .patch(reservations_path + "/" + id, R"({"title":"mine"})");
        },
        world.gpus[1]);
    EXPECT_EQ(stale.at("current.id"), moved) << stale.body;
}

TEST(ReservationRoutes, taken_slot_names_its_holder_and_alternatives) {
    ApiWorld world;
    const auto held = world.book(world.ann, {world.gpus[0]}, 2, 6);
    const auto reply =
        world.as(world.ben).post(reservations_path, booking_body(world, {world.gpus[0]}, 3, 5));
    EXPECT_EQ(reply.status, 409);
    EXPECT_EQ(reply.problem(), "slot-taken/gpus");
    ASSERT_EQ(reply.size("conflicts"), 1U);
    EXPECT_EQ(reply.at("conflicts[0].reservation_id"), to_text(held));
    EXPECT_EQ(reply.at("conflicts[0].owner_name"), "ann");
    EXPECT_EQ(reply.at("conflicts[0].gpu_name"), "atlas:0");
    EXPECT_EQ(reply.at("conflicts[0].until"), world.time(6));
    ASSERT_GE(reply.size("alternatives"), 2U);
    EXPECT_EQ(reply.at("alternatives[0].from"), world.time(3));
    EXPECT_EQ(reply.at("alternatives[0].host_names[0]"), "atlas");
    EXPECT_NE(reply.at("alternatives[0].gpus[0]"), to_text(world.gpus[0]));
    EXPECT_EQ(reply.at("alternatives[1].host_names[0]"), "boreas");
    EXPECT_EQ(reply.at("alternatives[2].from"), world.time(6)) << reply.body;
    EXPECT_EQ(reply.at("alternatives[2].gpus[0]"), to_text(world.gpus[0]));
    EXPECT_EQ(reply.at("alternatives[2].reason"), "same GPUs, later");
}

TEST(ReservationRoutes, alternative_can_be_booked_unchanged) {
    ApiWorld world;
    world.book(world.ann, {world.gpus[0], world.gpus[1], world.gpus[2]}, 2, 6);
    const auto ben = world.as(world.ben);
    const auto no =
        ben.post(reservations_path, booking_body(world, {world.gpus[0], world.gpus[1]}, 3, 5));
    ASSERT_GE(no.size("alternatives"), 1U) << no.body;
    const auto yes =
        ben.post(reservations_path, "{\"gpus\":[\"" + no.at("alternatives[0].gpus[0]") + "\",\"" +
                                        no.at("alternatives[0].gpus[1]") + "\"],\"from\":\"" +
                                        no.at("alternatives[0].from") + "\",\"until\":\"" +
                                        no.at("alternatives[0].until") + "\"}");
    EXPECT_EQ(yes.status, 201) << yes.body;
}

TEST(ReservationRoutes, unknown_repeated_missing_and_wrongly_typed_members_are_named) {
    ApiWorld world;
    const auto ben = world.as(world.ben);
    const auto says = [&](const std::string& text) {
        return ben.post(reservations_path, text).problem();
    };
    EXPECT_EQ(says(booking_body(world, {world.gpus[0]}, 2, 3, R"(,"gpu":1)")), "malformed/gpu");
    EXPECT_EQ(says(booking_body(world, {world.gpus[0]}, 2, 3, R"(,"gpus":[])")), "malformed/gpus");
    EXPECT_EQ(says(booking_body(world, {world.gpus[0]}, 2, 3, R"(,"title":7)")), "malformed/title");
    EXPECT_EQ(says(R"({"gpus":["res_0"],"from":"x","until":"y"})"), "malformed/gpus[0]");
    EXPECT_EQ(says(R"({"gpus":[]})"), "malformed/from");
    EXPECT_EQ(says("{"), "malformed");
    EXPECT_EQ(says(""), "malformed");
    EXPECT_EQ(says(booking_body(world, {world.gpus[0], world.gpus[0]}, 2, 3)), "malformed/gpus");
}

TEST(ReservationRoutes, domain_rules_are_422_with_their_member) {
    ApiWorld world;
    const auto ben = world.as(world.ben);
    const auto says = [&](const std::string& text) {
        const auto reply = ben.post(reservations_path, text);
        EXPECT_EQ(reply.status, 422);
        return reply.problem();
    };
    EXPECT_EQ(says(booking_body(world, {world.gpus[0]}, 4, 3)), "interval-reversed/until");
    EXPECT_EQ(says(booking_body(world, {world.gpus[0]}, -5, 3)), "in-the-past/from");
    EXPECT_EQ(says(booking_body(world, {world.gpus[0]}, 1, 999)), "too-long/until");
    EXPECT_EQ(says(booking_body(world, {GpuId{}}, 2, 3)), "unknown-gpu/gpus");
}

TEST(ReservationRoutes, site_rule_applies_once_set_and_is_named) {
    ApiWorld world;
    const auto two_hours = booking_body(world, {world.gpus[0]}, 2, 4);
    (void)world.command(rules::Command{rules::Set{.longest_min = 60}}, world.ann);
    const auto reply = world.as(world.ben).post(reservations_path, two_hours);
    EXPECT_EQ(reply.problem(), "too-long/until") << reply.body;
    EXPECT_EQ(reply.at("rule"), "longest_min");
    (void)world.command(rules::Command{rules::Set{.longest_min = 120}}, world.ann);
    EXPECT_EQ(world.as(world.ben).post(reservations_path, two_hours).status, 201);
}

TEST(ReservationRoutes, same_key_books_once_and_refuses_another_body) {
    ApiWorld world;
    const auto ben = world.as(world.ben).with("Idempotency-Key", "k-1");
    const auto first = ben.post(reservations_path, booking_body(world, {world.gpus[0]}, 2, 4));
    const auto again = ben.post(reservations_path, booking_body(world, {world.gpus[0]}, 2, 4));
    EXPECT_EQ(first.status, 201);
    EXPECT_EQ(again.status, 201) << again.body;
    EXPECT_EQ(again.at("id"), first.at("id"));
    EXPECT_EQ(ben.post(reservations_path, booking_body(world, {world.gpus[1]}, 2, 4)).problem(),
              "key-reused/Idempotency-Key");
    // Keys belong to their user.
    const auto cleo = world.as(world.cleo).with("Idempotency-Key", "k-1");
    EXPECT_EQ(cleo.post(reservations_path, booking_body(world, {world.gpus[1]}, 2, 4)).status, 201);
    const auto bad = world.as(world.ben).with("Idempotency-Key", "a b");
    EXPECT_EQ(bad.post(reservations_path, booking_body(world, {world.gpus[2]}, 2, 4)).problem(),
              "malformed/Idempotency-Key");
}

TEST(ReservationRoutes, repeat_gets_the_first_answer_after_later_changes) {
    ApiWorld world;
    const auto ben = world.as(world.ben).with("Idempotency-Key", "k-1");
    const auto first = ben.post(reservations_path, booking_body(world, {world.gpus[0]}, 2, 4));
    ASSERT_EQ(first.status, 201) << first.body;
    const auto path = reservations_path + '/' + first.at("id");
    const auto changed =
        world.as(world.ben).with("If-Match", "\"v1\"").patch(path, R"({"title":"another"})");
    ASSERT_EQ(changed.status, 200) << changed.body;
    ASSERT_EQ(world.as(world.ben).with("If-Match", "*").del(path).status, 200);
    const auto again = ben.post(reservations_path, booking_body(world, {world.gpus[0]}, 2, 4));
    EXPECT_EQ(again.status, 201);
    EXPECT_EQ(again.body, first.body);
    EXPECT_EQ(again.header("ETag"), first.header("ETag"));
}

// For every command on existing things, also for one without an effect.
TEST(ReservationRoutes, repeated_change_gets_the_first_answer_too) {
    ApiWorld world;
    const auto coming = reservation_path(world.book(world.ben, {world.gpus[0]}, 2, 4));
    const auto running = reservation_path(world.book(world.ben, {world.gpus[1]}, 0, 4));
    const auto ben = world.as(world.ben).with("If-Match", "*");
    const auto later = R"({"title":"later","until":")" + world.time(5) + "\"}";
    const auto keyed = [&](const char* key) { return ben.with("Idempotency-Key", key); };
    const std::vector<std::function<ApiReply()>> commands{
        [&] { return keyed("1").patch(coming, R"({"title":"first"})"); },
        [&] { return keyed("2").patch(coming, R"({"title":"first"})"); },
        [&] { return keyed("3").del(coming); },
        [&] { return keyed("4").post(coming + "/reinstate"); },
        [&] { return keyed("5").patch(coming, later); },
        [&] { return keyed("6").patch(running, later); },
        [&] { return keyed("7").post(running + "/release"); },
    };
    std::vector<ApiReply> first;
    for (const auto& command : commands) {
        world.advance(Duration{1000});
        first.push_back(command());
        ASSERT_EQ(first.back().status, 200) << first.back().body;
        EXPECT_EQ(first.back().body, ben.get(first.size() > 5 ? running : coming).body);
    }
    EXPECT_EQ(first[1].at("version"), "2") << "nothing was changed";
    EXPECT_EQ(first[2].at("state"), "cancelled");
    EXPECT_EQ(first[5].at("state"), "running");
    EXPECT_EQ(first[6].at("state"), "released");
    for (std::size_t i = 0; i < commands.size(); ++i) {
        const auto again = commands[i]();
        EXPECT_EQ(again.status, 200);
        EXPECT_EQ(again.body, first[i].body);
        EXPECT_EQ(again.header("ETag"), first[i].header("ETag"));
    }
}

TEST(ReservationRoutes, change_needs_its_version) {
    ApiWorld world;
    const auto id = world.book(world.ben, {world.gpus[0]}, 2, 4);
    const auto ben = world.as(world.ben);
    const auto patch = R"({"title":"evaluation"})";
    const auto bare = ben.patch(reservation_path(id), patch);
    EXPECT_EQ(bare.status, 428);
    EXPECT_EQ(bare.problem(), "precondition-required/If-Match");
    const auto changed = ben.with("If-Match", "\"v1\"").patch(reservation_path(id), patch);
    EXPECT_EQ(changed.status, 200) << changed.body;
    EXPECT_EQ(changed.header("ETag"), "\"v2\"");
    EXPECT_EQ(changed.at("title"), "evaluation");
    const auto late =
        ben.with("If-Match", "\"v1\"").patch(reservation_path(id), R"({"title":"mine"})");
    EXPECT_EQ(late.status, 412);
    EXPECT_EQ(late.problem(), "changed-meanwhile/If-Match");
    EXPECT_EQ(late.at("current.title"), "evaluation");
    EXPECT_EQ(late.at("current.version"), "2");
    const auto strange = ben.with("If-Match", "\"abc\"").patch(reservation_path(id), patch);
    EXPECT_EQ(strange.status, 412);
    EXPECT_EQ(strange.at("current.version"), "2");
    const auto any = ben.with("If-Match", "*").patch(reservation_path(id), R"({"title":"mine"})");
    EXPECT_EQ(any.header("ETag"), "\"v3\"");
    EXPECT_EQ(ben.with("If-Match", "*").patch(reservation_path(id), "{}").problem(), "malformed");
}

TEST(ReservationRoutes, change_into_a_taken_slot_offers_others_but_not_its_own) {
    ApiWorld world;
    const auto id = world.book(world.ben, {world.gpus[0]}, 2, 4);
    world.book(world.ann, {world.gpus[0]}, 4, 6);
    const auto reply = world.as(world.ben)
                           .with("If-Match", "*")
                           .patch(reservation_path(id), "{\"until\":\"" + world.time(5) + "\"}");
    EXPECT_EQ(reply.problem(), "slot-taken/gpus") << reply.body;
    EXPECT_EQ(reply.at("conflicts[0].owner_name"), "ann");
    EXPECT_GE(reply.size("alternatives"), 1U);
}

TEST(ReservationRoutes, cancelled_booking_can_be_reinstated_and_released_one_not) {
    ApiWorld world;
    const auto id = world.book(world.ben, {world.gpus[0]}, 2, 4);
    const auto ben = world.as(world.ben);
    EXPECT_EQ(ben.del(reservation_path(id)).status, 428);
    const auto gone = ben.with("If-Match", "\"v1\"").del(reservation_path(id));
    EXPECT_EQ(gone.status, 200);
    EXPECT_EQ(gone.at("state"), "cancelled");
    EXPECT_EQ(ben.with("If-Match", "*").del(reservation_path(id)).problem(), "already-ended");
    const auto back = ben.post(reservation_path(id) + "/reinstate", "{}");
    EXPECT_EQ(back.at("state"), "upcoming") << back.body;
    EXPECT_EQ(ben.post(reservation_path(id) + "/release").problem(), "not-ready");
    EXPECT_EQ(ben.post(reservation_path(id) + "/reinstate").problem(), "not-ready");

    const auto now = world.book(world.ben, {world.gpus[1]}, 0, 4);
    const auto released = ben.post(reservation_path(now) + "/release");
    EXPECT_EQ(released.at("state"), "released") << released.body;
    EXPECT_EQ(ben.post(reservation_path(now) + "/release", R"({"why":1})").problem(),
              "malformed/why");
}

TEST(ReservationRoutes, only_admins_change_foreign_bookings) {
    ApiWorld world;
    const auto id = world.book(world.ben, {world.gpus[0]}, 2, 4);
    const auto patch = R"({"title":"x"})";
    const auto cleo = world.as(world.cleo).with("If-Match", "*");
    EXPECT_EQ(cleo.patch(reservation_path(id), patch).status, 403);
    EXPECT_EQ(cleo.del(reservation_path(id)).status, 403);
    EXPECT_EQ(world.as(world.ann).with("If-Match", "*").patch(reservation_path(id), patch).status,
              200);
    const auto for_ben =
        booking_body(world, {world.gpus[1]}, 2, 4, ",\"owner_id\":" + to_json(world.ben));
    EXPECT_EQ(world.as(world.cleo).post(reservations_path, for_ben).problem(),
              "not-allowed/owner_id");
    EXPECT_EQ(world.as(world.ann).post(reservations_path, for_ben).at("owner_name"), "ben");
}

TEST(ReservationRoutes, malformed_and_unknown_ids_are_not_found) {
    ApiWorld world;
    const auto ben = world.as(world.ben).with("If-Match", "*");
    EXPECT_EQ(ben.get(reservations_path + "/1").status, 404);
    EXPECT_EQ(ben.get(reservations_path + "/" + to_text(world.gpus[0])).status, 404);
    EXPECT_EQ(ben.get(reservation_path(ReservationId{})).problem(), "not-found/id");
    EXPECT_EQ(ben.del(reservation_path(ReservationId{})).problem(), "not-found/id");
}

TEST(ReservationRoutes, pages_link_to_the_next_and_hold_each_row_once) {
    ApiWorld world;
    std::vector<std::string> made;
    for (int i = 0; i < 5; ++i) {
        made.push_back(to_text(world.book(world.ben, {world.gpus[0]}, 2 * i + 1, 2 * i + 2)));
    }
    const auto ben = world.as(world.ben);
    std::vector<std::string> seen;
    std::string target = reservations_path + "?owner=me&limit=2";
    for (int page = 0; page < 5 && !target.empty(); ++page) {
        const auto reply = ben.get(target);
        ASSERT_EQ(reply.status, 200) << reply.body;
        for (std::size_t i = 0; i < reply.size("items"); ++i) {
            seen.push_back(reply.at("items[" + std::to_string(i) + "].id"));
        }
        const auto cursor = reply.at("next_cursor");
        EXPECT_EQ(reply.header("Link").empty(), cursor.empty());
        EXPECT_NE(reply.header("Link").find(cursor), std::string::npos);
        target = cursor.empty() ? "" : reservations_path + "?owner=me&limit=2&cursor=" + cursor;
    }
    EXPECT_EQ(seen, made);
    EXPECT_EQ(ben.get(reservations_path + "?limit=0").problem(), "out-of-range/limit");
    EXPECT_EQ(ben.get(reservations_path + "?limit=1001").problem(), "out-of-range/limit");
    EXPECT_EQ(ben.get(reservations_path + "?cursor=!").problem(), "out-of-range/cursor");
    EXPECT_EQ(ben.get(reservations_path + "?color=red").problem(), "malformed/color");
}

TEST(ReservationRoutes, filters_apply_and_unknown_names_are_refused) {
    ApiWorld world;
    world.book(world.ben, {world.gpus[0]}, 2, 4);
    world.book(world.cleo, {world.other[0]}, 2, 4);
    const auto ben = world.as(world.ben);
    EXPECT_EQ(ben.get(reservations_path + "?host=boreas").at("items[0].owner_name"), "cleo");
    EXPECT_EQ(ben.get(reservations_path + "?gpu=" + to_text(world.gpus[0])).size("items"), 1U);
    EXPECT_EQ(ben.get(reservations_path + "?state=running").size("items"), 0U);
    EXPECT_EQ(ben.get(reservations_path + "?state=upcoming,running").size("items"), 2U);
    EXPECT_EQ(ben.get(reservations_path + "?state=lost").problem(), "malformed/state");
    EXPECT_EQ(ben.get(reservations_path + "?host=nowhere").problem(), "unknown-host/host");
    EXPECT_EQ(ben.get(reservations_path + "?owner=nobody").problem(), "unknown-person/owner");
    EXPECT_EQ(ben.get(reservations_path + "?from=yesterday").problem(), "malformed/from");
}

// A writer that answers every command with the same refusal.
class Refusing : public CommandHandler {
  public:
    explicit Refusing(Code code) : code_(code) {}
    void submit(Envelope, OnReply on_reply) override { on_reply(refuse(code_, "id", "No.")); }

  private:
    Code code_;
};

TEST(ReservationRoutes, booking_forgotten_by_the_writer_is_already_ended) {
    ApiWorld world;
    const auto id = world.book(world.ben, {world.gpus[0]}, 2, 4);
    const auto ben = world.as(world.ben).with("If-Match", "*");
    Refusing forgetful(Code::not_found);
    world.put_before_writer(forgetful);
    EXPECT_EQ(ben.del(reservation_path(id)).problem(), "already-ended");
    EXPECT_EQ(ben.del(reservation_path(ReservationId{})).problem(), "not-found/id");
}

TEST(ReservationRoutes, unknown_outcome_suggests_a_retry) {
    ApiWorld world;
    const auto ben = world.as(world.ben);
    Refusing absent(Code::unavailable);
    world.put_before_writer(absent);
    const auto reply = ben.post(reservations_path, booking_body(world, {world.gpus[0]}, 2, 4));
    EXPECT_EQ(reply.status, 503);
    EXPECT_EQ(reply.problem(), "unavailable/id");
    EXPECT_EQ(reply.header("Retry-After"), "1");
}

}  // namespace
}  // namespace dibs::test
