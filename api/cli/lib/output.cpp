// Writes the three forms of an answer.
#include "api/cli/lib/output.hpp"

#include "api/cli/lib/table.hpp"

#include <algorithm>

namespace dibs::cli {
namespace {

std::vector<std::string> headings(const std::vector<Column>& columns) {
    std::vector<std::string> result;
    for (const auto& column : columns) result.push_back(column.heading);
    return result;
}

std::vector<std::string> cells(const Json& item, const std::vector<Column>& columns, bool human) {
    std::vector<std::string> result;
    for (const auto& column : columns)
        result.push_back((human ? column.human : column.plain)(item));
    return result;
}

}  // namespace

Column member(std::string heading, std::string key) {
    const auto get = [key](const Json& item) { return item[key].shown(); };
    return {std::move(heading), get, get};
}

std::string Output::painted(const char* code, std::string_view text) const {
    if (!settings.color) return std::string(text);
    return "\x1b[" + std::string(code) + 'm' + std::string(text) + "\x1b[0m";
}

Json Output::picked(const Json& item) const {
    if (settings.fields.empty()) return item;
    Json::Object result;
    for (const auto& field : settings.fields) result.emplace_back(field, item[field]);
    return result;
}

// Warns about a member that no item has. It may be a typo or absent from these items only, so its
// values are null.
void Output::note_absent_fields(const std::vector<Json>& items) {
    for (const auto& field : settings.fields) {
        const bool there = std::any_of(items.begin(), items.end(),
                                       [&](const Json& item) { return !item[field].is_null(); });
        if (there || items.empty()) continue;
        std::string names;
        for (const auto& [name, value] : items.front().members()) {
            names += (names.empty() ? "" : ", ") + name;
        }
        note("Nothing here has '" + printable(field) + "'. There are: " + printable(names) + '.');
    }
}

void Output::note_left_out(const std::vector<std::string>& columns) {
    if (columns.empty()) return;
    std::string names;
    for (const auto& name : columns) names += (names.empty() ? "" : ", ") + name;
    note("No room for: " + names + ". --wide shows all columns.");
}

void Output::list(const std::vector<Json>& items, const std::vector<Column>& columns,
                  std::string_view none) {
    if (form() == Form::json) {
        Json::Array array;
        for (const auto& item : items) array.push_back(picked(item));
        note_absent_fields(items);
        out_ << Json(std::move(array)).dump(true) << '\n';
        return;
    }
    if (items.empty()) {
        if (human()) note(none);
        return;
    }
    Table table(headings(columns));
    for (const auto& item : items) table.add(cells(item, columns, human()));
    if (!human()) {
        out_ << table.tsv();
        return;
    }
    out_ << table.aligned(settings.line, settings.unicode ? "\u2026" : "~");
    note_left_out(table.left_out(settings.line));
}

void Output::thing(const Json& item, const std::vector<Column>& columns) {
    if (!human()) {
        done({}, item, columns);
        return;
    }
    std::size_t width = 0;
    for (const auto& column : columns) width = std::max(width, display_width(column.heading));
    for (const auto& column : columns) {
        const auto value = printable(column.human(item));
        if (value.empty()) continue;
        const auto gap = std::string(width + 2 - display_width(column.heading), ' ');
        out_ << dim(column.heading) << gap << value << '\n';
    }
}

void Output::done(const std::string& sentence, const Json& item,
                  const std::vector<Column>& columns) {
    if (human()) {
        out_ << tick() << ' ' << sentence << '\n';
    } else if (form() == Form::json) {
        json(picked(item));
        note_absent_fields({item});
    } else if (item.is_object()) {
        Table table(headings(columns));
        table.add(cells(item, columns, false));
        out_ << table.tsv();
    }
}

void Output::json(const Json& value) {
    out_ << value.dump(true) << '\n';
}

void Output::line(std::string_view text) {
    out_ << text << '\n' << std::flush;
}

void Output::note(std::string_view text) {
    if (!settings.quiet) err_ << text << '\n';
}

void Output::error(std::string_view message, std::string_view next_step, std::string_view problem) {
    if (form() == Form::json && !problem.empty()) {
        const auto json = Json::parse(problem);
        err_ << (json ? json->dump() : printable(problem)) << '\n';
        return;
    }
    err_ << cross() << ' ' << printable(message) << '\n';
    if (!next_step.empty()) err_ << "  " << printable(next_step) << '\n';
}

}  // namespace dibs::cli
