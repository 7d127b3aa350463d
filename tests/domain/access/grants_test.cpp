// Grants: who gives them, their form, their people and GPUs. The golden table covers time.
#include "tests/domain/access/students.hpp"
#include "tests/support/sample_site.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

grant::Grant to_ann() {
    return {day_grant, "days", {false, {ann}, {}}, {false, {gpu_a}, {}, {}}};
}
grant::Grant with_window(WeeklyWindow window) {
    auto grant = to_ann();
    grant.zone = "UTC";
    grant.windows = {std::move(window)};
    return grant;
}
reservation::Book a_booking(PersonId owner, std::vector<GpuId> gpus, std::string_view from,
                            std::string_view until) {
    return book(booking(1, owner, std::move(gpus), from, until));
}

TEST(Grants, only_an_admin_gives_changes_and_withdraws_them) {
    EXPECT_EQ(house_without_grant().when(grant::Give{to_ann()}, root),
              events(grant::Given{to_ann()}));
    EXPECT_EQ(house_without_grant().when(grant::Give{to_ann()}, ann), refused(Code::not_allowed));
    const auto world = given(house_without_grant(), grant::Given{to_ann()});
    EXPECT_EQ(world.when(grant::Change{day_grant, {}, "nights"}, ann), refused(Code::not_allowed));
    EXPECT_EQ(world.when(grant::Withdraw{day_grant}, ann), refused(Code::not_allowed));
    EXPECT_EQ(world.when(grant::Withdraw{day_grant}, root), events(grant::Withdrawn{to_ann()}));
    EXPECT_EQ(world.when(grant::Give{to_ann()}, root), refused(Code::already_exists, "id"));
}

TEST(Grants, change_of_a_stale_version_is_refused) {
    const auto world = given(house_without_grant(), grant::Given{to_ann()});
    auto renamed = to_ann();
    renamed.name = "nights";
    EXPECT_EQ(world.when(grant::Change{day_grant, 1, "nights"}, root),
              events(grant::Changed{renamed, to_ann()}));
    EXPECT_EQ(world.when(grant::Change{day_grant, 2, "nights"}, root),
              refused(Code::changed_meanwhile, "version"));
    EXPECT_EQ(
        given(world, grant::Changed{renamed, to_ann()}).when(grant::Withdraw{day_grant, 1}, root),
        refused(Code::changed_meanwhile, "version"));
    EXPECT_EQ(world.when(grant::Change{day_grant, 1, "days"}, root), nothing());
}

TEST(Grants, grant_must_name_existing_people_and_gpus) {
    const auto given_to = [](grant::Grantees to, grant::Targets what) {
        return house_without_grant().when(
            grant::Give{{day_grant, "days", std::move(to), std::move(what)}}, root);
    };
    const grant::Targets all{true, {}, {}, {}};
    const grant::Grantees everyone{true, {}, {}};
    EXPECT_EQ(given_to({}, all), refused(Code::out_of_range, "to"));
    EXPECT_EQ(given_to({true, {ann}, {}}, all), refused(Code::out_of_range, "to"));
    EXPECT_EQ(given_to({false, {nth<PersonId>(77)}, {}}, all),
              refused(Code::unknown_person, "to.people"));
    EXPECT_EQ(given_to({false, {}, {students}}, all), refused(Code::not_found, "to.groups"));
    EXPECT_EQ(given_to(everyone, {}), refused(Code::out_of_range, "what"));
    EXPECT_EQ(given_to(everyone, {true, {gpu_a}, {}, {}}), refused(Code::out_of_range, "what"));
    EXPECT_EQ(given_to(everyone, {false, {nth<GpuId>(77)}, {}, {}}),
              refused(Code::unknown_gpu, "what.gpus"));
    EXPECT_EQ(given_to(everyone, {false, {}, {nth<HostId>(77)}, {}}),
              refused(Code::unknown_host, "what.hosts"));
    EXPECT_EQ(given_to(everyone, {false, {}, {}, {""}}),
              refused(Code::out_of_range, "what.models"));
}

TEST(Grants, windows_need_days_and_a_zone) {
    const WeeklyWindow night{{Weekday::mon}, {22 * 60}, {6 * 60}};
    EXPECT_EQ(house_without_grant().when(grant::Give{with_window(night)}, root),
              events(grant::Given{with_window(night)}));
    auto nowhere = with_window(night);
    nowhere.zone = "Mars/Olympus";
    EXPECT_EQ(house_without_grant().when(grant::Give{nowhere}, root),
              refused(Code::unknown_zone, "zone"));
    nowhere.zone.reset();
    EXPECT_EQ(house_without_grant().when(grant::Give{nowhere}, root),
              refused(Code::unknown_zone, "zone"));
    EXPECT_EQ(house_without_grant().when(grant::Give{with_window({{}, {0}, {60}})}, root),
              refused(Code::out_of_range, "windows[0].days"));
    EXPECT_EQ(
        house_without_grant().when(grant::Give{with_window({{Weekday::mon}, {1440}, {60}})}, root),
        refused(Code::out_of_range, "windows[0].from"));
    auto backwards = to_ann();
    backwards.from = clock("12:00");
    backwards.until = clock("12:00");
    EXPECT_EQ(house_without_grant().when(grant::Give{backwards}, root),
              refused(Code::interval_reversed, "until"));
}

TEST(Grants, new_or_changed_end_must_be_in_the_future) {
    auto ended = to_ann();
    ended.until = clock("11:00");
    const auto at_end = [&](Given site) { return site.at(*ended.until); };
    EXPECT_EQ(at_end(house_without_grant()).when(grant::Give{ended}, root),
              refused(Code::in_the_past, "until"));
    const auto world = at_end(given(house_without_grant(), grant::Given{ended}));
    EXPECT_EQ(world.when(grant::Change{.id = day_grant, .until = clock("10:30")}, root),
              refused(Code::in_the_past, "until"));
    auto renamed = ended;
    renamed.name = "nights";
    EXPECT_EQ(world.when(grant::Change{day_grant, {}, "nights"}, root),
              events(grant::Changed{renamed, ended}));
}

TEST(Grants, grants_cover_people_groups_and_everyone) {
    const grant::Asker asker{ann, {students}};
    const grant::Place place{gpu_a, {}, atlas, "NVIDIA A100"};
    const grant::Targets all{true, {}, {}, {}};
    const auto reached = [&](grant::Grantees to) {
        return reaches(grant::Grant{day_grant, "days", std::move(to), all}, asker, place);
    };
    EXPECT_TRUE(reached({true, {}, {}}));
    EXPECT_TRUE(reached({false, {ann, ben}, {}}));
    EXPECT_TRUE(reached({false, {}, {students}}));
    EXPECT_FALSE(reached({false, {ben}, {}}));
    EXPECT_FALSE(reached({false, {}, {nth<GroupId>(2)}}));
    EXPECT_FALSE(reached({}));
}

TEST(Grants, grants_cover_gpus_hosts_models_and_their_slices) {
    const grant::Asker asker{ann, {}};
    const grant::Place whole{gpu_d, {}, boreas, "NVIDIA A100-SXM4-80GB"};
    const grant::Place slice{slice_1, gpu_d, boreas, "NVIDIA A100-SXM4-80GB MIG 1g.10gb"};
    const auto reached = [&](grant::Targets what, const grant::Place& place) {
        return reaches(grant::Grant{day_grant, "days", {true, {}, {}}, std::move(what)}, asker,
                       place);
    };
    for (const auto& place : {whole, slice}) {
        EXPECT_TRUE(reached({true, {}, {}, {}}, place));
        EXPECT_TRUE(reached({false, {gpu_d}, {}, {}}, place));
        EXPECT_TRUE(reached({false, {}, {boreas}, {}}, place));
        EXPECT_TRUE(reached({false, {}, {}, {"a100"}}, place));
        EXPECT_FALSE(reached({false, {}, {}, {"a10"}}, place));
        EXPECT_FALSE(reached({false, {gpu_a}, {atlas}, {"h100"}}, place));
    }
    EXPECT_TRUE(reached({false, {slice_1}, {}, {}}, slice));
    EXPECT_FALSE(reached({false, {slice_1}, {}, {}}, whole));
}

TEST(Grants, booking_needs_grants_for_all_gpus_and_all_the_time) {
    const auto refused_for = [](const Outcome& outcome) {
        return outcome.text.starts_with("no-grant");
    };
    auto until_noon = to_ann();
    until_noon.until = clock("12:00");
    const auto world = given(house_without_grant(), grant::Given{until_noon});
    EXPECT_FALSE(refused_for(world.when(a_booking(ann, {gpu_a}, "10:00", "12:00"), ann)));
    const auto late =
        world.decide(a_booking(ann, {gpu_a}, "10:00", "12:30"), Context{ann, Scopes::all(), ten});
    ASSERT_FALSE(late);
    EXPECT_EQ(late.error().code, Code::no_grant);
    EXPECT_EQ(late.error().about, (std::vector<Ref>{gpu_a, day_grant}));
    EXPECT_NE(late.error().detail.find("\"days\" ends 2026-12-01 12:00 UTC"), std::string::npos)
        << late.error().detail;
    const auto other = world.decide(a_booking(ann, {gpu_a, gpu_b}, "10:00", "11:00"),
                                    Context{ann, Scopes::all(), ten});
    ASSERT_FALSE(other);
    EXPECT_EQ(other.error().about, (std::vector<Ref>{gpu_b}));
}

TEST(Grants, grants_of_the_owner_count_when_an_admin_books) {
    const auto world = given(house_without_grant(), grant::Given{to_ann()});
    EXPECT_EQ(world.when(a_booking(ann, {gpu_a}, "10:00", "11:00"), root),
              events(booked(booking(1, ann, {gpu_a}, "10:00", "11:00"))));
    const auto for_ben =
        world.decide(a_booking(ben, {gpu_a}, "10:00", "11:00"), Context{root, Scopes::all(), ten});
    ASSERT_FALSE(for_ben);
    EXPECT_EQ(for_ben.error().code, Code::no_grant);
}

TEST(Grants, grant_of_a_host_covers_later_gpus) {
    auto whole_host = to_ann();
    whole_host.what = {false, {}, {atlas}, {}};
    const auto later = nth<GpuId>(9);
    const auto world =
        given(house_without_grant(), grant::Given{whole_host}, gpu(later, atlas, "GPU-z", 7));
    const auto decided =
        world.decide(a_booking(ann, {later}, "10:00", "11:00"), Context{ann, Scopes::all(), ten});
    EXPECT_TRUE(decided);
}

TEST(Grants, running_booking_extends_within_its_grants_and_is_always_renamed) {
    auto until_noon = to_ann();
    until_noon.until = clock("12:00");
    const auto held = booking(1, ann, {gpu_a}, "10:00", "11:00");
    auto world = given(house_without_grant(), grant::Given{until_noon}, booked(held));
    world.at(clock("10:30"));
    const auto extend = [](std::string_view until) {
        return reservation::Change{nth<ReservationId>(1), {}, {}, {}, clock(until)};
    };
    EXPECT_TRUE(world.decide(extend("12:00"), Context{ann, Scopes::all(), clock("10:30")}));
    EXPECT_FALSE(world.decide(extend("12:01"), Context{ann, Scopes::all(), clock("10:30")}));
    world.and_then(grant::Withdrawn{until_noon});
    const reservation::Change rename{nth<ReservationId>(1), {}, {}, {}, {}, {{"new"}}};
    EXPECT_TRUE(world.decide(rename, Context{ann, Scopes::all(), clock("10:30")}));
    EXPECT_TRUE(world.decide(extend("10:45"), Context{ann, Scopes::all(), clock("10:30")}));
    EXPECT_FALSE(world.decide(extend("11:30"), Context{ann, Scopes::all(), clock("10:30")}));
}

TEST(Grants, wider_grant_includes_a_narrower_one) {
    const auto all = grant::everyone_may_use_everything(nth<GrantId>(1));
    auto nights = all;
    nights.id = nth<GrantId>(2);
    nights.to = {false, {ann}, {}};
    nights.what = {false, {gpu_a}, {}, {}};
    nights.until = clock("10:00", "2027-01-01");
    EXPECT_TRUE(includes(all, nights));
    EXPECT_FALSE(includes(nights, all));
    auto with_approval = all;
    with_approval.approval.emplace();
    EXPECT_FALSE(includes(with_approval, nights)) << "nights needs none";
    EXPECT_TRUE(includes(all, with_approval)) << "its approval is never asked for";
    auto ended = all;
    ended.until = clock("10:00", "2026-12-31");
    EXPECT_FALSE(includes(ended, nights));
    auto windowed = all;
    windowed.windows = {{{Weekday::mon}, {0}, {24 * 60}}};
    EXPECT_FALSE(includes(windowed, nights));
}

}  // namespace
}  // namespace dibs::test
