// The tables of hosts, GPUs and processes.
#include "projections/questions/fleet.hpp"

#include "projections/questions/calendar.hpp"
#include "projections/questions/site.hpp"
#include "tests/projections/questions/processes.hpp"
#include "tests/projections/store/tables_with.hpp"

#include <algorithm>
#include <array>

namespace dibs::test {
namespace {

using views::HostState;

const fleet::GpuLost lost_a{gpu_a, atlas, "GPU-a"}, lost_b{gpu_b, atlas, "GPU-b"};

TEST(FleetTables, host_shows_its_state_with_time_and_reason) {
    TablesWith tables;
    tables.fact(host(atlas, "atlas"));
    EXPECT_EQ(find_host(tables.ask(), atlas)->state, HostState::connecting);
    tables.at("10:01").fact(fleet::HostReached{atlas});
    EXPECT_EQ(find_host(tables.ask(), atlas)->state, HostState::reachable);
    tables.at("10:02").fact(fleet::HostLost{atlas, "no route"});
    const auto lost = find_host(tables.ask(), atlas).value();
    EXPECT_EQ(lost.state, HostState::unreachable);
    EXPECT_EQ(lost.reason, "no route");
    EXPECT_EQ(lost.state_since, clock("10:02"));
    tables.fact(fleet::HostKeyRefused{atlas, "SHA256:other"});
    EXPECT_EQ(find_host(tables.ask(), atlas)->state, HostState::key_changed);
    EXPECT_EQ(find_host(tables.ask(), atlas)->offered_key, "SHA256:other");
    tables.fact(fleet::HostChanged{atlas, "10.0.0.7", 2222, "gpu", some_key});
    EXPECT_EQ(find_host(tables.ask(), atlas)->state, HostState::unreachable);
    EXPECT_EQ(find_host(tables.ask(), atlas)->address, "10.0.0.7");
}

TEST(FleetTables, hosts_are_listed_by_name_and_found_by_name_and_id) {
    TablesWith tables;
    tables.fact(host(boreas, "boreas")).fact(host(atlas, "atlas"));
    const auto hosts = list_hosts(tables.ask(), {}).items;
    ASSERT_EQ(hosts.size(), 2U);
    EXPECT_EQ(hosts[0].name, "atlas");
    EXPECT_EQ(host_called(tables.ask(), "boreas"), boreas);
    EXPECT_EQ(host_called(tables.ask(), to_text(atlas)), atlas);
    EXPECT_EQ(host_called(tables.ask(), "nobody"), std::nullopt);
    EXPECT_EQ(host_called(tables.ask(), ""), std::nullopt);
}

TEST(FleetTables, removed_host_is_not_listed_but_its_gpus_keep_their_names) {
    TablesWith tables;
    tables.sample_site().fact(lost_a).fact(lost_b);
    tables.fact(fleet::HostRemoved{atlas, "atlas", {gpu_a, gpu_b}});
    EXPECT_EQ(list_hosts(tables.ask(), {}).items.size(), 1U);
    EXPECT_FALSE(find_host(tables.ask(), atlas).has_value()) << "by id it is not found either";
    EXPECT_EQ(host_called(tables.ask(), "atlas"), std::nullopt);
    EXPECT_EQ(list_gpus(tables.ask(), {}, {}).items.size(), 4U);
    EXPECT_EQ(gpu_name(tables.ask(), gpu_a), "atlas:0");
    tables.fact(host(nth<HostId>(9), "atlas"));
    EXPECT_EQ(host_called(tables.ask(), "atlas"), nth<HostId>(9));
}

TEST(FleetTables, broken_driver_is_the_state_of_its_host_and_gpus) {
    TablesWith tables;
    tables.sample_site().fact(fleet::HostReached{atlas});
    EXPECT_EQ(find_host(tables.ask(), atlas)->driver.state, fleet::DriverState::unknown);
    tables.fact(booked(booking(1, ann, {gpu_a}, "12:00", "13:00")));
    tables.at("10:02").fact(fleet::HostDriverChanged{
        atlas, {fleet::DriverState::broken, "version mismatch"}, {gpu_a, gpu_b}});
    const auto down = find_host(tables.ask(), atlas).value();
    EXPECT_EQ(down.state, HostState::driver_broken);
    EXPECT_EQ(down.reason, "version mismatch");
    EXPECT_EQ(down.driver.words, "version mismatch");
    EXPECT_EQ(down.state_since, clock("10:02"));
    const auto gpu = find_gpu(tables.ask(), gpu_a).value();
    EXPECT_EQ(gpu.state, GpuState::driver_broken);
    EXPECT_EQ(gpu.reason, "version mismatch");
    EXPECT_EQ(gpu.state_since, clock("10:02"));
    EXPECT_FALSE(gpu.processes_known);
    const auto warnings = find_reservation(tables.ask(), nth<ReservationId>(1))->warnings;
    ASSERT_EQ(warnings.size(), 1U);
    EXPECT_EQ(warnings[0].gpu_name, "atlas:0");
    EXPECT_EQ(warnings[0].reason, "version mismatch");
    tables.at("10:05").fact(
        fleet::HostDriverChanged{atlas, {fleet::DriverState::working, ""}, {gpu_a, gpu_b}});
    EXPECT_EQ(find_host(tables.ask(), atlas)->state, HostState::reachable);
    EXPECT_EQ(find_host(tables.ask(), atlas)->driver.since, clock("10:05"));
    EXPECT_EQ(find_gpu(tables.ask(), gpu_a)->state, GpuState::available);
    EXPECT_TRUE(find_gpu(tables.ask(), gpu_a)->processes_known);
    EXPECT_TRUE(find_reservation(tables.ask(), nth<ReservationId>(1))->warnings.empty());
}

TEST(FleetTables, process_shows_its_origin_and_the_starters_current_name) {
    TablesWith tables;
    tables.sample_site().fact(fleet::HostReached{atlas});
    fleet::ProcessAppeared started{nth<ProcessId>(1), atlas, {gpu_a}, 4711, ten, "root"};
    started.origin.emplace().container = fleet::Container{fleet::Runtime::podman, "abc"};
    started.origin->starter = ben;
    started.origin->session =
        fleet::Session{fleet::SessionKind::screen, Personal<std::string>{"4710.train"}};
    tables.fact(started);
    const auto shown = list_processes(tables.ask(), {}, {}).items.at(0).origin;
    ASSERT_TRUE(shown);
    EXPECT_EQ(shown->container->id, "abc");
    EXPECT_EQ(shown->started_by, "ben");
    EXPECT_EQ(shown->starter, ben);
    EXPECT_TRUE(shown->starter_name);
    EXPECT_EQ(shown->session->name->value, "4710.train");
    tables.fact(fleet::ProcessAppeared{nth<ProcessId>(2), atlas, {gpu_b}, 12, ten, "ben", ben});
    EXPECT_EQ(list_processes(tables.ask(), {.gpus = {gpu_b}}, {}).items.at(0).origin, std::nullopt);
}

TEST(FleetTables, process_is_unknown_since_the_driver_broke) {
    TablesWith tables;
    tables.sample_site().fact(fleet::HostReached{atlas});
    tables.fact(fleet::ProcessAppeared{
        nth<ProcessId>(1), atlas, {gpu_a}, 4711, ten, "ben", ben, Personal<std::string>{"python"}});
    const auto unknown_since = [&] {
        return list_processes(tables.ask(), {}, {}).items.at(0).unknown_since;
    };
    EXPECT_EQ(unknown_since(), std::nullopt);
    tables.at("10:02").fact(
        fleet::HostDriverChanged{atlas, {fleet::DriverState::broken, "x"}, {gpu_a, gpu_b}});
    EXPECT_EQ(unknown_since(), clock("10:02"));
}

TEST(FleetTables, gpu_shows_why_it_is_lost_and_whether_it_hides_processes) {
    TablesWith tables;
    tables.sample_site().fact(fleet::HostReached{atlas});
    tables.at("10:01").fact(fleet::GpuLost{gpu_b, atlas, "GPU-b", "[GPU is lost]"});
    EXPECT_EQ(find_gpu(tables.ask(), gpu_b)->reason, "[GPU is lost]");
    EXPECT_EQ(find_gpu(tables.ask(), gpu_b)->state_since, clock("10:01"));
    tables.fact(fleet::GpuChanged{gpu_b, atlas, 1, {}, 40960, {}, {}, true});
    const auto back = find_gpu(tables.ask(), gpu_b).value();
    EXPECT_EQ(back.state, GpuState::available);
    EXPECT_EQ(back.reason, std::nullopt);
    EXPECT_EQ(back.model, std::nullopt);
    EXPECT_FALSE(back.processes_known);
}

TEST(FleetTables, gpus_are_listed_by_host_and_index_and_filtered) {
    TablesWith tables;
    tables.sample_site().fact(lost_b).fact(fleet::HostLost{boreas, "gone"});
    const auto names = [&](const views::GpuFilter& filter) {
        std::string all;
        for (const auto& g : list_gpus(tables.ask(), filter, {}).items) {
            all += g.host_name + ':' + to_text(gpu_index(g.parent_index, g.index)) + ' ';
        }
        return all;
    };
    EXPECT_EQ(names({}), "atlas:0 atlas:1 boreas:0 boreas:1 boreas:1.2 boreas:1.3 ");
    EXPECT_EQ(names({.host = atlas}), "atlas:0 atlas:1 ");
    EXPECT_EQ(names({.model = "a100"}), names({}));
    EXPECT_EQ(names({.model = "h100"}), "");
    EXPECT_EQ(names({.states = {GpuState::lost}}), "atlas:1 ");
    EXPECT_EQ(names({.states = {GpuState::available}}), "atlas:0 ");
    EXPECT_EQ(gpu_of_uuid(tables.ask(), "GPU-c"), gpu_c);
}

TEST(FleetTables, gpu_pages_join_to_the_whole_list) {
    TablesWith tables;
    tables.sample_site();
    std::vector<GpuId> joined;
    PageFrom page{.limit = 4};
    for (int i = 0; i < 3; ++i) {
        const auto slice = list_gpus(tables.ask(), {}, page);
        for (const auto& g : slice.items) joined.push_back(g.id);
        page.after = slice.next;
        if (!slice.next) break;
    }
    EXPECT_EQ(joined, (std::vector{gpu_a, gpu_b, gpu_c, gpu_d, slice_1, slice_2}));
}

TEST(FleetTables, moved_gpu_is_on_its_new_host_only) {
    TablesWith tables;
    tables.sample_site().fact(fleet::GpuChanged{gpu_a, boreas, 7, "NVIDIA A100", 40960, {}, atlas});
    EXPECT_EQ(gpu_name(tables.ask(), gpu_a), "boreas:7");
    EXPECT_EQ(list_gpus(tables.ask(), {.host = atlas}, {}).items.size(), 1U);
    EXPECT_EQ(find_host(tables.ask(), boreas)->gpu_count, 4) << "a card that is cut is its slices";
}

std::string gpus_shown(const TablesWith& tables) {
    std::string all;
    for (const auto& gpu : list_gpus(tables.ask(), {}, {}).items) {
        all += gpu_name(tables.ask(), gpu.id) + ' ';
    }
    return all;
}

TEST(FleetTables, removed_slice_is_shown_only_while_it_is_booked) {
    TablesWith tables;
    tables.sample_site();
    EXPECT_EQ(count_gpus(tables.ask()), 5U) << "two of atlas, and of boreas one card, two slices";
    tables.fact(booked(booking(1, ben, {slice_2}, "11:00", "12:00")));
    tables.fact(fleet::GpuLost{slice_1, boreas, "MIG-1"});
    tables.fact(fleet::GpuLost{slice_2, boreas, "MIG-2"});
    EXPECT_EQ(gpus_shown(tables), "atlas:0 atlas:1 boreas:0 boreas:1 boreas:1.3 ");
    EXPECT_EQ(find_host(tables.ask(), boreas)->gpu_count, 2);
    EXPECT_EQ(count_gpus(tables.ask()), 4U);
    EXPECT_EQ(calendar_of(tables.ask(), {}, {clock("10:00"), clock("11:00")}).gpus.size(), 5U);
    tables.at("12:00");
    EXPECT_EQ(gpus_shown(tables), "atlas:0 atlas:1 boreas:0 boreas:1 ");
    tables.fact(fleet::GpuLost{gpu_d, boreas, "GPU-d"});
    EXPECT_EQ(gpus_shown(tables), "atlas:0 atlas:1 boreas:0 boreas:1 boreas:1.2 boreas:1.3 ")
        << "with the card all of it is lost";
}

TEST(FleetTables, gpu_clash_is_shown_at_both_hosts_until_it_ends) {
    TablesWith tables;
    tables.sample_site().fact(fleet::GpuClashBegan{gpu_a, atlas, boreas, "GPU-a", 7, ten});
    for (const auto& clashes :
         {find_gpu(tables.ask(), gpu_a)->clashes, find_host(tables.ask(), atlas)->clashes,
          find_host(tables.ask(), boreas)->clashes}) {
        ASSERT_EQ(clashes.size(), 1U);
        EXPECT_EQ(to_json(clashes.front()),
                  R"({"gpu_id":")" + to_text(gpu_a) + R"(","gpu_name":"atlas:0","uuid":"GPU-a",)" +
                      R"("host_id":")" + to_text(atlas) + R"(","host_name":"atlas",)" +
                      R"("claimant_id":")" + to_text(boreas) +
                      R"(","claimant_name":"boreas","claimed_index":7,)" +
                      R"("since":"2026-12-01T10:00:00.000Z"})");
    }
    tables.fact(fleet::GpuChanged{gpu_a, atlas, 3, "NVIDIA A100", 40960, {}});
    EXPECT_EQ(find_host(tables.ask(), boreas)->clashes.at(0).gpu_name, "atlas:3");
    tables.fact(fleet::GpuClashEnded{gpu_a, atlas, boreas, "GPU-a"});
    EXPECT_TRUE(find_gpu(tables.ask(), gpu_a)->clashes.empty());
    EXPECT_TRUE(find_host(tables.ask(), boreas)->clashes.empty());
}

TEST(FleetTables, gpu_shows_its_holder_the_next_and_when_it_is_free_again) {
    TablesWith tables;
    tables.sample_site().fact(fleet::HostReached{atlas});
    tables.fact(booked(booking(1, ann, {gpu_a}, "10:00", "11:00")));
    tables.fact(booked(booking(2, ben, {gpu_a}, "11:00", "12:00")));
    tables.fact(booked(booking(3, ben, {gpu_a}, "14:00", "15:00")));
    const auto held = find_gpu(tables.at("10:30").ask(), gpu_a).value();
    EXPECT_EQ(held.reservation->id, nth<ReservationId>(1));
    EXPECT_EQ(held.next->id, nth<ReservationId>(2));
    EXPECT_EQ(held.free_from, clock("12:00")) << "back-to-back bookings followed";
    EXPECT_EQ(held.free_until, std::nullopt);
    const auto free = find_gpu(tables.at("12:30").ask(), gpu_a).value();
    EXPECT_FALSE(free.reservation.has_value());
    EXPECT_EQ(free.next->id, nth<ReservationId>(3));
    EXPECT_EQ(free.free_until, clock("14:00"));
    EXPECT_EQ(free.free_from, std::nullopt);
}

TEST(FleetTables, gpu_occupancy_is_free_in_use_booked_or_unknown) {
    using views::Occupancy;
    TablesWith tables;
    tables.sample_site();
    const auto occupancy = [&](GpuId gpu) { return find_gpu(tables.ask(), gpu)->occupancy; };
    tables.fact(fleet::HostReached{atlas});
    EXPECT_EQ(occupancy(gpu_a), Occupancy::free);
    tables.fact(booked(booking(1, ann, {gpu_a}, "12:00", "13:00")));
    EXPECT_EQ(find_gpu(tables.ask(), gpu_a)->free_until, clock("12:00"));
    tables.fact(process(1, {gpu_a}, 4711, "ben"));
    EXPECT_EQ(occupancy(gpu_a), Occupancy::in_use);
    EXPECT_EQ(find_gpu(tables.ask(), gpu_a)->free_until, std::nullopt) << "it is not free now";
    EXPECT_EQ(list_gpus(tables.ask(), {}, {}).items.at(0).occupancy, Occupancy::in_use);
    EXPECT_EQ(find_gpu(tables.at("12:30").ask(), gpu_a)->occupancy, Occupancy::booked);
    tables.at("14:00").fact(fleet::HostLost{atlas, "no route"});
    EXPECT_EQ(occupancy(gpu_a), std::nullopt);
}

TEST(FleetTables, use_of_a_slice_counts_for_its_gpu_but_not_for_other_slices) {
    using views::Occupancy;
    TablesWith tables;
    tables.sample_site().fact(fleet::HostReached{boreas});
    const auto occupancy = [&](GpuId gpu) { return find_gpu(tables.ask(), gpu)->occupancy; };
    tables.fact(process(1, {slice_1}, 4711, "ben"));
    EXPECT_EQ(occupancy(gpu_d), Occupancy::in_use);
    EXPECT_EQ(occupancy(slice_1), Occupancy::in_use);
    EXPECT_EQ(occupancy(slice_2), Occupancy::free);
    auto somewhere = process(2, {gpu_d}, 4712, "ben");
    somewhere.unknown_slice_gpus = {gpu_d};
    tables.fact(somewhere);
    EXPECT_EQ(occupancy(slice_2), std::nullopt) << "nobody knows on which slice it runs";
}

TEST(Occupancy, held_memory_counts_as_use) {
    using views::Occupancy;
    views::OccupancySigns signs{.available = true, .seen = true};
    EXPECT_EQ(views::occupancy_of(signs), std::nullopt) << "nobody knows what runs there";
    signs.utilization_percent = 0;
    EXPECT_EQ(views::occupancy_of(signs), std::nullopt) << "its memory may be held";
    signs.memory_used_mib = 4;
    EXPECT_EQ(views::occupancy_of(signs), Occupancy::free);
    signs.memory_used_mib = 20'000;
    EXPECT_EQ(views::occupancy_of(signs), Occupancy::in_use);
    signs.memory_used_mib = 4;
    signs.runs = true;
    EXPECT_EQ(views::occupancy_of(signs), Occupancy::in_use) << "it may use its memory any moment";
    signs.runs = false;
    signs.available = false;
    EXPECT_EQ(views::occupancy_of(signs), std::nullopt) << "unhealthy: it is not to be had";
    signs.booked = true;
    EXPECT_EQ(views::occupancy_of(signs), Occupancy::booked);
}

TEST(FleetTables, slice_is_held_if_its_whole_gpu_is_held) {
    TablesWith tables;
    tables.sample_site().fact(booked(booking(1, ann, {gpu_d}, "10:00", "11:00")));
    EXPECT_EQ(find_gpu(tables.ask(), slice_2)->reservation->id, nth<ReservationId>(1));
    EXPECT_FALSE(find_gpu(tables.ask(), gpu_c)->reservation.has_value());
}

TEST(FleetTables, host_shows_hidden_owners_until_it_reveals_them) {
    TablesWith tables;
    tables.fact(host(atlas, "atlas"));
    EXPECT_FALSE(find_host(tables.ask(), atlas)->hidden_owners);
    const fleet::HiddenOwners by_proc{fleet::Hiding::hidepid, "proc"};
    tables.fact(fleet::HostOwnersHidden{atlas, by_proc});
    EXPECT_EQ(find_host(tables.ask(), atlas)->hidden_owners, by_proc);
    tables.fact(fleet::HostOwnersSeen{atlas});
    EXPECT_FALSE(find_host(tables.ask(), atlas)->hidden_owners);
}

TEST(FleetTables, host_shows_boot_time_and_single_host_shows_topology) {
    TablesWith tables;
    tables.fact(host(atlas, "atlas"));
    EXPECT_FALSE(find_host(tables.ask(), atlas)->boot_id);
    EXPECT_FALSE(find_host(tables.ask(), atlas)->topology) << "not known is not: no links";
    tables.fact(fleet::HostBooted{atlas, "one", ten, {}});
    tables.fact(fleet::HostBooted{atlas, "two", {}, "one"});
    EXPECT_EQ(find_host(tables.ask(), atlas)->boot_id, "two");
    EXPECT_FALSE(find_host(tables.ask(), atlas)->booted_at) << "that of the start before is old";
    const fleet::Topology linked{{{0, 1, fleet::LinkKind::nvlink, 4}}, {{0, 0}}};
    tables.fact(fleet::HostTopologyChanged{atlas, linked});
    EXPECT_EQ(find_host(tables.ask(), atlas)->topology, linked);
    const auto listed = list_hosts(tables.ask(), {}).items;
    ASSERT_EQ(listed.size(), 1U);
    EXPECT_EQ(listed[0].boot_id, "two");
    EXPECT_FALSE(listed[0].topology);
}

}  // namespace
}  // namespace dibs::test
