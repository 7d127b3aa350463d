// Usage reports from real logs and tables. Reserved time is used by the owner, by others or by
// unknown accounts, or it is idle or unmeasured; each second is in one row.
#include "tests/projections/usage/usage_world.hpp"

namespace dibs::test {
namespace {

using namespace std::chrono_literals;
using views::Decimal;
using views::ReportQuestion;
using views::UsageBy;
using views::UsageReport;
using views::UsageRow;

const UsageRow& row_of(const UsageReport& report, const std::function<bool(const UsageRow&)>& is) {
    static const UsageRow none{};
    const auto found = std::find_if(report.rows.begin(), report.rows.end(), is);
    EXPECT_NE(found, report.rows.end()) << to_json(report);
    return found == report.rows.end() ? none : *found;
}
const UsageRow& of_person(const UsageReport& report, const std::string& account) {
    return row_of(report, [&](const UsageRow& row) { return row.account == account; });
}

// The hours of 10:00 (closed) and 11:00 (open). Ann reserved A for the first and half of the
// second, and released it at 11:15.
class Report : public UsageWorld {
  protected:
    Report() {
        auto plan = booking(1, ann, {gpu_a}, "10:00", "11:30");
        facts.fact(booked(plan));
        facts.at("11:15").fact(released(plan, clock("11:15")));
        measure(gpu_a, ten, 20min, {{"ann"}}, 50);
        measure(gpu_a, ten + 20min, 10min, {{"ben"}}, 80);
        measure(gpu_a, ten + 30min, 10min, {}, 0);
        measure(gpu_a, ten + 50min, 20min, {{"ann", 10}, {"stranger", 30}}, 60);
        measure(gpu_a, ten + 70min, 10min, {{""}}, 20);
        catch_up();
    }
    const Instant now = ten + 90min;
};

TEST_F(Report, total_splits_reserved_time_into_used_idle_and_unmeasured) {
    const auto answer = report(ten, now);
    EXPECT_EQ(answer.closed_until, ten + 1h);
    const auto& total = answer.total;
    EXPECT_EQ(total.reserved_s, Decimal::of(75 * 60)) << "until it was released";
    EXPECT_EQ(total.used_by_owner_s, Decimal::of(600 + 120)) << "20 min at 50 %, 20 min at 10 %";
    EXPECT_EQ(total.used_by_others_s, Decimal::of(480 + 360));
    EXPECT_EQ(total.used_by_unknown_s, Decimal::of(240 + 60)) << "shared, and hidden";
    EXPECT_EQ(total.idle_with_process_s, Decimal::of(600 + 480));
    EXPECT_EQ(total.idle_without_process_s, Decimal::of(120 + 600));
    EXPECT_EQ(total.idle_s, Decimal::of(1080 + 720 + 240)) << "and 5 min at 20 % of the hidden";
    EXPECT_EQ(total.unmeasured_s, Decimal::of(600));
    EXPECT_EQ(total.unreserved_used_s, Decimal::of(60)) << "from 11:15 to 11:20";
    EXPECT_EQ(total.capacity_s, Decimal::of(4 * 90 * 60 + 90 * 60)) << "the cut card as two slices";
}

TEST_F(Report, rows_by_person_have_reserved_and_used_time) {
    const auto answer = report(ten, now);
    ASSERT_EQ(answer.rows.size(), 4U) << to_json(answer);
    const auto& holder = answer.rows.front();
    EXPECT_EQ(holder.person, ann);
    EXPECT_EQ(holder.reserved_s, answer.total.reserved_s);
    EXPECT_EQ(holder.used_of_others_s, Decimal::of(0));
    EXPECT_FALSE(holder.capacity_s);
    EXPECT_EQ(of_person(answer, "ben").used_of_others_s, Decimal::of(480));
    EXPECT_EQ(of_person(answer, "ben").person, ben);
    EXPECT_EQ(of_person(answer, "stranger").used_of_others_s, Decimal::of(360));
    EXPECT_FALSE(of_person(answer, "stranger").person) << "nobody here has that account";
    const auto hidden = row_of(answer, [](const auto& row) { return !row.account; });
    EXPECT_EQ(hidden.unreserved_used_s, Decimal::of(60)) << "nobody knows whose";
}

TEST_F(Report, report_filters_by_people_gpus_models_hosts_and_reservations) {
    ReportQuestion question;
    question.window = {ten, now};
    question.people = {ben};
    const auto of_ben = report(question, now);
    EXPECT_EQ(of_ben.total.reserved_s, Decimal::of(0));
    EXPECT_EQ(of_ben.total.used_of_others_s, Decimal::of(480));
    EXPECT_EQ(of_ben.total.unreserved_used_s, Decimal::of(0));
    EXPECT_FALSE(of_ben.total.capacity_s) << "what there was is nobody's";
    question.people = {ann};
    EXPECT_EQ(report(question, now).total.used_by_others_s, Decimal::of(840));
    EXPECT_EQ(report(question, now).total.used_of_others_s, Decimal::of(0));
    question.people = {};
    question.gpus = {gpu_b};
    EXPECT_EQ(report(question, now).total.reserved_s, Decimal::of(0));
    EXPECT_EQ(report(question, now).total.capacity_s, Decimal::of(90 * 60));
    question.gpus = {};
    question.models = {"v100"};
    EXPECT_TRUE(report(question, now).rows.empty());
    question.models = {"V100", "a10"};
    EXPECT_EQ(report(question, now).total.reserved_s, Decimal::of(75 * 60));
    question.hosts = {boreas};
    EXPECT_EQ(report(question, now).total.reserved_s, Decimal::of(0));
    question.hosts = {};
    question.reservations = {nth<ReservationId>(1)};
    const auto of_booking = report(question, now);
    EXPECT_EQ(of_booking.total.reserved_s, Decimal::of(75 * 60));
    EXPECT_EQ(of_booking.total.unreserved_used_s, Decimal::of(0));
    question.reservations = {nth<ReservationId>(2)};
    EXPECT_EQ(report(question, now).total.reserved_s, Decimal::of(0));
}

TEST_F(Report, rows_may_be_models_hosts_gpus_or_reservations) {
    const auto by_model = report(ten, now, UsageBy::model);
    ASSERT_EQ(by_model.rows.size(), 1U);
    EXPECT_EQ(by_model.rows[0].model, "NVIDIA A100");
    const auto by_host = report(ten, now, UsageBy::host);
    EXPECT_EQ(by_host.rows[0].host_name, "atlas") << "most idle first";
    EXPECT_EQ(by_host.rows[0].capacity_s, Decimal::of(2 * 90 * 60));
    const auto by_gpu = report(ten, now, UsageBy::gpu);
    EXPECT_EQ(by_gpu.rows[0].gpu_name, "atlas:0");
    const auto by_booking = report(ten, now, UsageBy::reservation);
    ASSERT_EQ(by_booking.rows.size(), 2U);
    EXPECT_EQ(by_booking.rows[0].reservation, nth<ReservationId>(1));
    EXPECT_EQ(by_booking.rows[0].person, ann);
    EXPECT_EQ(by_booking.rows[0].gpu_name, "atlas:0");
    EXPECT_EQ(by_booking.rows[0].until, clock("11:15"));
    EXPECT_FALSE(by_booking.rows[1].reservation) << "what was used without one";
}

TEST_F(Report, group_rows_count_current_members_in_each_of_their_groups) {
    const auto students = nth<GroupId>(1), vision = nth<GroupId>(2);
    facts.fact(group::GroupCreated{{students, "students", false}})
        .fact(group::GroupCreated{{vision, "vision", false}})
        .fact(group::Joined{students, ann, false, "students", {}})
        .fact(group::Joined{vision, ann, false, "vision", {}})
        .fact(group::Joined{vision, ben, false, "vision", {}});
    const auto answer = report(ten, now, UsageBy::group);
    ASSERT_EQ(answer.rows.size(), 3U) << to_json(answer);
    const auto of_group = [&](const char* name) {
        return row_of(answer, [&](const UsageRow& row) { return row.group_name == name; });
    };
    EXPECT_EQ(of_group("students").group, students);
    EXPECT_EQ(of_group("students").reserved_s, Decimal::of(75 * 60));
    EXPECT_EQ(of_group("students").used_of_others_s, Decimal::of(0));
    EXPECT_EQ(of_group("vision").reserved_s, Decimal::of(75 * 60)) << "ann's";
    EXPECT_EQ(of_group("vision").used_of_others_s, Decimal::of(480)) << "and ben's";
    EXPECT_FALSE(of_group("vision").person || of_group("vision").account);
    const auto none = row_of(answer, [](const auto& row) { return !row.group; });
    EXPECT_EQ(none.used_of_others_s, Decimal::of(360)) << "of an account that nobody here has";
    EXPECT_EQ(none.unreserved_used_s, Decimal::of(60));
    EXPECT_FALSE(none.group_name || none.account);
    EXPECT_EQ(answer.total.reserved_s, Decimal::of(75 * 60)) << "each second once";
}

TEST_F(Report, absent_gpu_has_no_row_but_an_empty_hour_has_one) {
    EXPECT_TRUE(report(ten - 100h, ten - 99h, UsageBy::gpu).rows.empty()) << "before the hosts";
    ReportQuestion question;
    question.window = {ten - 100h, ten - 98h};
    question.by = UsageBy::hour;
    question.periods.of_hour = {0, 1};
    question.periods.rows.resize(2);
    EXPECT_EQ(report(question, now).rows.size(), 2U);
}

TEST_F(Report, own_only_hides_rows_of_others_but_shows_the_total) {
    ReportQuestion question;
    question.window = {ten, now};
    question.own_only = ben;
    const auto answer = report(question, now);
    ASSERT_EQ(answer.rows.size(), 1U);
    EXPECT_EQ(answer.rows[0].person, ben);
    EXPECT_EQ(answer.total.reserved_s, Decimal::of(75 * 60));
    question.by = UsageBy::reservation;
    EXPECT_TRUE(report(question, now).rows.empty());
    question.by = UsageBy::host;
    EXPECT_EQ(report(question, now).rows.size(), 2U) << "sums of all";
}

TEST_F(Report, report_is_the_same_without_samples_years_later) {
    measure(gpu_a, ten + 2h, 71min, {}, 0);  // closes every hour of the question
    catch_up();
    const auto shown = [&](UsageNode& its) {
        std::string all;
        for (const auto by : {UsageBy::person, UsageBy::gpu, UsageBy::reservation}) {
            ReportQuestion question;
            question.window = {ten, ten + 3h};
            question.by = by;
            const Snapshot tables(facts.model().facts().read(), ten + 5000h, &its.usage());
            all += to_json(usage_report(tables, question).value());
        }
        return all;
    };
    const auto seen = shown(node);
    const auto no_samples = open_samples("none");
    const auto later = another(*no_samples, *hours);
    later->catch_up();
    EXPECT_EQ(shown(*later), seen);
    EXPECT_NE(seen.find("\"used_by_owner_s\":720,"), std::string::npos) << seen;
}

TEST_F(Report, open_hour_shows_the_same_as_once_closed) {
    const auto open = report(ten, ten + 80min).total;
    measure(gpu_a, ten + 2h, 71min, {}, 0);
    catch_up();
    ReportQuestion question;
    question.window = {ten, ten + 2h};
    const auto closed = report(question, ten + 5h).total;
    EXPECT_EQ(to_json(open.used_by_owner_s), to_json(closed.used_by_owner_s));
    EXPECT_EQ(open.used_by_others_s, closed.used_by_others_s);
    EXPECT_EQ(open.idle_s, closed.idle_s);
    EXPECT_EQ(open.reserved_s, closed.reserved_s);
}

TEST_F(Report, violated_seconds_count_once_and_not_if_excused) {
    const auto opened = [&](unsigned n, std::string_view from, std::string_view until,
                            bool excused = false) {
        violation::Violation v;
        v.id = first_id_at<ViolationId>(clock(from));
        v.id.uuid[15] = static_cast<std::uint8_t>(n);
        v.process = nth<ProcessId>(n);
        v.host = atlas;
        v.gpus = {gpu_a};
        v.reservation = nth<ReservationId>(1);
        v.owner = ann;
        v.unix_name = "stranger";
        facts.at(from).fact(violation::ViolationOpened{v});
        if (excused) facts.fact(violation::Excused{v, "agreed"});
        facts.at(until).fact(violation::Closed{v});
    };
    opened(1, "10:50", "11:05");
    opened(2, "10:55", "11:10");
    opened(3, "10:10", "10:20", true);
    opened(4, "11:14", "11:25");
    const auto answer = report(ten, now);
    EXPECT_EQ(answer.total.violated_s, Decimal::of(21 * 60)) << "up to the end of the booking";
    EXPECT_EQ(of_person(answer, "ann").violated_s, Decimal::of(21 * 60));
}

TEST_F(Report, report_refuses_too_many_hours_and_rows) {
    const auto refusal = [&](Interval window, UsageBy by = UsageBy::person) {
        ReportQuestion question;
        question.window = window;
        question.by = by;
        const auto answer = usage_report(ask(window.until), question);
        return answer ? std::string() : answer.error().field;
    };
    EXPECT_EQ(refusal({ten, ten + 33'333h}), "");  // 200,000 GPU-hours of six GPUs and slices
    EXPECT_EQ(refusal({ten, ten + 166'667h}), "until") << "of six GPUs and slices";
    const Instant never{};
    EXPECT_EQ(report_window(ten, ten, now, never).error().field, "until");
    EXPECT_EQ(report_window(now, {}, ten, never).error().field, "from") << "has not begun";
    EXPECT_EQ(report_window(ten + 5min, ten + 70min, now, never).value(), (Interval{ten, now}));
    EXPECT_EQ(report_window(ten + 5min, ten + 50min, now, never).value(),
              (Interval{ten, ten + 1h}));
    EXPECT_FALSE(report_window(never, {}, never + 2'000'001h, never));
}

TEST_F(Report, report_begins_with_the_first_known_hour) {
    EXPECT_EQ(report_window(ten - 90'000h, {}, now, ten).value(), (Interval{ten, now}));
    EXPECT_EQ(report_window(ten - 90'000h, ten - 9h, now, ten).value(),
              (Interval{ten - 10h, ten - 9h}))
        << "all before it: the last hour, in which there was nothing";
    const auto first = first_reported_hour(ask(now));
    EXPECT_LE(first, ten);
    EXPECT_EQ(first_reported_hour({facts.model().facts().read(), first - 5min, nullptr}),
              first - 1h)
        << "nothing is known: the hour of the question";
}

TEST_F(Report, use_of_a_slice_is_taken_from_its_gpus_samples) {
    facts.at("08:00").fact(booked(booking(7, ann, {slice_1}, "12:00", "13:00")));
    facts.fact(booked(booking(8, ben, {slice_2}, "12:30", "13:00")));
    measure(gpu_d, ten + 2h, 75min, {{"ann", 10}, {"ben", 40}}, 50);
    catch_up();
    ReportQuestion question;
    question.window = {ten + 2h, ten + 3h};
    question.gpus = {slice_1, slice_2};
    const auto answer = report(question, now);
    EXPECT_EQ(answer.total.reserved_s, Decimal::of(5400));
    EXPECT_EQ(of_person(answer, "ann").used_by_owner_s, Decimal::of(360));
    EXPECT_EQ(of_person(answer, "ann").used_by_others_s, Decimal::of(720)) << "ben, until 12:30";
    EXPECT_EQ(of_person(answer, "ben").used_by_owner_s, Decimal::of(720));
    EXPECT_EQ(answer.total.unmeasured_s, Decimal::of(0));
    question.gpus = {gpu_d};
    EXPECT_EQ(report(question, now).total.reserved_s, Decimal::of(0));
    EXPECT_EQ(report(question, now).total.unreserved_used_s, Decimal::of(0));
}

}  // namespace
}  // namespace dibs::test
