// Calendar links: whose they are, of whose or what's bookings, and who closes them. What closes
// them without being asked: consequences_test.cpp.
#include "domain/people/feed.hpp"

#include "tests/domain/students.hpp"
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

TEST(Feed, belongs_to_whoever_opens_it_and_shows_their_own_bookings) {
    EXPECT_EQ(sample_site().when(open(), ann),
              events(feed::FeedCreated{feed_id, ann, {}, feed_digest}));
}

TEST(Feed, dibs_itself_has_none) {
    EXPECT_EQ(sample_site().when(open()), refused(Code::not_signed_in));
}

TEST(Feed, of_a_gpu_or_a_host_is_for_everybody) {
    for (const feed::What& what :
         {feed::What{.gpu = gpu_a}, feed::What{.gpu = slice_1}, feed::What{.host = boreas}}) {
        EXPECT_EQ(sample_site().when(open(what), ben),
                  events(feed::FeedCreated{feed_id, ben, what, feed_digest}));
    }
}

TEST(Feed, of_what_is_not_there_is_refused) {
    EXPECT_EQ(sample_site().when(open({.gpu = nth<GpuId>(99)}), ann),
              refused(Code::unknown_gpu, "gpu_id"));
    EXPECT_EQ(sample_site().when(open({.host = nth<HostId>(99)}), ann),
              refused(Code::unknown_host, "host_id"));
    EXPECT_EQ(sample_site().when(open({.group = nth<GroupId>(99)}), ann),
              refused(Code::not_found, "group_id"));
}

TEST(Feed, of_a_group_is_for_its_members_and_admins) {
    const feed::What what{.group = students};
    EXPECT_EQ(with_ann_as_student().when(open(what), ann),
              events(feed::FeedCreated{feed_id, ann, what, feed_digest}));
    EXPECT_EQ(with_ann_as_student().when(open(what), root),
              events(feed::FeedCreated{feed_id, root, what, feed_digest}));
    EXPECT_EQ(with_ann_as_student().when(open(what), ben), refused(Code::not_allowed, "group_id"));
    const auto left = given(with_ann_as_student(), group::Left{students, ann, "students"});
    EXPECT_EQ(left.when(open(what), ann), refused(Code::not_allowed, "group_id"));
}

TEST(Feed, shows_one_thing) {
    EXPECT_EQ(with_ann_as_student().when(open({.group = students, .gpu = gpu_a}), ann),
              refused(Code::malformed, "gpu_id"));
    EXPECT_EQ(with_ann_as_student().when(open({.gpu = gpu_a, .host = atlas}), ann),
              refused(Code::malformed, "host_id"));
}

TEST(Feed, an_id_is_given_once) {
    EXPECT_EQ(feed_opened().when(open(), ben), refused(Code::already_exists, "id"));
}

TEST(Feed, outlives_a_token_so_one_that_only_reads_neither_opens_nor_closes_any) {
    EXPECT_EQ(sample_site().when(open(), ann, {Scope::read}), refused(Code::not_allowed));
    EXPECT_EQ(feed_opened().when(feed::Close{feed_id}, ann, {Scope::read}),
              refused(Code::not_allowed));
    EXPECT_EQ(sample_site().when(open(), ann, {Scope::book}),
              events(feed::FeedCreated{feed_id, ann, {}, feed_digest}));
}

TEST(Feed, an_observer_who_signed_in_has_some_too) {
    const auto observer = people::Role::observer;
    const auto world = given(sample_site(), people::PersonChanged{ben, {}, {}, observer});
    EXPECT_EQ(world.when(open(), ben), events(feed::FeedCreated{feed_id, ben, {}, feed_digest}));
}

TEST(Feed, is_closed_by_its_owner_and_admins_and_is_not_there_for_others) {
    const feed::Closed closed{feed_id, ann, {}};
    EXPECT_EQ(feed_opened().when(feed::Close{feed_id}, ann), events(closed));
    EXPECT_EQ(feed_opened().when(feed::Close{feed_id}, root), events(closed));
    EXPECT_EQ(feed_opened().when(feed::Close{feed_id}, ben), refused(Code::not_found, "id"));
    EXPECT_EQ(given(feed_opened(), closed).when(feed::Close{feed_id}, ann),
              refused(Code::not_found, "id"));
}

TEST(Feed, of_a_group_that_was_left_is_closed_all_the_same) {
    const feed::What what{.group = students};
    const auto left = given(feed_opened(what), group::Left{students, ann, "students"});
    EXPECT_EQ(left.when(feed::Close{feed_id}, ann), events(feed::Closed{feed_id, ann, what}));
}

TEST(Feed, a_person_has_twenty_and_may_open_another_when_one_is_closed) {
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
