// Calendar links: their owners, the bookings they show, and closing them. consequences_test.cpp has
// the cases in which they close automatically.
#include "domain/people/feed.hpp"

#include "tests/domain/access/students.hpp"
#include "tests/support/sample_site.hpp"

namespace dibs::test {
namespace {

const FeedId feed_id = nth<FeedId>(1);
const people::Digest feed_digest{"d"};
const group::Joined ann_joined{students, ann, false, "students", {}};

Given with_ann_as_student() {
    return given(sample_site(), group::GroupCreated{{students, "students", false}}, ann_joined);
}
Given feed_opened(feed::What what = {}) {
    return given(with_ann_as_student(), feed::FeedCreated{feed_id, ann, what, feed_digest});
}
feed::Open open(feed::What what = {}) {
    return {feed_id, what, feed_digest};
}

TEST(Feed, feed_belongs_to_its_opener_and_shows_their_bookings) {
    EXPECT_EQ(sample_site().when(open(), ann),
              events(feed::FeedCreated{feed_id, ann, {}, feed_digest}));
}

TEST(Feed, dibs_itself_opens_no_feed) {
    EXPECT_EQ(sample_site().when(open()), refused(Code::not_signed_in));
}

TEST(Feed, feed_of_a_gpu_or_a_host_is_open_to_all) {
    for (const feed::What& what :
         {feed::What{.gpu = gpu_a}, feed::What{.gpu = slice_1}, feed::What{.host = boreas}}) {
        EXPECT_EQ(sample_site().when(open(what), ben),
                  events(feed::FeedCreated{feed_id, ben, what, feed_digest}));
    }
}

TEST(Feed, feed_of_an_unknown_thing_is_refused) {
    EXPECT_EQ(sample_site().when(open({.gpu = nth<GpuId>(99)}), ann),
              refused(Code::unknown_gpu, "gpu_id"));
    EXPECT_EQ(sample_site().when(open({.host = nth<HostId>(99)}), ann),
              refused(Code::unknown_host, "host_id"));
    EXPECT_EQ(sample_site().when(open({.group = nth<GroupId>(99)}), ann),
              refused(Code::not_found, "group_id"));
}

TEST(Feed, feed_of_a_group_is_for_members_and_admins) {
    const feed::What what{.group = students};
    EXPECT_EQ(with_ann_as_student().when(open(what), ann),
              events(feed::FeedCreated{feed_id, ann, what, feed_digest}));
    EXPECT_EQ(with_ann_as_student().when(open(what), root),
              events(feed::FeedCreated{feed_id, root, what, feed_digest}));
    EXPECT_EQ(with_ann_as_student().when(open(what), ben), refused(Code::not_allowed, "group_id"));
    const auto left = given(with_ann_as_student(), group::Left{students, ann, "students"});
    EXPECT_EQ(left.when(open(what), ann), refused(Code::not_allowed, "group_id"));
}

TEST(Feed, feed_shows_at_most_one_thing) {
    EXPECT_EQ(with_ann_as_student().when(open({.group = students, .gpu = gpu_a}), ann),
              refused(Code::malformed, "gpu_id"));
    EXPECT_EQ(with_ann_as_student().when(open({.gpu = gpu_a, .host = atlas}), ann),
              refused(Code::malformed, "host_id"));
}

TEST(Feed, feed_id_is_unique) {
    EXPECT_EQ(feed_opened().when(open(), ben), refused(Code::already_exists, "id"));
}

TEST(Feed, read_token_neither_opens_nor_closes_feeds) {
    EXPECT_EQ(sample_site().when(open(), ann, {Scope::read}), refused(Code::not_allowed));
    EXPECT_EQ(feed_opened().when(feed::Close{feed_id}, ann, {Scope::read}),
              refused(Code::not_allowed));
    EXPECT_EQ(sample_site().when(open(), ann, {Scope::book}),
              events(feed::FeedCreated{feed_id, ann, {}, feed_digest}));
}

TEST(Feed, signed_in_observer_opens_feeds) {
    const auto observer = people::Role::observer;
    const auto world = given(sample_site(), people::PersonChanged{ben, {}, {}, observer});
    EXPECT_EQ(world.when(open(), ben), events(feed::FeedCreated{feed_id, ben, {}, feed_digest}));
}

TEST(Feed, feed_is_closed_by_owner_or_admin_and_hidden_from_others) {
    const feed::Closed closed{feed_id, ann, {}};
    EXPECT_EQ(feed_opened().when(feed::Close{feed_id}, ann), events(closed));
    EXPECT_EQ(feed_opened().when(feed::Close{feed_id}, root), events(closed));
    EXPECT_EQ(feed_opened().when(feed::Close{feed_id}, ben), refused(Code::not_found, "id"));
    EXPECT_EQ(given(feed_opened(), closed).when(feed::Close{feed_id}, ann),
              refused(Code::not_found, "id"));
}

TEST(Feed, owner_closes_a_feed_of_a_group_they_left) {
    const feed::What what{.group = students};
    const auto left = given(feed_opened(what), group::Left{students, ann, "students"});
    EXPECT_EQ(left.when(feed::Close{feed_id}, ann), events(feed::Closed{feed_id, ann, what}));
}

TEST(Feed, person_has_at_most_20_feeds_and_closing_frees_one) {
    auto world = sample_site();
    for (unsigned n = 1; n <= feed::most_feeds; ++n)
        world.done(feed::Open{nth<FeedId>(n), {}, feed_digest}, ann);
    const feed::Open next{nth<FeedId>(feed::most_feeds + 1), {}, feed_digest};
    EXPECT_EQ(world.when(next, ann), refused(Code::not_ready));
    EXPECT_EQ(world.when(next, ben), events(feed::FeedCreated{next.id, ben, {}, feed_digest}));
    world.done(feed::Close{feed_id}, ann);
    EXPECT_EQ(world.when(next, ann), events(feed::FeedCreated{next.id, ann, {}, feed_digest}));
}

}  // namespace
}  // namespace dibs::test
