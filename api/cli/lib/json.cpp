// Reads with simdjson's DOM, which validates the whole text. Writes by hand, for the indent.
#include "api/cli/lib/json.hpp"

#include "api/cli/lib/failure.hpp"
#include "api/cli/lib/table.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <simdjson.h>

namespace dibs::cli {
namespace {

namespace dom = simdjson::dom;

void quote(std::string& out, std::string_view text) {
    constexpr std::string_view special = "\"\\\n\r\t", letters = "\"\\nrt";
    std::string inside;
    for (const char c : text) {
        const auto at = special.find(c);
        if (at != std::string_view::npos) {
            inside += '\\';
            inside += letters[at];
        } else {
            inside += c;
        }
    }
    out += '"' + escaped(inside) + '"';
}

// A negative `indent` means one line.
void write(std::string& out, dom::element element, int indent);

template <class Container, class WriteOne>
void write_all(std::string& out, const Container& container, std::string_view brackets, int indent,
               WriteOne write_one) {
    const auto new_line = [&](int depth) {
        if (indent >= 0) out += '\n' + std::string(static_cast<std::size_t>(depth) * 2, ' ');
    };
    out += brackets[0];
    bool first = true;
    for (const auto one : container) {
        if (!first) out += ',';
        first = false;
        new_line(indent + 1);
        write_one(one);
    }
    if (!first) new_line(indent);
    out += brackets[1];
}

void write(std::string& out, dom::element element, int indent) {
    const int inner = indent < 0 ? indent : indent + 1;
    switch (element.type()) {
        case dom::element_type::ARRAY:
            write_all(out, dom::array(element), "[]", indent,
                      [&](dom::element item) { write(out, item, inner); });
            break;
        case dom::element_type::OBJECT:
            write_all(out, dom::object(element), "{}", indent, [&](dom::key_value_pair member) {
                quote(out, member.key);
                out += indent < 0 ? ":" : ": ";
                write(out, member.value, inner);
            });
            break;
        case dom::element_type::INT64:
            out += std::to_string(std::int64_t(element));
            break;
        case dom::element_type::UINT64:
            out += std::to_string(std::uint64_t(element));
            break;
        case dom::element_type::DOUBLE:
            out += fmt::format("{}", double(element));
            break;
        case dom::element_type::STRING:
            quote(out, std::string_view(element));
            break;
        case dom::element_type::BOOL:
            out += bool(element) ? "true" : "false";
            break;
        case dom::element_type::NULL_VALUE:
            out += "null";
    }
}

// Parses text that is JSON unless a string in it is not UTF-8.
Json parse_built(const std::string& text) {
    if (auto json = Json::parse(text)) return *json;
    throw Failure(Exit::usage, "The text is not UTF-8.", "Check the encoding of your terminal.");
}

std::string in_quotes(std::string_view text) {
    std::string out;
    quote(out, text);
    return out;
}

}  // namespace

struct Json::Place {
    std::shared_ptr<const dom::document> document;
    dom::element element;

    // A value in the same document.
    [[nodiscard]] Json at(dom::element other) const {
        if (other.is_null()) return {};
        return Json(std::make_shared<const Place>(Place{document, other}));
    }
};

Json::Json(bool value) : Json(parse_built(value ? "true" : "false")) {}
Json::Json(int value) : Json(std::int64_t{value}) {}
Json::Json(std::int64_t value) : Json(parse_built(std::to_string(value))) {}
Json::Json(std::string_view value) : Json(parse_built(in_quotes(value))) {}

Json::Json(const Array& items) {
    std::string text = "[";
    for (const auto& item : items) text += (text.size() > 1 ? "," : "") + item.dump();
    *this = parse_built(text + ']');
}

Json::Json(const Object& members) {
    std::string text = "{";
    for (const auto& [name, value] : members) {
        text += (text.size() > 1 ? "," : "") + in_quotes(name) + ':' + value.dump();
    }
    *this = parse_built(text + '}');
}

std::optional<Json> Json::parse(std::string_view text) {
    dom::parser parser;
    const auto document = std::make_shared<dom::document>();
    const simdjson::padded_string padded(text);
    dom::element root;
    if (parser.parse_into_document(*document, padded).get(root)) return std::nullopt;
    return Place{document, root}.at(root);
}

bool Json::is_object() const {
    return place_ && place_->element.is_object();
}

Json Json::operator[](std::string_view key) const {
    dom::element found;
    if (!place_ || place_->element.at_key(key).get(found)) return {};
    return place_->at(found);
}

Json::Array Json::items() const {
    Array items;
    dom::array array;
    if (!place_ || place_->element.get(array)) return items;
    for (const auto item : array) items.push_back(place_->at(item));
    return items;
}

Json::Object Json::members() const {
    Object members;
    dom::object object;
    if (!place_ || place_->element.get(object)) return members;
    for (const auto member : object) members.emplace_back(member.key, place_->at(member.value));
    return members;
}

std::string Json::text() const {
    std::string_view text;
    if (!place_ || place_->element.get(text)) return {};
    return std::string(text);
}

std::int64_t Json::integer() const {
    std::int64_t whole = 0;
    if (!place_ || place_->element.get(whole) == simdjson::SUCCESS) return whole;
    double real = 0;
    if (place_->element.get(real)) return 0;
    return static_cast<std::int64_t>(real);
}

bool Json::truth() const {
    bool value = false;
    return place_ && !place_->element.get(value) && value;
}

std::string Json::shown() const {
    if (is_null()) return {};
    return place_->element.is_string() ? text() : dump();
}

void Json::set(std::string key, Json value) {
    auto all = members();
    const auto same = std::find_if(all.begin(), all.end(),
                                   [&](const auto& member) { return member.first == key; });
    if (same != all.end()) {
        same->second = std::move(value);
    } else {
        all.emplace_back(std::move(key), std::move(value));
    }
    *this = Json(all);
}

std::string Json::dump(bool indented) const {
    if (is_null()) return "null";
    std::string out;
    write(out, place_->element, indented ? 0 : -1);
    return out;
}

}  // namespace dibs::cli
