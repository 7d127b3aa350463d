// Reads jobs with their tasks, and the segments of each task's command line: environment variables,
// and arguments after the command.
#include "api/cli/tensorhive/site.hpp"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <utility>

namespace dibs::cli::tensorhive {
namespace {

constexpr std::size_t most_of_command = 65'536;

std::optional<std::int64_t> optional_moment(const Row& row, int column) {
    if (row.is_null(column)) return std::nullopt;
    return moment(row, column);
}

// The job of each task.
using Jobs = std::map<RowId, RowId>;

Jobs read_tasks(SqliteFile& database, Site& site, Report& report) {
    Jobs job_of;
    const std::vector<ColumnNames> columns{
        {{"id"}}, {{"job_id"}}, {{"hostname", "host"}}, {{"command"}}, {{"gpu_id"}, false}};
    read_rows(database, report, "task", "tasks", columns, [&](const Row& row) {
        const auto job = site.jobs.find(row.integer(1));
        if (job == site.jobs.end()) throw BadCell("it belongs to no job");
        check_room(job_of.size());
        Task task{row.text(2, most_of_name), row.text(3, most_of_command)};
        if (!row.is_null(4)) task.gpu_index = row.integer(4);
        job_of[row.integer(0)] = job->first;
        job->second.tasks[row.integer(0)] = std::move(task);
    });
    return job_of;
}

// The name of each segment, and whether it is an environment variable.
using Names = std::map<RowId, std::pair<std::string, bool>>;

Names read_segment_names(SqliteFile& database, Report& report) {
    Names names;
    read_rows(database, report, "task", "command_segments",
              {{{"id"}}, {{"name"}}, {{"segment_type", "_segment_type"}}}, [&](const Row& row) {
                  check_room(names.size());
                  names[row.integer(0)] = {row.text(1, most_of_name),
                                           row.view(2, most_of_name) == "env_variable"};
              });
    return names;
}

// TensorHive numbers environment variables downwards from -1, arguments upwards from 1.
void sort_segments(Task& task) {
    for (auto* segments : {&task.environment, &task.parameters}) {
        std::stable_sort(segments->begin(), segments->end(), [](const auto& a, const auto& b) {
            return a.index < 0 ? a.index > b.index : a.index < b.index;
        });
    }
}

void read_segments(SqliteFile& database, Site& site, const Jobs& job_of, Report& report) {
    const auto names = read_segment_names(database, report);
    std::size_t all = 0;
    const std::vector<ColumnNames> columns{
        {{"task_id"}}, {{"cmd_segment_id"}}, {{"_value", "value"}}, {{"_index", "index"}}};
    read_rows(database, report, "task", "cmd_segment2task", columns, [&](const Row& row) {
        const auto job = job_of.find(row.integer(0));
        const auto name = names.find(row.integer(1));
        if (job == job_of.end()) throw BadCell("it belongs to no task");
        if (name == names.end()) throw BadCell("a part of its command line has no name");
        check_room(all++);
        auto& task = site.jobs[job->second].tasks[job->first];
        auto& segments = name->second.second ? task.environment : task.parameters;
        segments.push_back({row.integer(3), name->second.first, row.text(2, most_of_command)});
    });
    for (auto& [id, job] : site.jobs) {
        for (auto& [number, task] : job.tasks) sort_segments(task);
    }
}

}  // namespace

void read_jobs(SqliteFile& database, Site& site, Report& report) {
    const std::vector<ColumnNames> columns{{{"id"}},
                                           {{"name"}},
                                           {{"description"}, false},
                                           {{"user_id"}},
                                           {{"_start_at", "start_at"}, false},
                                           {{"_stop_at", "stop_at"}, false},
                                           {{"is_queued"}, false}};
    read_rows(database, report, "job", "jobs", columns, [&](const Row& row) {
        check_room(site.jobs.size());
        site.jobs[row.integer(0)] = {
            row.text(1, most_of_name), row.text(2, most_of_command), row.integer(3),
            optional_moment(row, 4),   optional_moment(row, 5),      row.truth(6)};
    });
    if (site.jobs.empty()) return;
    const auto job_of = read_tasks(database, site, report);
    if (!job_of.empty()) read_segments(database, site, job_of, report);
}

}  // namespace dibs::cli::tensorhive
