// The schemas come from the list of aggregates and the retired events, so they are always complete.
#include "domain/codec/event_schema.hpp"

#include "domain/codec/aggregate_fields.hpp"
#include "domain/codec/json_schema.hpp"
#include "domain/codec/retired_events.hpp"
#include "domain/world/aggregates.hpp"

namespace dibs {
namespace {

template <class E>
std::string_view audience_name() {
    if constexpr (requires { std::integral_constant<Audience, E::audience()>(); }) {
        switch (E::audience()) {
            case Audience::everyone:
                return "everyone";
            case Audience::concerned:
                return "concerned";
            case Audience::admins:
                return "admins";
        }
    }
    return "depends on the event";
}

// Finds the members that hold an event's subjects. Gives every id a unique value and remembers its
// path.
class SubjectPaths {
  public:
    template <class E>
    std::vector<std::string> of() {
        E event{};
        mark(event, "");
        std::vector<std::string> paths;
        for (const auto& ref : event.subjects().refs) paths.push_back(paths_.at(ref));
        return paths;
    }

  private:
    template <class T>
    void mark(T& value, const std::string& path) {
        if constexpr (std::same_as<T, Ref>) {
            PersonId person;
            mark(person, path);
            value = person;
        } else if constexpr (is_id<T>) {
            value.uuid.back() = ++count_;
            paths_.emplace(value, path);
        } else if constexpr (is_optional<T>) {
            mark(value.emplace(), path);
        } else if constexpr (is_vector<T>) {
            mark(value.emplace_back(), path);
        } else if constexpr (Described<T>) {
            const std::string before = path.empty() ? "" : path + '.';
            const auto one = [&](const auto& f) {
                mark(value.*f.member, before + std::string(f.name));
            };
            Fields<T>::list([&](const auto&... f) { (one(f), ...); });
        }
    }

    std::map<Ref, std::string> paths_;
    std::uint8_t count_ = 0;
};

template <class E>
EventSchema schema_of() {
    EventSchema schema{event_schema_id(E::type), E::description, "{\n"};
    auto& out = schema.text;
    const auto add = [&out](std::string_view name, const auto& value) {
        out.append("  \"").append(name).append("\": ").append(to_json(value)).append(",\n");
    };
    add("$schema", std::string_view("https://json-schema.org/draft/2020-12/schema"));
    add("$id", schema.id);
    add("title", E::type);
    add("description", schema.description);
    add("x-audience", audience_name<E>());
    add("x-subjects", SubjectPaths().of<E>());
    write_object_schema<E>(out, 2);
    out += "\n}\n";
    return schema;
}

template <class... Es>
void add_all(std::map<std::string_view, EventSchema>& all, const EventOf<Es...>*) {
    (all.emplace(Es::type, schema_of<Es>()), ...);
}

}  // namespace

std::map<std::string_view, EventSchema> make_event_schemas() {
    std::map<std::string_view, EventSchema> all;
    for_each_part<Event>([&]<class Part>() { add_all(all, static_cast<const Part*>(nullptr)); });
    add_all(all, static_cast<const retired::Event*>(nullptr));  // topics contain old records too
    return all;
}

std::string event_schema_id(std::string_view type) {
    return "urn:dibs:event:" + std::string(type);
}

}  // namespace dibs
