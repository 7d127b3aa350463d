// /api/v1/hosts: enrol with a fingerprint that a person compares, read, change, remove.
#include "api/auth/may_see.hpp"
#include "api/http/conditional.hpp"
#include "api/routes/bookings/conflict.hpp"
#include "api/routes/request/as_it_was.hpp"
#include "api/routes/request/parameters.hpp"
#include "api/routes/request/routes.hpp"
#include "api/routes/request/versioned.hpp"
#include "domain/fleet/fleet_rules.hpp"
#include "domain/kernel/text.hpp"
#include "ingest/fresh_id.hpp"
#include "projections/questions/fleet.hpp"

#include <algorithm>
#include <map>
#include <span>

namespace dibs::routes {
namespace {

using http::Method;

struct JumpNew {
    std::string address;
    std::optional<std::int64_t> port{};
    std::optional<std::string> user{};
    std::string host_key_fingerprint;
};
using JumpsNew = std::optional<std::vector<JumpNew>>;
struct HostNew {
    std::optional<HostId> id{};
    std::string name;
    std::string address;
    std::optional<std::int64_t> port{};
    std::optional<std::string> user{};
    std::string host_key_fingerprint;
    JumpsNew jumps{};
};
struct HostPatch {
    std::optional<std::string> address{};
    std::optional<std::int64_t> port{};
    std::optional<std::string> user{};
    std::optional<std::string> host_key_fingerprint{};
    JumpsNew jumps{};
};
struct Machine {
    std::string address;
    std::optional<std::int64_t> port{};
    JumpsNew jumps{};
};
struct Offered {
    std::string address;
    std::int64_t port = 22;
    std::string key_type;
    std::string host_key_fingerprint;
};

}  // namespace
}  // namespace dibs::routes

namespace dibs {

template <>
struct Fields<routes::JumpNew> {
    using T = routes::JumpNew;
    static constexpr auto list =
        field_list(field("address", &T::address), field("port", &T::port), field("user", &T::user),
                   field("host_key_fingerprint", &T::host_key_fingerprint));
};
template <>
struct Fields<routes::HostNew> {
    using T = routes::HostNew;
    static constexpr auto list = field_list(
        field("id", &T::id), field("name", &T::name), field("address", &T::address),
        field("port", &T::port), field("user", &T::user),
        field("host_key_fingerprint", &T::host_key_fingerprint), field("jumps", &T::jumps));
};
template <>
struct Fields<routes::HostPatch> {
    using T = routes::HostPatch;
    static constexpr auto list = field_list(
        field("address", &T::address), field("port", &T::port), field("user", &T::user),
        field("host_key_fingerprint", &T::host_key_fingerprint), field("jumps", &T::jumps));
};
template <>
struct Fields<routes::Machine> {
    using T = routes::Machine;
    static constexpr auto list = field_list(field("address", &T::address), field("port", &T::port),
                                            field("jumps", &T::jumps));
};
template <>
struct Fields<routes::Offered> {
    using T = routes::Offered;
    static constexpr auto list = field_list(
        field("address", &T::address), field("port", &T::port), field("key_type", &T::key_type),
        field("host_key_fingerprint", &T::host_key_fingerprint));
};

}  // namespace dibs

namespace dibs::routes {
namespace {

// [a-z0-9]([a-z0-9.-]{0,61}[a-z0-9])?
bool is_host_name(const std::string& name) {
    const auto plain = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
    const auto inner = [&](char c) { return plain(c) || c == '.' || c == '-'; };
    return !name.empty() && name.size() <= 63 && plain(name.front()) && plain(name.back()) &&
           std::all_of(name.begin(), name.end(), inner);
}

bool is_port(std::optional<std::int64_t> port) {
    return !port || (*port >= 1 && *port <= 65535);
}

std::optional<fleet::Jumps> jumps_of(const RequestContext& context, JumpsNew&& given) {
    if (!given) return std::nullopt;
    fleet::Jumps jumps;
    for (auto& one : *given) {
        jumps.push_back({std::move(one.address), one.port.value_or(22),
                         one.user.value_or(context.service.settings.ssh_account),
                         std::move(one.host_key_fingerprint)});
    }
    return jumps;
}

// Adds values that only the probes know, by the host's name.
void add_probed(const Service& service, std::span<views::Host> hosts) {
    if (!service.status.probes) return;
    std::map<std::string_view, const probe::HostStats*> by_name;
    const auto probes = service.status.probes();
    for (const auto& probe : probes) by_name[probe.name] = &probe;
    for (auto& host : hosts) {
        const auto found = by_name.find(host.name);
        if (found == by_name.end()) continue;
        host.failure = found->second->failure;
        if (!found->second->reachable) continue;
        host.clock_offset_s = found->second->clock_offset_s;
        host.fullest_disk = found->second->fullest_disk;
        const auto skipped = found->second->skipped_processes;
        if (skipped > 0) host.processes_skipped = skipped;
    }
}

Answer list_hosts(const RequestContext& context, const Snapshot& tables) {
    Parameters ask(context, tables);
    const auto page = ask.page();
    if (ask.refusal()) return tl::unexpected(*ask.refusal());
    auto slice = list_hosts(tables, page);
    std::erase_if(slice.items,
                  [&](const auto& item) { return !auth::may_see(context.viewer(), item); });
    add_probed(context.service, slice.items);
    return page_response(context, slice);
}

Answer get_host(const RequestContext& context, const Snapshot& tables) {
    const auto id = id_of<HostId>(context);
    if (!id) return tl::unexpected(id.error());
    auto view = find_host(tables, *id);
    if (!view || !auth::may_see(context.viewer(), *view)) {
        return refuse(Code::not_found, "id", "There is no such host.");
    }
    add_probed(context.service, {&*view, 1});
    return versioned_response(*view);
}

// A new host as the tables will show it before its first probe.
http::Response as_enrolled(const RequestContext& context, const Done& done, const Snapshot&) {
    const auto* host = event_in<fleet::HostEnrolled>(done);
    if (!host) return http::empty_response(204);
    views::Host view{};
    view.id = host->id;
    view.name = host->name;
    view.address = host->address;
    view.port = host->port;
    view.user = host->account;
    view.host_key_fingerprint = host->host_key;
    view.jumps = host->jumps;
    view.state = views::HostState::connecting;
    view.added_at = done.at;
    return versioned_response(view, 201).with("Location",
                                              location(context, "hosts", to_text(host->id)));
}

void add_host(const RequestPtr& context) {
    auto body = body_of<HostNew>(*context);
    if (!body) return fail(context, body.error());
    Faults faults;
    if (!is_host_name(body->name)) {
        faults.add(Code::out_of_range, "name",
                   "A host's name has 1 to 63 of a-z 0-9 . - and starts and ends with a letter or "
                   "digit.");
    }
    const auto id = body->id.value_or(fresh_id<HostId>(context->service.clock()));
    fleet::EnrolHost command{id,
                             std::move(body->name),
                             std::move(body->address),
                             body->port.value_or(22),
                             body->user.value_or(context->service.settings.ssh_account),
                             std::move(body->host_key_fingerprint),
                             jumps_of(*context, std::move(body->jumps))};
    if (auto wrong = fleet::check_enrolment(command)) faults.add(*std::move(wrong));
    if (faults.refusal()) return fail(context, *faults.refusal());
    submit(context, {.command = fleet::Command{std::move(command)}, .done = as_enrolled});
}

void refuse_host_change(const RequestPtr& context, HostId id, Refusal refusal) {
    const auto then = refusal.position;
    refuse_stale(context, std::move(refusal), "current_host",
                 {Code::not_found, "id", "There is no such host."}, [&](const Snapshot& tables) {
                     auto now = then > 0 ? host_as_of(tables, id, then) : find_host(tables, id);
                     if (now && !auth::may_see(context->viewer(), *now)) now.reset();
                     return now;
                 });
}

void change_host(const RequestPtr& context) {
    const auto target = target_of<HostId>(context, "host", refuse_host_change);
    if (!target) return;
    const auto id = target->id;
    auto patch = body_of<HostPatch>(*context);
    if (!patch) return fail(context, patch.error());
    if (!patch->address && !patch->port && !patch->user && !patch->host_key_fingerprint &&
        !patch->jumps) {
        return fail(context, {Code::malformed, "", "A change names at least one member."});
    }
    fleet::ChangeHost command{id, std::move(patch->address), patch->port, std::move(patch->user),
                              std::move(patch->host_key_fingerprint)};
    command.expected = target->expected;
    command.jumps = jumps_of(*context, std::move(patch->jumps));
    submit(context, {.command = fleet::Command{std::move(command)},
                     .done = [id](const RequestContext& a, const Done& done,
                                  const Snapshot& tables) -> http::Response {
                         const auto then = host_as_of(tables, id, done.position);
                         if (then) return versioned_response(*then);
                         return http::refusal_response(
                             {Code::not_found, "id", "There is no such host."},
                             a.request.request_id);
                     },
                     .refused = [id](const RequestPtr& a,
                                     Refusal no) { refuse_host_change(a, id, std::move(no)); }});
}

// Bookings on its GPUs block the removal: the refusal names them with owner and end.
void refuse_host_removal(const RequestPtr& context, HostId id, const Refusal& refusal) {
    if (ids_among<ReservationId>(refusal.about).empty()) return fail(context, refusal);
    const auto tables = context->service.model.snapshot(context->service.clock());
    std::vector<GpuId> gpus;
    for (const auto& gpu : plain_gpus(tables, {id, {}, {}})) gpus.push_back(gpu.id);
    auto problem = http::problem_of(refusal, context->request.request_id);
    problem.with("conflicts", to_json(conflicts_of(tables, refusal, gpus)));
    context->respond(positioned(*context, http::to_response(problem), refusal.position));
}

void remove_host(const RequestPtr& context) {
    const auto id = id_of<HostId>(*context);
    if (!id) return fail(context, id.error());
    if (const auto none = no_body(*context); !none) return fail(context, none.error());
    submit(context, {.command = fleet::Command{fleet::RemoveHost{*id}},
                     .done = no_content,
                     .refused = [id = *id](const RequestPtr& a, const Refusal& no) {
                         refuse_host_removal(a, id, no);
                     }});
}

void answer_key(const RequestPtr& context, const Machine& machine, const fleet::Jumps& jumps) {
    const auto port = machine.port.value_or(22);
    const auto key =
        context->service.fingerprint_of(machine.address, static_cast<std::uint16_t>(port), jumps);
    if (!key) return fail(context, {Code::unavailable, "address", key.error()});
    context->respond(positioned(
        *context, json_of(200, Offered{machine.address, port, key->type, key->fingerprint})));
}

void ask_fingerprint(const RequestPtr& context) {
    auto machine = body_of<Machine>(*context);
    if (!machine) return fail(context, machine.error());
    Faults faults;
    if (!is_host_address(machine->address)) {
        faults.add(Code::out_of_range, "address", "An address is a host name or an IP address.");
    }
    if (!is_port(machine->port)) faults.add(Code::out_of_range, "port", "A port is 1 to 65535.");
    const auto jumps = jumps_of(*context, std::move(machine->jumps)).value_or(fleet::Jumps{});
    if (auto wrong = fleet::check_jumps(jumps)) faults.add(*std::move(wrong));
    if (faults.refusal()) return fail(context, *faults.refusal());
    if (!context->viewer().is_admin()) {
        return fail(context, {Code::not_allowed, "", "Only an admin asks hosts for their key."});
    }
    const auto ask = [context, machine = *machine, jumps] { answer_key(context, machine, jumps); };
    const bool taken = context->service.fingerprint_of &&
                       context->service.workers.outward.run(ask) == WorkPool::Taken::yes;
    if (!taken) fail(context, {Code::busy, "", "Too many such questions at the moment."});
}

}  // namespace

void add_hosts(http::Router& router, const Service& service) {
    const std::string all = "/api/v1/hosts";
    router.add({Method::get, all, "listHosts", access::read, list_route(service, {}, list_hosts)});
    router.add({Method::post, all, "addHost", access::admin, command_route(service, add_host)});
    router.add({Method::post, all + "/fingerprint", "askFingerprint", access::admin,
                command_route(service, ask_fingerprint)});
    router.add(
        {Method::get, all + "/{id}", "getHost", access::read, query_route(service, {}, get_host)});
    router.add({Method::patch, all + "/{id}", "changeHost", access::admin,
                command_route(service, change_host)});
    router.add({Method::del, all + "/{id}", "removeHost", access::admin,
                command_route(service, remove_host)});
}

}  // namespace dibs::routes
