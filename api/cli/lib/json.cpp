// Reading with simdjson's DOM, which validates the whole text; writing by hand.
#include "api/cli/lib/json.hpp"

#include <fmt/format.h>
#include <simdjson.h>

namespace dibs::cli {
namespace {

Json from_dom(simdjson::dom::element element) {
    using Type = simdjson::dom::element_type;
    switch (element.type()) {
        case Type::ARRAY: {
            Json::Array items;
            for (const auto item : simdjson::dom::array(element)) items.push_back(from_dom(item));
            return items;
        }
        case Type::OBJECT: {
            Json::Object members;
            for (const auto member : simdjson::dom::object(element)) {
                members.emplace_back(std::string(member.key), from_dom(member.value));
            }
            return members;
        }
        case Type::INT64:
            return std::int64_t(element);
        case Type::UINT64:
            return static_cast<double>(std::uint64_t(element));
        case Type::DOUBLE:
            return double(element);
        case Type::STRING:
            return std::string_view(element);
        case Type::BOOL:
            return bool(element);
        default:
            return {};
    }
}

void quote(std::string& out, std::string_view text) {
    out += '"';
    for (const char c : text) {
        switch (c) {
            case '"':
                out += "\\\"";
                break;
            case '\\':
                out += "\\\\";
                break;
            case '\n':
                out += "\\n";
                break;
            case '\r':
                out += "\\r";
                break;
            case '\t':
                out += "\\t";
                break;
            default:
                if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
                    out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
                } else {
                    out += c;
                }
        }
    }
    out += '"';
}

void new_line(std::string& out, int indent) {
    if (indent >= 0) out += '\n' + std::string(static_cast<std::size_t>(indent) * 2, ' ');
}

}  // namespace

std::optional<Json> Json::parse(std::string_view text) {
    simdjson::dom::parser parser;
    simdjson::dom::element element;
    const simdjson::padded_string padded(text);
    if (parser.parse(padded).get(element) != simdjson::SUCCESS) return std::nullopt;
    return from_dom(element);
}

const Json& Json::operator[](std::string_view key) const {
    static const Json absent;
    for (const auto& [name, value] : members()) {
        if (name == key) return value;
    }
    return absent;
}

const Json::Array& Json::items() const {
    static const Array none;
    const auto* items = std::get_if<Array>(&value_);
    return items != nullptr ? *items : none;
}

const Json::Object& Json::members() const {
    static const Object none;
    const auto* members = std::get_if<Object>(&value_);
    return members != nullptr ? *members : none;
}

const std::string& Json::text() const {
    static const std::string none;
    const auto* text = std::get_if<std::string>(&value_);
    return text != nullptr ? *text : none;
}

std::int64_t Json::integer() const {
    if (const auto* value = std::get_if<std::int64_t>(&value_)) return *value;
    return static_cast<std::int64_t>(number());
}

double Json::number() const {
    if (const auto* value = std::get_if<std::int64_t>(&value_)) return static_cast<double>(*value);
    const auto* value = std::get_if<double>(&value_);
    return value != nullptr ? *value : 0;
}

bool Json::truth() const {
    const auto* value = std::get_if<bool>(&value_);
    return value != nullptr && *value;
}

std::string Json::shown() const {
    if (is_null()) return {};
    const auto* text = std::get_if<std::string>(&value_);
    return text != nullptr ? *text : dump();
}

void Json::set(std::string key, Json value) {
    if (!is_object()) value_ = Object{};
    auto& members = std::get<Object>(value_);
    for (auto& [name, old] : members) {
        if (name == key) {
            old = std::move(value);
            return;
        }
    }
    members.emplace_back(std::move(key), std::move(value));
}

std::string Json::dump(bool indented) const {
    std::string out;
    dump_to(out, indented ? 0 : -1);
    return out;
}

// A negative `indent` means one line.
void Json::dump_to(std::string& out, int indent) const {
    const int inner = indent < 0 ? indent : indent + 1;
    bool first = true;
    const auto next = [&] {
        if (!first) out += ',';
        first = false;
        new_line(out, inner);
    };
    if (is_object()) {
        out += '{';
        for (const auto& [name, value] : members()) {
            next();
            quote(out, name);
            out += indent < 0 ? ":" : ": ";
            value.dump_to(out, inner);
        }
        if (!first) new_line(out, indent);
        out += '}';
    } else if (is_array()) {
        out += '[';
        for (const auto& item : items()) {
            next();
            item.dump_to(out, inner);
        }
        if (!first) new_line(out, indent);
        out += ']';
    } else if (const auto* text = std::get_if<std::string>(&value_)) {
        quote(out, *text);
    } else if (const auto* real = std::get_if<double>(&value_)) {
        out += fmt::format("{}", *real);
    } else if (const auto* whole = std::get_if<std::int64_t>(&value_)) {
        out += std::to_string(*whole);
    } else {
        out += is_null() ? "null" : (truth() ? "true" : "false");
    }
}

}  // namespace dibs::cli
