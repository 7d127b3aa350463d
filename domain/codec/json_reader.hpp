// Reads JSON into values by their Fields, strictly. Refuses an unknown, duplicate or missing field
// and a wrong type. The refusal names the field by its path ("gpus[2]") and the rule. Reading
// continues after an error, so the refusal has all errors.
#pragma once

#include "domain/codec/json_value.hpp"
#include "domain/kernel/context.hpp"
#include "domain/kernel/fields.hpp"
#include "domain/kernel/ids.hpp"
#include "domain/kernel/ref.hpp"
#include "domain/kernel/sealed.hpp"
#include "domain/kernel/time.hpp"

#include <array>
#include <concepts>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace dibs {

// In a stored event it means that a newer version wrote it.
inline constexpr std::string_view no_such_field = "There is no such field.";

// The reader's place in the JSON, and the errors found so far.
class JsonProblem {
  public:
    // Builds the text of the path only for an error: a replay enters a dozen fields for each fact.
    // A field's name must stay valid until `leave`.
    void enter(std::string_view field) { path_[depth_++] = {field.data(), field.size()}; }
    void enter(std::size_t index) { path_[depth_++] = {nullptr, index}; }
    void leave() { --depth_; }

    bool refuse(std::string detail, Code code = Code::malformed) {
        faults_.add(code, path(), std::move(detail));
        return false;
    }
    bool expected(std::string_view wanted, const JsonValue& found) {
        return refuse("Expected " + std::string(wanted) + ", found " +
                      std::string(found.kind_name()) + ".");
    }
    [[nodiscard]] const std::optional<Refusal>& refusal() const { return faults_.refusal(); }
    [[nodiscard]] bool full() const { return faults_.full(); }

  private:
    struct Step {
        const char* field;  // null: an array element
        std::size_t size;   // of the field's name; for an element, its index
    };
    [[nodiscard]] std::string path() const {
        std::string path;
        for (const auto& [field, size] : std::span(path_).first(depth_)) {
            if (field == nullptr) {
                path += '[' + std::to_string(size) + ']';
            } else {
                path.append(path.empty() ? "" : ".").append(field, size);
            }
        }
        return path;
    }

    // The parser's depth, plus one for a missing field below it.
    std::array<Step, JsonParser::deepest + 1> path_;
    std::size_t depth_ = 0;
    Faults faults_;
};

bool read_json(const JsonValue& json, bool& out, JsonProblem& problem);
bool read_json(const JsonValue& json, std::string& out, JsonProblem& problem);
bool read_json(const JsonValue& json, Instant& out, JsonProblem& problem);
bool read_json(const JsonValue& json, TimeOfDay& out, JsonProblem& problem);
bool read_json(const JsonValue& json, Scopes& out, JsonProblem& problem);

template <std::integral I>
    requires(!std::same_as<I, bool>)
bool read_json(const JsonValue& json, I& out, JsonProblem& problem) {
    const auto value = json.as_integer();
    if (!value) return problem.expected("an integer", json);
    if (!std::in_range<I>(*value)) return problem.refuse("The integer is out of range.");
    out = static_cast<I>(*value);
    return true;
}

template <IdPrefix Prefix>
bool read_json(const JsonValue& json, Id<Prefix>& out, JsonProblem& problem) {
    const auto text = json.as_string();
    if (!text) return problem.expected("an id", json);
    const auto id = parse_id<Id<Prefix>>(*text);
    if (!id) {
        return problem.refuse("Expected an id that starts with " + std::string(Prefix.view()) +
                              "_ and has 26 digits of base32.");
    }
    out = *id;
    return true;
}

template <NamedEnum E>
bool read_json(const JsonValue& json, E& out, JsonProblem& problem) {
    const auto text = json.as_string();
    const auto value = text ? value_named<E>(*text) : std::nullopt;
    if (!value) return problem.refuse("Expected one of: " + all_names<E>() + ".");
    out = *value;
    return true;
}

template <class T>
bool read_json(const JsonValue& json, std::vector<T>& out, JsonProblem& problem);
template <Described T>
bool read_json(const JsonValue& json, T& out, JsonProblem& problem);

template <class T>
bool read_json(const JsonValue& json, Personal<T>& out, JsonProblem& problem) {
    return read_json(json, out.value, problem);
}

// The text in JSON is the sealed form; codec/seal.hpp opens it.
inline bool read_json(const JsonValue& json, Secret<std::string>& out, JsonProblem& problem) {
    out.sealed = true;
    return read_json(json, out.value, problem);
}

inline bool read_json(const JsonValue& json, Ref& out, JsonProblem& problem) {
    const auto text = json.as_string();
    const auto ref = text ? parse_ref(*text) : std::nullopt;
    if (!ref) return problem.refuse("Expected the id of something.");
    out = *ref;
    return true;
}

template <class T>
bool read_json(const JsonValue& json, std::optional<T>& out, JsonProblem& problem) {
    return read_json(json, out.emplace(), problem);
}
// A present null removes the value.
template <class T>
bool read_json(const JsonValue& json, std::optional<std::optional<T>>& out, JsonProblem& problem) {
    out.emplace();
    return json.kind() == JsonValue::Kind::null || read_json(json, *out, problem);
}

template <class T>
bool read_json(const JsonValue& json, std::vector<T>& out, JsonProblem& problem) {
    if (json.kind() != JsonValue::Kind::array) return problem.expected("an array", json);
    bool ok = true;
    json.for_each_element([&](const JsonValue& element) {
        problem.enter(out.size());
        ok &= read_json(element, out.emplace_back(), problem);
        problem.leave();
        return !problem.full();
    });
    return ok;
}

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;

// A member of a struct, without its type. So the code that reads objects is compiled once, and not
// for each struct.
struct ObjectMember {
    std::string_view name;
    bool may_be_absent;
    void* to;
    bool (*read)(const JsonValue&, void* to, JsonProblem&);
};
template <class M>
ObjectMember object_member(std::string_view name, M& to) {
    return {name, is_optional<M>, &to,
            [](const JsonValue& json, void* member, JsonProblem& problem) {
                return read_json(json, *static_cast<M*>(member), problem);
            }};
}

inline constexpr std::size_t most_members = 64;
bool read_object(const JsonValue& json, std::span<const ObjectMember> members,
                 JsonProblem& problem);

template <Described T>
bool read_json(const JsonValue& json, T& out, JsonProblem& problem) {
    return Fields<T>::list([&](const auto&... fields) {
        static_assert(sizeof...(fields) <= most_members);
        const std::array<ObjectMember, sizeof...(fields)> members = {
            object_member(fields.name, out.*fields.member)...};
        return read_object(json, members, problem);
    });
}

template <class T>
[[nodiscard]] Result<T> from_json(const JsonValue& json) {
    T value{};
    JsonProblem problem;
    if (!read_json(json, value, problem)) return tl::unexpected(*problem.refusal());
    return value;
}

template <class T>
[[nodiscard]] Result<T> parse_json(JsonParser& parser, std::string_view text) {
    const auto json = parser.parse(text);
    if (!json) return tl::unexpected(json.error());
    return from_json<T>(*json);
}

}  // namespace dibs
