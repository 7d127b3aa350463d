// `dibsd log show`: prints each record with its meaning, its head and its body. With the key file a
// fact is shown as in the history; without it personal text stays sealed. Everything from the log
// is printed as JSON strings, so that no terminal interprets it.
#include "domain/codec/event_json.hpp"
#include "domain/codec/json_writer.hpp"
#include "domain/log/fact.hpp"
#include "ops/log_tools/log_file.hpp"
#include "ops/log_tools/log_walk.hpp"
#include "ops/log_tools/tools.hpp"
#include "projections/history/history_views.hpp"

#include <ostream>

#include <fmt/format.h>

namespace dibs {
namespace {

struct ShownRecord {
    log_tools::Meaning is{};
    std::optional<Position> position{};
    Offset offset = 0;
    std::optional<std::string> damage{};
    std::optional<std::uint64_t> epoch{}, seq{};
    std::optional<bool> more{};
    std::optional<std::string> prev{};
    std::optional<Instant> time{};
    std::optional<std::string> type{}, actor{}, source{}, request_id{}, command_key{}, body_hash{},
        subject{};
    std::optional<views::RawJson> data{};
    std::optional<std::string> bytes{};  // of a record without a head
};

}  // namespace

template <>
struct Names<log_tools::Meaning> {
    using enum log_tools::Meaning;
    static constexpr std::array list = {named(fact, "fact"),       named(claim, "claim"),
                                        named(birth, "birth"),     named(unfinished, "unfinished"),
                                        named(ignored, "ignored"), named(garbage, "garbage"),
                                        named(damaged, "damaged"), named(behind, "behind damage")};
};
template <>
struct Fields<ShownRecord> {
    using T = ShownRecord;
    static constexpr auto list = field_list(
        field("is", &T::is), field("position", &T::position), field("offset", &T::offset),
        field("damage", &T::damage), field("epoch", &T::epoch), field("seq", &T::seq),
        field("more", &T::more), field("prev", &T::prev), field("time", &T::time),
        field("type", &T::type), field("actor_id", &T::actor), field("source", &T::source),
        field("request_id", &T::request_id), field("command_key", &T::command_key),
        field("body_hash", &T::body_hash), field("subject", &T::subject), field("data", &T::data),
        field("bytes", &T::bytes));
};

namespace log_tools {
namespace {

std::optional<std::string> some(std::string_view text) {
    return text.empty() ? std::nullopt : std::optional(std::string(text));
}

std::string json_text(std::string_view text) {
    std::string json;
    append_json_string(json, text);
    return json;
}

class LogPrinter {
  public:
    explicit LogPrinter(std::unique_ptr<Keys> keys) : keys_(std::move(keys)) {}

    ShownRecord shown(const WalkedRecord& record) {
        ShownRecord to{.is = record.meaning, .offset = record.offset};
        if (record.meaning == Meaning::fact) to.position = record.position;
        to.damage = some(record.damage);
        const auto view = parse_record(record.bytes);
        if (!view) {
            to.bytes = to_hex(record.bytes);
            return to;
        }
        to.epoch = view->fence.epoch;
        to.seq = view->fence.seq;
        to.more = view->fence.more;
        to.prev = to_hex(bytes_of(view->fence.prev));
        to.time = view->at;
        to.type = view->type;
        to.actor = view->actor;
        to.source = some(view->source);
        to.request_id = some(view->request_id);
        to.command_key = some(view->command_key);
        to.body_hash = some(view->body_hash);
        to.subject = some(view->subject);
        to.data = views::RawJson{data_of(*view, record)};
        return to;
    }

  private:
    // Text that cannot be decrypted is shown as stored; text that is no JSON, as a string.
    std::string data_of(const RecordView& view, const WalkedRecord& record) {
        if (keys_ && record.meaning == Meaning::fact) {
            const auto fact = read_fact(parser_, view, record.position, *keys_);
            if (fact) return event_json(fact->event);
        }
        return parser_.parse(view.body) ? std::string(view.body) : json_text(view.body);
    }

    std::unique_ptr<Keys> keys_;
    JsonParser parser_;
};

// A line with its meaning, a line with its head, and its body; each part is a JSON text.
std::string for_people(const ShownRecord& record) {
    auto text = record.position ? fmt::format("{}", *record.position)
                                : std::string(name_of_value(record.is));
    if (record.damage) text += " DAMAGED: it " + *record.damage;
    if (!record.type)
        return fmt::format("{}  offset {}\n  {}\n", text, record.offset, *record.bytes);
    text += fmt::format("  {}  {} by {}", to_text(*record.time), json_text(*record.type),
                        json_text(*record.actor));
    text += fmt::format("\n  offset {} epoch {} seq {}{} prev {}", record.offset, *record.epoch,
                        *record.seq, *record.more ? " (more of it follows)" : "", *record.prev);
    for (const auto& [name, value] : {std::pair{"about", &record.subject},
                                      {"from", &record.source},
                                      {"request", &record.request_id},
                                      {"key", &record.command_key},
                                      {"body", &record.body_hash}}) {
        if (*value) text += fmt::format(" {} {}", name, json_text(**value));
    }
    return text + "\n  " + record.data->text + '\n';
}

}  // namespace

ToolResult<void> show_log(const LogPlace& place, const Shown& shown, std::ostream& out) {
    if (shown.to < shown.from) {
        return tool_error(usage, fmt::format("Nothing lies from {} to {}: the first position comes "
                                             "first.",
                                             shown.from, shown.to));
    }
    auto source = shown.file.empty() ? open_source(place) : open_log_file(shown.file);
    if (!source) return tool_error(source.error());
    auto keys = Keys::open(place.keys);
    if (!keys && !shown.json) out << "Personal text stays sealed: " << keys.error() << ".\n";
    LogWalk walk(**source);
    LogPrinter printer(keys ? std::move(*keys) : nullptr);
    Position at = (*source)->begins_behind().position;
    bool any = false;
    for (;;) {
        const auto record = walk.next();
        if (!record) return tool_error(record.error());
        if (!*record) break;
        if ((*record)->meaning == Meaning::fact) at = (*record)->position;
        if (at > shown.to) break;
        if (at < shown.from) continue;
        any = true;
        const auto its = printer.shown(**record);
        out << (shown.json ? to_json(its) + '\n' : for_people(its));
    }
    if (!any && at < shown.from) shown.note(fmt::format("The last position is {}.", at));
    if (!walk.damage() || at > shown.to) return {};
    return tool_error(damage_found,
                      fmt::format("DAMAGED at position {}, offset {}: {}", walk.damage()->position,
                                  walk.damage()->offset, walk.damage()->how));
}

}  // namespace log_tools
}  // namespace dibs
