// dibs doctor against canned answers: findings, advice and exit codes.
#include "tests/cli/client/fake_server.hpp"

namespace dibs::cli {
namespace {

std::string system_with(const std::string& log, const std::string& more,
                        const std::string& probes) {
    return R"({"version":")" DIBS_VERSION R"(","time":"2026-11-21T01:45:04.000Z","ready":true,)"
           R"("log":{"adapter":"lmdb","position":41,"ignored_records":0,)" +
           log + R"(},"projections":[{"name":"fleet","state":"live","lag":0}],)" + more +
           R"("probes":[)" + probes + "]}";
}
const std::string writing = R"("role":"writing")";
const std::string good =
    R"("clock_synchronised":true,"disk":{"free_bytes":53687091200,"size_bytes":107374182400},)";

std::string probe(const std::string& host, const std::string& more = R"("clock_offset_s":0)") {
    return R"({"host_name":")" + host +
           R"(","last_frame_at":"2026-11-21T01:45:03.000Z","driver_version":"590.48",)" + more +
           "}";
}
std::string host(const std::string& name, const std::string& more = R"("state":"reachable")") {
    return R"({"id":"host_)" + name + R"(","name":")" + name +
           R"(","address":"10.0.0.3","port":22,"user":"dibs","gpu_count":1,)" + more + "}";
}
std::string gpu(const std::string& host_name,
                const std::string& more = R"("state":"available","processes_known":true)") {
    return R"({"id":"gpu_1","host_id":"host_)" + host_name + R"(","index":0,)" + more + "}";
}
std::string items(const std::string& all) {
    return R"({"items":[)" + all + "]}";
}

class Doctor : public CommandTest {
  protected:
    int examine(const std::string& system, const std::string& hosts, const std::string& gpus) {
        server.answer(200, "ready\n");
        server.answer(200, system);
        server.answer(200, items(hosts));
        server.answer(200, items(gpus));
        out.str("");
        return run({"doctor"});
    }
    // Runs it for one host in this state.
    int of_host(const std::string& state, const std::string& more_of_probe = "\"frames\":1",
                const std::string& gpus = gpu("gpu03")) {
        return examine(system_with(writing, good, probe("gpu03", more_of_probe)),
                       host("gpu03", state), gpus);
    }
    void expect_said(const std::string& text) {
        EXPECT_NE(out.str().find(text), std::string::npos) << text << " is not in:\n" << out.str();
    }
};

TEST_F(Doctor, healthy_site_exits_0) {
    EXPECT_EQ(examine(system_with(writing, good, probe("gpu03") + "," + probe("gpu04")),
                      host("gpu03") + "," + host("gpu04"), gpu("gpu03") + "," + gpu("gpu04")),
              0)
        << out.str();
    EXPECT_EQ(server.asked.at(0).url, "http://dibs.test/readyz?verbose");
    EXPECT_EQ(server.line(1), "GET /system");
    expect_said("server: answers and is ready");
    expect_said("log: lmdb, writing, position 41");
    expect_said("clock: the server's and this machine's are 0 s apart");
    expect_said("disk: 50.0 GiB free of 100.0 GiB");
    expect_said("tables: hold the whole log");
    expect_said("2 hosts are well");
}

TEST_F(Doctor, unhealthy_gpu_is_a_finding) {
    const auto ill = gpu("gpu03", R"("state":"unhealthy","processes_known":true,"unhealthy":)"
                                  R"({"faults":[{"what":"row_remap_failed","count":1}]})");
    EXPECT_EQ(of_host(R"("state":"reachable")", R"("clock_offset_s":0)", ill), 1) << out.str();
    expect_said("GPU 0 is unhealthy: row remap failed");
}

TEST_F(Doctor, log_ahead_of_the_clock_is_a_finding) {
    const auto stamped = [](const std::string& at) {
        return system_with(writing + R"(,"newest_at":"2026-11-21T)" + at + "\"", good,
                           probe("gpu03"));
    };
    EXPECT_EQ(examine(stamped("02:45:04.000Z"), host("gpu03"), gpu("gpu03")), 1);
    expect_said("clock: the newest event lies 1h ahead of the server's");
    expect_said("dibsd log cut --after POSITION");
    EXPECT_EQ(examine(stamped("01:45:09.000Z"), host("gpu03"), gpu("gpu03")), 0) << out.str();
}

TEST_F(Doctor, each_host_fault_has_a_finding_and_advice) {
    const struct {
        const char *state, *found, *todo;
    } rows[] = {
        {R"("state":"unreachable","reason":"refused")", "is not reached: it refuses the connection",
         "Start its SSH server"},
        {R"("state":"unreachable","reason":"auth_failed")", "it does not let Dibs sign in",
         "authorized_keys"},
        {R"("state":"unreachable","reason":"ended","failure":"the command ended with status 1; the host said: This account is currently not available.")",
         "This account is currently not available.", "a login shell like /bin/sh"},
        {R"("state":"unreachable","reason":"auth_failed","failure":"login: the key is accepted, but a second factor is asked for, too")",
         "second factor", "AuthenticationMethods publickey"},
        {R"("state":"unreachable","reason":"unreachable","failure":"key exchange: kex error : no match for method kex algos: server [x], client [y]")",
         "server [x]", "curve25519-sha256"},
        {R"("state":"unreachable","reason":"timeout")", "it does not answer",
         "ssh -p 22 dibs@10.0.0.3 true"},
        {R"("state":"connecting")", "was never reached", "identity"},
        {R"("state":"key_changed","offered_key":"SHA256:new")", "SHA256:new", "ssh-keygen -lf"},
        {R"("state":"driver_broken","driver":{"state":"broken","words":"NVML mismatch"})",
         "NVML mismatch", "Run nvidia-smi there"},
        {R"("state":"driver_broken","driver":{"state":"missing","words":"not found"})",
         "has no NVIDIA driver: not found", "Install the driver"},
        {R"("state":"reachable","hidden_owners":{"why":"hidepid","group":"proc"})", "hidepid",
         "usermod -aG proc dibs"},
    };
    for (const auto& row : rows) {
        EXPECT_EQ(of_host(row.state), 1) << row.state;
        expect_said("host gpu03: ");
        expect_said(row.found);
        expect_said(row.todo);
    }
}

TEST_F(Doctor, log_that_fails_its_seal_is_a_finding_with_advice) {
    EXPECT_EQ(
        examine(system_with(writing + R"(,"seals_problem":"The seal of position 7 does not fit.")",
                            good, probe("gpu03")),
                host("gpu03"), gpu("gpu03")),
        1);
    expect_said("log: was tampered with. The seal of position 7 does not fit.");
    expect_said("dibsd log verify");
}

TEST_F(Doctor, clock_samples_and_gpus_of_a_host_are_checked) {
    EXPECT_EQ(of_host(R"("state":"reachable")", R"("clock_offset_s":-2592000)"), 1);
    expect_said("its clock is 30d behind the server's");
    expect_said("1 of 1 hosts disagree with the server's");
    EXPECT_EQ(of_host(R"("state":"reachable")", "\"frames\":1",
                      gpu("gpu03", R"("state":"lost","reason":"[GPU is lost]")")),
              1);
    expect_said("GPU 0 is lost: [GPU is lost]");
    EXPECT_EQ(of_host(R"("state":"reachable")", "\"frames\":1",
                      gpu("gpu03", R"("state":"available","processes_known":false)")),
              1);
    expect_said("GPU 0 does not tell what runs on it");
    EXPECT_EQ(of_host(R"("state":"reachable")", "\"frames\":1", ""), 1);
    expect_said("has no GPUs");
    EXPECT_EQ(examine(system_with(writing, good, R"({"host_name":"gpu03"})"), host("gpu03"),
                      gpu("gpu03")),
              1);
    expect_said("has given no sample since the server started");
}

TEST_F(Doctor, lost_gpu_is_a_finding_and_removed_slices_are_not) {
    const auto card = [](const std::string& more) {
        return R"({"id":"gpu_1","host_id":"host_gpu03","index":0,)" + more + "}";
    };
    const auto slice = [](const std::string& more) {
        return R"(,{"id":"gpu_2","host_id":"host_gpu03","index":1,"parent_id":"gpu_1",)"
               R"("parent_index":0,)" +
               more + "}";
    };
    const std::string well = R"("state":"available","processes_known":true)";
    const std::string lost = R"("state":"lost","processes_known":false)";
    const auto doctored = [&](const std::string& gpus) {
        return of_host(R"("state":"reachable")", R"("frames":1)", gpus);
    };
    EXPECT_EQ(doctored(card(well) + slice(lost)), 0) << out.str();
    EXPECT_EQ(doctored(card(lost) + slice(lost)), 1);
    expect_said("GPU 0 is lost");
    EXPECT_EQ(out.str().find("GPU 0.1"), std::string::npos) << out.str();
    EXPECT_EQ(doctored(card(well) + slice(lost + R"(,"reason":"[Unknown Error]")")), 1);
    expect_said("GPU 0.1 is lost: [Unknown Error]");
}

TEST_F(Doctor, gpu_clash_is_a_finding_at_both_hosts_with_advice) {
    const std::string clash =
        R"("state":"reachable","clashes":[{"gpu_id":"gpu_1","gpu_name":"gpu03:0",)"
        R"("host_id":"host_gpu03","host_name":"gpu03","claimant_id":"host_gpu04",)"
        R"("claimant_name":"gpu04"}])";
    EXPECT_EQ(examine(system_with(writing, good, probe("gpu03") + "," + probe("gpu04")),
                      host("gpu03", clash) + "," + host("gpu04", clash),
                      gpu("gpu03", R"("state":"lost","clashes":[{"gpu_id":"gpu_1"}])")),
              1);
    expect_said("host gpu03: gpu03:0 is reported by gpu04 too");
    expect_said("host gpu04: reports gpu03:0, which Dibs has on gpu03");
    expect_said("dibs gpu move gpu03:0 gpu04");
    EXPECT_EQ(out.str().find("is lost"), std::string::npos) << out.str();
    EXPECT_EQ(out.str().find("has no GPUs"), std::string::npos) << out.str();
}

TEST_F(Doctor, faults_of_the_server_are_findings) {
    const auto of_server = [&](const std::string& log, const std::string& more) {
        return examine(system_with(log, more, ""), "", "");
    };
    EXPECT_EQ(of_server(R"("role":"claiming","problem":"The clock of this machine says …")", good),
              1);
    expect_said("log: The clock of this machine says …");
    EXPECT_EQ(of_server(writing, R"("disk":{"free_bytes":1073741824,"size_bytes":107374182400},)"),
              1);
    expect_said("disk: 1.0 GiB free of 100.0 GiB");
    expect_said("Make room");
    EXPECT_EQ(of_server(writing, ""), 1);
    expect_said("the server cannot tell how much room is left");
    EXPECT_EQ(of_server(writing, good + R"("projections_problem":"The log is gone.",)"), 1);
    expect_said("tables: The log is gone.");
    EXPECT_EQ(
        of_server(writing, R"("clock_synchronised":false,)" + good.substr(good.find(',') + 1)), 1);
    expect_said(
        "the kernel does not say that NTP keeps the server's right, and the hosts do not confirm "
        "it");
}

TEST_F(Doctor, clock_confirmed_by_most_hosts_is_ok_without_ntp) {
    const auto unsure = R"("clock_synchronised":false,)" + good.substr(good.find(',') + 1);
    const auto with = [&](const std::string& offsets) {
        return examine(system_with(writing, unsure, offsets), host("gpu03"), gpu("gpu03"));
    };
    EXPECT_EQ(with(probe("gpu03")), 0) << out.str();
    expect_said("1 of 1 hosts agree with the server's");
    EXPECT_EQ(with(probe("gpu03") + ',' + probe("gpu04", R"("clock_offset_s":400)")), 1);
    expect_said("the hosts do not confirm it");
    EXPECT_EQ(with(probe("gpu03", R"("frames":1)")), 1) << "it has told no clock";
}

TEST_F(Doctor, nvidia_smi_warning_is_a_finding_with_a_working_driver) {
    EXPECT_EQ(of_host(R"("state":"reachable","driver":{"state":"working","words":)"
                      R"("WARNING: infoROM is corrupted at gpu 0000:3B:00.0"})"),
              1);
    expect_said("gpu03: nvidia-smi warns: WARNING: infoROM is corrupted at gpu 0000:3B:00.0");
    EXPECT_EQ(of_host(R"("state":"reachable","driver":{"state":"working"})"), 0) << out.str();
}

TEST_F(Doctor, failing_or_late_mail_and_hooks_are_findings) {
    const auto with = [&](const std::string& more) {
        return examine(system_with(writing, good + more, probe("gpu03")), host("gpu03"),
                       gpu("gpu03"));
    };
    const auto news = [](const std::string& more) {
        return R"("effects":[{"reactor":"booking-news","by":"mail",)" + more + "}],";
    };
    EXPECT_EQ(with(""), 0) << "the server tells this one nothing";
    EXPECT_EQ(out.str().find("effects"), std::string::npos) << out.str();
    EXPECT_EQ(with(news(R"("waiting":0)")), 0);
    expect_said("effects: what goes out is taken; nothing waits");
    EXPECT_EQ(with(news(R"("waiting":3,"oldest_waiting_at":"2026-11-21T01:00:00.000Z")")), 0);
    expect_said("3 wait for their turn");
    EXPECT_EQ(with(news(R"("waiting":2,"oldest_waiting_at":"2026-11-21T01:00:00.000Z")") +
                   R"("mail":{"letters_sent":6,"letters_held":2,)"
                   R"("held_until":"2026-11-21T02:00:04.000Z"},)"),
              0);
    expect_said("2 wait for their turn; 2 letters wait for the hourly limit, the first for ");
    EXPECT_EQ(with(news(R"("waiting":1,"oldest_waiting_at":"2026-11-20T22:45:04.000Z")")), 1);
    expect_said("effects booking-news: is behind; 1 waits for ");
    const std::string fails =
        R"("failing_since":"2026-11-21T01:35:04.000Z","last_failure":"no connection")";
    EXPECT_EQ(with(news(R"("waiting":2,"oldest_waiting_at":"2026-11-21T01:35:04.000Z",)" + fails)),
              1);
    expect_said("effects booking-news: fails for ");
    expect_said("no connection; 2 wait, the oldest for ");
    expect_said("dibsd check-mail ADDRESS");
    EXPECT_EQ(with(R"("effects":[{"reactor":"message","by":"host","waiting":0,)" + fails + "}],"),
              0)
        << "what fails there is told of its host";
    EXPECT_EQ(with(news(R"("waiting":0)") + R"("mail":{"letters_sent":1,)" + fails + "},"), 1);
    expect_said("effects: the mail server has taken no letter for ");
}

TEST_F(Doctor, server_not_ready_is_a_finding_with_its_reason) {
    server.answer(503, "log: x\nnot ready: log: The clock of this machine says 2026-12-21.\n");
    server.answer(503, "log: x\nnot ready: log: The clock of this machine says 2026-12-21.\n");
    server.answer(401, R"({"type":"/problems/not-signed-in","detail":"Sign in first."})");
    EXPECT_EQ(run({"doctor"}), 1);
    expect_said("server: not ready: log: The clock of this machine says 2026-12-21.");
    expect_said("log, clock, disk, tables and hosts could not be seen: Sign in first.");
    expect_said("dibs auth login");
    EXPECT_EQ(server.asked.size(), 3U);
}

TEST_F(Doctor, redirect_or_foreign_server_ends_the_checks) {
    server.answer(HttpResponse{302, {{"location", "https://sso.example.org/"}}, ""});
    EXPECT_EQ(run({"doctor"}), 1);
    expect_said("sends on to https://sso.example.org/");
    server.answer(404, "nothing here");
    EXPECT_EQ(run({"doctor"}), 1);
    expect_said("answers 404");
    EXPECT_EQ(server.asked.size(), 2U);
}

TEST_F(Doctor, no_server_exits_8_with_advice_on_certificates) {
    const HttpResponse none{0, {}, "Could not connect to server"};
    server.answer(none);
    server.answer(none);
    EXPECT_EQ(run({"doctor"}), 8);
    EXPECT_NE(err.str().find("Is dibsd running there?"), std::string::npos) << err.str();
    const HttpResponse untrusted{0, {}, "SSL peer certificate or SSH remote key was not OK"};
    server.answer(untrusted);
    server.answer(untrusted);
    EXPECT_EQ(run({"doctor"}), 8);
    EXPECT_NE(err.str().find("Have its certificate signed"), std::string::npos) << err.str();
}

TEST_F(Doctor, programs_get_one_row_per_check) {
    output.settings.form = Form::tsv;
    EXPECT_EQ(of_host(R"("state":"unreachable","reason":"refused")"), 1);
    expect_said(
        "host\tgpu03\tfinding\tis not reached: it refuses the connection\tStart its SSH server, or "
        "correct "
        "the port 22.\n");
    output.settings.form = Form::json;
    EXPECT_EQ(of_host(R"("state":"reachable")"), 0) << out.str();
    const auto all = Json::parse(out.str()).value().items();
    EXPECT_EQ(all.back()["name"].text(), "gpu03");
    EXPECT_EQ(all.back()["state"].text(), "ok");
    EXPECT_FALSE(all.back()["todo"]);
}

}  // namespace
}  // namespace dibs::cli
