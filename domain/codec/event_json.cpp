// Finds the struct by the name of its type, then reads or writes it by its fields. The tables of
// types come from the list of aggregates, so they are always complete.
#include "domain/codec/event_json.hpp"

#include "domain/codec/aggregate_fields.hpp"
#include "domain/codec/json_reader.hpp"
#include "domain/codec/json_writer.hpp"
#include "domain/codec/upcast.hpp"
#include "domain/world/aggregates.hpp"

#include <algorithm>
#include <array>

namespace dibs {
namespace {

template <class Any>
struct Type {
    std::string_view name;
    std::optional<Any> (*read)(const JsonValue&, JsonProblem&);
};

// Compiled for each of about 170 types, so it has only the code that depends on the type.
template <class Any, class Part, class T>
std::optional<Any> read_one(const JsonValue& json, JsonProblem& problem) {
    T value{};
    if (!read_json(json, value, problem)) return std::nullopt;
    return Part(std::move(value));
}

// One row for each struct of an aggregate's events or commands.
template <class Any, class... Ts>
constexpr auto types_of(const OneOf<Any, Ts...>*) {
    return std::array{Type<Any>{Ts::type, &read_one<Any, OneOf<Any, Ts...>, Ts>}...};
}

template <class Any>
constexpr auto all_types() {
    constexpr auto size = [] {
        std::size_t sum = 0;
        for_each_part<Any>(
            [&]<class Part>() { sum += types_of(static_cast<const Part*>(nullptr)).size(); });
        return sum;
    }();
    std::array<Type<Any>, size> all{};
    std::size_t at = 0;
    for_each_part<Any>([&]<class Part>() {
        for (const auto& type : types_of(static_cast<const Part*>(nullptr))) all[at++] = type;
    });
    std::sort(all.begin(), all.end(), [](auto& a, auto& b) { return a.name < b.name; });
    return all;
}

template <class Types>
constexpr bool all_differ(const Types& types) {
    return std::adjacent_find(types.begin(), types.end(),
                              [](auto& a, auto& b) { return a.name == b.name; }) == types.end();
}

constexpr auto event_types = all_types<Event>();
constexpr auto command_types = all_types<Command>();
static_assert(all_differ(event_types), "two events have the same stored name");
static_assert(all_differ(command_types), "two commands have the same name");

template <class Types>
auto find_type(const Types& types, std::string_view name) -> decltype(&types[0]) {
    const auto found = std::lower_bound(types.begin(), types.end(), name,
                                        [](const auto& t, auto wanted) { return t.name < wanted; });
    return found == types.end() || found->name != name ? nullptr : &*found;
}

template <class Any>
Result<Any> read_type(const Type<Any>& type, const JsonValue& json) {
    JsonProblem problem;
    auto value = type.read(json, problem);
    if (!value) return tl::unexpected(*problem.refusal());
    return std::move(*value);
}

tl::unexpected<Refusal> unknown_type(std::string_view what, std::string_view type) {
    return refuse(Code::malformed, "type",
                  "This version of Dibs does not know the " + std::string(what) + " type " +
                      std::string(type) + "; a newer one wrote it.");
}

// Of an event; growing to this size would cost more than the text.
constexpr std::size_t usual_size = 512;

const auto writer_into = [](std::string& out) {
    return [&](const auto& t) { write_json(out, t); };
};

}  // namespace

std::string event_json(const Event& event) {
    std::string out;
    out.reserve(usual_size);
    visit_event(writer_into(out), event);
    return out;
}

std::string event_json(const Event& event, Sealer& sealer) {
    return event_json(sealed(event, sealer));
}

Result<Event> parse_shown_event(JsonParser& parser, std::string_view type, std::string_view body) {
    std::string upcasted_body;
    const auto stored = upcast(type, body, upcasted_body);
    const auto json = parser.parse(stored.body);
    if (!json) return tl::unexpected(json.error());
    const auto* found = find_type(event_types, stored.type);
    if (found == nullptr) return unknown_type("event", type);
    return read_type(*found, *json);
}

Result<Event> parse_event(JsonParser& parser, std::string_view type, std::string_view body,
                          const Sealer& sealer) {
    auto event = parse_shown_event(parser, type, body);
    if (!event) return event;
    return opened(std::move(*event), sealer);
}

std::string command_json(const Command& command) {
    std::string out;
    visit_command(writer_into(out), command);
    return out;
}

std::string command_json(const Command& command, Sealer& sealer) {
    return command_json(sealed(command, sealer));
}

Result<Command> parse_command(JsonParser& parser, std::string_view type, std::string_view body,
                              const Sealer& sealer) {
    const auto json = parser.parse(body);
    if (!json) return tl::unexpected(json.error());
    const auto* found = find_type(command_types, type);
    if (found == nullptr) return unknown_type("command", type);
    auto command = read_type(*found, *json);
    if (!command) return command;
    return opened(std::move(*command), sealer);
}

}  // namespace dibs
