// The jumps on the way to a host, and their keys.
#include "tests/domain/fleet/seen_processes.hpp"

namespace dibs::test {
namespace {

fleet::EnrolHost enrol_cronos() {
    return {nth<HostId>(9), "cronos", "10.0.0.9", 22, "dibs", some_key};
}
const fleet::Jump login{"login1", 2222, "dibs", some_key};
const fleet::Jump inner{"inner", 22, "dibs", some_key};
const std::string newer_key = "SHA256:" + std::string(43, 'n');

TEST(HostJumps, jumps_are_kept_changed_and_taken_away) {
    auto c = enrol_cronos();
    c.jumps = {login, inner};
    auto world = sample_site();
    EXPECT_EQ(world.when(c, root), events(fleet::HostEnrolled{c.id, "cronos", "10.0.0.9", 22,
                                                              "dibs", some_key, c.jumps}));
    world.done(c, root);
    EXPECT_EQ(world.when(fleet::ChangeHost{.id = c.id, .jumps = c.jumps}, root), nothing());
    const fleet::HostWay before{"10.0.0.9", 22, "dibs", some_key, c.jumps};
    EXPECT_EQ(world.when(fleet::ChangeHost{.id = c.id, .port = 23}, root),
              events(fleet::HostChanged{c.id, "10.0.0.9", 23, "dibs", some_key, before, c.jumps}))
        << "they stay where nothing is said of them";
    world.done(fleet::ChangeHost{.id = c.id, .jumps = fleet::Jumps{}}, root);
    EXPECT_EQ(world.world().fleet.hosts.at(c.id).enrolled.jumps, std::nullopt);
    c.jumps = fleet::Jumps{};
    EXPECT_EQ(sample_site().when(c, root),
              events(fleet::HostEnrolled{c.id, "cronos", "10.0.0.9", 22, "dibs", some_key}));
}

TEST(HostJumps, wrong_jumps_are_named) {
    const auto verdict = [](fleet::Jumps jumps) {
        auto c = enrol_cronos();
        c.jumps = std::move(jumps);
        return sample_site().when(c, root);
    };
    const auto with = [](auto change) {
        auto jump = login;
        change(jump);
        return fleet::Jumps{jump};
    };
    const auto no = refused(Code::out_of_range, "jumps");
    EXPECT_NE(verdict({login, inner, login}), no);
    EXPECT_EQ(verdict({login, inner, login, inner}), no);
    EXPECT_EQ(verdict(with([](auto& jump) { jump.address = "-oProxyCommand=x"; })), no);
    EXPECT_EQ(verdict(with([](auto& jump) { jump.port = 0; })), no);
    EXPECT_EQ(verdict(with([](auto& jump) { jump.account = ""; })), no);
    EXPECT_EQ(verdict(with([](auto& jump) { jump.host_key = "SHA256:short"; })), no);
}

TEST(HostJumps, new_key_of_a_jump_is_pinned_for_all_hosts_behind_it) {
    const auto enrolled = [](unsigned n, fleet::Jumps jumps) {
        return fleet::EnrolHost{
            nth<HostId>(n),  "host" + std::to_string(n), "10.0.0.9", 22, "dibs", some_key,
            std::move(jumps)};
    };
    auto world = sample_site();
    world.done(enrolled(11, {login}), root);
    world.done(enrolled(12, {login, inner}), root);
    world.done(enrolled(13, {inner}), root);
    auto renewed = login;
    renewed.host_key = newer_key;
    world.done(fleet::ChangeHost{.id = nth<HostId>(11), .jumps = fleet::Jumps{renewed}}, root);
    const auto jumps = [&](unsigned n) {
        return world.world().fleet.hosts.at(nth<HostId>(n)).enrolled.jumps;
    };
    EXPECT_EQ(jumps(11), (fleet::Jumps{renewed}));
    EXPECT_EQ(jumps(12), (fleet::Jumps{renewed, inner}));
    auto other_inner = inner;
    other_inner.host_key = newer_key;
    world.done(
        fleet::ChangeHost{.id = nth<HostId>(12), .jumps = fleet::Jumps{renewed, other_inner}},
        root);
    EXPECT_EQ(jumps(13), (fleet::Jumps{inner})) << "another machine: no jump is before it";
    world.done(enrolled(14, {login}), root);
    EXPECT_EQ(jumps(11), (fleet::Jumps{login})) << "a new host pins, too";
}

TEST(HostJumps, wrong_key_names_the_jump_that_offered_it) {
    EXPECT_EQ(sample_site().when(fleet::ReportHostKey{atlas, "SHA256:other", "login1:2222"}),
              events(fleet::HostKeyRefused{atlas, "SHA256:other", "login1:2222"}));
}

}  // namespace
}  // namespace dibs::test
