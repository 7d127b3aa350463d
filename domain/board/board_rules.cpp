// Implements board_rules.hpp. Panels may overlap: the page moves them apart, and chooses its own
// grid on a phone.
#include "domain/board/board_rules.hpp"

#include <algorithm>

namespace dibs::board {
namespace {

Refusal objection(std::string field, std::string detail, Code code = Code::out_of_range) {
    return Refusal{code, std::move(field), std::move(detail)};
}

bool is_control(char c) {
    return static_cast<unsigned char>(c) < 32 || c == 127;
}
bool is_control_in_text(char c) {
    return is_control(c) && c != '\n' && c != '\t';
}

// Between line breaks and tabs, a text follows the rules of names and titles.
bool hides_something(std::string_view text) {
    if (std::any_of(text.begin(), text.end(), is_control_in_text)) return true;
    for (auto rest = text;;) {
        const auto end = rest.find_first_of("\n\t");
        if (!normal_line(rest.substr(0, end), {}, {}, {0, text.size()})) return true;
        if (end == std::string_view::npos) return false;
        rest.remove_prefix(end + 1);
    }
}

bool valid_panel_id(std::string_view id) {
    const auto part = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '_' || c == '-';
    };
    return !id.empty() && id.size() <= 32 && std::all_of(id.begin(), id.end(), part);
}

// Checks one panel of a board. `at` is its path.
class PanelRules {
  public:
    PanelRules(const Panel& panel, std::string at, const Known& before, const fleet::State& fleet)
        : p_(panel), at_(std::move(at)), before_(before), fleet_(fleet) {}

    [[nodiscard]] Objection check() const {
        for (const auto rule :
             {&PanelRules::check_id, &PanelRules::check_metric, &PanelRules::check_window,
              &PanelRules::check_text, &PanelRules::check_subject, &PanelRules::check_gpus,
              &PanelRules::check_place}) {
            if (auto no = (this->*rule)()) return no;
        }
        return std::nullopt;
    }

  private:
    [[nodiscard]] Refusal no(std::string_view member, std::string detail,
                             Code code = Code::out_of_range) const {
        return objection(at_ + '.' + std::string(member), std::move(detail), code);
    }

    [[nodiscard]] Objection check_id() const {
        if (valid_panel_id(p_.id)) return std::nullopt;
        return no("id", "A panel's id has 1 to 32 of A-Z a-z 0-9 _ -.");
    }
    [[nodiscard]] Objection check_metric() const {
        const bool of_hosts = p_.kind == Kind::chart || p_.kind == Kind::tile;
        const bool needed = of_hosts || p_.kind == Kind::gpus;
        if (!of_hosts && p_.host_metric) {
            return no("host_metric", "Only a chart or a tile shows a metric of hosts.");
        }
        if (p_.metric && p_.host_metric) {
            return no("host_metric", "Name a metric of GPUs or one of hosts, not both.");
        }
        if (needed && !p_.metric && !p_.host_metric) {
            return no("metric", "A panel of this kind shows a metric.");
        }
        if (!needed && p_.metric) return no("metric", "A panel of this kind has no metric.");
        return std::nullopt;
    }
    [[nodiscard]] Objection check_window() const {
        if (!p_.window_s) return std::nullopt;
        if (p_.kind != Kind::chart) return no("window_s", "Only a chart has a window.");
        if (*p_.window_s < shortest_window_s || *p_.window_s > longest_window_s) {
            return no("window_s", "A window is 60 seconds to 366 days long.");
        }
        return std::nullopt;
    }
    [[nodiscard]] Objection check_text() const {
        if (p_.kind != Kind::text) {
            if (!p_.text) return std::nullopt;
            return no("text", "Only a panel of the kind text has a text.");
        }
        if (!p_.text || p_.text->value.empty() || characters_of(p_.text->value) > longest_text) {
            return no("text", "A text has 1 to 2,000 characters.");
        }
        if (hides_something(p_.text->value)) {
            return no("text",
                      "A text has no characters that nobody sees but line breaks and tabs: no "
                      "control characters, those without a width, those that change the direction "
                      "of text.");
        }
        return std::nullopt;
    }
    [[nodiscard]] Objection check_subject() const {
        if (p_.kind == Kind::text && p_.gpus) return no("gpus", "A text is about no GPUs.");
        if (p_.kind == Kind::text && p_.host) return no("host_id", "A text is about no host.");
        if (p_.host_metric && p_.gpus) {
            return no("gpus", "A metric of hosts is not of GPUs: name a host, or none for all.");
        }
        if (p_.gpus && p_.host) return no("host_id", "Name GPUs or a host, not both.");
        if (!p_.host || before_.hosts.contains(*p_.host)) return std::nullopt;
        if (fleet_.hosts.contains(*p_.host)) return std::nullopt;
        return no("host_id", "There is no such host.", Code::unknown_host);
    }
    [[nodiscard]] Objection check_gpus() const {
        if (!p_.gpus) return std::nullopt;
        const auto& gpus = *p_.gpus;
        if (gpus.empty() || gpus.size() > most_gpus) {
            return no("gpus", "A panel shows 1 to 256 GPUs; all of them if it names none.");
        }
        std::set<GpuId> seen;
        for (const GpuId id : gpus) {
            if (!seen.insert(id).second) return no("gpus", to_text(id) + " is named twice.");
            if (before_.gpus.contains(id) || fleet::find(fleet_, id)) continue;
            return no("gpus", "There is no GPU " + to_text(id) + ".", Code::unknown_gpu);
        }
        return std::nullopt;
    }
    [[nodiscard]] Objection check_place() const {
        if (p_.x < 0 || p_.x >= columns) return no("x", "A panel begins in a column from 0 to 11.");
        if (p_.w < 1 || p_.w > columns - p_.x) {
            return no("w", "A panel is at least 1 column wide and ends within the 12.");
        }
        if (p_.y < 0 || p_.y > lowest_row)
            return no("y", "A panel begins in a row from 0 to 1,000.");
        if (p_.h < 1 || p_.h > tallest) return no("h", "A panel is 1 to 100 rows high.");
        return std::nullopt;
    }

    const Panel& p_;
    std::string at_;
    const Known& before_;
    const fleet::State& fleet_;
};

}  // namespace

Known named_by(const std::vector<Panel>& panels) {
    Known known;
    for (const auto& panel : panels) {
        if (panel.gpus) known.gpus.insert(panel.gpus->begin(), panel.gpus->end());
        if (panel.host) known.hosts.insert(*panel.host);
    }
    return known;
}

namespace {

void check_titles(Board& board, Faults& faults) {
    const auto check = [&](std::string& title, const std::string& field, LineLength length) {
        auto line = normal_line(title, field, "A title", length);
        if (!line) return faults.add(std::move(line.error()));
        title = *std::move(line);
    };
    check(board.title.value, "title", title_length);
    for (std::size_t i = 0; i < board.panels.size(); ++i) {
        auto& title = board.panels[i].title;
        if (title)
            check(title->value, "panels[" + std::to_string(i) + "].title", panel_title_length);
    }
}

void check_panels(const std::vector<Panel>& panels, const Known& before, const fleet::State& fleet,
                  Faults& faults) {
    if (panels.size() > most_panels) {
        return faults.add(objection("panels", "A board has at most 64 panels."));
    }
    std::set<std::string_view> ids;
    for (std::size_t i = 0; i < panels.size(); ++i) {
        const auto at = "panels[" + std::to_string(i) + ']';
        if (auto no = PanelRules(panels[i], at, before, fleet).check()) faults.add(*std::move(no));
        if (!ids.insert(panels[i].id).second) {
            faults.add(objection(at + ".id", "Another panel of this board has this id."));
        }
    }
}

}  // namespace

Objection check_board(Board& board, const Known& before, const fleet::State& fleet) {
    Faults faults;
    check_titles(board, faults);
    check_panels(board.panels, before, fleet, faults);
    return faults.refusal();
}

}  // namespace dibs::board
