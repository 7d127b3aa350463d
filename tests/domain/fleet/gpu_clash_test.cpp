// Two hosts report one GPU: it stays on its host with its bookings, and the clash is recorded once.
// It moves when its host has given it up and no other host claims it, or when an admin says so.
#include "tests/domain/fleet/seen_processes.hpp"

#include <algorithm>

namespace dibs::test {
namespace {

const HostId cronos = nth<HostId>(9);
constexpr auto a_while = std::chrono::minutes{10};

fleet::SeenGpu card(std::string uuid, std::int64_t index, std::optional<std::string> parent = {}) {
    return {std::move(uuid), index, "NVIDIA A100", 40960, std::move(parent)};
}
fleet::ReportGpus of_atlas() {
    return {atlas, {card("GPU-a", 0), card("GPU-b", 1)}, {}};
}
fleet::ReportGpus atlas_without_b() {
    return {atlas, {card("GPU-a", 0)}, {}};
}
fleet::ReportGpus of_boreas() {
    return {
        boreas,
        {card("GPU-c", 0), card("GPU-d", 1), card("MIG-1", 0, "GPU-d"), card("MIG-2", 1, "GPU-d")},
        {}};
}
fleet::ReportGpus boreas_with_b() {
    auto report = of_boreas();
    report.gpus.push_back(card("GPU-b", 2));
    return report;
}
fleet::ReportGpus of_cronos() {
    return {cronos, {card("GPU-b", 0)}, {}};
}

const fleet::GpuClashBegan clash_began{gpu_b, atlas, boreas, "GPU-b", 2, ten};
const fleet::GpuClashEnded clash_ended{gpu_b, atlas, boreas, "GPU-b"};
const fleet::GpuChanged moved_to_boreas{gpu_b, boreas, 2, "NVIDIA A100", 40960, {}, atlas};
const auto held_booking = booking(1, ann, {gpu_b}, "11:00", "12:00");

Given clashing() {
    return given(sample_site(), host(cronos, "cronos"), booked(held_booking), clash_began);
}
HostId host_of(const Given& world, GpuId id) {
    return world.world().fleet.gpus.at(id).host;
}
std::size_t clashes(const Given& world) {
    std::size_t all = 0;
    for (const auto& [id, gpu] : world.world().fleet.gpus) all += gpu.clashes.size();
    return all;
}

TEST(GpuClash, clash_is_recorded_once_and_the_gpu_keeps_host_and_bookings) {
    auto world = given(sample_site(), booked(held_booking));
    EXPECT_EQ(world.when(boreas_with_b()), events(clash_began));
    for (int report = 0; report < 3; ++report) {
        world.done(boreas_with_b()).done(of_atlas());
        EXPECT_EQ(world.when(boreas_with_b()), nothing());
        EXPECT_EQ(world.when(of_atlas()), nothing());
    }
    EXPECT_EQ(host_of(world, gpu_b), atlas);
    EXPECT_EQ(world.when(book(booking(2, ben, {gpu_b}, "11:00", "12:00")), ben),
              refused(Code::slot_taken, "gpus", {held_booking.id}));
}

TEST(GpuClash, copied_host_takes_no_gpu) {
    auto world = sample_site();
    auto copy = of_atlas();
    copy.host = boreas;
    copy.gpus.push_back(card("GPU-c", 2));
    EXPECT_EQ(
        world.when(copy),
        events(fleet::GpuClashBegan{gpu_a, atlas, boreas, "GPU-a", 0, ten},
               fleet::GpuClashBegan{gpu_b, atlas, boreas, "GPU-b", 1, ten},
               fleet::GpuChanged{gpu_c, boreas, 2, "NVIDIA A100", 40960, {}},
               fleet::GpuLost{gpu_d, boreas, "GPU-d"}, fleet::GpuLost{slice_1, boreas, "MIG-1"},
               fleet::GpuLost{slice_2, boreas, "MIG-2"}));
    EXPECT_EQ(world.done(copy).when(copy), nothing());
    EXPECT_EQ(world.when(of_atlas()), nothing());
}

TEST(GpuClash, clash_ends_when_the_claim_ends_but_not_at_once) {
    auto world = clashing();
    EXPECT_EQ(world.at(ten + a_while - std::chrono::milliseconds{1}).when(of_boreas()), nothing());
    EXPECT_EQ(world.at(ten + a_while).when(of_boreas()), events(clash_ended));
    EXPECT_EQ(world.at(ten + a_while).when(boreas_with_b()), nothing());
    EXPECT_EQ(clashes(world.done(of_boreas())), 0U);
}

TEST(GpuClash, processes_of_the_claimant_are_not_on_the_gpu) {
    auto world = clashing();
    const fleet::ReportProcesses report{boreas, {{{"GPU-b"}, 4711, ten, "ben", {}}}};
    EXPECT_EQ(world.when(report), nothing());
    const fleet::ReportProcesses both{boreas, {{{"GPU-b", "GPU-c"}, 4711, ten, "ben", {}}}};
    const auto seen = world.decide(both, Context{{}, Scopes::all(), ten});
    ASSERT_TRUE(seen.has_value());
    ASSERT_EQ(seen->size(), 1U);
    const auto& process = get<fleet::ProcessAppeared>(seen->front());
    EXPECT_EQ(process.gpus, std::vector{gpu_c});
}

TEST(GpuClash, card_given_up_by_its_host_moves_at_once_with_its_bookings) {
    auto world = given(sample_site(), booked(held_booking)).done(atlas_without_b());
    EXPECT_EQ(world.when(boreas_with_b()), events(moved_to_boreas));
    world.done(boreas_with_b());
    EXPECT_EQ(world.when(atlas_without_b()), nothing());
    EXPECT_EQ(world.when(book(booking(2, ben, {gpu_b}, "11:00", "12:00")), ben),
              refused(Code::slot_taken, "gpus", {held_booking.id}));
}

TEST(GpuClash, card_moves_when_the_old_host_returns_without_it) {
    auto world = clashing().done(fleet::ReportLost{atlas, "timed out"});
    EXPECT_EQ(world.when(boreas_with_b()), nothing());
    world.done(fleet::ReportReached{atlas});
    const fleet::Holders holders{{held_booking.id}, {held_booking.owner}};
    EXPECT_EQ(world.when(atlas_without_b()),
              events(fleet::GpuLost{gpu_b, atlas, "GPU-b", {}, holders}));
    EXPECT_EQ(world.done(atlas_without_b()).when(boreas_with_b()),
              events(clash_ended, moved_to_boreas));
    EXPECT_EQ(clashes(world.done(boreas_with_b())), 0U);
}

TEST(GpuClash, card_stays_when_the_old_host_returns_with_it) {
    auto world =
        clashing().done(fleet::ReportLost{atlas, "timed out"}).done(fleet::ReportReached{atlas});
    EXPECT_EQ(world.when(of_atlas()), nothing());
    EXPECT_EQ(world.when(boreas_with_b()), nothing());
    EXPECT_EQ(host_of(world, gpu_b), atlas);
}

TEST(GpuClash, failing_driver_gives_no_card_up) {
    auto world =
        clashing().done(fleet::ReportDriver{atlas, {fleet::DriverState::broken, "mismatch"}});
    EXPECT_EQ(world.when(boreas_with_b()), nothing());
}

TEST(GpuClash, lost_card_with_driver_words_is_not_given_up) {
    auto ill = atlas_without_b();
    ill.lost = {{"GPU-b", "[GPU is lost]"}};
    auto world = sample_site().done(ill);
    EXPECT_EQ(world.when(boreas_with_b()), events(clash_began));
    world.done(boreas_with_b());
    EXPECT_EQ(world.when(fleet::MoveGpu{gpu_b, boreas}, root),
              events(clash_ended, moved_to_boreas));
}

TEST(GpuClash, removed_host_loses_the_card_to_the_claimant) {
    auto world = given(sample_site(), clash_began).done(fleet::RemoveHost{atlas}, root);
    EXPECT_EQ(clashes(world), 1U);
    EXPECT_EQ(world.when(boreas_with_b()), events(clash_ended, moved_to_boreas));
}

TEST(GpuClash, reenrolled_host_becomes_the_claimant) {
    auto world = given(sample_site(), clash_began).done(fleet::RemoveHost{atlas}, root);
    world.and_then(host(cronos, "atlas"));
    EXPECT_EQ(world.when(of_cronos()),
              events(fleet::GpuClashBegan{gpu_b, atlas, cronos, "GPU-b", 0, ten}));
    EXPECT_EQ(world.done(of_cronos()).when(boreas_with_b()), nothing());
    EXPECT_EQ(world.when(fleet::MoveGpu{gpu_b, cronos}, root),
              events(fleet::GpuClashEnded{gpu_b, atlas, cronos, "GPU-b"},
                     fleet::GpuChanged{gpu_b, cronos, 0, "NVIDIA A100", 40960, {}, atlas}));
}

TEST(GpuClash, removed_claimant_ends_the_clash) {
    auto world = clashing();
    const auto done = world.decide(fleet::RemoveHost{boreas}, Context{root, Scopes::all(), ten});
    ASSERT_TRUE(done.has_value());
    EXPECT_EQ(text_of(done->front()), text_of(event(clash_ended)));
    EXPECT_EQ(clashes(world.done(fleet::RemoveHost{boreas}, root)), 0U);
}

TEST(GpuClash, two_claimants_are_recorded_and_only_an_admin_decides) {
    auto world = clashing();
    const fleet::GpuClashBegan third{gpu_b, atlas, cronos, "GPU-b", 0, ten};
    EXPECT_EQ(world.when(of_cronos()), events(third));
    world.done(of_cronos()).done(atlas_without_b());
    EXPECT_EQ(world.when(boreas_with_b()), nothing());
    EXPECT_EQ(world.when(of_cronos()), nothing());
    EXPECT_EQ(host_of(world, gpu_b), atlas);
    world.done(fleet::MoveGpu{gpu_b, boreas}, root);
    EXPECT_EQ(host_of(world, gpu_b), boreas);
    EXPECT_EQ(world.when(of_cronos()), nothing());
    EXPECT_EQ(clashes(world), 1U);
}

TEST(GpuClash, last_remaining_claimant_gets_the_card) {
    auto world = clashing().done(of_cronos()).done(atlas_without_b());
    world.at(ten + a_while).done(fleet::ReportGpus{cronos, {}, {}});
    EXPECT_EQ(world.when(boreas_with_b()), events(clash_ended, moved_to_boreas));
}

TEST(GpuClash, admin_moves_the_gpu_and_the_old_host_becomes_claimant) {
    auto world = clashing();
    EXPECT_EQ(world.when(fleet::MoveGpu{gpu_b, boreas}, root),
              events(clash_ended, moved_to_boreas));
    world.done(fleet::MoveGpu{gpu_b, boreas}, root);
    EXPECT_EQ(world.when(boreas_with_b()), nothing());
    const fleet::GpuClashBegan back{gpu_b, boreas, atlas, "GPU-b", 1, ten};
    EXPECT_EQ(world.when(of_atlas()), events(back));
    for (int report = 0; report < 3; ++report) {
        world.done(of_atlas());
        EXPECT_EQ(world.when(of_atlas()), nothing());
        EXPECT_EQ(world.when(boreas_with_b()), nothing());
    }
    EXPECT_EQ(host_of(world, gpu_b), boreas);
    EXPECT_EQ(world.when(book(booking(2, ben, {gpu_b}, "11:00", "12:00")), ben),
              refused(Code::slot_taken, "gpus", {held_booking.id}));
}

TEST(GpuClash, processes_leave_a_card_that_an_admin_moves) {
    const auto alone = appeared(made_id<ProcessId>(1), {gpu_b}, 1);
    const auto both = appeared(made_id<ProcessId>(2), {gpu_a, gpu_b}, 2);
    EXPECT_EQ(
        given(clashing(), alone, both).when(fleet::MoveGpu{gpu_b, boreas}, root),
        events(clash_ended, gone_again(alone),
               fleet::ProcessGpusChanged{both.id, atlas, {gpu_a}, 2, "ben", ben}, moved_to_boreas));
}

TEST(GpuClash, slices_go_with_their_card_and_are_no_clashes_of_their_own) {
    auto world = sample_site();
    const fleet::ReportGpus copy{atlas,
                                 {card("GPU-a", 0), card("GPU-b", 1), card("MIG-1", 0, "GPU-d"),
                                  card("GPU-d", 2), card("MIG-new", 1, "GPU-d")},
                                 {}};
    const fleet::GpuClashBegan whole{gpu_d, boreas, atlas, "GPU-d", 2, ten};
    EXPECT_EQ(world.when(copy), events(whole));
    EXPECT_EQ(world.done(copy).when(copy), nothing());
    const auto slice = [](GpuId id, std::int64_t index) {
        return fleet::GpuChanged{id, atlas, index, "NVIDIA A100", 40960, gpu_d, boreas};
    };
    EXPECT_EQ(world.when(fleet::MoveGpu{slice_1, atlas}, root),
              events(fleet::GpuClashEnded{gpu_d, boreas, atlas, "GPU-d"},
                     fleet::GpuChanged{gpu_d, atlas, 2, "NVIDIA A100", 40960, {}, boreas},
                     slice(slice_1, 0), slice(slice_2, 1)));
    world.done(fleet::MoveGpu{slice_1, atlas}, root);
    EXPECT_EQ(world.when(copy), events(gpu(made_id<GpuId>(1), atlas, "MIG-new", 1, gpu_d),
                                       fleet::GpuLost{slice_2, atlas, "MIG-2"}));
    EXPECT_EQ(world.when(of_boreas()),
              events(fleet::GpuClashBegan{gpu_d, atlas, boreas, "GPU-d", 1, ten}));
}

TEST(GpuClash, only_an_admin_moves_a_gpu_and_only_to_a_host_that_reports_it) {
    auto world = clashing();
    EXPECT_EQ(world.when(fleet::MoveGpu{gpu_b, boreas}, ann), refused(Code::not_allowed));
    EXPECT_EQ(world.when(fleet::MoveGpu{gpu_b, boreas}, root, {Scope::read, Scope::book}),
              refused(Code::not_allowed));
    EXPECT_EQ(world.when(fleet::MoveGpu{nth<GpuId>(99), boreas}, root),
              refused(Code::not_found, "id"));
    EXPECT_EQ(world.when(fleet::MoveGpu{gpu_b, nth<HostId>(99)}, root),
              refused(Code::unknown_host, "host_id"));
    EXPECT_EQ(world.when(fleet::MoveGpu{gpu_b, cronos}, root), refused(Code::not_ready, "host_id"));
    EXPECT_EQ(world.when(fleet::MoveGpu{gpu_a, boreas}, root), refused(Code::not_ready, "host_id"));
    EXPECT_EQ(world.when(fleet::MoveGpu{gpu_b, atlas}, root), nothing());
}

// A site with many cards, and a host that reports changing sets of others' cards.
TEST(GpuClash, report_of_thousands_of_foreign_cards_writes_few_events) {
    constexpr unsigned cards = 2000;
    constexpr std::size_t a_frame = 64;
    auto world = given(sample_site(), host(cronos, "cronos"));
    for (unsigned n = 0; n < cards; ++n) {
        world.and_then(gpu(nth<GpuId>(100 + n), atlas, "GPU-of-atlas-" + std::to_string(n), n));
    }
    std::size_t written = 0;
    const auto report = [&](std::size_t first) {
        fleet::ReportGpus lies{cronos, {}, {}};
        for (std::size_t i = 0; i < a_frame; ++i) {
            const auto n = (first + i) % cards;
            lies.gpus.push_back(
                card("GPU-of-atlas-" + std::to_string(n), static_cast<std::int64_t>(i)));
        }
        const auto decided = world.decide(lies, Context{{}, Scopes::all(), world.world().now});
        ASSERT_TRUE(decided.has_value());
        written += decided->size();
        for (const auto& e : *decided) world.and_then(e);
        EXPECT_LE(clashes(world), fleet::most_clashes);
    };
    for (int frame = 0; frame < 200; ++frame) {  // one report every three seconds
        world.at(ten + frame * std::chrono::seconds{3});
        report(static_cast<std::size_t>(frame) * a_frame);
    }
    EXPECT_EQ(written, fleet::most_clashes);
    world.at(ten + fleet::shortest_clash);
    report(a_frame);
    EXPECT_EQ(written, 3 * fleet::most_clashes);
    EXPECT_EQ(host_of(world, nth<GpuId>(100)), atlas);
}

}  // namespace
}  // namespace dibs::test
