// The complete state of a world as text: equal texts mean equal worlds. First the snapshot rows of
// each aggregate, then derived state and the secret that the JSON omits.
#pragma once

#include "domain/codec/aggregate_fields.hpp"
#include "tests/support/print.hpp"

#include <string>
#include <string_view>

namespace dibs::test {

class WorldText {
  public:
    static std::string of(const World& world) {
        WorldText text;
        text.line("position", world.position, "at", unix_ms(world.now));
        for_each_type(Aggregates{}, [&]<class A>() { text.template add_rows<A>(world); });
        text.add_derived(world.fleet);
        text.add_derived(world.people);
        text.add_derived(world.reservations);
        text.add_derived(world.violations);
        text.add_derived(world.boards);
        return std::move(text.out_);
    }

  private:
    template <class... Parts>
    void line(const Parts&... parts) {
        ((put(parts), out_ += ' '), ...);
        out_ += '\n';
    }
    void put(std::string_view text) { out_ += text; }
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

    template <class A>
    void add_rows(const World& world) {
        A::each_row(A::of(world), [&](const auto& row) { line(row.row, to_json(row)); });
        const auto newest = world.newest[IndexIn<A, Aggregates>::value];
        if (newest != 0) line("newest of", A::name, newest);
    }

    void add_derived(const fleet::State& state) {
        for (const auto& [name, id] : state.host_by_name) line("host named", name, id);
        for (const auto& [uuid, id] : state.gpu_by_uuid) line("gpu of uuid", uuid, id);
        for (const auto& [parent, children] : state.slices) {
            for (const auto& child : children) line("slice", parent, child);
        }
    }
    void add_derived(const people::State& state) {
        for (const auto& [name, id] : state.by_unix_name) line("person named", name, id);
        for (const auto& [at, id] : state.by_expiry) line("expires", at, id);
        if (state.setup.opened) line("setup token", state.setup.opened->token.value);
    }
    void add_derived(const reservation::State& state) {
        for (const auto& [gpu, timeline] : state.live) {
            for (const auto& [until, id] : timeline) line("live", gpu, until, id);
        }
    }
    void add_derived(const violation::State& state) {
        for (const auto& [key, id] : state.by_key) {
            line("about", key.first, key.second, id);
        }
        for (const auto& [group, ids] : state.by_group) {
            for (const auto id : ids) line("in the group of", std::get<std::string>(group), id);
        }
    }
    void add_derived(const board::State& state) {
        for (const auto& [who, count] : state.counts) line("boards of", who, count);
    }

    std::string out_;
};

}  // namespace dibs::test
