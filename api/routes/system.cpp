// GET /api/v1/system: the state of this dibsd, for its operators. metrics.cpp gives Prometheus the
// same figures.
#include "api/routes/request/readiness.hpp"
#include "api/routes/request/request_context.hpp"
#include "api/routes/request/routes.hpp"
#include "api/ws/hub.hpp"
#include "domain/effect/effect_status_fields.hpp"
#include "projections/projection.hpp"
#include "projections/questions/site.hpp"

#include <algorithm>

namespace dibs::routes {
namespace {

struct LogView {
    std::string adapter;
    Position position = 0;
    WriterRole role{};
    std::uint64_t epoch = 0;
    std::uint64_t queued_commands = 0;
    std::uint64_t ignored_records = 0;  // skipped by the reading rule
    std::optional<Instant> newest_at{};
    std::optional<std::string> problem{};
    std::optional<std::string> seals_problem{};
};

enum class TablesOf { live, rebuilding, behind };

struct ProjectionView {
    std::string name;
    int version = 0;
    TablesOf state{};
    Position position = 0;
    Position lag = 0;
    std::optional<double> progress{};
    std::optional<std::string> problem{};
};

struct StreamsView {
    std::uint64_t open = 0;
    std::uint64_t frames_sent = 0;
    std::uint64_t frames_dropped = 0;
    std::uint64_t resyncs = 0;
};

struct HostsView {
    std::optional<std::uint64_t> total{};
    std::uint64_t reached = 0;
};

// Effects outside the log. Errors name receivers and quote their answers, so only admins see them,
// like the facts about them.
struct EffectsView {
    std::string reactor;
    effect::By by{};
    std::uint64_t waiting = 0;
    std::optional<Instant> oldest_waiting_at{};
    std::uint64_t done = 0;
    std::uint64_t failed = 0;
    std::uint64_t given_up = 0;
    std::optional<Instant> last_done_at{};
    std::optional<Instant> failing_since{};
    std::optional<std::string> last_failure{};
};

struct MailView {
    std::uint64_t letters_sent = 0;
    std::uint64_t failed_tries = 0;
    std::optional<Instant> last_sent_at{};
    std::optional<Instant> failing_since{};
    std::optional<std::string> last_failure{};
    std::uint64_t letters_held = 0;
    std::optional<Instant> held_until{};
};

struct SystemView {
    std::string version = DIBS_VERSION;
    Instant started_at;
    Instant time;
    bool ready = false;
    LogView log;
    std::vector<ProjectionView> projections;
    std::optional<std::string> projections_problem{};
    HostsView hosts;
    std::optional<bool> clock_synchronised{};
    std::optional<DiskSpace> disk{};
    std::optional<std::uint64_t> gpus{};
    StreamsView streams;
    std::vector<probe::HostStats> probes;
    std::optional<std::vector<EffectsView>> effects{};
    std::optional<MailView> mail{};
};

}  // namespace
}  // namespace dibs::routes

namespace dibs {

template <>
struct Names<WriterRole> {
    using E = WriterRole;
    static constexpr std::array list = {
        named(E::starting, "starting"), named(E::claiming, "claiming"),
        named(E::writing, "writing"), named(E::standby, "standby"), named(E::stopped, "stopped")};
};
template <>
struct Fields<routes::LogView> {
    using T = routes::LogView;
    static constexpr auto list = field_list(
        field("adapter", &T::adapter), field("position", &T::position), field("role", &T::role),
        field("epoch", &T::epoch), field("queued_commands", &T::queued_commands),
        field("ignored_records", &T::ignored_records), field("newest_at", &T::newest_at),
        field("problem", &T::problem), field("seals_problem", &T::seals_problem));
};
template <>
struct Names<routes::TablesOf> {
    using E = routes::TablesOf;
    static constexpr std::array list = {named(E::live, "live"), named(E::rebuilding, "rebuilding"),
                                        named(E::behind, "behind")};
};
template <>
struct Fields<routes::ProjectionView> {
    using T = routes::ProjectionView;
    static constexpr auto list = field_list(
        field("name", &T::name), field("version", &T::version), field("state", &T::state),
        field("position", &T::position), field("lag", &T::lag), field("progress", &T::progress),
        field("problem", &T::problem));
};
template <>
struct Fields<routes::StreamsView> {
    using T = routes::StreamsView;
    static constexpr auto list =
        field_list(field("open", &T::open), field("frames_sent", &T::frames_sent),
                   field("frames_dropped", &T::frames_dropped), field("resyncs", &T::resyncs));
};
template <>
struct Fields<routes::HostsView> {
    using T = routes::HostsView;
    static constexpr auto list =
        field_list(field("total", &T::total), field("reached", &T::reached));
};
template <>
struct Fields<routes::DiskSpace> {
    using T = routes::DiskSpace;
    static constexpr auto list = field_list(
        field("free_bytes", &T::free_bytes), field("size_bytes", &T::size_bytes),
        field("samples_bytes", &T::samples_bytes), field("history_bytes", &T::history_bytes));
};
template <>
struct Fields<probe::HostStats> {
    using T = probe::HostStats;
    static constexpr auto list = field_list(
        field("host_name", &T::name), field("reachable", &T::reachable),
        field("frames", &T::frames), field("bad_lines", &T::bad_lines),
        field("dropped_frames", &T::dropped_frames), field("surplus_frames", &T::surplus_frames),
        field("reconnects", &T::reconnects), field("last_frame_at", &T::last_frame),
        field("driver_version", &T::driver_version), field("clock_offset_s", &T::clock_offset_s));
};
template <>
struct Fields<routes::EffectsView> {
    using T = routes::EffectsView;
    static constexpr auto list = field_list(
        field("reactor", &T::reactor), field("by", &T::by), field("waiting", &T::waiting),
        field("oldest_waiting_at", &T::oldest_waiting_at), field("done", &T::done),
        field("failed", &T::failed), field("given_up", &T::given_up),
        field("last_done_at", &T::last_done_at), field("failing_since", &T::failing_since),
        field("last_failure", &T::last_failure));
};
template <>
struct Fields<routes::MailView> {
    using T = routes::MailView;
    static constexpr auto list = field_list(
        field("letters_sent", &T::letters_sent), field("failed_tries", &T::failed_tries),
        field("last_sent_at", &T::last_sent_at), field("failing_since", &T::failing_since),
        field("last_failure", &T::last_failure), field("letters_held", &T::letters_held),
        field("held_until", &T::held_until));
};
template <>
struct Fields<routes::SystemView> {
    using T = routes::SystemView;
    static constexpr auto list = field_list(
        field("version", &T::version), field("started_at", &T::started_at), field("time", &T::time),
        field("ready", &T::ready), field("log", &T::log), field("projections", &T::projections),
        field("projections_problem", &T::projections_problem), field("hosts", &T::hosts),
        field("clock_synchronised", &T::clock_synchronised), field("disk", &T::disk),
        field("gpus", &T::gpus), field("streams", &T::streams), field("probes", &T::probes),
        field("effects", &T::effects), field("mail", &T::mail));
};

}  // namespace dibs

namespace dibs::routes {
namespace {

LogView log_view(const RuntimeStatus& status) {
    LogView view;
    view.adapter = status.log;
    if (status.audit) view.seals_problem = status.audit().broken;
    if (!status.writer) return view;
    const auto writer = status.writer();
    view.position = writer.position;
    view.role = writer.role;
    view.epoch = writer.epoch;
    view.queued_commands = writer.queued;
    view.ignored_records = writer.ignored_records;
    view.newest_at = writer.newest_at;
    if (!writer.problem.empty()) view.problem = writer.problem;
    return view;
}

// Projections that answer are filled in one transaction, so all have the same position.
ProjectionView projection_view(const Projection& projection, const std::optional<Behind>& behind,
                               Position tables, Position log) {
    ProjectionView view{std::string(projection.name), projection.version};
    view.position = tables;
    if (behind) {
        view.state = behind->answers ? TablesOf::rebuilding : TablesOf::behind;
        view.progress = behind->share;
        if (!behind->answers) view.position = behind->position;
        if (!behind->trouble.empty()) view.problem = behind->trouble;
    }
    view.lag = std::max(log, view.position) - view.position;
    return view;
}

StreamsView streams_view(const ws::Hub* hub) {
    if (hub == nullptr) return {};
    const auto& counters = hub->counters();
    return {hub->clients(), counters.frames_sent, counters.frames_dropped, counters.resyncs};
}

std::optional<std::string> words(const std::string& text) {
    return text.empty() ? std::nullopt : std::optional(text);
}

std::vector<EffectsView> effects_view(const std::vector<effect::Status>& all) {
    std::vector<EffectsView> views;
    for (const auto& one : all) {
        views.push_back({one.reactor, one.by, one.waiting, one.oldest_waiting, one.done, one.failed,
                         one.given_up, one.last_done, one.failing_since, words(one.last_failure)});
    }
    return views;
}

MailView mail_view(const effect::MailStatus& mail) {
    return {mail.sent,          mail.failed_tries,        mail.last_sent,
            mail.failing_since, words(mail.last_failure), mail.held,
            mail.held_until};
}

Answer get_system(const RequestContext& context, const Snapshot& tables) {
    const Service& service = context.service;
    SystemView view;
    view.started_at = service.status.started_at;
    view.time = tables.now();
    view.log = log_view(service.status);
    const auto projector = service.projector.status();
    for (const auto& one : service.model.projections()) {
        view.projections.push_back(projection_view(one, service.model.behind().find(one.name),
                                                   tables.position(), view.log.position));
    }
    if (!projector.error.empty()) view.projections_problem = projector.error;
    view.ready = readiness_of(service).ready();
    if (service.status.clock_is_synchronised) {
        view.clock_synchronised = service.status.clock_is_synchronised();
    }
    if (service.status.disk) view.disk = service.status.disk();
    if (service.status.probes) view.probes = service.status.probes();
    const auto reached = std::count_if(view.probes.begin(), view.probes.end(),
                                       [](const auto& host) { return host.reachable; });
    view.hosts.reached = static_cast<std::uint64_t>(reached);
    if (service.model.behind().all_answer()) {
        const auto counts = count_rows(tables);
        view.hosts.total = counts.hosts;
        view.gpus = count_gpus(tables);
    }
    view.streams = streams_view(service.hub);
    if (context.viewer().is_admin()) {
        if (service.status.effects) view.effects = effects_view(service.status.effects());
        if (service.status.mail) view.mail = mail_view(service.status.mail());
    }
    return json_of(200, view);
}

}  // namespace

void add_system(http::Router& router, const Service& service) {
    router.add({http::Method::get, "/api/v1/system", "getSystem", access::read,
                query_route(service, {}, get_system)});
}

}  // namespace dibs::routes
