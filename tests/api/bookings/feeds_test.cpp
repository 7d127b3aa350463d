// Calendar links over HTTP: shown once, read without a credential, closed at once; and the same
// calendar as a file.
#include "tests/support/api_world.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

const std::string feeds_path = "/api/v1/feeds";

struct FeedWorld : ApiWorld {
    using ApiWorld::ApiWorld;

    std::string link_of(PersonId person, const std::string& body = "{}") {
        const auto made = as(person).post(feeds_path, body);
        EXPECT_EQ(made.status, 201) << made.body;
        return made.at("url");
    }
    GroupId group_with(PersonId member) {
        const auto id = fresh_id<GroupId>(now());
        (void)command(group::Command{group::Make{id, "students", false}}, ann);
        (void)command(group::Command{group::Join{id, member, {}}}, ann);
        return id;
    }
    ApiReply read(const std::string& link) { return nobody().get(link); }
};

std::string of_group(GroupId id) {
    return R"({"group_id":")" + to_text(id) + "\"}";
}
std::size_t events_in(const std::string& text) {
    std::size_t count = 0;
    for (auto at = text.find("BEGIN:VEVENT"); at != text.npos;
         at = text.find("BEGIN:VEVENT", at + 1))
        ++count;
    return count;
}

TEST(Feeds, link_is_shown_once_and_read_without_a_credential) {
    FeedWorld world;
    const auto made = world.as(world.ben).post(feeds_path, "{}");
    EXPECT_EQ(made.status, 201) << made.body;
    EXPECT_EQ(made.at("feed.kind"), "person");
    EXPECT_EQ(made.at("feed.readable"), "true");
    const auto link = made.at("url");
    EXPECT_TRUE(link.starts_with("/calendar/") && link.ends_with(".ics")) << link;
    const auto secret = link.substr(10, link.size() - 14);
    EXPECT_EQ(secret.size(), 52U);
    const auto shown = world.as(world.ben).get(made.header("Location"));
    EXPECT_EQ(shown.status, 200) << shown.body;
    for (const auto& reply : {shown, world.as(world.ben).get(feeds_path),
                              world.as(world.ann).get("/api/v1/events?type=feed")}) {
        EXPECT_EQ(reply.body.find(secret), std::string::npos);
        EXPECT_EQ(reply.body.find(digest_of(secret).value), std::string::npos);
        EXPECT_NE(reply.body.find(made.at("feed.id")), std::string::npos) << reply.body;
    }
    world.book(world.ben, {world.gpus[0], world.gpus[1]}, 2, 4);
    world.book(world.cleo, {world.gpus[2]}, 2, 4);
    const auto reply = world.read(link);
    EXPECT_EQ(reply.status, 200) << reply.body;
    EXPECT_EQ(reply.response.content_type, "text/calendar; charset=utf-8");
    EXPECT_EQ(reply.header("Cache-Control"), "private, no-cache");
    EXPECT_EQ(events_in(reply.body), 1U);
    EXPECT_NE(reply.body.find("SUMMARY:training: atlas:0-1\r\n"), std::string::npos) << reply.body;
}

TEST(Feeds, link_has_the_public_url) {
    FeedWorld world;
    world.service->settings.public_url = "https://dibs.example.org/gpus";
    const auto id = world.book(world.ben, {world.gpus[0]}, 2, 4);
    const auto link = world.link_of(world.ben);
    const std::string site = "https://dibs.example.org/gpus";
    ASSERT_TRUE(link.starts_with(site + "/calendar/")) << link;
    const auto reply = world.read(link.substr(site.size()));
    std::string text;  // unfolded
    for (std::size_t i = 0; i < reply.body.size(); ++i) {
        if (reply.body.compare(i, 3, "\r\n ") == 0) {
            i += 2;
        } else {
            text += reply.body[i];
        }
    }
    EXPECT_NE(text.find("URL:" + site + "/reservations/" + to_text(id)), std::string::npos) << text;
}

TEST(Feeds, unchanged_calendar_is_304) {
    FeedWorld world;
    const auto link = world.link_of(world.ben);
    world.book(world.ben, {world.gpus[0]}, 2, 4);
    const auto first = world.read(link);
    const auto etag = first.header("ETag");
    EXPECT_EQ(etag.size(), 34U);
    world.advance(std::chrono::minutes{3});
    world.book(world.cleo, {world.gpus[2]}, 2, 4);
    const auto again = world.nobody().with("If-None-Match", etag).get(link);
    EXPECT_EQ(again.status, 304);
    EXPECT_EQ(again.body, "");
    EXPECT_EQ(world.read(link).body, first.body);
    world.book(world.ben, {world.gpus[1]}, 2, 4);
    EXPECT_EQ(world.nobody().with("If-None-Match", etag).get(link).status, 200);
}

TEST(Feeds, head_has_the_same_headers_without_a_body) {
    FeedWorld world;
    const auto link = world.link_of(world.ben);
    const auto head = world.nobody().send(http::Method::head, link, "");
    EXPECT_EQ(head.status, 200);
    EXPECT_EQ(head.header("ETag"), world.read(link).header("ETag"));
}

TEST(Feeds, unknown_links_get_the_same_404) {
    FeedWorld world;
    const auto link = world.link_of(world.ben);
    const auto bare = [](ApiReply reply) {
        const auto at = reply.body.find("\"request_id\"");
        return std::to_string(reply.status) + reply.body.substr(0, at);
    };
    const auto unknown = bare(world.read("/calendar/" + std::string(52, '0') + ".ics"));
    EXPECT_TRUE(unknown.starts_with("404")) << unknown;
    EXPECT_EQ(bare(world.read(link.substr(0, link.size() - 4))), unknown) << "no ending";
    EXPECT_EQ(bare(world.read("/calendar/.ics")), unknown);
    EXPECT_EQ(bare(world.read(link.substr(0, 40) + ".ics")), unknown);
    const auto id = world.as(world.ben).get(feeds_path).at("items[0].id");
    EXPECT_EQ(world.as(world.ben).del(feeds_path + '/' + id).status, 204);
    EXPECT_EQ(bare(world.read(link)), unknown) << "closed";
    EXPECT_EQ(world.as(world.ben).del(feeds_path + '/' + id).status, 404);
}

TEST(Feeds, calendar_ignores_other_credentials) {
    FeedWorld world;
    const auto link = world.link_of(world.ben);
    EXPECT_EQ(world.nobody().with("Authorization", "Bearer dibs_wrong").get(link).status, 200);
    EXPECT_EQ(world.as(world.cleo).get(link).status, 200);
    EXPECT_EQ(world.as(world.ann).get("/calendar/none.ics").status, 404);
}

TEST(Feeds, link_ends_with_its_owners_account) {
    FeedWorld world;
    const auto link = world.link_of(world.ben);
    EXPECT_EQ(world.read(link).status, 200);
    (void)world.command(people::Command{people::DisablePerson{world.ben}}, world.ann);
    EXPECT_EQ(world.read(link).status, 404);
    (void)world.command(people::Command{people::EnablePerson{world.ben}}, world.ann);
    EXPECT_EQ(world.read(link).status, 404) << "as tokens: for good";
}

TEST(Feeds, group_link_gives_nothing_while_its_owner_is_no_member) {
    FeedWorld world;
    const auto group = world.group_with(world.ben);
    const auto link = world.link_of(world.ben, of_group(group));
    world.book(world.ben, {world.gpus[0]}, 2, 4);
    EXPECT_EQ(events_in(world.read(link).body), 1U);
    (void)world.command(group::Command{group::Leave{group, world.ben}}, world.ann);
    EXPECT_EQ(world.read(link).status, 404);
    EXPECT_EQ(world.as(world.ben).get(feeds_path).at("items[0].readable"), "false");
    (void)world.command(group::Command{group::Join{group, world.ben, {}}}, world.ann);
    EXPECT_EQ(world.read(link).status, 200);
}

TEST(Feeds, link_to_a_foreign_group_or_without_scope_is_refused) {
    FeedWorld world;
    const auto group = of_group(world.group_with(world.ben));
    EXPECT_EQ(world.as(world.cleo).post(feeds_path, group).problem(), "not-allowed/group_id");
    EXPECT_EQ(world.as(world.ann).post(feeds_path, group).status, 201) << "an admin";
    EXPECT_EQ(world.with_token(world.ben, {Scope::read}).post(feeds_path, "{}").status, 403);
    EXPECT_EQ(world.with_token(world.ben, {Scope::book}).post(feeds_path, "{}").status, 201);
    EXPECT_EQ(world.nobody().post(feeds_path, "{}").status, 401);
    EXPECT_EQ(world.as(world.ben).post(feeds_path, R"({"person_id":"x"})").status, 400);
    EXPECT_EQ(world.as(world.ben)
                  .post(feeds_path, R"({"gpu_id":"gpu_0000000000000000000000000Z"})")
                  .problem(),
              "unknown-gpu/gpu_id");
}

TEST(Feeds, foreign_links_are_visible_to_admins_only) {
    FeedWorld world;
    (void)world.link_of(world.ben);
    const auto id = world.as(world.ben).get(feeds_path).at("items[0].id");
    EXPECT_EQ(world.as(world.cleo).get(feeds_path).size("items"), 0U);
    EXPECT_EQ(world.as(world.cleo).get(feeds_path + "?person=ben").status, 403);
    EXPECT_EQ(world.as(world.cleo).get(feeds_path + '/' + id).status, 404);
    EXPECT_EQ(world.as(world.cleo).del(feeds_path + '/' + id).status, 404);
    EXPECT_EQ(world.as(world.ann).get(feeds_path + "?person=ben").size("items"), 1U);
    EXPECT_EQ(world.as(world.ann).del(feeds_path + '/' + id).status, 204);
}

TEST(Feeds, mail_address_appears_only_in_own_bookings) {
    FeedWorld world;
    (void)world.command(people::Command{people::ChangePerson{
                            .person = world.ben, .mail = Personal<std::string>{"ben@example.org"}}},
                        world.ben);
    world.book(world.ben, {world.gpus[0]}, 2, 4);
    const auto of_gpu = R"({"gpu_id":")" + to_text(world.gpus[0]) + "\"}";
    const auto holds_mail = [&](const std::string& link) {
        return world.read(link).body.find("ben@example.org") != std::string::npos;
    };
    EXPECT_TRUE(holds_mail(world.link_of(world.ben)));
    EXPECT_TRUE(holds_mail(world.link_of(world.ben, of_gpu)));
    EXPECT_FALSE(holds_mail(world.link_of(world.cleo, of_gpu)));
    EXPECT_FALSE(holds_mail(world.link_of(world.ann, of_gpu)));
}

TEST(Feeds, reads_are_rate_limited_and_guesses_do_not_block_valid_links) {
    FeedWorld world({.commands_per_min = 6000,
                     .sign_ins_per_min = 6000,
                     .sign_ins_per_address_min = 2,
                     .feed_reads_per_min = 0.3});
    const auto link = world.link_of(world.ben), other = world.link_of(world.cleo);
    for (int i = 0; i < 3; ++i) EXPECT_EQ(world.read(link).status, 200);
    const auto stopped = world.read(link);
    EXPECT_EQ(stopped.status, 429);
    EXPECT_NE(stopped.header("Retry-After"), "");
    EXPECT_EQ(world.read(other).status, 200);
    EXPECT_EQ(world.nobody().from("10.9.8.7").get(link).status, 200);
    const auto guess = [&] { return world.read("/calendar/" + fresh_secret() + ".ics").status; };
    for (int i = 0; i < 4; ++i) EXPECT_EQ(guess(), 404);
    EXPECT_EQ(guess(), 429);
    EXPECT_EQ(world.read(other).status, 200);
}

TEST(Feeds, repeat_does_not_show_the_secret_again) {
    FeedWorld world;
    const auto ben = world.as(world.ben).with("Idempotency-Key", "once");
    EXPECT_EQ(ben.post(feeds_path, "{}").status, 201);
    EXPECT_EQ(ben.post(feeds_path, "{}").problem(), "already-exists/Idempotency-Key");
    EXPECT_EQ(world.as(world.ben).get(feeds_path).size("items"), 1U);
}

TEST(Feeds, export_gives_the_calendar_as_a_file) {
    FeedWorld world;
    const std::string path = "/api/v1/calendar/export";
    const auto group = world.group_with(world.ben);
    world.book(world.ben, {world.gpus[0]}, 2, 4);
    const auto file = world.as(world.ben).get(path);
    EXPECT_EQ(file.header("Content-Disposition"), "attachment; filename=\"dibs.ics\"");
    EXPECT_EQ(file.body, world.read(world.link_of(world.ben)).body);
    EXPECT_EQ(events_in(world.as(world.cleo).get(path).body), 0U);
    EXPECT_EQ(events_in(world.as(world.cleo).get(path + "?host=atlas").body), 1U);
    EXPECT_EQ(world.with_token(world.cleo, {Scope::read}).get(path + "?host=atlas").status, 200);
    const auto of = path + "?group=" + to_text(group);
    EXPECT_EQ(events_in(world.as(world.ben).get(of).body), 1U);
    EXPECT_EQ(world.as(world.cleo).get(of).problem(), "not-allowed/group");
    EXPECT_EQ(world.as(world.ben).get(of + "&host=atlas").problem(), "malformed/host");
    EXPECT_EQ(world.as(world.ben).get(path + "?gpu=gpu_0000000000000000000000000Z").problem(),
              "not-found/gpu");
    EXPECT_EQ(world.nobody().get(path).status, 401);
}

}  // namespace
}  // namespace dibs::test
