// Facts, samples and hourly log of one site, and a node whose usage follows them. For questions
// that combine bookings and use. Starts at 10:00 on the sample site; seconds are measured by giving
// the accounts on a GPU and its utilization.
#pragma once

#include "ingest/log/samples/sample_log_lmdb.hpp"
#include "projections/questions/calendar.hpp"
#include "projections/questions/usage/usage.hpp"
#include "tests/projections/store/tables_with.hpp"
#include "tests/projections/usage/usage_node.hpp"
#include "tests/support/samples.hpp"

#include <filesystem>

namespace dibs::test {

class UsageWorld : public testing::Test {
  protected:
    UsageWorld() { facts.at("08:00").sample_site(); }

    void measure(GpuId gpu, Instant from, Duration length, std::vector<Occupant> who,
                 std::int32_t utilization) {
        std::vector<Sample> all;
        for (auto at = from; at < from + length; at += std::chrono::seconds{1}) {
            all.push_back(used(gpu, at, utilization, who));
        }
        ASSERT_TRUE(samples->append(all));
    }
    // Samples ten minutes after an hour's end close it.
    void catch_up() { node.catch_up(); }
    Snapshot ask(Instant now) { return {facts.model().facts().read(), now, &node.usage()}; }

    views::UsageReport report(views::ReportQuestion question, Instant now) {
        auto answer = usage_report(ask(now), question);
        EXPECT_TRUE(answer) << answer.error().detail;
        return answer.value_or(views::UsageReport{});
    }
    views::UsageReport report(Instant from, Instant until,
                              views::UsageBy by = views::UsageBy::person) {
        views::ReportQuestion question;
        question.window = {from, until};
        question.by = by;
        return report(std::move(question), until);
    }
    // A new node with the same facts, and these permanent logs.
    std::unique_ptr<UsageNode> another(SampleLog& its_samples, HourlyLog& its_hours) {
        return std::make_unique<UsageNode>(its_samples, its_hours, ten + std::chrono::hours{6},
                                           holds());
    }
    UseOfHour::Holds holds() {
        return [this](GpuId gpu, const Interval& window) {
            return bookings_on(facts.ask(), gpu, window);
        };
    }
    std::unique_ptr<SampleLog> open_samples(const std::string& name) {
        return open_lmdb_sample_log({folder.path() / name, std::size_t{1} << 30}).value();
    }
    std::unique_ptr<HourlyLog> open_hours(const std::string& name) {
        return open_lmdb_hourly_log({folder.path() / name, std::size_t{1} << 30}).value();
    }

    static constexpr auto utilization_column = column_of(Subject::gpu, "utilization_percent");
    Scratch folder;
    TablesWith facts;
    std::unique_ptr<SampleLog> samples = open_samples("samples");
    std::unique_ptr<HourlyLog> hours = open_hours("hours");
    UsageNode node{*samples, *hours, ten + std::chrono::hours{6}, holds()};
};

}  // namespace dibs::test
