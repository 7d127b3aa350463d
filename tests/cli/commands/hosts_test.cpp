// dibs host and dibs gpu against canned answers: administration of hosts and GPUs.
#include "api/cli/lib/jumps.hpp"
#include "tests/cli/client/fake_server.hpp"

namespace dibs::cli {
namespace {

class HostCommands : public CommandTest {};

TEST_F(HostCommands, host_key_is_pinned_only_after_confirmation) {
    const std::string offered = R"({"address":"10.0.0.3","port":22,"key_type":"ssh-ed25519",
                                   "host_key_fingerprint":"SHA256:abc"})";
    server.answer(200, offered);
    EXPECT_EQ(run({"host", "add", "gpu03", "10.0.0.3"}), 2);
    EXPECT_EQ(server.asked.size(), 1U);
    server.answer(200, offered);
    terminal.typed = {"n"};
    EXPECT_EQ(run({"host", "add", "gpu03", "10.0.0.3"}), 1);
    EXPECT_EQ(server.asked.size(), 2U);
    server.answer(200, offered);
    server.answer(201, R"({"id":"host_1","name":"gpu03"})");
    terminal.typed = {"y"};
    EXPECT_EQ(run({"host", "add", "gpu03", "10.0.0.3"}), 0);
    EXPECT_EQ(server.body(3)["host_key_fingerprint"].text(), "SHA256:abc");
}

TEST_F(HostCommands, edit_of_a_moved_host_sends_the_seen_version) {
    const std::string found = R"({"items":[{"id":"host_1","name":"gpu03","address":"10.0.0.3",)"
                              R"("port":22,"version":4}]})";
    const std::string offered = R"({"address":"10.0.0.9","port":22,"key_type":"ssh-ed25519",
                                   "host_key_fingerprint":"SHA256:abc"})";
    const std::string now = R"({"id":"host_1","name":"gpu03","version":5})";
    server.answer(200, found);
    EXPECT_EQ(run({"host", "edit", "gpu03"}), 2);
    server.answer(200, found);
    server.answer(200, now);
    EXPECT_EQ(run({"host", "edit", "gpu03", "--port", "2222", "--user", "probe"}), 0);
    EXPECT_EQ(server.line(2), "PATCH /hosts/host_1");
    EXPECT_EQ(server.header(2, "If-Match"), "\"v4\"");
    EXPECT_EQ(server.body(2)["port"].integer(), 2222);
    EXPECT_EQ(server.body(2)["user"].text(), "probe");
    EXPECT_TRUE(server.body(2)["address"].is_null());
    server.answer(200, found);
    server.answer(200, offered);
    server.answer(200, now);
    terminal.typed = {"y"};
    EXPECT_EQ(run({"host", "edit", "gpu03", "--address", "10.0.0.9", "--key"}), 0);
    EXPECT_EQ(server.body(4)["address"].text(), "10.0.0.9");
    EXPECT_EQ(server.body(5)["host_key_fingerprint"].text(), "SHA256:abc");
}

TEST(Jump, jump_uses_the_syntax_of_ssh) {
    const auto read = [](const char* text) {
        const auto jump = parse_jump(text);
        return jump ? jump->user + '|' + jump->address + '|' + std::to_string(jump->port) : "";
    };
    EXPECT_EQ(read("ann@login1:2222"), "ann|login1|2222");
    EXPECT_EQ(read("login1"), "|login1|22");
    EXPECT_EQ(read("fe80::1"), "|fe80::1|22");
    EXPECT_EQ(read("a@[fe80::1]:23"), "a|fe80::1|23");
    EXPECT_EQ(read("[fe80::1]"), "|fe80::1|22");
    EXPECT_EQ(read("ann@ad@login1"), "ann@ad|login1|22");
    for (const auto* wrong :
         {"", "@a", "a@", "a:", "a:0", "a:65536", "a:2x", "[a", "[a]2", ":22"}) {
        EXPECT_EQ(read(wrong), "") << wrong;
    }
    EXPECT_EQ(address_text(*parse_jump("a@[fe80::1]:23")), "[fe80::1]:23");
    EXPECT_EQ(address_text(*parse_jump("login1:22")), "login1");
}

TEST_F(HostCommands, new_jumps_key_is_compared_before_the_hosts_key) {
    const auto offers = [&](const std::string& address, const std::string& key) {
        server.answer(200, R"({"address":")" + address +
                               R"(","port":22,"key_type":"ssh-ed25519","host_key_fingerprint":")" +
                               key + "\"}");
    };
    const std::string other =
        R"({"id":"host_9","name":"gpu09","jumps":[{"address":"login1","port":22,"user":"dibs",)"
        R"("host_key_fingerprint":"SHA256:known"}]})";
    server.answer(200, R"({"items":[)" + other + "]}");
    offers("inner", "SHA256:inner");
    offers("gpu03", "SHA256:host");
    server.answer(201, R"({"id":"host_1","name":"gpu03"})");
    terminal.typed = {"y", "y"};
    EXPECT_EQ(run({"host", "add", "gpu03", "gpu03.lan", "--user", "dibs", "--jump",
                   "login1,ann@inner:2222"}),
              0)
        << err.str();
    EXPECT_EQ(server.body(1)["jumps"].dump(),
              R"([{"address":"login1","port":22,"host_key_fingerprint":"SHA256:known",)"
              R"("user":"dibs"}])");
    EXPECT_EQ(server.body(1)["address"].text(), "inner");
    EXPECT_EQ(server.body(3)["jumps"].items().size(), 2U);
    EXPECT_EQ(server.body(3)["jumps"].items()[1]["user"].text(), "ann");
    EXPECT_EQ(server.body(3)["jumps"].items()[1]["host_key_fingerprint"].text(), "SHA256:inner");
    EXPECT_EQ(server.body(3)["host_key_fingerprint"].text(), "SHA256:host");
    EXPECT_EQ(run({"host", "add", "gpu03", "gpu03.lan", "--jump", "a b:x"}), 2);
}

TEST_F(HostCommands, host_edit_adds_rekeys_and_removes_a_jump) {
    const std::string plain = R"({"id":"host_1","name":"gpu03","address":"gpu03.lan","port":22,)"
                              R"("user":"dibs","version":4})";
    const std::string behind =
        R"({"id":"host_1","name":"gpu03","address":"gpu03.lan","port":22,"user":"dibs",)"
        R"("version":4,"jumps":[{"address":"login1","port":22,"user":"dibs",)"
        R"("host_key_fingerprint":"SHA256:old"}]})";
    const auto page = [](const std::string& host) { return R"({"items":[)" + host + "]}"; };
    server.answer(200, page(plain));
    server.answer(200, behind);
    EXPECT_EQ(run({"host", "edit", "gpu03", "--jump", "login1", "--jump-key", "SHA256:old"}), 0)
        << err.str();
    EXPECT_EQ(server.body(1).dump(),
              R"({"jumps":[{"address":"login1","port":22,"host_key_fingerprint":"SHA256:old",)"
              R"("user":"dibs"}]})");
    server.answer(200, page(behind));
    server.answer(200, behind);
    EXPECT_EQ(run({"host", "edit", "gpu03", "--jump", "none"}), 0) << err.str();
    EXPECT_EQ(server.body(3).dump(), R"({"jumps":[]})");
    server.answer(200, page(behind));
    for (const auto* key : {"SHA256:new", "SHA256:host"}) {
        server.answer(200, std::string(R"({"key_type":"ssh-ed25519","host_key_fingerprint":")") +
                               key + "\"}");
    }
    server.answer(200, behind);
    terminal.typed = {"y", "y"};
    EXPECT_EQ(run({"host", "edit", "gpu03", "--key"}), 0) << err.str();
    EXPECT_EQ(server.body(7)["jumps"].items()[0]["host_key_fingerprint"].text(), "SHA256:new");
    server.answer(200, page(behind));
    EXPECT_EQ(run({"host", "list"}), 0);
    EXPECT_NE(out.str().find("gpu03.lan through dibs@login1"), std::string::npos) << out.str();
}

TEST_F(HostCommands, host_that_hides_process_owners_shows_advice) {
    const auto shown = [&](const std::string& hidden) {
        const auto host =
            R"({"id":"host_1","name":"gpu03","user":"dibs",)" + hidden + R"("state":"reachable"})";
        server.answer(200, R"({"items":[)" + host + "]}");
        server.answer(200, host);
        out.str("");
        EXPECT_EQ(run({"host", "show", "gpu03"}), 0);
        const auto at = out.str().find("OWNERS");
        return at == std::string::npos ? "" : out.str().substr(at, out.str().find('\n', at) - at);
    };
    EXPECT_EQ(shown(""), "");
    EXPECT_NE(shown(R"("hidden_owners":{"why":"hidepid","group":"proc"},)")
                  .find("hides whose processes run. Run there: usermod -aG proc dibs"),
              std::string::npos);
    EXPECT_NE(shown(R"("hidden_owners":{"why":"hidepid"},)").find("Mount it with gid= of a group"),
              std::string::npos);
    EXPECT_NE(shown(R"("hidden_owners":{"why":"pid_namespace"},)").find("the host itself"),
              std::string::npos);
}

TEST_F(HostCommands, host_shows_links_fullest_disk_and_boot_time) {
    const auto link = [](int from, int to, const std::string& kind) {
        return R"({"from":)" + std::to_string(from) + R"(,"to":)" + std::to_string(to) +
               R"(,"kind":")" + kind + R"(","nvlinks":0})";
    };
    const auto shown = [&](const std::string& links) {
        server.answer(200, R"({"items":[{"id":"host_1","name":"gpu03"}]})");
        server.answer(
            200,
            R"({"id":"host_1","name":"gpu03","boot_id":"b00t","topology":{"links":[)" + links +
                R"(],"numa":[{"index":0,"node":0},{"index":5,"node":1}]},)" +
                R"("fullest_disk":"/home","live":{"current":true,"disk_fullest_percent":92.5}})");
        out.str("");
        EXPECT_EQ(run({"host", "show", "gpu03"}), 0);
        return out.str();
    };
    const auto joined =
        shown(link(0, 1, "nvlink") + ',' + link(2, 3, "nvlink") + ',' + link(1, 3, "nvlink") + ',' +
              link(5, 6, "nvlink") + ',' + link(0, 5, "sys"));
    for (const auto* part : {"NVLink joins 0,1,2,3 and 5,6\n", "92.5 % full: /home\n",
                             "node 0: 0; node 1: 5\n", "b00t"}) {
        EXPECT_NE(joined.find(part), std::string::npos) << part << " in\n" << joined;
    }
    EXPECT_NE(shown(link(0, 1, "sys")).find("no NVLink"), std::string::npos);
    EXPECT_EQ(shown("").find("NVLink"), std::string::npos) << "not known is not none";
}

TEST_F(HostCommands, gpu_move_needs_confirmation_of_its_bookings) {
    const auto ask = [&] {
        server.answer(200, gpus_page());
        server.answer(200, R"({"items":[{"id":"host_4","name":"gpu04"}]})");
        server.answer(200, R"({"items":[)" + reservation_json() + "]}");
    };
    const auto move = [&] { return run({"gpu", "move", "gpu03:1", "gpu04"}); };
    ask();
    EXPECT_EQ(move(), 2) << "nobody is there";
    EXPECT_EQ(err.str().find("from now on"), std::string::npos) << err.str();
    ask();
    terminal.typed = {"n"};
    EXPECT_EQ(move(), 1);
    EXPECT_EQ(server.asked.size(), 6U);
    ask();
    server.answer(200, R"({"id":"gpu_1","host_name":"gpu04","index":5})");
    terminal.typed = {"y"};
    EXPECT_EQ(move(), 0);
    EXPECT_EQ(server.body(9).dump(), R"({"host_id":"host_4"})");
    EXPECT_NE(err.str().find("  ann  gpu03:0-1"), std::string::npos) << err.str();
    EXPECT_NE(out.str().find("It is gpu04:5 now."), std::string::npos) << out.str();
    server.answer(200, gpus_page());
    EXPECT_EQ(run({"gpu", "move", "gpu03:9", "gpu04"}), 3);
}

TEST_F(HostCommands, clash_is_shown_with_the_host) {
    server.answer(200, R"({"items":[{"id":"host_1","name":"gpu04","state":"reachable",
        "clashes":[{"gpu_name":"gpu03:1","claimant_name":"gpu04"}]}]})");
    EXPECT_EQ(run({"host", "list"}), 0);
    EXPECT_NE(out.str().find("gpu03:1 is reported by gpu04 too"), std::string::npos) << out.str();
}

}  // namespace
}  // namespace dibs::cli
