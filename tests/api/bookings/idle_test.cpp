// An unused booking over HTTP: its idle state, and keeping it.
#include "domain/codec/json_writer.hpp"
#include "tests/support/api_world.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

using namespace std::chrono_literals;
using reservation::ReportIdle;
using reservation::ReportInUse;
using reservation::ReportTold;
using reservation::ToldBy;
using reservation::ToldOutcome;

struct IdleSite {
    IdleSite() {
        EXPECT_EQ(ann.with("If-Match", "*")
                      .patch("/api/v1/rules", R"({"idle_tell_min":2,"idle_release_min":1})")
                      .status,
                  200);
        world.command(dibs::Command{fleet::Command{fleet::ReportReached{world.atlas}}});
        id = world.book(world.ben, {world.gpus[0]}, 0, 8);
        one = "/api/v1/reservations/" + to_text(id);
    }
    void idles_for(Duration length) {
        world.advance(length);  // in total less than the writer takes for a clock jump
        world.command(dibs::Command{
            reservation::Command{ReportIdle{id, world.now() - length, world.now(), false}}});
    }
    void send_idle_notice() {
        const auto noticed = parse_instant(ben.get(one).at("idle.noticed_at"));
        ASSERT_TRUE(noticed);
        world.command(dibs::Command{
            reservation::Command{ReportTold{id, *noticed, ToldBy::mail, ToldOutcome::done, ""}}});
    }
    ApiWorld world;
    Caller ann = world.as(world.ann), ben = world.as(world.ben), cleo = world.as(world.cleo);
    ReservationId id;
    std::string one;
};

TEST(IdleRoutes, idle_booking_shows_since_when_and_its_release) {
    IdleSite site;
    EXPECT_EQ(site.ben.get(site.one).at("idle.kind"), "");
    site.idles_for(2min);
    auto shown = site.ben.get(site.one);
    EXPECT_EQ(shown.at("idle.kind"), "idle") << shown.body;
    EXPECT_EQ(shown.at("idle.frees_at"), "") << "nobody was told";
    const auto version = shown.at("version");
    site.send_idle_notice();
    shown = site.ben.get(site.one);
    EXPECT_EQ(shown.at("idle.told_at"), to_text(site.world.now()));
    EXPECT_EQ(shown.at("idle.frees_at"), to_text(site.world.now() + 1min));
    EXPECT_EQ(shown.at("version"), version) << "nothing of it was changed";
    site.idles_for(1min);
    shown = site.ben.get(site.one);
    EXPECT_EQ(shown.at("state"), "released");
    EXPECT_EQ(shown.at("idle.kind"), "");
}

TEST(IdleRoutes, release_is_shown_only_while_due_by_a_rule) {
    IdleSite site;
    site.idles_for(2min);
    site.send_idle_notice();
    const auto with = [&](const char* rules) {
        EXPECT_EQ(site.ann.with("If-Match", "*").patch("/api/v1/rules", rules).status, 200);
        return site.ben.get(site.one);
    };
    const auto off = with(R"({"idle_tell_min":null,"idle_release_min":null})");
    EXPECT_EQ(off.at("idle.kind"), "idle") << "nothing uses it, whatever the rules say";
    EXPECT_EQ(off.at("idle.frees_at"), "");
    EXPECT_NE(with(R"({"idle_tell_min":2,"idle_release_min":1})").at("idle.frees_at"), "");
    site.world.advance(1min);
    const auto over = site.ben.get(site.one);
    EXPECT_EQ(over.at("state"), "running") << "nobody knows that it idled on";
    EXPECT_EQ(over.at("idle.frees_at"), "");
    site.world.command(dibs::Command{reservation::Command{ReportInUse{site.id}}});
    EXPECT_EQ(site.ben.get(site.one).at("idle.kind"), "");
}

TEST(IdleRoutes, owner_keeps_a_booking_and_a_repeat_gets_the_same_answer) {
    IdleSite site;
    site.idles_for(2min);
    const auto path = site.one + "/keep";
    EXPECT_EQ(site.cleo.post(path, "{}").problem(), "not-allowed");
    EXPECT_EQ(site.ben.post(path, R"({"for_min":481})").problem(), "out-of-range/for_min");
    EXPECT_EQ(site.ben.post(path, R"({"for":1})").problem(), "malformed/for");
    const auto once = site.ben.with("Idempotency-Key", "k-1");
    const auto reply = once.post(path, R"({"for_min":120,"reason":"Debugging"})");
    EXPECT_EQ(reply.status, 200) << reply.body;
    EXPECT_EQ(reply.at("idle.kind"), "");
    EXPECT_EQ(reply.at("kept_until"), to_text(site.world.now() + 120min));
    EXPECT_EQ(once.post(path, R"({"for_min":120,"reason":"Debugging"})").body, reply.body);
    EXPECT_EQ(site.ben.get(site.one).body, reply.body);
    const auto events = site.ben.get("/api/v1/events?reservation=" + to_text(site.id));
    EXPECT_EQ(events.at("items[0].sentence.key"), "reservation.kept.reason") << events.body;
    site.idles_for(2min);
    EXPECT_EQ(site.ben.get(site.one).at("idle.kind"), "");
}

TEST(IdleRoutes, only_a_running_booking_can_be_kept) {
    IdleSite site;
    const auto later = site.world.book(site.world.ben, {site.world.gpus[1]}, 2, 3);
    const auto path = "/api/v1/reservations/" + to_text(later) + "/keep";
    EXPECT_EQ(site.ben.post(path, "{}").problem(), "not-ready");
}

}  // namespace
}  // namespace dibs::test
