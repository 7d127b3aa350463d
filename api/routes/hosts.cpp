// /api/v1/hosts: enrol with a fingerprint compared by a person, look, remove.
#include "api/auth/may_see.hpp"
#include "api/routes/parameters.hpp"
#include "api/routes/routes.hpp"
#include "ingest/fresh_id.hpp"

#include <algorithm>

namespace dibs::routes {
namespace {

using http::Method;

struct HostNew {
    std::optional<HostId> id{};
    std::string name;
    std::string address;
    std::optional<std::int64_t> port{};
    std::optional<std::string> user{};
    std::string host_key_fingerprint;
};
struct Machine {
    std::string address;
    std::optional<std::int64_t> port{};
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
struct Fields<routes::HostNew> {
    using T = routes::HostNew;
    static constexpr auto list =
        std::tuple(field("id", &T::id), field("name", &T::name), field("address", &T::address),
                   field("port", &T::port), field("user", &T::user),
                   field("host_key_fingerprint", &T::host_key_fingerprint));
};
template <>
struct Fields<routes::Machine> {
    using T = routes::Machine;
    static constexpr auto list = std::tuple(field("address", &T::address), field("port", &T::port));
};
template <>
struct Fields<routes::Offered> {
    using T = routes::Offered;
    static constexpr auto list = std::tuple(
        field("address", &T::address), field("port", &T::port), field("key_type", &T::key_type),
        field("host_key_fingerprint", &T::host_key_fingerprint));
};

}  // namespace dibs

namespace dibs::routes {
namespace {

// The domain's names for what the contract calls otherwise.
Refusal in_our_words(Refusal refusal) {
    if (refusal.field == "account") refusal.field = "user";
    if (refusal.field == "host_key") refusal.field = "host_key_fingerprint";
    return refusal;
}
void fail_in_our_words(const AskedPtr& asked, Refusal refusal) {
    fail(asked, in_our_words(std::move(refusal)));
}

// [a-z0-9]([a-z0-9.-]{0,61}[a-z0-9])?
bool is_host_name(const std::string& name) {
    const auto plain = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
    const auto inner = [&](char c) { return plain(c) || c == '.' || c == '-'; };
    return !name.empty() && name.size() <= 63 && plain(name.front()) && plain(name.back()) &&
           std::all_of(name.begin(), name.end(), inner);
}

std::optional<Refusal> check_port(std::optional<std::int64_t> port) {
    if (!port || (*port >= 1 && *port <= 65535)) return std::nullopt;
    return Refusal{Code::out_of_range, "port", "A port is 1 to 65535.", {}};
}

Answer list(const Asked& asked, const Snapshot& tables) {
    Parameters ask(asked, tables);
    const auto page = ask.page();
    if (ask.refusal()) return tl::unexpected(*ask.refusal());
    auto slice = tables.hosts(page);
    std::erase_if(slice.items,
                  [&](const auto& item) { return !auth::may_see(asked.viewer(), item); });
    return page_response(asked, slice);
}

Answer get(const Asked& asked, const Snapshot& tables) {
    const auto id = id_of<HostId>(asked);
    if (!id) return tl::unexpected(id.error());
    const auto view = tables.host(*id);
    if (!view || !auth::may_see(asked.viewer(), *view)) {
        return refuse(Code::not_found, "id", "There is no such host.");
    }
    return json_of(200, *view);
}

void add(const AskedPtr& asked) {
    auto body = body_of<HostNew>(*asked);
    if (!body) return fail(asked, body.error());
    if (!is_host_name(body->name)) {
        return fail(asked, {Code::out_of_range,
                            "name",
                            "A host's name has 1 to 63 of a-z 0-9 . - and starts and ends with a "
                            "letter or digit.",
                            {}});
    }
    if (const auto no = check_port(body->port)) return fail(asked, *no);
    const auto id = body->id.value_or(fresh_id<HostId>(asked->service.clock()));
    fleet::EnrolHost command{id,
                             std::move(body->name),
                             std::move(body->address),
                             body->port.value_or(22),
                             body->user.value_or(asked->service.settings.ssh_account),
                             std::move(body->host_key_fingerprint)};
    submit(asked, {.command = fleet::Command{std::move(command)},
                   .done =
                       [id](const Asked& a, const Done& done, const Snapshot& tables) {
                           auto made = id;
                           const auto first =
                               done.repeated ? tables.event(done.position) : std::nullopt;
                           if (first && first->host) made = *first->host;
                           const auto view = tables.host(made);
                           auto response = view ? json_of(201, *view) : http::empty_response(204);
                           return std::move(response).with("Location",
                                                           location(a, "hosts", to_text(made)));
                       },
                   .refused = fail_in_our_words});
}

// Bookings on the host's GPUs keep it: they are named, with who holds them until when.
void refuse_removal(const AskedPtr& asked, HostId id, const Refusal& refusal) {
    if (refusal.conflicts.empty()) return fail(asked, refusal);
    const auto tables = asked->service.model.snapshot(asked->service.clock());
    std::vector<GpuId> gpus;
    for (const auto& gpu : tables.gpu_list({id, {}, {}})) gpus.push_back(gpu.id);
    const Interval ever{tables.now(), tables.now() + std::chrono::days{3660}};
    auto problem = http::problem_of(refusal, asked->request.request_id);
    problem.with("conflicts", to_json(tables.conflicts(refusal.conflicts, gpus, ever)));
    asked->respond(positioned(*asked, http::to_response(problem), tables.position()));
}

void remove(const AskedPtr& asked) {
    const auto id = id_of<HostId>(*asked);
    if (!id) return fail(asked, id.error());
    if (const auto none = no_body(*asked); !none) return fail(asked, none.error());
    submit(asked, {.command = fleet::Command{fleet::RemoveHost{*id}},
                   .done = [](const Asked&, const Done&,
                              const Snapshot&) { return http::empty_response(204); },
                   .refused = [id = *id](const AskedPtr& a,
                                         const Refusal& no) { refuse_removal(a, id, no); }});
}

void answer_key(const AskedPtr& asked, const Machine& machine) {
    const auto port = machine.port.value_or(22);
    const auto key =
        asked->service.fingerprint_of(machine.address, static_cast<std::uint16_t>(port));
    if (!key) return fail(asked, {Code::unavailable, "address", key.error(), {}});
    asked->respond(positioned(
        *asked, json_of(200, Offered{machine.address, port, key->type, key->fingerprint})));
}

void fingerprint(const AskedPtr& asked) {
    auto machine = body_of<Machine>(*asked);
    if (!machine) return fail(asked, machine.error());
    if (machine->address.empty() || machine->address.size() > 253) {
        return fail(
            asked,
            {Code::out_of_range, "address", "An address is a host name or an IP address.", {}});
    }
    if (const auto no = check_port(machine->port)) return fail(asked, *no);
    if (!asked->viewer().is_admin()) {
        return fail(asked, {Code::not_allowed, "", "Only an admin asks hosts for their key.", {}});
    }
    const bool taken =
        asked->service.fingerprint_of &&
        asked->service.background.run([asked, machine = *machine] { answer_key(asked, machine); });
    if (!taken) fail(asked, {Code::busy, "", "Too many such questions at the moment.", {}});
}

}  // namespace

void add_hosts(http::Router& router, const Service& service) {
    const std::string all = "/api/v1/hosts";
    router.add(
        {Method::get, all, "listHosts", access::read, reads(service, {"limit", "cursor"}, list)});
    router.add({Method::post, all, "addHost", access::admin, acts(service, add)});
    router.add({Method::post, all + "/fingerprint", "askFingerprint", access::admin,
                acts(service, fingerprint)});
    router.add({Method::get, all + "/{id}", "getHost", access::read, reads(service, {}, get)});
    router.add({Method::del, all + "/{id}", "removeHost", access::admin, acts(service, remove)});
}

}  // namespace dibs::routes
