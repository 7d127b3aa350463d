// dibs doctor: checks the server and every host, with advice for each fault. Asks all that the
// token may see, and reports what it could not ask. Exit 0: all is well; 1: a finding, or something
// unseen; 8: no server answers.
#include "api/cli/checkup/checkup.hpp"
#include "api/cli/commands/commands.hpp"
#include "api/cli/lib/failure.hpp"
#include "api/cli/lib/table.hpp"

#include <algorithm>

namespace dibs::cli {
namespace {

using State = Check::State;

void append(Checks& all, Checks more) {
    for (auto& check : more) all.push_back(std::move(check));
}

// An untrusted certificate gets other advice than a server that does not run.
[[noreturn]] void explain(const Failure& failure) {
    const std::string said = failure.what();
    const bool untrusted =
        said.find("certificate") != std::string::npos || said.find("SSL") != std::string::npos;
    if (!untrusted) throw failure;
    throw Failure(failure.exit, said,
                  "Have its certificate signed by an authority that this machine trusts, and name "
                  "the server as the certificate does.");
}

// Whether further requests make sense.
bool check_server(Context& context, Checks& all) {
    HttpResponse answer;
    try {
        answer = context.client.send("GET", "//readyz?verbose", "");
    } catch (const Failure& failure) {
        explain(failure);
    }
    if (answer.status == 200 || answer.status == 503) {
        all.push_back(check_ready(answer.status == 200, answer.body));
        return true;
    }
    const auto elsewhere = answer.header("location");
    const auto found = elsewhere && answer.status / 100 == 3
                           ? "sends on to " + *elsewhere
                           : "answers " + std::to_string(answer.status) +
                                 " where Dibs says "
                                 "whether it is ready";
    all.push_back(
        {"server", "", State::finding, found,
         "Name the address of Dibs itself with --server; a token is taken nowhere else."});
    return false;
}

void check_hosts_of(Context& context, const Json& system, Checks& all) {
    const auto hosts = context.client.list("/hosts");
    append(all, check_hosts(system, hosts, context.client.list("/gpus")));
}

// A check without an answer is neither ok nor a finding.
void look(Checks& all, const std::string& part, const std::string& what,
          const std::function<void()>& ask) {
    try {
        ask();
    } catch (const Failure& failure) {
        if (failure.exit == Exit::unreachable && failure.problem.empty()) throw;
        all.push_back({part, "", State::unseen, what + " could not be seen: " + failure.what(),
                       failure.next_step});
    }
}

Checks examine(Context& context) {
    Checks all;
    if (!check_server(context, all)) return all;
    Json system;
    look(all, "server", "log, clock, disk, tables and hosts", [&] {
        system = context.client.get("/system");
        all.push_back(check_version(system));
        append(all, check_log(system));
        append(all, check_clock(system, context.clock.now()));
        all.push_back(check_disk(system));
        append(all, check_tables(system));
        append(all, check_effects(system));
    });
    if (!system) return all;
    look(all, "host", "hosts", [&] { check_hosts_of(context, system, all); });
    return all;
}

Json json_of(const Check& check) {
    Json item{Json::Object{{"part", check.part},
                           {"name", check.name},
                           {"state", to_text(check.state)},
                           {"found", check.found}}};
    if (!check.todo.empty()) item.set("todo", check.todo);
    return item;
}

// Healthy hosts share one line.
void print(Context& context, const Checks& all) {
    auto& out = context.out;
    std::size_t well = 0;
    for (const auto& check : all) {
        if (check.part == "host" && check.state == State::ok && !check.name.empty()) {
            ++well;
            continue;
        }
        const auto sign = check.state == State::ok ? out.tick() : out.cross();
        const auto about = check.part + (check.name.empty() ? "" : ' ' + check.name);
        out.line(sign + ' ' + printable(about) + ": " + printable(check.found));
        if (!check.todo.empty()) out.line("    " + printable(check.todo));
    }
    if (well > 0) {
        out.line(out.tick() + ' ' + std::to_string(well) + (well == 1 ? " host is" : " hosts are") +
                 " well");
    }
}

void doctor(Context& context) {
    const auto all = examine(context);
    if (context.out.human()) {
        print(context, all);
    } else {
        std::vector<Json> items;
        for (const auto& check : all) items.push_back(json_of(check));
        context.out.list(items,
                         {member("PART", "part"), member("NAME", "name"), member("STATE", "state"),
                          member("FOUND", "found"), member("TO DO", "todo")},
                         "");
    }
    const bool well = std::all_of(all.begin(), all.end(),
                                  [](const Check& check) { return check.state == State::ok; });
    if (!well) throw Failure(Exit::failure, "", "");
}

}  // namespace

void add_doctor(Command app, Action& action) {
    app.add_subcommand("doctor", "Check the server and its hosts, and say what to do")
        .callback([&action] { action = doctor; });
}

}  // namespace dibs::cli
