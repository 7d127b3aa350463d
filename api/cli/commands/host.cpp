// dibs host list|show|add|edit|remove. Adding shows the key that the host offers. A person compares
// it with the host's own before it is pinned.
#include "api/cli/commands/commands.hpp"
#include "api/cli/lib/failure.hpp"
#include "api/cli/lib/jumps.hpp"
#include "api/cli/lib/table.hpp"
#include "api/cli/views/host_keys.hpp"
#include "api/cli/views/host_words.hpp"
#include "api/cli/views/live_value.hpp"
#include "api/cli/views/lookup.hpp"
#include "api/cli/views/views.hpp"

namespace dibs::cli {
namespace {

struct NewHost {
    std::string name, address, user, fingerprint, jump;
    std::vector<std::string> jump_keys;
    int port = 22;
};

std::string address_text(const Json& host) {
    const auto port = host["port"].integer();
    const auto jumps = jumps_text(host, ", ");
    return host["address"].text() + (port == 22 ? "" : ':' + std::to_string(port)) +
           (jumps.empty() ? "" : " through " + jumps);
}

// Why Dibs cannot see whose processes run there, and what to do.
std::string hidden(const Json& host) {
    const auto advice = hidden_owners(host);
    return advice.found.empty() ? "" : "hidden: " + advice.found + ". " + advice.todo;
}

std::string clock_of(const Json& host) {
    const auto off = clock_off(host);
    return off.empty() ? "" : off + ": run an NTP client there";
}

std::vector<Column> host_columns(const ZoneClock& clock) {
    const auto plain_address = [](const Json& host) {
        return host["address"].text() + ':' + host["port"].shown();
    };
    return {member("NAME", "name"),
            {"ADDRESS", address_text, plain_address},
            member("USER", "user"),
            member("STATE", "state"),
            time_column("SINCE", "state_since", clock),
            member("GPUS", "gpu_count"),
            {"REASON", trouble_of, trouble_of}};
}

std::vector<Column> all_host_columns(const ZoneClock& clock) {
    auto result = host_columns(clock);
    const auto driver = [](const Json& host) { return host["driver"]["state"].text(); };
    result.push_back({"DRIVER", driver, driver});
    result.push_back(member("HOST KEY", "host_key_fingerprint"));
    result.push_back(member("OFFERED KEY", "offered_key"));
    result.push_back(member("OFFERED BY JUMP", "offered_by_jump"));
    const auto jumps = [](const Json& host) { return jumps_text(host, ","); };
    result.push_back({"JUMP", jumps, jumps});
    result.push_back(
        {"OWNERS", hidden, [](const Json& host) { return host["hidden_owners"]["why"].text(); }});
    result.push_back(
        {"CLOCK", clock_of, [](const Json& host) { return host["clock_offset_s"].shown(); }});
    const auto number = [](const char* metric) {
        return [metric](const Json& host) { return current_value(host, metric).shown(); };
    };
    result.push_back({"DISK", disk_of, number("disk_fullest_percent")});
    result.push_back({"LINKS", links_of, links_of});
    result.push_back({"NUMA", numa_of, numa_of});
    result.push_back(time_column("STARTED", "booted_at", clock));
    result.push_back(member("BOOT ID", "boot_id"));
    result.push_back(time_column("ADDED", "added_at", clock));
    result.push_back(member("ID", "id"));
    return result;
}

// From `--jump` and `--jump-key`; jumps without an account get the host's.
Jumps named_jumps(const std::string& jump, const std::vector<std::string>& keys,
                  const std::string& account) {
    auto jumps = parse_jumps(jump);
    if (keys.size() > jumps.size()) {
        throw Failure(Exit::usage, "There are more --jump-key than jumps.",
                      "Name one for each, in the order of --jump.");
    }
    for (std::size_t i = 0; i < jumps.size(); ++i) {
        if (jumps[i].user.empty()) jumps[i].user = account;
        if (i < keys.size()) jumps[i].key = keys[i];
    }
    return jumps;
}

void add_new_host(Context& context, NewHost host) {
    Jumps jumps;
    if (!host.jump.empty()) {
        jumps = with_keys(context, named_jumps(host.jump, host.jump_keys, host.user), false);
    }
    if (host.fingerprint.empty()) {
        host.fingerprint =
            agreed_fingerprint(context, host.address, host.port, jumps, "--fingerprint");
    }
    Json body{Json::Object{{"name", host.name},
                           {"address", host.address},
                           {"port", host.port},
                           {"host_key_fingerprint", host.fingerprint}}};
    if (!host.user.empty()) body.set("user", host.user);
    if (!jumps.empty()) body.set("jumps", to_json(jumps));
    const auto made = context.client.post("/hosts", body);
    context.out.done("Added " + printable(made["name"].text()) +
                         ". Its GPUs appear once it is reached: dibs host show " +
                         printable(made["name"].text()),
                     made, host_columns(context.clock));
}

struct HostEdit {
    std::string name, address, user, fingerprint, jump;
    std::vector<std::string> jump_keys;
    int port = 0;
    bool key = false;  // pin the keys that it and its jumps offer now
};

void edit_host(Context& context, const HostEdit& wanted) {
    const auto host = find_host(context, wanted.name);
    Json body{Json::Object{}};
    bool named = false;
    const auto set = [&](bool given, const char* member, const Json& value) {
        if (given) body.set(member, value);
        named = named || given;
    };
    set(!wanted.address.empty(), "address", wanted.address);
    set(wanted.port != 0, "port", wanted.port);
    set(!wanted.user.empty(), "user", wanted.user);
    auto jumps = jumps_of(host);
    if (!wanted.jump.empty() || !wanted.jump_keys.empty()) {
        const auto jump = wanted.jump.empty() ? jumps_text(host, ",") : wanted.jump;
        jumps = named_jumps(jump, wanted.jump_keys, host["user"].text());
    }
    jumps = with_keys(context, jumps, wanted.key);
    set(jumps != jumps_of(host), "jumps", to_json(jumps));
    auto fingerprint = wanted.fingerprint;
    if (fingerprint.empty() && wanted.key) {
        const auto address = wanted.address.empty() ? host["address"].text() : wanted.address;
        const auto port = wanted.port == 0 ? host["port"].integer() : wanted.port;
        fingerprint = agreed_fingerprint(context, address, port, jumps, "--fingerprint");
    }
    set(!fingerprint.empty(), "host_key_fingerprint", fingerprint);
    if (!named) {
        throw Failure(Exit::usage, "Nothing to change.",
                      "Name --address, --port, --user, --jump, --fingerprint or --key.");
    }
    const auto now =
        context.client.patch("/hosts/" + host["id"].text(), body, host["version"].integer());
    context.out.done("Changed " + printable(now["name"].text()) + '.', now,
                     all_host_columns(context.clock));
}

void remove_host(Context& context, const std::string& name) {
    const auto host = find_host(context, name);
    context.client.remove("/hosts/" + host["id"].text());
    context.out.done("Removed " + printable(host["name"].text()) + ", with its GPUs.", {}, {});
}

template <class Options>
void add_jump_options(Command verb, Options& options) {
    verb.add_option("--jump", options.jump,
                    "Reach it through these, as ssh -J: USER@HOST:PORT,...; none: directly");
    verb.add_option("--jump-key", options.jump_keys,
                    "The host key of a jump, in order: SHA256:...");
}

void add_host_add(Command noun, Action& action) {
    const auto verb = noun.add_subcommand("add", "Watch a host and offer its GPUs (admins)");
    auto options = std::make_shared<NewHost>();
    verb.add_option("name", options->name, "What to call it: gpu03").required();
    verb.add_option("address", options->address, "Where it is: a DNS name or IP address")
        .required();
    verb.add_option("--port", options->port, "Its SSH port (22)").between(1, 65535);
    verb.add_option("--user", options->user, "The account to sign in with");
    verb.add_option("--fingerprint", options->fingerprint, "Its host key: SHA256:...");
    add_jump_options(verb, *options);
    verb.callback([&action, options] {
        action = [options](Context& context) { add_new_host(context, *options); };
    });
}

void add_host_edit(Command noun, Action& action) {
    const auto verb =
        noun.add_subcommand("edit", "Change the address, account or key of a host (admins)");
    auto options = std::make_shared<HostEdit>();
    verb.add_option("name", options->name, "Its name or id").type_name("HOST").required();
    verb.add_option("--address", options->address, "Where it is now: a DNS name or IP address");
    verb.add_option("--port", options->port, "Its SSH port").between(1, 65535);
    verb.add_option("--user", options->user, "The account to sign in with");
    const auto fingerprint =
        verb.add_option("--fingerprint", options->fingerprint, "Its new host key: SHA256:...");
    add_jump_options(verb, *options);
    verb.add_flag("--key", options->key,
                  "Show the key that it offers now, and changed ones of its jumps, and pin them")
        .excludes(fingerprint);
    verb.callback([&action, options] {
        action = [options](Context& context) { edit_host(context, *options); };
    });
}

}  // namespace

void add_host(Command app, Action& action) {
    const auto noun = app.add_subcommand("host", "The machines with the GPUs").alias("node");
    noun.needs_subcommand();
    noun.add_subcommand("list", "All of them").callback([&action] {
        action = [](Context& context) {
            context.out.list(context.client.list("/hosts"), host_columns(context.clock),
                             "No hosts yet. Add one: dibs host add NAME ADDRESS");
        };
    });
    auto name = std::make_shared<std::string>();
    const auto show = noun.add_subcommand("show", "One of them");
    show.add_option("name", *name, "Its name or id").type_name("HOST").required();
    show.callback([&action, name] {
        action = [name](Context& context) {
            const auto id = find_host(context, *name)["id"].text();
            // Only the answer about one host has the links of its GPUs.
            context.out.thing(context.client.get("/hosts/" + id), all_host_columns(context.clock));
        };
    });
    add_host_add(noun, action);
    add_host_edit(noun, action);
    const auto gone = noun.add_subcommand("remove", "Stop watching a host (admins)");
    gone.add_option("name", *name, "Its name or id").type_name("HOST").required();
    gone.callback(
        [&action, name] { action = [name](Context& context) { remove_host(context, *name); }; });
}

}  // namespace dibs::cli
