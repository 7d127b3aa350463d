// GET /api/v1/system.
#include "tests/support/api_world.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

TEST(System, system_shows_positions_of_log_and_projections) {
    ApiWorld world;
    world.service->status.probes = [] {
        return std::vector<probe::HostStats>{
            {.name = "atlas",
             .reachable = true,
             .frames = 7,
             .clock_offset_s = -400,
             .skipped_processes = 12},
            {.name = "boreas", .clock_offset_s = 9, .skipped_processes = 3}};
    };
    world.service->status.clock_is_synchronised = [] { return std::optional(false); };
    world.service->status.disk = [] { return std::optional(routes::DiskSpace{5, 10}); };
    const auto reply = world.as(world.ben).get("/api/v1/system");
    EXPECT_EQ(reply.status, 200) << reply.body;
    EXPECT_EQ(reply.at("clock_synchronised"), "false");
    EXPECT_EQ(reply.at("disk.free_bytes"), "5");
    EXPECT_EQ(reply.at("disk.size_bytes"), "10");
    EXPECT_EQ(reply.at("probes[0].clock_offset_s"), "-400");
    EXPECT_EQ(reply.at("probes[1].clock_offset_s"), "9") << "when it was heard last";
    const auto hosts = world.as(world.ben).get("/api/v1/hosts");
    ASSERT_EQ(hosts.at("items[0].name"), "atlas");
    EXPECT_EQ(hosts.at("items[0].clock_offset_s"), "-400");
    EXPECT_EQ(hosts.at("items[0].processes_skipped"), "12");
    EXPECT_EQ(hosts.at("items[1].clock_offset_s"), "") << "it is not reached now";
    EXPECT_EQ(hosts.at("items[1].processes_skipped"), "");
    const auto metrics = world.nobody().get("/metrics").body;
    for (const auto* line :
         {"dibs_host_clock_offset_seconds{host=\"atlas\"} -400\n", "dibs_clock_synchronised 0\n",
          "dibs_data_free_bytes 5\n", "dibs_data_size_bytes 10\n"}) {
        EXPECT_NE(metrics.find(line), std::string::npos) << line;
    }
    EXPECT_EQ(metrics.find("dibs_host_clock_offset_seconds{host=\"boreas"), std::string::npos);
    EXPECT_EQ(reply.at("version"), DIBS_VERSION);
    EXPECT_EQ(reply.at("log.adapter"), "memory");
    EXPECT_EQ(reply.at("log.role"), "writing");
    EXPECT_EQ(reply.at("log.position"), reply.at("projections[0].position"));
    EXPECT_EQ(reply.at("projections[0].lag"), "0");
    EXPECT_EQ(reply.at("ready"), "true");
    EXPECT_EQ(reply.at("hosts.total"), "2");
    EXPECT_EQ(reply.at("hosts.reached"), "1");
    EXPECT_EQ(reply.at("gpus"), "6");
    EXPECT_EQ(reply.at("probes[0].host_name"), "atlas");
    EXPECT_EQ(reply.at("probes[0].frames"), "7");
    EXPECT_EQ(reply.at("probes[1].last_frame_at"), "") << "none yet";
}

TEST(System, system_reports_a_log_that_differs_from_its_seals) {
    ApiWorld world;
    EXPECT_EQ(world.as(world.ben).get("/api/v1/system").at("log.seals_problem"), "");
    world.service->status.audit = [] {
        return AuditFindings{.read = 6, .broken = "The seal of position 7 does not fit."};
    };
    EXPECT_EQ(world.as(world.ben).get("/api/v1/system").at("log.seals_problem"),
              "The seal of position 7 does not fit.");
    const auto metrics = world.nobody().get("/metrics").body;
    EXPECT_NE(metrics.find("dibs_log_tampered 1\n"), std::string::npos);
    EXPECT_NE(metrics.find("dibs_log_seals_checked_position 6\n"), std::string::npos);
}

TEST(System, effects_are_shown_to_admins_and_counted_for_scrapers) {
    ApiWorld world;
    world.service->status.effects = [&] {
        effect::Status fails{.reactor = "booking-news", .by = effect::By::mail};
        fails.waiting = 2;
        fails.oldest_waiting = world.now() - std::chrono::seconds{90};
        fails.done = 5;
        fails.failed = 3;
        fails.given_up = 1;
        fails.last_done = world.now() - std::chrono::minutes{10};
        fails.failing_since = world.now() - std::chrono::seconds{60};
        fails.last_failure = "no connection";
        using enum effect::By;
        return std::vector{
            fails, effect::Status{.reactor = "hook \"a\"", .by = webhook},
            effect::Status{.reactor = "on * run /bin/tell --token=TOPSECRET", .by = program},
            effect::Status{.reactor = "on * run /bin/tell --to=others", .by = program},
            effect::Status{.reactor = "on * post https://chat.example.org/TOPSECRET/1",
                           .by = webhook}};
    };
    EXPECT_EQ(world.as(world.ben).get("/api/v1/system").body.find("no connection"),
              std::string::npos);
    const auto reply = world.as(world.ann).get("/api/v1/system");
    EXPECT_EQ(reply.at("effects[0].reactor"), "booking-news");
    EXPECT_EQ(reply.at("effects[0].by"), "mail");
    EXPECT_EQ(reply.at("effects[0].waiting"), "2");
    EXPECT_EQ(reply.at("effects[0].last_failure"), "no connection");
    EXPECT_NE(reply.at("effects[0].failing_since"), "");
    EXPECT_EQ(reply.at("effects[1].failing_since"), "");
    EXPECT_EQ(reply.at("effects[1].last_done_at"), "") << "nobody knows";
    EXPECT_EQ(reply.at("mail.letters_sent"), "") << "this site sends none";
    const auto metrics = world.nobody().get("/metrics").body;
    const std::string of_news = R"({by="mail",reactor="booking-news"} )";
    const std::string of_hook = R"({by="webhook",reactor="hook \"a\""} )";
    for (const auto& line :
         {"dibs_effects_waiting" + of_news + "2\n", "dibs_effects_failing" + of_news + "1\n",
          "dibs_effects_failing" + of_hook + "0\n", "dibs_effects_done_total" + of_news + "5\n",
          "dibs_effects_failed_total" + of_news + "3\n",
          "dibs_effects_given_up_total" + of_news + "1\n",
          std::string(R"-(dibs_effects_waiting{by="program",reactor="on * run /bin/tell"} 0)-"),
          std::string(R"-(dibs_effects_waiting{by="program",reactor="on * run /bin/tell (2)"} 0)-"),
          std::string(R"-({by="webhook",reactor="on * post https://chat.example.org"} 0)-"),
          "dibs_effects_oldest_waiting_age_seconds" + of_news + "90\n",
          "dibs_effects_last_done_age_seconds" + of_news + "600\n"}) {
        EXPECT_NE(metrics.find(line), std::string::npos) << line;
    }
    EXPECT_EQ(metrics.find("dibs_effects_last_done_age_seconds" + of_hook), std::string::npos);
    EXPECT_EQ(metrics.find("no connection"), std::string::npos);
    EXPECT_EQ(metrics.find("TOPSECRET"), std::string::npos);
    EXPECT_EQ(metrics.find("dibs_mail_"), std::string::npos);
}

TEST(System, system_shows_the_mail_servers_state) {
    ApiWorld world;
    effect::MailStatus mail;
    world.service->status.mail = [&] { return mail; };
    auto reply = world.as(world.ann).get("/api/v1/system");
    EXPECT_EQ(reply.at("mail.letters_sent"), "0");
    EXPECT_EQ(reply.at("mail.last_sent_at"), "");
    auto metrics = world.nobody().get("/metrics").body;
    EXPECT_NE(metrics.find("dibs_mail_letters_sent_total 0\n"), std::string::npos);
    EXPECT_EQ(metrics.find("\ndibs_mail_failing_seconds"), std::string::npos) << "it does not fail";
    mail = {7, 2, world.now(), world.now(), "it hangs up"};
    world.advance(std::chrono::seconds{30});
    reply = world.as(world.ann).get("/api/v1/system");
    EXPECT_EQ(reply.at("mail.failed_tries"), "2");
    EXPECT_EQ(reply.at("mail.last_failure"), "it hangs up");
    metrics = world.nobody().get("/metrics").body;
    for (const auto* line :
         {"dibs_mail_letters_sent_total 7\n", "dibs_mail_failed_tries_total 2\n",
          "dibs_mail_last_sent_age_seconds 30\n", "dibs_mail_failing_seconds 30\n"}) {
        EXPECT_NE(metrics.find(line), std::string::npos) << line;
    }
}

TEST(System, unknown_values_are_absent) {
    ApiWorld world;
    world.service->status.clock_is_synchronised = [] { return std::optional<bool>{}; };
    world.service->status.disk = [] { return std::optional<routes::DiskSpace>{}; };
    const auto reply = world.as(world.ben).get("/api/v1/system");
    EXPECT_EQ(reply.at("clock_synchronised"), "");
    EXPECT_EQ(reply.at("disk.free_bytes"), "");
    EXPECT_EQ(world.nobody().get("/metrics").body.find("dibs_data_"), std::string::npos);
}

TEST(System, system_names_the_reason_for_not_writing) {
    ApiWorld world;
    world.service->status.writer = [] {
        WriterStatus status;
        status.role = WriterRole::stopped;
        status.problem = "The log was replaced at offset 7.";
        status.position = 1'000'000;
        return status;
    };
    const auto reply = world.as(world.ben).get("/api/v1/system");
    EXPECT_EQ(reply.at("ready"), "false");
    EXPECT_EQ(reply.at("log.problem"), "The log was replaced at offset 7.");
    EXPECT_GT(std::stoll(reply.at("projections[0].lag")), 900'000);
}

}  // namespace
}  // namespace dibs::test
