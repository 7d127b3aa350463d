// Reads by the part before the colon; shows the names that a grant carries.
#include "api/cli/views/grant_words.hpp"

#include "api/cli/lib/failure.hpp"
#include "api/cli/lib/table.hpp"
#include "api/cli/views/gpu_names.hpp"
#include "api/cli/views/lookup.hpp"
#include "api/cli/views/rule_values.hpp"
#include "api/cli/views/views.hpp"
#include "api/cli/views/weekly_windows.hpp"

#include <algorithm>
#include <array>

namespace dibs::cli {
namespace {

// "group:students" as kind and name. Without a colon the kind is empty.
struct Word {
    std::string kind, name;
};

Word word_of(const std::string& text) {
    const auto colon = text.find(':');
    if (colon == std::string::npos) return {"", text};
    return {text.substr(0, colon), text.substr(colon + 1)};
}

void set_if_any(Json& object, const char* member, const Json::Array& items) {
    if (!items.empty()) object.set(member, items);
}

// The current name of an id; empty if the thing is gone.
std::string name_in(const Json& grant, const Json& id) {
    for (const auto& one : grant["names"].items()) {
        if (one["id"].text() != id.text()) continue;
        if (const auto name = one["name"].text(); !name.empty()) return name;
    }
    return id.text();
}

class List {
  public:
    explicit List(const char* between) : between_(between) {}
    void add(const std::string& text) { text_ += (text_.empty() ? "" : between_) + text; }
    [[nodiscard]] const std::string& text() const { return text_; }

  private:
    std::string between_;
    std::string text_;
};

std::string grantees_text(const Json& grant) {
    const auto to = grant["to"];
    if (to["everyone"].truth()) return "everyone";
    List list(", ");
    for (const auto& id : to["people"].items()) list.add("user:" + name_in(grant, id));
    for (const auto& id : to["groups"].items()) list.add("group:" + name_in(grant, id));
    return list.text().empty() ? "nobody" : list.text();
}

std::string targets_text(const Json& grant) {
    const auto what = grant["what"];
    if (what["everything"].truth()) return "everything";
    List list(", ");
    for (const auto& id : what["hosts"].items()) list.add(name_in(grant, id));
    std::vector<std::string> gpus;
    for (const auto& id : what["gpus"].items()) gpus.push_back(name_in(grant, id));
    if (!gpus.empty()) list.add(compact_names(gpus));
    for (const auto& model : what["models"].items()) list.add("model:" + model.text());
    return list.text();
}

// Empty: the managers of the groups in the grant.
std::string approvers_text(const Json& grant) {
    const auto approvers = grant["approval"]["approvers"];
    if (!approvers) return {};
    List list(" or ");
    for (const auto& id : approvers.items()) list.add(name_in(grant, id));
    return " by " + (list.text().empty() ? "admins" : list.text());
}

// Empty: no approval is needed.
std::string approval_text(const Json& grant) {
    const auto approval = grant["approval"];
    if (!approval) return {};
    List list(" or ");
    if (const auto gpus = approval["above_gpus"]) list.add(gpus.shown() + " GPUs");
    if (const auto length = approval["above_min"]) list.add(minutes_text(length.integer()));
    const auto by = approvers_text(grant);
    return (list.text().empty() ? "with approval" : "with approval above " + list.text()) + by;
}

// Empty: at any time.
std::string windows_text(const Json& grant) {
    List list("; ");
    for (const auto& window : grant["windows"].items()) list.add(window_text(window));
    if (list.text().empty()) return {};
    return list.text() + " (" + grant["zone"].text() + ')';
}

}  // namespace

Json read_grantees(Context& context, const std::vector<std::string>& words) {
    Json::Array people;
    Json::Array groups;
    Json to{Json::Object{}};
    for (const auto& text : words) {
        const auto word = word_of(text);
        if (text == "everyone") {
            to.set("everyone", true);
        } else if (word.kind == "user") {
            people.push_back(find_person(context, word.name)["id"]);
        } else if (word.kind == "group") {
            groups.push_back(find_named(context, "/groups", word.name, "group")["id"]);
        } else {
            throw Failure(Exit::usage, "--to '" + text + "' says neither whom nor which group.",
                          "Write --to everyone, --to user:ann or --to group:students.");
        }
    }
    set_if_any(to, "people", people);
    set_if_any(to, "groups", groups);
    return to;
}

Json read_targets(Context& context, const std::vector<std::string>& words) {
    Json::Array gpus;
    Json::Array hosts;
    Json::Array models;
    Json what{Json::Object{}};
    for (const auto& text : words) {
        const auto word = word_of(text);
        if (text == "everything") {
            what.set("everything", true);
        } else if (word.kind == "model") {
            models.emplace_back(word.name);
        } else if (text.starts_with("gpu_")) {  // the id of a removed GPU, as the commands show it
            gpus.emplace_back(text);
        } else if (word.kind.empty() && text.find('[') == std::string::npos) {
            hosts.push_back(find_host(context, text)["id"]);
        } else {
            for (const auto& gpu : named_gpus(context, text, "--on").items()) gpus.push_back(gpu);
        }
    }
    set_if_any(what, "gpus", gpus);
    set_if_any(what, "hosts", hosts);
    set_if_any(what, "models", models);
    return what;
}

Json read_approval(Context& context, const std::string& text) {
    constexpr std::array parts{
        Rule{"gpus", "above_gpus", "", Rule::Kind::number},
        Rule{"length", "above_min", "", Rule::Kind::length},
    };
    if (text == "always") return Json::Object{};
    std::vector<std::string> words;
    for (std::size_t at = 0; at <= text.size();) {
        const auto comma = std::min(text.find(',', at), text.size());
        words.push_back(text.substr(at, comma - at));
        at = comma + 1;
    }
    return read_rules(context, parts, words);
}

Json read_windows(const std::vector<std::string>& texts) {
    Json::Array windows;
    for (const auto& text : texts) windows.push_back(read_window(text));
    return windows;
}

std::string grant_sentence(const Json& grant, const ZoneClock& clock) {
    auto text = grantees_text(grant) + " may book " + targets_text(grant);
    if (const auto windows = windows_text(grant); !windows.empty()) text += ", " + windows;
    if (grant["from"]) text += ", from " + clock.moment(grant["from"].text());
    if (grant["until"]) text += ", until " + clock.moment(grant["until"].text());
    if (const auto approval = approval_text(grant); !approval.empty()) text += ", " + approval;
    return text;
}

std::vector<Column> grant_columns(const ZoneClock& clock, std::size_t id_size) {
    const auto windows = [](const Json& grant) {
        const auto text = windows_text(grant);
        return text.empty() ? "any time" : text;
    };
    const auto id = [](const Json& grant) { return grant["id"].text(); };
    const auto short_id = [id_size](const Json& grant) {
        return grant["id"].text().substr(0, id_size);
    };
    return {member("NAME", "name"),
            {"TO", grantees_text, grantees_text},
            {"ON", targets_text, targets_text},
            {"WINDOWS", windows, windows_text},
            time_column("FROM", "from", clock),
            time_column("UNTIL", "until", clock),
            {"ID", short_id, id}};
}

std::vector<Column> all_grant_columns(const ZoneClock& clock) {
    auto columns = grant_columns(clock, std::string::npos);
    columns.push_back({"APPROVAL", approval_text, approval_text});
    columns.push_back(time_column("GIVEN", "created_at", clock));
    columns.push_back(time_column("CHANGED", "changed_at", clock));
    columns.push_back(member("VERSION", "version"));
    return columns;
}

}  // namespace dibs::cli
