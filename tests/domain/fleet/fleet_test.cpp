// The fleet: admins enrol hosts, and reports become events only if they differ.
#include "tests/domain/fleet/seen_processes.hpp"

namespace dibs::test {
namespace {

fleet::EnrolHost enrol(std::string name = "cronos") {
    return {nth<HostId>(9), std::move(name), "10.0.0.9", 22, "dibs", some_key};
}
fleet::SeenGpu seen(std::string uuid, std::int64_t index, std::optional<std::string> parent = {}) {
    return {std::move(uuid), index, "NVIDIA A100", 40960, std::move(parent)};
}
const fleet::ReportGpus atlas_as_known{atlas, {seen("GPU-a", 0), seen("GPU-b", 1)}};

TEST(Hosts, admin_enrols_a_host) {
    EXPECT_EQ(
        sample_site().when(enrol(), root),
        events(fleet::HostEnrolled{nth<HostId>(9), "cronos", "10.0.0.9", 22, "dibs", some_key}));
}

TEST(Hosts, only_admins_enrol_change_or_remove_hosts) {
    const auto no = refused(Code::not_allowed);
    EXPECT_EQ(sample_site().when(enrol(), ann), no);
    EXPECT_EQ(sample_site().when(enrol(), root, {Scope::read, Scope::book}), no);
    EXPECT_EQ(sample_site().when(fleet::ChangeHost{.id = atlas}, ann), no);
    EXPECT_EQ(sample_site().when(fleet::RemoveHost{atlas}, ann), no);
}

TEST(Hosts, host_names_and_ids_are_unique) {
    EXPECT_EQ(sample_site().when(enrol("atlas"), root), refused(Code::already_exists, "name"));
    auto twice = enrol();
    twice.id = atlas;
    EXPECT_EQ(sample_site().when(twice, root), refused(Code::already_exists, "id"));
}

TEST(Hosts, host_name_is_free_again_after_removal) {
    EXPECT_NE(sample_site().done(fleet::RemoveHost{atlas}, root).when(enrol("atlas"), root),
              refused(Code::already_exists, "name"));
}

TEST(Hosts, enrolment_names_each_wrong_field) {
    const auto verdict = [](auto change) {
        auto c = enrol();
        change(c);
        return sample_site().when(c, root);
    };
    const auto bad = [](std::string field) { return refused(Code::out_of_range, field); };
    EXPECT_EQ(verdict([](auto& c) { c.name = ""; }), bad("name"));
    EXPECT_EQ(verdict([](auto& c) { c.name = "two words"; }), bad("name"));
    EXPECT_EQ(verdict([](auto& c) { c.name = std::string(254, 'n'); }), bad("name"));
    EXPECT_EQ(verdict([](auto& c) { c.address = "-oProxyCommand=x"; }), bad("address"));
    EXPECT_EQ(verdict([](auto& c) { c.address = "gpu01/x"; }), bad("address"));
    EXPECT_EQ(verdict([](auto& c) { c.address = "gpu01;id"; }), bad("address"));
    EXPECT_NE(verdict([](auto& c) { c.address = "fe80::1%eth0"; }), bad("address"));
    EXPECT_EQ(verdict([](auto& c) { c.account = "a\nb"; }), bad("user"));
    EXPECT_EQ(verdict([](auto& c) { c.account = "Ann"; }), bad("user"));
    EXPECT_EQ(verdict([](auto& c) { c.account = "a;b"; }), bad("user"));
    EXPECT_EQ(verdict([](auto& c) { c.port = 0; }), bad("port"));
    EXPECT_EQ(verdict([](auto& c) { c.port = 65536; }), bad("port"));
    EXPECT_EQ(verdict([](auto& c) { c.host_key = "MD5:" + std::string(46, 'k'); }),
              bad("host_key_fingerprint"));
    EXPECT_EQ(verdict([](auto& c) { c.host_key += 'k'; }), bad("host_key_fingerprint"));
    EXPECT_EQ(verdict([](auto& c) { c.host_key.back() = '='; }), bad("host_key_fingerprint"));
}

TEST(Hosts, changed_host_forgets_the_wrong_key_it_offered) {
    auto world = sample_site().done(fleet::ReportHostKey{atlas, "SHA256:other"});
    EXPECT_EQ(world.world().fleet.hosts.at(atlas).offered_key, "SHA256:other");
    const fleet::ChangeHost change{.id = atlas, .address = "10.0.0.7", .port = 2222};
    EXPECT_EQ(world.when(change, root),
              events(fleet::HostChanged{atlas, "10.0.0.7", 2222, "dibs", some_key,
                                        fleet::HostWay{"10.0.0.1", 22, "dibs", some_key}}));
    world.done(change, root);
    EXPECT_EQ(world.world().fleet.hosts.at(atlas).offered_key, "");
    EXPECT_EQ(world.when(change, root), nothing());
    EXPECT_EQ(world.when(fleet::ChangeHost{.id = nth<HostId>(99)}, root),
              refused(Code::not_found, "id"));
    EXPECT_EQ(world.when(fleet::ChangeHost{.id = atlas, .port = 0}, root),
              refused(Code::out_of_range, "port"));
}

TEST(Hosts, change_with_a_stale_version_is_refused) {
    auto world = sample_site();
    EXPECT_EQ(world.world().fleet.hosts.at(atlas).version, 1);
    world.done(fleet::ChangeHost{.id = atlas, .port = 2222, .expected = 1}, root);
    EXPECT_EQ(world.world().fleet.hosts.at(atlas).version, 2);
    EXPECT_EQ(world.when(fleet::ChangeHost{.id = atlas, .port = 23, .expected = 1}, root),
              refused(Code::changed_meanwhile, "version"));
    EXPECT_EQ(world.when(fleet::ChangeHost{.id = atlas, .port = 23, .expected = 2}, root),
              events(fleet::HostChanged{atlas, "10.0.0.1", 23, "dibs", some_key,
                                        fleet::HostWay{"10.0.0.1", 2222, "dibs", some_key}}));
}

TEST(Hosts, removed_host_removes_its_gpus_and_processes) {
    const auto process = appeared(made_id<ProcessId>(1), {gpu_a}, 4711);
    EXPECT_EQ(given(sample_site(), process).when(fleet::RemoveHost{atlas}, root),
              events(gone_again(process), fleet::GpuLost{gpu_a, atlas, "GPU-a"},
                     fleet::GpuLost{gpu_b, atlas, "GPU-b"},
                     fleet::HostRemoved{atlas, "atlas", {gpu_a, gpu_b}}));
    EXPECT_EQ(sample_site().when(fleet::RemoveHost{nth<HostId>(99)}, root),
              refused(Code::not_found, "id"));
}

TEST(Reports, only_dibs_itself_reports_on_hosts) {
    EXPECT_EQ(sample_site().when(fleet::ReportReached{atlas}, root), refused(Code::not_allowed));
    EXPECT_EQ(sample_site().when(fleet::ReportGpus{atlas, {}}, ann), refused(Code::not_allowed));
}

TEST(Reports, report_of_an_unknown_host_is_refused) {
    EXPECT_EQ(sample_site().when(fleet::ReportReached{nth<HostId>(99)}),
              refused(Code::unknown_host, "host_id"));
}

TEST(Reports, reachability_is_recorded_once_per_change) {
    auto world = sample_site();
    EXPECT_EQ(world.when(fleet::ReportReached{atlas}), events(fleet::HostReached{atlas}));
    world.done(fleet::ReportReached{atlas});
    EXPECT_EQ(world.when(fleet::ReportReached{atlas}), nothing());
    EXPECT_EQ(world.when(fleet::ReportLost{atlas, "no route"}),
              events(fleet::HostLost{atlas, "no route"}));
    world.done(fleet::ReportLost{atlas, "no route"});
    EXPECT_EQ(world.when(fleet::ReportLost{atlas, "no route"}), nothing());
    EXPECT_EQ(world.when(fleet::ReportLost{atlas, "timed out"}),
              events(fleet::HostLost{atlas, "timed out"}));
    EXPECT_EQ(world.when(fleet::ReportReached{atlas}), events(fleet::HostReached{atlas}));
}

TEST(Reports, wrong_host_key_is_recorded_once) {
    auto world = sample_site();
    const fleet::ReportHostKey report{atlas, "SHA256:other"};
    EXPECT_EQ(world.when(report), events(fleet::HostKeyRefused{atlas, "SHA256:other"}));
    EXPECT_EQ(world.done(report).when(report), nothing());
    EXPECT_EQ(world.done(fleet::ReportReached{atlas}).when(report),
              events(fleet::HostKeyRefused{atlas, "SHA256:other"}));
}

TEST(Drivers, driver_failure_and_recovery_are_recorded_once) {
    auto world = sample_site();
    const fleet::Driver broken{fleet::DriverState::broken, "Driver/library version mismatch"};
    EXPECT_EQ(world.when(fleet::ReportDriver{atlas, broken}),
              events(fleet::HostDriverChanged{atlas, broken, {gpu_a, gpu_b}}));
    world.done(fleet::ReportDriver{atlas, broken});
    EXPECT_EQ(world.when(fleet::ReportDriver{atlas, broken}), nothing());
    EXPECT_EQ(world.world().fleet.hosts.at(atlas).driver, broken);
    const fleet::Driver works{fleet::DriverState::working, ""};
    EXPECT_EQ(world.when(fleet::ReportDriver{atlas, works}),
              events(fleet::HostDriverChanged{atlas, works, {gpu_a, gpu_b}}));
    EXPECT_EQ(world.when(fleet::ReportDriver{atlas, works}, root), refused(Code::not_allowed));
}

// A running booking of Ann, and one of Ben that begins tomorrow. Another begins in more than a
// week.
Given booked_atlas() {
    const auto runs = booking(1, ann, {gpu_a, gpu_b}, "09:00", "12:00");
    const auto tomorrow =
        booking(2, ben, {gpu_b}, ten + std::chrono::hours{24}, ten + std::chrono::hours{25});
    const auto late =
        booking(3, ann, {gpu_b}, ten + std::chrono::hours{192}, ten + std::chrono::hours{193});
    return given(sample_site(), booked(runs), booked(tomorrow), booked(late));
}
const fleet::Holders both_holders{{nth<ReservationId>(1), nth<ReservationId>(2)}, {ann, ben}};

TEST(Drivers, driver_failure_and_recovery_name_the_holders) {
    auto world = booked_atlas();
    const fleet::Driver broken{fleet::DriverState::broken, "Driver/library version mismatch"};
    const fleet::Driver missing{fleet::DriverState::missing, "no nvidia-smi"};
    const fleet::Driver works{fleet::DriverState::working, ""};
    EXPECT_EQ(world.when(fleet::ReportDriver{atlas, works}),
              events(fleet::HostDriverChanged{atlas, works, {gpu_a, gpu_b}}))
        << "it was not known to fail";
    EXPECT_EQ(world.when(fleet::ReportDriver{atlas, broken}),
              events(fleet::HostDriverChanged{atlas, broken, {gpu_a, gpu_b}, both_holders}));
    world.done(fleet::ReportDriver{atlas, broken});
    EXPECT_EQ(world.when(fleet::ReportDriver{atlas, missing}),
              events(fleet::HostDriverChanged{atlas, missing, {gpu_a, gpu_b}}))
        << "the same trouble, in other words";
    EXPECT_EQ(world.when(fleet::ReportDriver{atlas, works}),
              events(fleet::HostDriverChanged{atlas, works, {gpu_a, gpu_b}, both_holders}));
}

TEST(Gpus, lost_gpu_names_its_holders) {
    auto report = atlas_as_known;
    report.gpus.pop_back();
    report.lost = {{"GPU-b", "[GPU is lost]"}};
    EXPECT_EQ(booked_atlas().when(report),
              events(fleet::GpuLost{gpu_b, atlas, "GPU-b", "[GPU is lost]", both_holders}));
    report = atlas_as_known;
    report.gpus.erase(report.gpus.begin());
    EXPECT_EQ(booked_atlas().when(report),
              events(fleet::GpuLost{
                  gpu_a, atlas, "GPU-a", {}, fleet::Holders{{nth<ReservationId>(1)}, {ann}}}))
        << "nobody else's";
}

TEST(Gpus, returned_gpu_names_its_holders) {
    auto report = atlas_as_known;
    report.gpus.pop_back();
    auto world = booked_atlas();
    world.done(report);
    EXPECT_EQ(world.when(atlas_as_known),
              events(fleet::GpuChanged{
                  gpu_b, atlas, 1, "NVIDIA A100", 40960, {}, {}, false, both_holders}));
}

TEST(Hosts, boot_is_recorded_once_with_the_previous_boot_id) {
    auto world = sample_site();
    const fleet::ReportBoot first{atlas, "boot-1", ten};
    EXPECT_EQ(world.when(first), events(fleet::HostBooted{atlas, "boot-1", ten, {}}));
    world.done(first);
    EXPECT_EQ(world.when(fleet::ReportBoot{atlas, "boot-1", ten + std::chrono::minutes{1}}),
              nothing())
        << "the start is reckoned from the uptime and wanders";
    EXPECT_EQ(world.when(fleet::ReportBoot{atlas, "boot-2", ten + std::chrono::hours{1}}),
              events(fleet::HostBooted{atlas, "boot-2", ten + std::chrono::hours{1}, "boot-1"}));
    EXPECT_EQ(world.when(fleet::ReportBoot{atlas, "", {}}), nothing());
    EXPECT_EQ(world.when(fleet::ReportBoot{atlas, "boot-2", {}}, root), refused(Code::not_allowed));
}

TEST(Hosts, changed_topology_is_recorded) {
    auto world = sample_site();
    const fleet::Topology linked{{{0, 1, fleet::LinkKind::nvlink, 4}}, {{0, 0}, {1, 0}}};
    EXPECT_EQ(world.when(fleet::ReportTopology{atlas, linked}),
              events(fleet::HostTopologyChanged{atlas, linked}));
    world.done(fleet::ReportTopology{atlas, linked});
    EXPECT_EQ(world.when(fleet::ReportTopology{atlas, linked}), nothing());
    EXPECT_EQ(world.when(fleet::ReportTopology{atlas, {}}),
              events(fleet::HostTopologyChanged{atlas, {}}));
    EXPECT_EQ(world.when(fleet::ReportTopology{atlas, {}}, root), refused(Code::not_allowed));
}

TEST(Gpus, gpu_keeps_name_and_memory_while_unreadable) {
    auto report = atlas_as_known;
    report.gpus[0].model.reset();
    report.gpus[1].memory_total_mib.reset();
    EXPECT_EQ(sample_site().when(report), nothing());
}

TEST(Gpus, gpu_has_no_name_until_it_reports_one) {
    auto report = atlas_as_known;
    report.gpus.push_back(seen("GPU-new", 2));
    report.gpus.back().model.reset();
    auto found = gpu(made_id<GpuId>(1), atlas, "GPU-new", 2);
    found.model.reset();
    auto world = sample_site();
    EXPECT_EQ(world.when(report), events(found));
    world.done(report);
    report.gpus.back().model = "NVIDIA A100";
    EXPECT_NE(world.when(report), nothing());
}

TEST(Gpus, lost_gpu_has_the_words_of_the_driver) {
    auto report = atlas_as_known;
    report.gpus.pop_back();
    report.lost = {{"GPU-b", "[GPU is lost]"}, {"GPU-other", "what"}};
    auto world = sample_site();
    EXPECT_EQ(world.when(report), events(fleet::GpuLost{gpu_b, atlas, "GPU-b", "[GPU is lost]"}));
    world.done(report);
    EXPECT_EQ(fleet::trouble_of(world.world().fleet, gpu_b), "atlas:1 is lost: [GPU is lost]");
    world.done(atlas_as_known);
    EXPECT_EQ(fleet::trouble_of(world.world().fleet, gpu_b), std::nullopt);
}

TEST(Gpus, gpu_that_starts_to_hide_processes_is_changed) {
    auto report = atlas_as_known;
    report.gpus[1].hides_processes = true;
    auto world = sample_site();
    EXPECT_EQ(world.when(report),
              events(fleet::GpuChanged{gpu_b, atlas, 1, "NVIDIA A100", 40960, {}, {}, true}));
    EXPECT_EQ(world.done(report).when(report), nothing());
}

TEST(Gpus, report_without_difference_yields_no_event) {
    EXPECT_EQ(sample_site().when(atlas_as_known), nothing());
}

TEST(Gpus, new_gpu_is_discovered_with_a_new_id) {
    auto report = atlas_as_known;
    report.gpus.push_back(seen("GPU-new", 2));
    EXPECT_EQ(sample_site().when(report), events(gpu(made_id<GpuId>(1), atlas, "GPU-new", 2)));
}

TEST(Gpus, unknown_memory_stays_unknown) {
    auto report = atlas_as_known;
    report.gpus.push_back(seen("GPU-new", 2));
    report.gpus.back().memory_total_mib.reset();
    auto found = gpu(made_id<GpuId>(1), atlas, "GPU-new", 2);
    found.memory_total_mib.reset();
    EXPECT_EQ(sample_site().when(report), events(found));
}

TEST(Gpus, missing_gpu_is_lost_once) {
    auto report = atlas_as_known;
    report.gpus.pop_back();
    auto world = sample_site();
    EXPECT_EQ(world.when(report), events(fleet::GpuLost{gpu_b, atlas, "GPU-b"}));
    EXPECT_EQ(world.done(report).when(report), nothing());
}

TEST(Gpus, returned_gpu_keeps_its_id) {
    const auto world = given(sample_site(), fleet::GpuLost{gpu_b, atlas, "GPU-b"});
    EXPECT_EQ(world.when(atlas_as_known),
              events(fleet::GpuChanged{
                  gpu_b, atlas, 1, "NVIDIA A100", 40960, {}, {}, false, fleet::Holders{}}));
}

TEST(Gpus, slice_finds_its_parent_anywhere_in_the_report) {
    auto report = atlas_as_known;
    report.gpus.push_back(seen("MIG-x", 0, "GPU-new"));
    report.gpus.push_back(seen("GPU-new", 2));
    EXPECT_EQ(sample_site().when(report),
              events(gpu(made_id<GpuId>(1), atlas, "MIG-x", 0, made_id<GpuId>(2)),
                     gpu(made_id<GpuId>(2), atlas, "GPU-new", 2)));
}

TEST(Gpus, duplicate_gpu_in_a_report_counts_once) {
    auto report = atlas_as_known;
    report.gpus.push_back(seen("GPU-new", 2));
    report.gpus.push_back(seen("GPU-new", 3));
    report.gpus.push_back(seen("MIG-x", 0, "GPU-new"));
    EXPECT_EQ(sample_site().when(report),
              events(gpu(made_id<GpuId>(1), atlas, "GPU-new", 2),
                     gpu(made_id<GpuId>(2), atlas, "MIG-x", 0, made_id<GpuId>(1))));
}

// The host boreas of sample_site without its slices.
fleet::ReportGpus boreas_without_slices(bool slices_known) {
    fleet::ReportGpus report{boreas, {seen("GPU-c", 0), seen("GPU-d", 1)}};
    report.gpus[1].slices_known = slices_known;
    return report;
}

TEST(Gpus, unreported_slices_are_lost_only_if_the_slices_are_known) {
    EXPECT_EQ(sample_site().when(boreas_without_slices(false)), nothing());
    EXPECT_EQ(sample_site().when(boreas_without_slices(true)),
              events(fleet::GpuLost{slice_1, boreas, "MIG-1", {}},
                     fleet::GpuLost{slice_2, boreas, "MIG-2", {}}));
    auto without_card = boreas_without_slices(false);
    without_card.gpus.pop_back();
    EXPECT_EQ(sample_site().when(without_card),
              events(fleet::GpuLost{gpu_d, boreas, "GPU-d", {}},
                     fleet::GpuLost{slice_1, boreas, "MIG-1", {}},
                     fleet::GpuLost{slice_2, boreas, "MIG-2", {}}));
}

TEST(Gpus, lost_slice_is_named_after_its_card) {
    const auto world = given(sample_site(), fleet::GpuLost{slice_1, boreas, "MIG-1", "gone"});
    EXPECT_EQ(trouble_of(world.world().fleet, slice_1), "boreas:1.0 is lost: gone");
}

TEST(Gpus, slice_moved_to_another_gpu_excludes_that_gpu) {
    auto world =
        given(sample_site(), fleet::GpuChanged{slice_1, boreas, 0, "NVIDIA A100", 40960, gpu_c},
              booked(booking(1, ann, {slice_1}, "10:00", "12:00")));
    EXPECT_EQ(world.when(book(booking(2, ben, {gpu_c}, "10:00", "12:00")), ben),
              refused(Code::slot_taken, "gpus", {nth<ReservationId>(1)}));
    const auto old_parent = booking(3, ben, {gpu_d}, "10:00", "12:00");
    EXPECT_EQ(world.when(book(old_parent), ben), events(booked(old_parent)));
}

}  // namespace
}  // namespace dibs::test
