// Calendar links: whose they are, of whose or what's bookings, and who closes them. What closes
// them without being asked: consequences_test.cpp.
#include "domain/feed.hpp"

#include "tests/support/sample_site.hpp"

namespace dibs::test {
namespace {

using namespace feed;

const FeedId id = nth<FeedId>(1);
const people::Digest digest{"d"};
const GroupId students = nth<GroupId>(1);
const group::Joined joined{students, ann, false, "students", {}};

Given with_students() {
    return given(sample_site(), group::Made{{students, "students", false}}, joined);
}
Given opened(What what = {}) {
    return given(with_students(), Opened{id, ann, what, digest});
}
Open open(What what = {}) {
    return {id, what, digest};
}

TEST(Feed, belongs_to_whoever_opens_it_and_shows_their_own_bookings) {
    EXPECT_EQ(sample_site().when(open(), ann), events(Opened{id, ann, {}, digest}));
}

TEST(Feed, dibs_itself_has_none) {
    EXPECT_EQ(sample_site().when(open()), refused(Code::not_signed_in));
}

TEST(Feed, of_a_gpu_or_a_host_is_for_everybody) {
    for (const What& what : {What{.gpu = gpu_a}, What{.gpu = slice_1}, What{.host = boreas}}) {
        EXPECT_EQ(sample_site().when(open(what), ben), events(Opened{id, ben, what, digest}));
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
    const What what{.group = students};
    EXPECT_EQ(with_students().when(open(what), ann), events(Opened{id, ann, what, digest}));
    EXPECT_EQ(with_students().when(open(what), root), events(Opened{id, root, what, digest}));
    EXPECT_EQ(with_students().when(open(what), ben), refused(Code::not_allowed, "group_id"));
    const auto left = given(with_students(), group::Left{students, ann, "students"});
    EXPECT_EQ(left.when(open(what), ann), refused(Code::not_allowed, "group_id"));
}

TEST(Feed, shows_one_thing) {
    EXPECT_EQ(with_students().when(open({.group = students, .gpu = gpu_a}), ann),
              refused(Code::malformed, "gpu_id"));
    EXPECT_EQ(with_students().when(open({.gpu = gpu_a, .host = atlas}), ann),
              refused(Code::malformed, "host_id"));
}

TEST(Feed, an_id_is_given_once) {
    EXPECT_EQ(opened().when(open(), ben), refused(Code::already_exists, "id"));
}

TEST(Feed, outlives_a_token_so_one_that_only_reads_neither_opens_nor_closes_any) {
    EXPECT_EQ(sample_site().when(open(), ann, {Scope::read}), refused(Code::not_allowed));
    EXPECT_EQ(opened().when(Close{id}, ann, {Scope::read}), refused(Code::not_allowed));
    EXPECT_EQ(sample_site().when(open(), ann, {Scope::book}), events(Opened{id, ann, {}, digest}));
}

TEST(Feed, an_observer_who_signed_in_has_some_too) {
    const auto observer = people::Role::observer;
    const auto world = given(sample_site(), people::PersonChanged{ben, {}, {}, observer});
    EXPECT_EQ(world.when(open(), ben), events(Opened{id, ben, {}, digest}));
}

TEST(Feed, is_closed_by_its_owner_and_admins_and_is_not_there_for_others) {
    const Closed closed{id, ann, {}};
    EXPECT_EQ(opened().when(Close{id}, ann), events(closed));
    EXPECT_EQ(opened().when(Close{id}, root), events(closed));
    EXPECT_EQ(opened().when(Close{id}, ben), refused(Code::not_found, "id"));
    EXPECT_EQ(given(opened(), closed).when(Close{id}, ann), refused(Code::not_found, "id"));
}

TEST(Feed, of_a_group_that_was_left_is_closed_all_the_same) {
    const What what{.group = students};
    const auto left = given(opened(what), group::Left{students, ann, "students"});
    EXPECT_EQ(left.when(Close{id}, ann), events(Closed{id, ann, what}));
}

TEST(Feed, a_person_has_twenty_and_may_open_another_when_one_is_closed) {
    auto world = sample_site();
    for (unsigned n = 1; n <= most_feeds; ++n) world.done(Open{nth<FeedId>(n), {}, digest}, ann);
    const Open next{nth<FeedId>(most_feeds + 1), {}, digest};
    EXPECT_EQ(world.when(next, ann), refused(Code::not_ready));
    EXPECT_EQ(world.when(next, ben), events(Opened{next.id, ben, {}, digest}));
    world.done(Close{id}, ann);
    EXPECT_EQ(world.when(next, ann), events(Opened{next.id, ann, {}, digest}));
}

}  // namespace
}  // namespace dibs::test
