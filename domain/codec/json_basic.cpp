// Reads and writes the types that all JSON of Dibs shares.
#include "domain/codec/json_reader.hpp"
#include "domain/codec/json_writer.hpp"

#include <algorithm>
#include <bitset>
#include <cmath>
#include <utility>

namespace dibs {
namespace {

constexpr std::array scope_names = {std::pair{Scope::scrape, std::string_view("metrics")},
                                    std::pair{Scope::read, std::string_view("read")},
                                    std::pair{Scope::book, std::string_view("book")},
                                    std::pair{Scope::admin, std::string_view("admin")}};

std::optional<Scope> scope_named(std::string_view name) {
    for (const auto& [scope, text] : scope_names) {
        if (text == name) return scope;
    }
    return std::nullopt;
}

using Given = std::bitset<most_members>;

bool read_member(std::string_view name, const JsonValue& json,
                 std::span<const ObjectMember> members, Given& given, JsonProblem& problem) {
    const auto found =
        std::find_if(members.begin(), members.end(), [&](auto& one) { return one.name == name; });
    if (found == members.end()) return problem.refuse(std::string(no_such_field));
    const auto index = static_cast<std::size_t>(found - members.begin());
    if (given[index]) return problem.refuse("The field is given twice.");
    given.set(index);
    return found->read(json, found->to, problem);
}

}  // namespace

void write_json(std::string& out, double value) {
    if (!std::isfinite(value)) {
        out += "null";
        return;
    }
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    out.append(text.data(), end);
}

// Writes the whole name in one step, because large answers consist mostly of names.
void append_member_name(std::string& out, bool first, std::string_view name) {
    const auto start = out.size();
    out.append(name.size() + (first ? 3 : 4), ':');
    char* at = out.data() + start;
    if (!first) *at++ = ',';
    *at++ = '"';
    at = std::copy(name.begin(), name.end(), at);
    *at = '"';
}

void write_object(std::string& out, std::span<const WrittenMember> members) {
    out += '{';
    bool first = true;
    for (const auto& [name, from, write] : members) {
        if (from == nullptr) continue;
        append_member_name(out, std::exchange(first, false), name);
        write(out, from);
    }
    out += '}';
}

void write_json(std::string& out, Scopes scopes) {
    std::vector<std::string> names;
    for (const auto& [scope, name] : scope_names) {
        if (scopes.has(scope)) names.emplace_back(name);
    }
    write_json(out, names);
}

bool read_object(const JsonValue& json, std::span<const ObjectMember> members,
                 JsonProblem& problem) {
    if (json.kind() != JsonValue::Kind::object) return problem.expected("an object", json);
    Given given;
    bool ok = true;
    json.for_each_member([&](std::string_view name, const JsonValue& value) {
        problem.enter(name);
        ok &= read_member(name, value, members, given, problem);
        problem.leave();
        return !problem.full();
    });
    for (std::size_t i = 0; i < members.size(); ++i) {
        if (members[i].may_be_absent || given[i]) continue;
        problem.enter(members[i].name);
        ok = problem.refuse("The field is missing.");
        problem.leave();
    }
    return ok;
}

bool read_json(const JsonValue& json, bool& out, JsonProblem& problem) {
    const auto value = json.as_bool();
    if (!value) return problem.expected("a boolean", json);
    out = *value;
    return true;
}

bool read_json(const JsonValue& json, std::string& out, JsonProblem& problem) {
    const auto value = json.as_string();
    if (!value) return problem.expected("a string", json);
    out.assign(*value);
    return true;
}

bool read_json(const JsonValue& json, Instant& out, JsonProblem& problem) {
    const auto text = json.as_string();
    const auto value = text ? parse_instant(*text) : std::nullopt;
    if (!value) {
        return problem.refuse("Expected a time like 2026-11-21T09:00:00Z, with Z or an offset.");
    }
    out = *value;
    return true;
}

bool read_json(const JsonValue& json, TimeOfDay& out, JsonProblem& problem) {
    const auto text = json.as_string();
    const auto value = text ? parse_time_of_day(*text) : std::nullopt;
    if (!value) return problem.refuse("Expected a time of day from 00:00 to 24:00.");
    out = *value;
    return true;
}

bool read_json(const JsonValue& json, Scopes& out, JsonProblem& problem) {
    std::vector<std::string> names;
    if (!read_json(json, names, problem)) return false;
    for (const auto& name : names) {
        const auto scope = scope_named(name);
        if (!scope) return problem.refuse("Expected scopes out of: metrics, read, book, admin.");
        out.bits |= static_cast<unsigned>(*scope);
    }
    return true;
}

}  // namespace dibs
