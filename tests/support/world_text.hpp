// All that a world holds, as text: two worlds are the same if these are.
#pragma once

#include "tests/support/print.hpp"

#include <string>

namespace dibs::test {

class WorldText {
  public:
    static std::string of(const World& world) {
        WorldText text;
        text.line("position", world.position, "at", unix_ms(world.now));
        text.add(world.reservations);
        text.add(world.fleet);
        text.add(world.violations);
        text.add(world.people);
        for (const auto& [id, given] : world.grants.grants) text.line("grant", id, to_json(given));
        for (const auto& [id, held] : world.boards.all) {
            text.line("board", to_json(held.board), held.version);
        }
        for (const auto& [who, count] : world.boards.counts) text.line("boards of", who, count);
        text.line("rules", to_json(world.rules.site), world.rules.version);
        for (const auto& reactor : world.effects.watched) text.line("reactor", reactor);
        for (const auto position : world.newest) text.line("newest", position);
        return std::move(text.out_);
    }

  private:
    template <class... Parts>
    void line(const Parts&... parts) {
        ((put(parts), out_ += ' '), ...);
        out_ += '\n';
    }
    void put(const std::string& text) { out_ += text; }
    void put(const char* text) { out_ += text; }
    template <IdPrefix Prefix>
    void put(const Id<Prefix>& id) {
        append_text(out_, id);
    }
    void put(Instant at) { out_ += std::to_string(unix_ms(at)); }
    template <class T>
    void put(const std::optional<T>& value) {
        if (value) return put(*value);
        out_ += '-';
    }
    template <class T>
        requires std::is_integral_v<T>
    void put(T number) {
        out_ += std::to_string(number);
    }
    template <class T>
        requires std::is_enum_v<T>
    void put(T value) {
        put(static_cast<int>(value));
    }

    void add(const reservation::State& state) {
        for (const auto& [id, held] : state.all) {
            line("booking", to_json(held.booking), held.version, held.ending);
        }
        for (const auto& [gpu, timeline] : state.live) {
            for (const auto& [until, id] : timeline) line("live", gpu, until, id);
        }
    }
    void add(const fleet::State& state) {
        for (const auto& [id, host] : state.hosts) {
            line("host", to_json(host.enrolled), host.reach, host.reason, host.offered_key);
        }
        for (const auto& [name, id] : state.host_by_name) line("host named", name, id);
        for (const auto& [id, gpu] : state.gpus) {
            line("gpu", id, gpu.host, gpu.uuid, gpu.index, gpu.model, gpu.memory_total_mib,
                 gpu.parent, gpu.lost);
        }
        for (const auto& [uuid, id] : state.gpu_by_uuid) line("gpu of uuid", uuid, id);
        for (const auto& [parent, children] : state.slices) {
            for (const auto& child : children) line("slice", parent, child);
        }
        for (const auto& [id, process] : state.processes) {
            line("process", id, process.host, process.pid, process.started, process.unix_name,
                 process.person);
            for (const auto& gpu : process.gpus) line("uses", gpu);
        }
    }
    void add(const violation::State& state) {
        for (const auto& [id, open] : state.open) {
            line("open", to_json(open.violation), open.excused);
        }
        for (const auto& [key, id] : state.by_key) {
            line("about", std::get<0>(key), std::get<1>(key), std::get<2>(key), id);
        }
    }
    void add(const people::State& state) {
        for (const auto& [id, person] : state.people) {
            line("person", id, person.unix_name, person.role, person.preferences.zone,
                 person.preferences.theme, person.preferences.language);
        }
        for (const auto& [name, id] : state.by_unix_name) line("person named", name, id);
        for (const auto& [id, session] : state.sessions) {
            line("session", id, session.person, session.expires, session.by);
        }
        for (const auto& [id, token] : state.tokens) {
            line("token", id, token.person, token.scopes.bits, token.expires);
        }
        for (const auto& [at, id] : state.by_expiry) line("expires", at, id);
        line("setup", state.setup.opened ? state.setup.opened->token.value : "-",
             state.setup.completed);
    }

    std::string out_;
};

}  // namespace dibs::test
