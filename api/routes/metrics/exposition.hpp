// Writes the Prometheus text format (0.0.4) directly: fast, for the families with many series.
#pragma once

#include "projections/store/decimal.hpp"

#include <charconv>
#include <concepts>
#include <string>
#include <string_view>

namespace dibs::routes {

class Exposition {
  public:
    void family(std::string_view name, std::string_view kind, std::string_view help) {
        name_ = name;
        ((((text_ += "# HELP ") += name) += ' ') += help) += '\n';
        ((((text_ += "# TYPE ") += name) += ' ') += kind) += '\n';
    }
    // `labels` is empty or "{a="b"}", as append_label() writes it; `suffix` is for histograms.
    template <std::integral Number>
    void sample(std::string_view labels, Number value, std::string_view suffix = "") {
        begin(labels, suffix);
        char digits[24];
        text_.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
        text_ += '\n';
    }
    void sample(std::string_view labels, views::Decimal value, std::string_view suffix = "") {
        begin(labels, suffix);
        views::write_json(text_, value);
        text_ += '\n';
    }
    void sample(std::string_view labels, double value) {
        begin(labels);
        text_ += std::to_string(value);
        text_ += '\n';
    }
    template <std::integral Number>
    void single(std::string_view name, std::string_view kind, std::string_view help, Number value) {
        family(name, kind, help);
        sample("", value);
    }
    [[nodiscard]] std::string& text() { return text_; }

  private:
    void begin(std::string_view labels, std::string_view suffix = "") {
        (((text_ += name_) += suffix) += labels) += ' ';
    }
    std::string text_;
    std::string_view name_;
};

// Appends `host="gpu03"`, escaped.
inline void append_label(std::string& out, std::string_view name, std::string_view value) {
    ((out += name) += "=\"");
    for (const char c : value) {
        if (c == '\\' || c == '"') out += '\\';
        if (c == '\n') {
            out += "\\n";
        } else {
            out += c;
        }
    }
    out += '"';
}

}  // namespace dibs::routes
