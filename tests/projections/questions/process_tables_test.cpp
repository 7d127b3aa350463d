// The tables of processes, and the age at which values are no longer current.
#include "projections/questions/calendar.hpp"
#include "projections/questions/fleet.hpp"
#include "projections/questions/site.hpp"
#include "tests/projections/questions/processes.hpp"
#include "tests/projections/store/tables_with.hpp"
#include "tests/support/samples.hpp"

#include <algorithm>
#include <array>

namespace dibs::test {
namespace {

TEST(ProcessTables, process_shows_account_command_and_start_once_known) {
    TablesWith tables;
    tables.sample_site().fact(hidden(1, {gpu_a}, 7));
    const auto shown = [&] { return list_processes(tables.ask(), {}, {}).items.at(0); };
    EXPECT_EQ(shown().pid, 7);
    EXPECT_FALSE(shown().unix_name);
    EXPECT_FALSE(shown().person);
    EXPECT_FALSE(shown().command);
    EXPECT_FALSE(shown().started_at);
    EXPECT_TRUE(list_processes(tables.ask(), {.person = ben}, {}).items.empty());
    tables.fact(known_now(process(1, {gpu_a}, 7, "ben")));
    EXPECT_EQ(shown().unix_name, "ben");
    EXPECT_EQ(shown().person, ben);
    EXPECT_EQ(shown().command->value, "python train.py");
    EXPECT_EQ(shown().started_at, ten);
}

TEST(ProcessTables, process_runs_until_it_is_gone_and_names_its_person) {
    TablesWith tables;
    const auto stranger = process(2, {gpu_a}, 30, "stranger");
    tables.sample_site().fact(process(1, {gpu_c}, 20, "ann")).fact(stranger);
    tables.fact(process(3, {gpu_a}, 7, "ben"));
    const auto running = list_processes(tables.ask(), {}, {}).items;
    ASSERT_EQ(running.size(), 3U);
    EXPECT_EQ(running[0].pid, 7) << "by host, GPU, pid";
    EXPECT_EQ(running[1].person, std::nullopt);
    EXPECT_EQ(running[2].person, ann);
    EXPECT_EQ(running[2].gpu_name, "boreas:0");
    tables.fact(ended(stranger));
    EXPECT_EQ(list_processes(tables.ask(), {.host = atlas}, {}).items.size(), 1U);
    EXPECT_EQ(list_processes(tables.ask(), {.gpus = {gpu_c}}, {}).items.size(), 1U);
    EXPECT_EQ(list_processes(tables.ask(), {.person = ben}, {}).items.size(), 1U);
    const auto first = list_processes(tables.ask(), {}, {.limit = 1});
    EXPECT_EQ(list_processes(tables.ask(), {}, {.limit = 1, .after = first.next}).items[0].pid, 20);
}

// "atlas:0/7 " for each running process: the GPU and the pid.
std::string running(const TablesWith& tables, const views::ProcessFilter& filter = {}) {
    std::string all;
    for (const auto& p : list_processes(tables.ask(), filter, {}).items) {
        all += p.gpu_name + '/' + std::to_string(p.pid) + ' ';
    }
    return all;
}

TEST(ProcessTables, process_on_two_gpus_is_listed_under_both) {
    TablesWith tables;
    const auto both = process(1, {gpu_a, gpu_b}, 7, "ben");
    tables.sample_site().fact(both).fact(process(2, {gpu_b}, 9, "ann"));
    EXPECT_EQ(running(tables), "atlas:0/7 atlas:1/7 atlas:1/9 ");
    EXPECT_EQ(running(tables, {.gpus = {gpu_b}}), "atlas:1/7 atlas:1/9 ");
    EXPECT_EQ(running(tables, {.person = ben}), "atlas:0/7 atlas:1/7 ");
    const auto rows = list_processes(tables.ask(), {.person = ben}, {}).items;
    EXPECT_EQ(rows.at(0).id, rows.at(1).id);
    EXPECT_EQ(count_rows(tables.ask()).processes, 2U) << "it is counted once";
    const auto page = list_processes(tables.ask(), {}, {.limit = 1});
    EXPECT_EQ(list_processes(tables.ask(), {}, {.limit = 1, .after = page.next}).items.at(0).gpu,
              gpu_b);
}

TEST(ProcessTables, sample_is_current_while_it_is_young_and_its_subject_is_seen) {
    TablesWith tables;
    tables.sample_site().fact(fleet::HostReached{atlas}).fact(fleet::HostReached{boreas});
    tables.model().usage().take(std::array{sample_of(gpu_a, ten, {{"utilization_percent", 51}}),
                                           sample_of(gpu_c, ten, {{"utilization_percent", 7}}),
                                           sample_of(boreas, ten, {{"cpu_percent", 3}})});
    const auto sight = [](const std::optional<views::Live>& live) {
        return std::to_string(live.value().sight.value().age_s) +
               (live->sight->current ? " s, current" : " s");
    };
    const auto of_gpu = [&](GpuId gpu) {
        const auto listed = list_gpus(tables.ask(), {}, {}).items;
        const auto at = std::find_if(listed.begin(), listed.end(),
                                     [&](const views::Gpu& one) { return one.id == gpu; });
        EXPECT_EQ(sight(at->live), sight(find_gpu(tables.ask(), gpu)->live));
        return sight(at->live);
    };
    const auto of_boreas = [&] { return sight(find_host(tables.ask(), boreas)->live); };
    tables.at("10:00");
    EXPECT_EQ(of_gpu(gpu_a), "0 s, current");
    EXPECT_EQ(of_boreas(), "0 s, current");
    tables.fact(fleet::HostLost{boreas, "no route"});
    EXPECT_EQ(of_gpu(gpu_c), "0 s") << "nobody sees it";
    EXPECT_EQ(of_boreas(), "0 s");
    EXPECT_EQ(of_gpu(gpu_a), "0 s, current");
    tables.at("10:01");
    EXPECT_EQ(of_gpu(gpu_a), "60 s") << "its host answers, and says nothing of it";
}

TEST(ProcessTables, process_memory_is_per_gpu_and_unknown_without_a_new_sample) {
    TablesWith tables;
    tables.sample_site().fact(fleet::HostReached{atlas}).fact(fleet::HostReached{boreas});
    tables.fact(process(1, {gpu_a, gpu_b, gpu_c}, 7, "ben"));
    const SubjectId on_a(nth<ProcessId>(1), gpu_a);
    const SubjectId on_b(nth<ProcessId>(1), gpu_b);
    tables.model().usage().take(std::array{sample_of(on_a, ten, {{"memory_used_mib", 9830}}),
                                           sample_of(on_b, ten, {{"memory_used_mib", 512}})});
    const auto rows = list_processes(tables.ask(), {}, {}).items;
    ASSERT_EQ(rows.size(), 3U);
    EXPECT_EQ(rows[0].memory_used_mib, views::Decimal::of(9830));
    EXPECT_EQ(rows[1].memory_used_mib, views::Decimal::of(512));
    EXPECT_EQ(rows[2].memory_used_mib, std::nullopt) << "nobody said";
    tables.fact(fleet::HostLost{atlas, "no route"});
    EXPECT_EQ(list_processes(tables.ask(), {}, {}).items[0].memory_used_mib, std::nullopt)
        << "nobody sees it";
    tables.fact(fleet::HostReached{atlas}).at("10:01");
    EXPECT_EQ(list_processes(tables.ask(), {}, {}).items[0].memory_used_mib, std::nullopt);
}

TEST(ProcessTables, process_is_listed_on_its_current_gpus) {
    TablesWith tables;
    const auto first = process(1, {gpu_a}, 7, "ben");
    tables.sample_site().fact(first).fact(moved(first, {gpu_a, gpu_b}));
    EXPECT_EQ(running(tables), "atlas:0/7 atlas:1/7 ");
    tables.fact(moved(first, {gpu_b}));
    EXPECT_EQ(running(tables), "atlas:1/7 ");
    EXPECT_EQ(list_processes(tables.ask(), {}, {}).items.at(0).command->value, "python train.py");
    tables.fact(ended(process(1, {gpu_b}, 7, "ben")));
    EXPECT_EQ(running(tables), "");
    EXPECT_EQ(count_rows(tables.ask()).processes, 0U);
}

}  // namespace
}  // namespace dibs::test
