// The configuration from real files, as ops/start reads it (check-config --print) and as dibsd
// does.
#include "ops/config/config.hpp"

#include "ops/command_line.hpp"
#include "ops/config/config_value.hpp"
#include "ops/config/configured_parts.hpp"
#include "ops/config/configured_rules.hpp"
#include "ops/react/site_hooks.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

namespace dibs {
namespace {

class ConfigFile : public testing::Test {
  protected:
    ConfigFile() {
        std::string name = std::filesystem::temp_directory_path() / "dibs-config-XXXXXX";
        folder_ = ::mkdtemp(name.data());
    }
    ~ConfigFile() override { std::filesystem::remove_all(folder_); }

    std::filesystem::path write(const std::string& text) {
        const auto file = folder_ / "server.toml";
        std::ofstream(file) << text;
        return file;
    }
    // The value in a file with this text; an error begins with "refused".
    std::string value(const std::string& text, std::string_view key) {
        const auto found = configured_value(write(text), key);
        return found ? *found : "refused: " + found.error().text;
    }
    // The configuration of a file with this text; an error if any part is invalid.
    ConfigResult<Config> taken(const std::string& text) {
        Config config;
        config.data_directory = "/srv/dibs";
        auto done = read_config(write(text), config);
        if (done) done = check_config(config);
        if (!done) return tl::unexpected(done.error());
        return config;
    }
    // The reason of the error; empty: the text is valid.
    std::string refused(const std::string& text) {
        const auto config = taken(text);
        return config ? "" : config.error().text;
    }
    // dibsd with these arguments: its exit code, or the command line.
    std::variant<CommandLine, int> line(std::vector<std::string> words) {
        std::vector<char*> argv;
        for (auto& word : words) argv.push_back(word.data());
        return read_command_line(static_cast<int>(argv.size()), argv.data());
    }

  private:
    std::filesystem::path folder_;
};

TEST_F(ConfigFile, text_is_printed_without_quotes) {
    for (const char* written :
         {"'/srv/dibs'", "\"/srv/dibs\"", "'''/srv/dibs'''", "\"\\u002fsrv/dibs\" # there"}) {
        EXPECT_EQ(value("[data]\ndir = " + std::string(written) + "\n", "data.dir"), "/srv/dibs\n")
            << written;
    }
    EXPECT_EQ(value("data.dir = '/srv/dibs'", "data.dir"), "/srv/dibs\n");
    EXPECT_EQ(value("data = { dir = '/srv/my #1' }", "data.dir"), "/srv/my #1\n");
}

TEST_F(ConfigFile, missing_key_is_printed_as_empty) {
    EXPECT_EQ(value("", "data.dir"), "");
    EXPECT_EQ(value("[data]\n#dir = '/srv/dibs'\n", "data.dir"), "");
    EXPECT_EQ(value("[server]\nlisten = '127.0.0.1:1'\n", "server.base_path"), "");
    EXPECT_EQ(value("", "host"), "");
}

TEST_F(ConfigFile, values_of_every_kind_are_printed_one_a_line) {
    EXPECT_EQ(value("[limits]\ncommands_per_min = 1_000\n", "limits.commands_per_min"), "1000\n");
    EXPECT_EQ(value("[server]\nlisten_anywhere = true\n", "server.listen_anywhere"), "true\n");
    EXPECT_EQ(
        value("[server]\nallowed_origins = ['https://a', 'https://b']\n", "server.allowed_origins"),
        "https://a\nhttps://b\n");
    EXPECT_EQ(value("[[host]]\nname = 'gpu01'\n[[host]]\nname = 'gpu02'\n", "host"),
              "gpu01\ngpu02\n");
}

TEST_F(ConfigFile, host_names_its_jumps_with_their_keys) {
    const std::string key = "SHA256:" + std::string(43, 'k');
    const auto host = [&](const std::string& jumps) {
        return write(
            "[[host]]\nname = 'gpu01'\naddress = 'gpu01.lan'\naccount = 'dibs'\nhost_key = '" +
            key + "'\njumps = [" + jumps + "]\n");
    };
    Config config;
    ASSERT_TRUE(
        read_config(host("'dibs@login1 " + key + "', 'ann@[fe80::1]:2222 " + key + "'"), config));
    EXPECT_EQ(config.hosts.at(0).jumps,
              (fleet::Jumps{{"login1", 22, "dibs", key}, {"fe80::1", 2222, "ann", key}}));
    for (const std::string& wrong : {"'login1 " + key + "'", std::string("'dibs@login1'"),
                                     std::string("'dibs@login1 SHA256:short'"), std::string("7")}) {
        Config other;
        EXPECT_FALSE(read_config(host(wrong), other)) << wrong;
    }
}

TEST_F(ConfigFile, idle_timeout_is_longer_than_a_load_balancers_minute) {
    Config config;
    EXPECT_GT(config.keep_alive_s, 60);
    ASSERT_TRUE(read_config(write("[server]\nkeep_alive_s = 650\n"), config));
    EXPECT_EQ(config.keep_alive_s, 650);
    EXPECT_FALSE(read_config(write("[server]\nkeep_alive_s = 0\n"), config));
}

TEST_F(ConfigFile, proxies_and_the_public_url_are_checked) {
    const auto refusal = [this](const std::string& line) {
        Config config;
        const auto read = read_config(write("[server]\n" + line + '\n'), config);
        return read ? std::string() : read.error().text;
    };
    EXPECT_EQ(refusal("trusted_proxies = ['127.0.0.1', '::1', '10.0.0.0/8']"), "");
    EXPECT_EQ(refusal("trusted_proxies = []"), "");
    EXPECT_NE(
        refusal("trusted_proxies = ['proxy.example.org']").find("\"proxy.example.org\" is no"),
        std::string::npos);
    EXPECT_NE(refusal("trusted_proxies = ['10.0.0.0/40']"), "");
    EXPECT_NE(refusal("trusted_proxies = '127.0.0.1'"), "");
    EXPECT_EQ(refusal("public_url = 'https://dibs.example.org:8443'"), "");
    for (const auto* wrong : {"dibs.example.org", "https://", "ftp://dibs.example.org",
                              "https://dibs.example.org/dibs", "https://dibs.example.org/"}) {
        EXPECT_NE(refusal("public_url = '" + std::string(wrong) + "'"), "") << wrong;
    }
}

TEST_F(ConfigFile, unknown_key_or_missing_file_is_rejected) {
    for (const char* key :
         {"data.folder", "date.dir", "data", "host.name", "", ".", "data.dir.x"}) {
        EXPECT_EQ(value("[data]\ndir = '/srv'\n", key),
                  "refused: " + std::string(key) + ": no such key");
    }
    EXPECT_FALSE(configured_value("/nowhere/server.toml", "data.dir"));
    EXPECT_TRUE(value("[data\n", "data.dir").starts_with("refused: ")) << "broken TOML";
}

TEST_F(ConfigFile, check_config_prints_one_value_of_a_valid_file) {
    const auto file = write("[data]\ndir = '/srv/dibs'\n").string();
    const auto right = line({"dibsd", "check-config", "--config", file, "--print", "data.dir"});
    ASSERT_TRUE(std::holds_alternative<CommandLine>(right));
    EXPECT_EQ(std::get<CommandLine>(right).value, "/srv/dibs\n");
    EXPECT_EQ(std::get<CommandLine>(right).config.data_directory, "/srv/dibs");
    EXPECT_EQ(
        std::get<int>(line({"dibsd", "check-config", "--config", file, "--print", "data.folder"})),
        2);
    const auto wrong = write("[data]\ndir = '/srv/dibs'\nspeed = 5\n").string();
    EXPECT_EQ(
        std::get<int>(line({"dibsd", "check-config", "--config", wrong, "--print", "data.dir"})),
        2);
}

TEST_F(ConfigFile, option_overrides_file_and_file_overrides_default) {
    const auto file =
        write("[data]\ndir = '/srv/dibs'\n[server]\nlisten = '[::1]:9000'\n").string();
    const auto read = line({"dibsd", "--config", file, "--data", "/elsewhere"});
    ASSERT_TRUE(std::holds_alternative<CommandLine>(read));
    const auto& config = std::get<CommandLine>(read).config;
    EXPECT_EQ(config.data_directory, "/elsewhere");
    EXPECT_EQ(config.listen_address, "::1");
    EXPECT_EQ(config.listen_port, 9000);
    EXPECT_EQ(config.log, "lmdb");
}

TEST_F(ConfigFile, ldap_section_is_read_whole_or_rejected_with_key) {
    const std::string good =
        "[ldap]\nurl = 'ldap://ldap.example.org'\nbase = 'dc=example,dc=org'\n";
    const auto all =
        taken(good + "create = true\nmail_attribute = 'mailbox'\nbind_dn = 'cn=dibs'\n" +
              "bind_password_file = '/etc/dibs/ldap'\n[ldap.groups]\n'cn=a' = 'b'\n");
    ASSERT_TRUE(all) << all.error().text;
    EXPECT_EQ(all->ldap.admission, (auth::Admission{true, "", {{"cn=a", "b"}}}));
    EXPECT_EQ(all->ldap.directory.attributes.mail, "mailbox");
    EXPECT_EQ(all->ldap.directory.attributes.subject, "entryUUID");
    EXPECT_EQ(all->ldap.directory.filter, "(uid={name})");
    EXPECT_TRUE(all->ldap.directory.start_tls);
    EXPECT_EQ(all->oidc.admission, auth::Admission{}) << "each table says it for its own";
    EXPECT_TRUE(taken("[ldap]\n")) << "nothing said is no directory";
    EXPECT_NE(refused("[ldap]\nname = 'lab'\n").find("[ldap] url: "), std::string::npos);
    EXPECT_NE(refused(good + "start_tls = false\n").find("[ldap] start_tls: "), std::string::npos);
    EXPECT_NE(refused(good + "bind_dn = 'cn=dibs'\n").find("[ldap] bind_dn: "), std::string::npos);
    EXPECT_NE(refused(good + "admins = 'admins'\n").find("[ldap] admins: "), std::string::npos);
    EXPECT_NE(refused(good + "groups = {a = 'b'}\n").find("[ldap] groups: "), std::string::npos);
}

TEST_F(ConfigFile, oidc_section_is_read_whole_or_rejected_with_key) {
    const std::string site = "[server]\npublic_url = 'https://dibs.example.org'\n";
    const std::string good = "[oidc]\nissuer = 'https://id.example.org'\nclient_id = 'dibs'\n";
    const auto all = taken(site + good + "create = true\nscopes = []\n[oidc.groups]\na = 'b'\n");
    ASSERT_TRUE(all) << all.error().text;
    EXPECT_TRUE(all->oidc.admission.create && all->oidc.scopes.empty());
    EXPECT_EQ(all->oidc.admission.groups, (TextsByName{{"a", "b"}}));
    EXPECT_EQ(all->oidc.unix_name_claim, "preferred_username");
    EXPECT_TRUE(taken(site + "[oidc]\n")) << "nothing said is no provider";
    EXPECT_NE(refused(site + "[oidc]\nclient_id = 'dibs'\n").find("[oidc] issuer: "),
              std::string::npos);
    EXPECT_NE(refused(good).find("[server] public_url"), std::string::npos);
    EXPECT_NE(refused(site + good + "groups = {a = 1}\n").find("[oidc] groups: "),
              std::string::npos);
    EXPECT_NE(refused(site + good + "unix_name_claim = ''\n").find("unix_name_claim: "),
              std::string::npos);
}

TEST_F(ConfigFile, sign_up_is_off_by_default_and_needs_probe_key) {
    const std::string key = "[probe]\nidentity = '/etc/dibs/probe_key'\n";
    EXPECT_FALSE(taken(key)->sign_up.ssh);
    const auto all = taken(key + "[sign_up]\nssh = true\nhosts = ['gpu03']\nlowest_uid = 500\n");
    ASSERT_TRUE(all) << all.error().text;
    EXPECT_EQ(all->sign_up, (SignUpConfig{true, {"gpu03"}, 500}));
    const auto keyless = taken("[sign_up]\nssh = true\n");
    ASSERT_FALSE(keyless);
    EXPECT_NE(keyless.error().text.find("[sign_up] ssh: "), std::string::npos);
    for (const auto* wrong : {"ssh = 1", "hosts = 'gpu03'", "lowest_uid = 0", "ssh_key = 'x'"}) {
        EXPECT_FALSE(taken(key + "[sign_up]\n" + wrong + '\n')) << wrong;
    }
}

TEST_F(ConfigFile, connections_have_a_minimum_and_a_default) {
    Config config;
    ASSERT_TRUE(read_config(write("[limits]\nconnections_per_address = 50\n"), config));
    EXPECT_EQ(config.connections, 16'384);
    EXPECT_EQ(config.connections_per_address, 50);
    const auto few = read_config(write("[limits]\nconnections = 127\n"), config);
    ASSERT_FALSE(few);
    EXPECT_NE(few.error().text.find("connections: expected an integer from 128"),
              std::string::npos);
}

TEST_F(ConfigFile, history_settings_are_read_and_must_not_decrease) {
    EXPECT_EQ(history_kept(taken("").value()), HistoryKept{});
    const auto kept =
        history_kept(taken("[history]\nseconds_h = 6\nminutes_days = 90\nhours_days = 400\n"
                           "days_years = 5\n")
                         .value());
    EXPECT_EQ(kept.seconds, std::chrono::hours{6});
    EXPECT_EQ(kept.minutes, std::chrono::days{90});
    EXPECT_EQ(kept.hours, std::chrono::days{400});
    EXPECT_EQ(kept.days, std::chrono::days{5 * 366});
    EXPECT_NE(refused("[history]\nseconds_h = 25\n").find("seconds_h"), std::string::npos);
    EXPECT_NE(refused("[history]\nminutes_days = 2000\n").find("hours_days: no less than"),
              std::string::npos);
    EXPECT_NE(refused("[history]\nhours_days = 800\ndays_years = 2\n").find("days_years: no less"),
              std::string::npos);
    EXPECT_NE(refused("[history]\nweeks = 1\n").find("weeks"), std::string::npos);
}

TEST_F(ConfigFile, unhealthy_xids_are_numbers_without_program_errors) {
    const auto read = taken("[rules]\nunhealthy_xids = [79, 48]\nunhealthy_if = ['xid_errors']\n");
    ASSERT_TRUE(read) << read.error().text;
    EXPECT_EQ(read->rules.unhealthy_xids, (health::Xids{48, 79}));
    EXPECT_EQ(differing_rules(read->rules, {}),
              "unhealthy_if is another list, the file says otherwise; unhealthy_xids is another "
              "list, the file says otherwise");
    for (const auto* no : {"79", "['79']", "[13]", "[0]"}) {
        EXPECT_FALSE(taken(std::string("[rules]\nunhealthy_xids = ") + no + "\n")) << no;
    }
}

TEST_F(ConfigFile, rules_come_from_file_and_others_are_not_compared) {
    Config config;
    ASSERT_TRUE(
        read_config(write("[rules]\nshortest_min = 15\nmost_gpus = 8\nviolation_level = 'off'\n"
                          "usage_visible_to = 'own'\n"),
                    config));
    EXPECT_EQ(config.rules.shortest_min, 15);
    EXPECT_EQ(config.rules.longest_min, std::nullopt);
    EXPECT_EQ(config.rules.violation_level, rules::ViolationLevel::off);
    EXPECT_EQ(config.rules.usage_visible_to, rules::UsageVisibleTo::own);
    EXPECT_EQ(
        differing_rules(config.rules, {.shortest_min = 20, .longest_min = 60, .most_gpus = 8}),
        "shortest_min is 20, the file says 15; "
        "violation_level is against_bookings, the file says off; "
        "usage_visible_to is everyone, the file says own");
    EXPECT_EQ(differing_rules({}, {.most_gpus = 8}), "");
}

TEST_F(ConfigFile, rule_out_of_bounds_is_rejected_with_its_bounds) {
    Config config;
    const auto read = read_config(write("[rules]\nhorizon_min = 527041\n"), config);
    ASSERT_FALSE(read);
    EXPECT_NE(read.error().text.find("horizon_min: expected an integer from 1 to 527040"),
              std::string::npos);
}

TEST_F(ConfigFile, hooks_are_named_by_event_and_command) {
    Config config;
    ASSERT_TRUE(read_config(write("[[on]]\nevent = 'reservation.*'\nrun = ['/bin/tell', 'all']\n"
                                  "[[on]]\nevent = '*'\nrun = ['/bin/tell']\ndeadline_s = 5\n"),
                            config));
    ASSERT_EQ(config.hooks.size(), 2U);
    EXPECT_EQ(name_of(config.hooks[0]), "on reservation.* run /bin/tell all");
    EXPECT_EQ(config.hooks[0].deadline_s, 30);
    EXPECT_EQ(config.hooks[1].deadline_s, 5);
}

TEST_F(ConfigFile, invalid_hook_is_rejected_with_the_broken_rule) {
    const auto refusal = [&](const std::string& text) {
        Config config;
        const auto read = read_config(write(text), config);
        return read ? "" : read.error().text.substr(read.error().text.find("toml:") + 5);
    };
    EXPECT_EQ(refusal("[[on]]\nrun = ['/bin/tell']\n"), "1: [[on]] event: is missing");
    EXPECT_EQ(refusal("[[on]]\nevent = '*'\n"), "1: [[on]] run: is missing");
    for (const auto* run : {"'/bin/tell'", "[]", "['tell']", "['/bin/tell', 1]"}) {
        EXPECT_EQ(refusal(std::string("[[on]]\nrun = ") + run + "\n"),
                  "2: [[on]] run: expected a program's whole path and its arguments: "
                  "[\"/etc/dibs/tell\"]");
    }
    EXPECT_EQ(refusal("[[on]]\ndeadline_s = 0\n"),
              "2: [[on]] deadline_s: expected an integer from 1 to 3600");
    EXPECT_EQ(refusal("[[on]]\nshell = true\n"), "2: [[on]] shell: no such key");
    EXPECT_EQ(refusal("[on]\n"), "1: on is a list of tables: [[on]]");
}

TEST(Hook, pattern_matches_its_events_but_none_about_effects) {
    EXPECT_TRUE(hears("*", "reservation.booked.v1"));
    EXPECT_TRUE(hears("reservation.*", "reservation.booked.v1"));
    EXPECT_TRUE(hears("reservation.booked", "reservation.booked.v1"));
    EXPECT_TRUE(hears("reservation.booked.v1", "reservation.booked.v1"));
    EXPECT_FALSE(hears("reservation.book", "reservation.booked.v1"));
    EXPECT_FALSE(hears("res.*", "reservation.booked.v1"));
    EXPECT_FALSE(hears("*", "effect.done.v1"));
    EXPECT_FALSE(hears("effect.*", "effect.done.v1"));
}

}  // namespace
}  // namespace dibs
