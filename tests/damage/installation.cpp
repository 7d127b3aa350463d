// Makes the installation, and reads it as dibsd does.
#include "tests/damage/installation.hpp"

#include "domain/log/tail.hpp"
#include "ingest/log/facts/lmdb_log.hpp"
#include "ingest/writer.hpp"
#include "projections/projector.hpp"
#include "projections/store/checkpoint_row.hpp"
#include "tests/projections/store/random_facts.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/record_maker.hpp"

#include <chrono>
#include <cstdlib>
#include <functional>
#include <thread>

#include <lmdb.h>
#include <spdlog/spdlog.h>
#include <sys/wait.h>
#include <unistd.h>

namespace dibs::test {
namespace {

using namespace std::chrono_literals;
using Role = WriterRole;

constexpr std::size_t facts_made = 80;
constexpr unsigned longest_trial_s = 60;

std::unique_ptr<EventLog> open_log(const fs::path& folder) {
    return open_lmdb_log({.directory = folder / "log"}).value();
}

// Cuts off the zeros behind LMDB's last page: they would slow down each trial.
void cut_to_size(const fs::path& folder) {
    MDB_env* env = nullptr;
    MDB_envinfo info{};
    mdb_env_create(&env);
    mdb_env_open(env, folder.c_str(), MDB_RDONLY, 0600);
    mdb_env_info(env, &info);
    mdb_env_close(env);
    fs::resize_file(folder / "data.mdb", (info.me_last_pgno + 1) * 4096);
}

// Settings of a writer that follows and never writes.
WriterSettings standing_by(const fs::path& folder) {
    WriterSettings settings;
    settings.claim = false;
    settings.snapshots = folder / "world";
    settings.snapshot_every = 1'000'000;
    return settings;
}

void project_all(Projector& projector) {
    for (int idle = 0; idle < 3;) idle += projector.step() ? 0 : 1;
}
constexpr Projector::Settings quick{.batch = 8192, .wait = 1ms, .pause = 1ms};

Verdict look(const fs::path& folder, const Truth& truth, bool checks, std::string& said) {
    auto log = open_lmdb_log({.directory = folder / "log", .checks = checks});
    if (!log) return said = log.error().text, Verdict::named;
    auto model = ReadModel::open({.directory = folder / "tables", .boot_id = "b"});
    if (!model) return said = model.error().text, Verdict::named;
    auto settings = standing_by(folder);
    const auto tables = projections::stored_checkpoint((*model)->facts().read());
    if (tables && checks) settings.tables = *tables;
    Writer writer(
        **log, test_keys(), [] { return some_time; }, settings, [](Position) {});
    Projector projector(**log, test_keys(), **model, quick);
    writer.start();
    project_all(projector);
    const auto stopped = [&] {
        const auto its = writer.status();
        return its.role == Role::stopped || its.needs_admin;
    };
    const bool came = eventually([&] {
        projector.step();
        const auto its = writer.status();
        const bool all_read = its.role == Role::standby && its.read_whole;
        return stopped() || projector.status().stopped || all_read;
    });
    project_all(projector);
    const auto status = writer.status();
    if (stopped()) said = status.problem;
    if (projector.status().stopped) said = projector.status().error;
    if (!said.empty()) return Verdict::named;
    if (!came) return Verdict::hung;
    const Truth seen{status.position, (*model)->facts().dump()};
    return seen == truth && projector.position() == truth.position ? Verdict::right
                                                                   : Verdict::wrong;
}

}  // namespace

Verdict judge(const fs::path& folder, const Truth& truth, bool checks, std::string& said) {
    int ends[2];
    if (pipe(ends) != 0) throw std::runtime_error("no pipe");
    const auto child = fork();
    if (child == 0) {
        alarm(longest_trial_s);
        spdlog::set_level(spdlog::level::off);
        std::string text;
        const auto verdict = look(folder, truth, checks, text);
        if (::write(ends[1], text.data(), text.size()) < 0) _exit(EXIT_FAILURE);
        _exit(100 + static_cast<int>(verdict));
    }
    close(ends[1]);
    said.clear();
    char part[512];
    for (ssize_t got = 0; (got = ::read(ends[0], part, sizeof part)) > 0;) {
        said.append(part, static_cast<std::size_t>(got));
    }
    close(ends[0]);
    int status = 0;
    waitpid(child, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) >= 100) {
        return static_cast<Verdict>(WEXITSTATUS(status) - 100);
    }
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM ? Verdict::hung : Verdict::ended;
}

Installation::Installation() {
    folder_ = (fs::temp_directory_path() / "dibs-damage-XXXXXX").string();
    auto name = folder_.string();
    folder_ = mkdtemp(name.data());
    sound_ = folder_ / "sound";
    copy_ = folder_ / "copy";
    write_log();
    read_truth();
    cut_to_size(sound_ / "log");
}

Installation::~Installation() {
    fs::remove_all(folder_);
}

const fs::path& Installation::copy() {
    fs::remove_all(copy_);
    fs::copy(sound_, copy_, fs::copy_options::recursive);
    return copy_;
}

// Writes three claims, and one record larger than a page.
void Installation::write_log() {
    const auto log = open_log(sound_);
    RecordMaker maker;
    maker.now = ten;
    append(*log, maker.created());
    append(*log, maker.claim("first"));
    const auto commands = RandomFacts(7).make(facts_made);
    for (std::size_t i = 0; i < commands.size(); ++i) {
        const auto& command = commands[i];
        maker.now = command.at;
        append(*log, maker.command(command.events, command.origin));
        if (i == commands.size() / 2) {
            make_snapshot(*log);
            append(*log, maker.claim("second"));
        }
    }
    auto long_one =
        booking(900'000, ann, {gpu_a}, clock("10:00", "2030-01-01"), clock("11:00", "2030-01-01"));
    long_one.title = {std::string(9000, 'x')};
    append(*log, maker.command({event(booked(long_one))}));
    append(*log, maker.claim("third"));
    append(*log, maker.command({event(cancelled(long_one))}));
}

void Installation::make_snapshot(EventLog& log) {
    auto settings = standing_by(sound_);
    settings.snapshot_every = 1;
    settings.snapshots_apart = 0s;
    Writer writer(
        log, test_keys(), [] { return some_time; }, settings, [](Position) {});
    writer.start();
    if (!eventually([&] { return writer.status().snapshot > 0; })) {
        throw std::runtime_error("no snapshot was made: " + writer.status().problem);
    }
}

void Installation::read_truth() {
    const auto log = open_log(sound_);
    const auto model = ReadModel::open({.directory = sound_ / "tables", .boot_id = "b"}).value();
    Projector projector(*log, test_keys(), *model, quick);
    project_all(projector);
    truth_ = {projector.position(), model->facts().dump()};
    auto cursor = log->open_cursor(before_first).value();
    for (auto batch = cursor->next(1000, 0ms); batch && !batch->entries.empty();
         batch = cursor->next(1000, 0ms)) {
        entries_.insert(entries_.end(), batch->entries.begin(), batch->entries.end());
    }
}

}  // namespace dibs::test
