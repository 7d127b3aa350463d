// Times and ids as text, in both directions; under a time zone that is not UTC.
#include "domain/usage/sample.hpp"
#include "tests/support/sample_site.hpp"

#include <cstdlib>
#include <ctime>

namespace dibs::test {
namespace {

using namespace std::chrono_literals;

TEST(Time, time_is_written_in_utc_with_milliseconds) {
    EXPECT_EQ(to_text(from_unix_ms(0)), "1970-01-01T00:00:00.000Z");
    EXPECT_EQ(to_text(from_unix_ms(1795255445042)), "2026-11-21T10:04:05.042Z");
    EXPECT_EQ(to_text(from_unix_ms(-1)), "1969-12-31T23:59:59.999Z");
}

TEST(Time, time_text_does_not_depend_on_the_zone_of_the_machine) {
    const char* before = std::getenv("TZ");
    const std::string kept = before ? before : "";
    setenv("TZ", "America/New_York", 1);
    tzset();
    EXPECT_EQ(to_text(from_unix_ms(1795255445042)), "2026-11-21T10:04:05.042Z");
    EXPECT_EQ(parse_instant("2026-11-21T10:04:05.042Z"), from_unix_ms(1795255445042));
    const auto text = event_json(event(booked(booking(1, ann, {gpu_a}, "10:00", "12:00"))));
    EXPECT_NE(text.find(R"("from":"2026-12-01T10:00:00.000Z")"), std::string::npos) << text;
    before ? setenv("TZ", kept.c_str(), 1) : unsetenv("TZ");
    tzset();
}

TEST(Time, time_is_read_with_any_offset_and_decimals) {
    const auto t = clock("10:00");
    for (const auto* text : {"2026-12-01T10:00:00Z", "2026-12-01t10:00:00z",
                             "2026-12-01 10:00:00.000Z", "2026-12-01T11:00:00+01:00",
                             "2026-12-01T04:30:00-05:30", "2026-12-01T10:00:00.000999999Z"}) {
        EXPECT_EQ(parse_instant(text), t) << text;
    }
    EXPECT_EQ(parse_instant("2026-12-01T10:00:00.5Z"), t + 500ms);
}

TEST(Time, rejects_invalid_text) {
    for (const auto* text :
         {"", "2026-12-01", "2026-12-01T10:00:00", "2026-12-01T10:00Z", "2026-02-31T10:00:00Z",
          "2025-02-29T10:00:00Z", "2026-13-01T10:00:00Z", "2026-12-01T24:00:00Z",
          "2026-12-01T10:60:00Z", "2026-12-01T10:00:60Z", "2026-12-01T10:00:00ZZ",
          "2026-12-01T10:00:00.Z", "2026-12-01T10:00:00.0000000001Z", "2026-12-01T10:00:00+1:00",
          "2026-12-01T10:00:00+24:00", "2026-12-01T10:00:00+01:60", " 2026-12-01T10:00:00Z",
          "+2026-12-01T10:00:00Z", "2026-12-01T10:00:00Z\n"}) {
        EXPECT_EQ(parse_instant(text), std::nullopt) << text;
    }
}

TEST(Time, random_times_survive_reading_and_writing) {
    for (const auto* text : {"0000-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z",
                             "0001-01-01T00:00:00+00:00", "2024-02-29T23:59:59.999-12:00"}) {
        const auto t = parse_instant(text);
        ASSERT_TRUE(t) << text;
        EXPECT_EQ(parse_instant(to_text(*t)), t) << text;
    }
}

TEST(Time, rejects_years_that_cannot_be_written) {
    EXPECT_EQ(parse_instant("9999-12-31T23:59:59-00:01"), std::nullopt);
    EXPECT_EQ(parse_instant("0000-01-01T00:00:00+00:01"), std::nullopt);
}

TEST(Interval, interval_is_half_open) {
    const Interval morning{clock("10:00"), clock("12:00")};
    EXPECT_TRUE(morning.contains(clock("10:00")));
    EXPECT_FALSE(morning.contains(clock("12:00")));
    EXPECT_FALSE(morning.overlaps({clock("12:00"), clock("13:00")}));
    EXPECT_FALSE(morning.overlaps({clock("09:00"), clock("10:00")}));
    EXPECT_TRUE(morning.overlaps({clock("11:59"), clock("13:00")}));
}

TEST(Ids, ids_are_read_in_either_case) {
    const auto id = nth<GpuId>(4711);
    const auto text = to_text(id);
    EXPECT_EQ(text.size(), 4 + 26U);
    EXPECT_EQ(parse_id<GpuId>(text), id);
    std::string lower = "gpu_";
    for (const char c : text.substr(4)) lower += static_cast<char>(std::tolower(c));
    EXPECT_EQ(parse_id<GpuId>(lower), id);
}

TEST(Ids, all_bits_of_an_id_survive) {
    GpuId id;
    for (std::size_t i = 0; i < 16; ++i) id.uuid[i] = static_cast<std::uint8_t>(255 - i * 7);
    EXPECT_EQ(parse_id<GpuId>(to_text(id)), id);
    id.uuid.fill(255);
    EXPECT_EQ(to_text(id), "gpu_7ZZZZZZZZZZZZZZZZZZZZZZZZZ");
    EXPECT_EQ(parse_id<GpuId>(to_text(id)), id);
}

TEST(Ids, subject_ids_of_samples_survive_reading_and_writing) {
    const SubjectId process(nth<ProcessId>(1), nth<GpuId>(2));
    for (const auto& id : {SubjectId(nth<GpuId>(1)), SubjectId(nth<HostId>(1)), process}) {
        EXPECT_EQ(parse_subject(to_text(id)), id);
    }
    EXPECT_FALSE(parse_subject(to_text(nth<ProcessId>(1)))) << "on which GPU?";
}

TEST(Ids, ids_of_another_or_no_kind_are_refused) {
    const auto digits = to_text(nth<GpuId>(1)).substr(4);
    for (const auto& text : {"res_" + digits, digits, "gpu" + digits, "gpu_" + digits + "0",
                             "gpu_" + digits.substr(1), "gpu_8" + digits.substr(1),
                             "gpu_U" + digits.substr(1), std::string("gpu_"), std::string()}) {
        EXPECT_EQ(parse_id<GpuId>(text), std::nullopt) << text;
    }
}

TEST(Commands, every_command_has_the_name_of_its_struct) {
    const auto name = [](auto c) { return command(std::move(c)).type(); };
    EXPECT_EQ(name(Tick{}), "tick");
    EXPECT_EQ(name(reservation::Book{}), "reservation.book");
    EXPECT_EQ(name(reservation::Change{}), "reservation.change");
    EXPECT_EQ(name(reservation::Cancel{}), "reservation.cancel");
    EXPECT_EQ(name(reservation::Release{}), "reservation.release");
    EXPECT_EQ(name(reservation::Reinstate{}), "reservation.reinstate");
    EXPECT_EQ(name(fleet::EnrolHost{}), "host.enrol");
    EXPECT_EQ(name(fleet::ChangeHost{}), "host.change");
    EXPECT_EQ(name(fleet::RemoveHost{}), "host.remove");
    EXPECT_EQ(name(fleet::ReportReached{}), "host.report_reached");
    EXPECT_EQ(name(fleet::ReportLost{}), "host.report_lost");
    EXPECT_EQ(name(fleet::ReportHostKey{}), "host.report_key");
    EXPECT_EQ(name(fleet::ReportGpus{}), "gpu.report");
    EXPECT_EQ(name(fleet::ReportProcesses{}), "process.report");
    EXPECT_EQ(name(violation::Excuse{}), "violation.excuse");
    EXPECT_EQ(name(people::OpenSetup{}), "setup.open");
    EXPECT_EQ(name(people::CompleteSetup{}), "setup.complete");
    EXPECT_EQ(name(people::AddPerson{}), "person.add");
    EXPECT_EQ(name(people::ChangePassword{}), "person.change_password");
    EXPECT_EQ(name(people::SignIn{}), "session.sign_in");
    EXPECT_EQ(name(people::SignOut{}), "session.sign_out");
    EXPECT_EQ(name(people::IssueToken{}), "token.issue");
    EXPECT_EQ(name(people::RevokeToken{}), "token.revoke");
    EXPECT_EQ(name(grant::Give{}), "grant.give");
}

}  // namespace
}  // namespace dibs::test
