// Finds the event's struct by its type name, then reads or writes it by its fields. The table of
// types is made from the variants themselves, so that no event can be forgotten here.
#include "domain/codec/event_json.hpp"

#include "domain/codec/event_fields.hpp"
#include "domain/codec/json_reader.hpp"
#include "domain/codec/json_writer.hpp"
#include "domain/codec/upcast.hpp"

#include <algorithm>
#include <array>

namespace dibs {
namespace {

using Read = Result<Event> (*)(const JsonValue&);
struct Type {
    std::string_view name;
    Read read;
};

template <class Aggregate, class E>
Result<Event> read_event(const JsonValue& json) {
    auto event = from_json<E>(json);
    if (!event) return tl::unexpected(std::move(event.error()));
    return Event{Aggregate{std::move(*event)}};
}

template <class Aggregate>
struct TypesOf;
template <class... Es>
struct TypesOf<std::variant<Es...>> {
    static constexpr std::array<Type, sizeof...(Es)> list = {
        Type{Es::type, &read_event<std::variant<Es...>, Es>}...};
};

template <class... Aggregates>
constexpr auto all_types(const std::variant<Aggregates...>*) {
    constexpr std::size_t count = (std::variant_size_v<Aggregates> + ...);
    std::array<Type, count> all{};
    std::size_t at = 0;
    const auto add = [&](const auto& types) {
        for (const auto& type : types) all[at++] = type;
    };
    (add(TypesOf<Aggregates>::list), ...);
    std::sort(all.begin(), all.end(), [](auto& a, auto& b) { return a.name < b.name; });
    return all;
}

constexpr auto types = all_types(static_cast<const Event*>(nullptr));
static_assert(std::adjacent_find(types.begin(), types.end(),
                                 [](auto& a, auto& b) { return a.name == b.name; }) == types.end(),
              "two events have the same stored name");

}  // namespace

std::string event_json(const Event& event) {
    std::string out;
    std::visit(
        [&](const auto& aggregate) {
            std::visit([&](const auto& e) { write_json(out, e); }, aggregate);
        },
        event);
    return out;
}

Result<Event> parse_event(JsonParser& parser, std::string_view type, std::string_view body) {
    std::string upcasted_body;
    const auto stored = upcast(type, body, upcasted_body);
    const auto json = parser.parse(stored.body);
    if (!json) return tl::unexpected(json.error());
    const auto found = std::lower_bound(types.begin(), types.end(), stored.type,
                                        [](const Type& t, auto name) { return t.name < name; });
    if (found == types.end() || found->name != stored.type) {
        return refuse(Code::malformed, "type",
                      "This version of Dibs does not know the event type " + std::string(type) +
                          "; a newer one wrote it.");
    }
    return found->read(*json);
}

}  // namespace dibs
