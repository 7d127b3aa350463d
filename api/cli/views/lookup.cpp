// Each look-up asks the server for the candidates of the text and requires exactly one.
#include "api/cli/views/lookup.hpp"

#include "api/cli/lib/failure.hpp"
#include "api/cli/lib/table.hpp"

#include <algorithm>

namespace dibs::cli {
namespace {

constexpr std::size_t digits_in_id = 26;
constexpr std::size_t fewest_digits = 8;

std::string upper(std::string_view text) {
    std::string result(text);
    for (char& c : result) {
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    }
    return result;
}

std::string_view digits_of(std::string_view id) {
    const auto mark = id.find('_');
    return mark == std::string_view::npos ? id : id.substr(mark + 1);
}

// `listed`: the command that lists them; empty: KIND list.
Json exactly_one(const std::vector<Json>& found, const std::string& text, const std::string& kind,
                 const std::string& listed = "") {
    if (found.size() == 1) return found[0];
    if (found.empty()) {
        throw Failure(Exit::not_found, "There is no " + kind + " '" + printable(text) + "'.",
                      "See them with 'dibs " + (listed.empty() ? kind + " list" : listed) + "'.");
    }
    std::string ids;
    for (const auto& item : found) ids += ' ' + item["id"].text();
    throw Failure(
        Exit::usage,
        "'" + text + "' could be any of " + std::to_string(found.size()) + ':' + ids.substr(0, 400),
        "Write more of the id.");
}

Json current_reservation(Context& context) {
    const auto mine = context.client.list("/reservations", {{"owner", "me"}, {"state", "running"}});
    if (mine.size() == 1) return mine[0];
    if (mine.empty()) {
        throw Failure(Exit::not_found, "No reservation of yours is running.",
                      "See yours with 'dibs reservation list'.");
    }
    return exactly_one(mine, "current", "reservation");
}

Json last_reservation(Context& context) {
    const auto mine = context.client.list("/reservations", {{"owner", "me"}});
    if (mine.empty()) {
        throw Failure(Exit::not_found, "You have no reservation yet.", "Make one: dibs reserve.");
    }
    return *std::max_element(mine.begin(), mine.end(), [](const Json& a, const Json& b) {
        return a["created_at"].text() < b["created_at"].text();
    });
}

}  // namespace

bool is_whole_id(std::string_view text, std::string_view prefix) {
    return text.size() == prefix.size() + digits_in_id && text.starts_with(prefix);
}

std::vector<Json> with_id_prefix(const std::vector<Json>& items, std::string_view text) {
    const auto wanted = upper(digits_of(text));
    std::vector<Json> found;
    for (const auto& item : items) {
        if (!wanted.empty() && digits_of(item["id"].text()).starts_with(wanted)) {
            found.push_back(item);
        }
    }
    return found;
}

std::size_t short_id_size(const std::vector<Json>& items) {
    std::vector<std::string> ids;
    for (const auto& item : items) ids.push_back(item["id"].text());
    std::sort(ids.begin(), ids.end());
    const std::size_t prefix = ids.empty() ? 0 : ids[0].size() - digits_of(ids[0]).size();
    std::size_t size = prefix + fewest_digits;
    for (std::size_t i = 1; i < ids.size(); ++i) {
        const auto differs =
            std::mismatch(ids[i].begin(), ids[i].end(), ids[i - 1].begin(), ids[i - 1].end());
        size = std::max(size, static_cast<std::size_t>(differs.first - ids[i].begin()) + 1);
    }
    return size;
}

Json find_reservation(Context& context, const std::string& text) {
    if (text == "current") return current_reservation(context);
    if (text == "last") return last_reservation(context);
    if (is_whole_id(text, "res_")) return context.client.get("/reservations/" + url_encode(text));
    const auto mine = with_id_prefix(context.client.list("/reservations", {{"owner", "me"}}), text);
    if (mine.size() == 1) return mine[0];
    return find_by_id(context, "/reservations", text, "reservation");
}

Json find_by_id(Context& context, const std::string& path, const std::string& text,
                const std::string& kind, const std::string& listed) {
    return exactly_one(with_id_prefix(context.client.list(path), text), text, kind, listed);
}

Json find_host(Context& context, const std::string& text) {
    if (is_whole_id(text, "host_")) return context.client.get("/hosts/" + url_encode(text));
    auto hosts = context.client.list("/hosts");
    std::erase_if(hosts, [&](const Json& host) { return host["name"].text() != text; });
    return exactly_one(hosts, text, "host");
}

Json find_person(Context& context, const std::string& text) {
    if (text == "me") {
        const auto mine = context.client.get("/session")["person"]["id"].text();
        return context.client.get("/people/" + url_encode(mine));
    }
    if (is_whole_id(text, "per_")) return context.client.get("/people/" + url_encode(text));
    const auto people = context.client.list("/people");
    auto named = people;
    std::erase_if(named, [&](const Json& one) {
        return one["name"].text() != text && one["unix_name"].text() != text;
    });
    return exactly_one(named.empty() ? with_id_prefix(people, text) : named, text, "user");
}

std::string person_id(Context& context, const std::string& text) {
    if (text == "me" || is_whole_id(text, "per_")) return text;
    return find_person(context, text)["id"].text();
}

Json find_named(Context& context, const std::string& path, const std::string& text,
                const std::string& kind) {
    const auto all = context.client.list(path);
    auto named = all;
    std::erase_if(named, [&](const Json& one) { return upper(one["name"].text()) != upper(text); });
    return exactly_one(named.empty() ? with_id_prefix(all, text) : named, text, kind);
}

Json for_programs(Context& context, const std::string& path) {
    return context.out.human() ? Json() : context.client.get(path);
}

Json read_gpus(Context& context, const GpuRequest& request) {
    Json body{Json::Object{{"text", request.text}}};
    if (!request.on.empty()) body.set("on", request.on);
    if (!request.min_memory.empty()) body.set("min_memory", request.min_memory);
    return context.client.post("/gpus/parse", body);
}

Json named_gpus(Context& context, const std::string& text, const char* option) {
    const auto gpus = read_gpus(context, {text});
    if (gpus["kind"].text() == "gpus") return gpus["gpus"];
    throw Failure(Exit::usage, std::string(option) + " names GPUs, as gpu03:0-3.", "");
}

TimeRange read_range(Context& context, const std::string& text) {
    const auto answer = read_time(context, text, "interval");
    return {answer["from"].text(), answer["until"].text(), answer["echo"].text(),
            answer["duration_s"].integer()};
}

std::string read_moment(Context& context, const std::string& text, Tense tense) {
    if (parse_utc(text)) return text;
    return read_time(context, text, "instant", tense)["from"].text();
}

std::int64_t read_length_s(Context& context, const std::string& text, const std::string& what) {
    return read_time(context, text, "duration", Tense::coming, what)["duration_s"].integer();
}

std::int64_t read_minutes(Context& context, const std::string& text, const std::string& what) {
    constexpr std::int64_t minute_s = 60;
    const auto length_s = read_length_s(context, text, what);
    if (length_s % minute_s == 0) return length_s / minute_s;
    throw Failure(Exit::usage,
                  (what.empty() ? "" : printable(what) + ": ") + "'" + printable(text) +
                      "' is not in whole minutes.",
                  "Try 30m, 4h or 8d.");
}

Json read_past(Context& context, const std::string& since, const std::string& from,
               const std::string& until, std::int64_t usual_s) {
    const auto ends = until.empty() ? "" : read_moment(context, until, Tense::past);
    const auto end = parse_utc(ends).value_or(context.clock.now());
    const auto length_s = since.empty() ? usual_s : read_length_s(context, since);
    Json question{Json::Object{}};
    question.set("from", from.empty() ? utc_text(end - length_s * 1000)
                                      : read_moment(context, from, Tense::past));
    if (!ends.empty()) question.set("until", ends);
    return question;
}

}  // namespace dibs::cli
