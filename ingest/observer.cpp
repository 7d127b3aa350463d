// Turns frames into reports.
#include "ingest/observer.hpp"

#include <algorithm>

namespace dibs {
namespace {

// Repeats unchanged reports at this interval, for a writer that could not record one.
constexpr Duration report_again = std::chrono::seconds{30};

// A host can change its statements every second; they become facts at most this often.
constexpr Duration believe_again = std::chrono::minutes{1};
constexpr Duration report_boot_again = std::chrono::minutes{10};

// Accepts the kernel's form of a boot id: a UUID.
bool is_boot_id(std::string_view text) {
    constexpr std::string_view shape = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
    const auto fits = [](char c, char of) {
        const bool digit = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
        return of == '-' ? c == '-' : digit;
    };
    return std::equal(text.begin(), text.end(), shape.begin(), shape.end(), fits);
}

bool same_gpus(const fleet::ReportGpus& a, const fleet::ReportGpus& b) {
    const auto shape = [](const fleet::SeenGpu& gpu) {
        return std::tie(gpu.uuid, gpu.index, gpu.model, gpu.memory_total_mib, gpu.parent_uuid,
                        gpu.hides_processes, gpu.slices_known);
    };
    return std::equal(a.gpus.begin(), a.gpus.end(), b.gpus.begin(), b.gpus.end(),
                      [&](const auto& x, const auto& y) { return shape(x) == shape(y); });
}

// A new start time alone is not a change.
bool same_health(const std::vector<fleet::SeenHealth>& a, const std::vector<fleet::SeenHealth>& b) {
    const auto same = [](const health::Reading& x, const health::Reading& y) {
        return x.what == y.what && x.value == y.value;
    };
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](const auto& x, const auto& y) {
        return x.uuid == y.uuid && std::equal(x.readings.begin(), x.readings.end(),
                                              y.readings.begin(), y.readings.end(), same);
    });
}

fleet::ReportGpus report_of(HostId host, const probe::SettledGpus& settled) {
    fleet::ReportGpus report{host, {}, {}};
    for (const auto& gpu : settled.present) {
        std::optional<std::string> model;
        if (!gpu.name.empty()) model = gpu.name;
        std::optional<std::string> card;
        if (!gpu.card_uuid.empty()) card = gpu.card_uuid;
        report.gpus.push_back({gpu.uuid, gpu.index, std::move(model), gpu.memory_total_mib,
                               std::move(card), gpu.hides_processes, gpu.slices_known});
    }
    for (const auto& lost : settled.lost) report.lost.push_back({lost.uuid, lost.words});
    return report;
}

// Joins the readings of one process on several GPUs into one process.
std::vector<fleet::SeenProcess> running_of(const std::vector<probe::ProcessReading>& readings,
                                           const std::set<std::int64_t>& waiting) {
    std::map<std::int64_t, fleet::SeenProcess> by_pid;
    for (const auto& reading : readings) {
        auto& process = by_pid[reading.pid];
        process.gpu_uuids.push_back(reading.gpu_uuid);
        process.pid = reading.pid;
        process.waits = waiting.contains(reading.pid);
        if (reading.slice_unknown) process.unknown_slice_gpus.push_back(reading.gpu_uuid);
        if (!reading.owner) continue;
        process.started = reading.owner->started;
        process.unix_name = reading.owner->user;
        process.command_line = Personal<std::string>{reading.owner->command};
        process.origin = reading.origin;
    }
    std::vector<fleet::SeenProcess> running;
    for (auto& [pid, process] : by_pid) running.push_back(std::move(process));
    return running;
}

}  // namespace

void Observer::set_hosts(std::map<std::string, HostId> hosts) {
    const std::lock_guard lock(mutex_);
    hosts_ = std::move(hosts);
}

std::optional<HostId> Observer::id_of(const std::string& host) const {
    const std::lock_guard lock(mutex_);
    const auto found = hosts_.find(host);
    if (found == hosts_.end()) return std::nullopt;
    return found->second;
}

void Observer::report(fleet::Command command) {
    Envelope envelope{Command{std::move(command)}};
    envelope.source = "probe";
    handler_.submit(std::move(envelope), nullptr);
}

void Observer::on_frame(const std::string& host, const probe::ProbeFrame& frame) {
    const auto id = id_of(host);
    if (!id) return;
    const Instant now = clock_();
    Seen& seen = seen_[host];
    if (seen.host != *id) seen = Seen{.host = *id};  // enrolled again: nothing is on record yet
    seen.watch.observe(frame);
    frames_(*id, now, frame);  // first: effects of the reports ask for the last sighting
    report_reached(*id, seen, now);
    report_gpus(*id, seen, now);
    report_health(*id, seen, frame, now);
    report_processes(*id, seen, frame, now);
    report_owners(*id, seen, frame, now);
    report_driver(*id, seen, frame, now);
    report_boot(*id, seen, frame, now);
    report_topology(*id, seen, frame, now);
}

// Skips the first frame: `on_reachable` already reported it.
void Observer::report_reached(HostId id, Seen& seen, Instant now) {
    const bool first = seen.reported_reached == Instant{};
    if (!first && !is_due(seen.reported_reached, now, report_again)) return;
    seen.reported_reached = now;
    if (!first) report(fleet::ReportReached{id});
}

// Reports a working driver after the running processes: until then the recorded processes are out
// of sight.
void Observer::report_driver(HostId id, Seen& seen, const probe::ProbeFrame& frame, Instant now) {
    const auto& driver = seen.watch.driver();
    if (driver.state == fleet::DriverState::unknown) return;
    const bool works = driver.state == fleet::DriverState::working;
    if (works && frame.processes_known && !seen.processes.settled()) return;
    if (driver == seen.driver && !is_due(seen.reported_driver, now, report_again)) return;
    if (seen.driver.fails()) seen.reported_processes = {};  // the recorded processes are old
    seen.driver = driver;
    seen.reported_driver = now;
    report(fleet::ReportDriver{id, driver});
}

// The boot time is now minus the uptime.
void Observer::report_boot(HostId id, Seen& seen, const probe::ProbeFrame& frame, Instant now) {
    const auto& boot_id = frame.host.boot_id;
    if (!is_boot_id(boot_id)) return;
    seen.boot_frames = boot_id == seen.boot_id ? seen.boot_frames + 1 : 1;
    seen.boot_id = boot_id;
    if (seen.boot_frames < probe::frames_to_settle) return;
    const auto pause = seen.sent_boot_id == boot_id ? report_boot_again : believe_again;
    if (!is_due(seen.reported_boot, now, pause)) return;
    seen.sent_boot_id = boot_id;
    seen.reported_boot = now;
    fleet::ReportBoot report_of_it{id, boot_id, {}};
    if (const auto uptime_s = frame.host.values[column_of(Subject::host, "uptime_s")]) {
        report_of_it.booted_at =
            std::chrono::floor<std::chrono::seconds>(now - std::chrono::seconds{*uptime_s});
    }
    report(std::move(report_of_it));
}

// Each stream sends the topology once, so a lost report is repeated by the next stream.
void Observer::report_topology(HostId id, Seen& seen, const probe::ProbeFrame& frame, Instant now) {
    if (!frame.host.topology || !is_due(seen.reported_topology, now, believe_again)) return;
    seen.reported_topology = now;
    report(fleet::ReportTopology{id, *frame.host.topology});
}

// While the driver does not work, the GPUs stay as they were: neither lost nor present.
void Observer::report_gpus(HostId id, Seen& seen, Instant now) {
    const auto settled = seen.watch.gpus();
    if (!settled || seen.watch.driver().state != fleet::DriverState::working) return;
    auto gpus = report_of(id, *settled);
    if (same_gpus(gpus, seen.gpus) && !is_due(seen.reported_gpus, now, report_again)) return;
    seen.gpus = gpus;
    seen.reported_gpus = now;
    report(std::move(gpus));
}

// Reports health only after the GPUs are on record.
void Observer::report_health(HostId id, Seen& seen, const probe::ProbeFrame& frame, Instant now) {
    seen.health.observe(frame, now);
    const auto& settled = seen.health.settled();
    if (settled.empty() || seen.reported_gpus == Instant{}) return;
    if (same_health(settled, seen.sent_health) && !is_due(seen.reported_health, now, report_again))
        return;
    seen.sent_health = settled;
    seen.reported_health = now;
    report(fleet::ReportHealth{id, settled});
}

void Observer::report_processes(HostId id, Seen& seen, const probe::ProbeFrame& frame,
                                Instant now) {
    if (!frame.processes_known) return;
    const auto changes = seen.processes.observe(frame);
    const auto present = seen.processes.present();
    const auto waited = seen.budget.waiting();
    seen.budget.observe(present, now);
    report_not_recorded(id, seen, now);
    const bool changed = !changes.appeared.empty() || !changes.gone.empty() ||
                         !changes.owned.empty() || waited != seen.budget.waiting();
    // The GPUs of these processes must be on record before them.
    const bool settled = seen.processes.settled() && seen.reported_gpus != Instant{};
    if (!settled || (!changed && !is_due(seen.reported_processes, now, report_again))) return;
    seen.reported_processes = now;
    report(fleet::ReportProcesses{id, running_of(present, seen.budget.waiting())});
}

// Reports once a minute while the count grows. The count is a running total, so the next report
// makes up for a lost one.
void Observer::report_not_recorded(HostId id, Seen& seen, Instant now) {
    const auto& [since, count] = seen.budget.not_recorded();
    if (count == 0 || !is_due(seen.reported_not_recorded, now, believe_again)) return;
    seen.reported_not_recorded = now;
    report(fleet::ReportNotRecorded{id, since, count});
}

// Reports owners after as many equal consecutive frames as a process needs to appear.
void Observer::report_owners(HostId id, Seen& seen, const probe::ProbeFrame& frame, Instant now) {
    fleet::ReportOwners found{.host = id, .proc_hides = frame.host.hidden.has_value()};
    if (frame.host.hidden) found.group = frame.host.hidden->group;
    if (frame.processes_known) found.all_known = seen.processes.owners_known();
    seen.owners_frames = found == seen.owners ? seen.owners_frames + 1 : 1;
    seen.owners = std::move(found);
    const bool is_new = seen.owners_frames == probe::frames_to_appear;
    const bool again = seen.owners_frames > probe::frames_to_appear &&
                       is_due(seen.reported_owners, now, report_again);
    if (!is_new && !again) return;
    seen.reported_owners = now;
    report(seen.owners);
}

void Observer::on_reachable(const std::string& host) {
    if (const auto id = id_of(host)) report(fleet::ReportReached{*id});
}

// Records only the kind of failure: the words may differ with every attempt.
void Observer::on_unreachable(const std::string& host, ssh::RemoteErrorKind kind,
                              const std::string&) {
    if (const auto id = id_of(host)) {
        report(fleet::ReportLost{*id, std::string(ssh::to_text(kind))});
    }
}

void Observer::on_host_key_changed(const std::string& host, const std::string& offered,
                                   const std::string& jump) {
    const auto id = id_of(host);
    if (!id) return;
    fleet::ReportHostKey seen{*id, offered};
    if (!jump.empty()) seen.jump = jump;
    report(std::move(seen));
}

}  // namespace dibs
