// See origins.hpp. Names of sessions and containers are text of users: cleaned, cut, and only
// displayed.
#include "ingest/probe/parser/origins.hpp"

#include "domain/fleet/origin_fields.hpp"
#include "domain/kernel/text.hpp"
#include "ingest/probe/parser/frame_parser.hpp"
#include "ingest/probe/parser/text_values.hpp"

#include <limits>

namespace dibs::probe {
namespace {

constexpr std::int64_t max_uid = 4'294'967'294;
constexpr std::int64_t max_number = std::numeric_limits<std::int64_t>::max();
constexpr std::size_t max_id_bytes = 128;
constexpr std::size_t max_account_bytes = 128;
constexpr std::size_t max_tty_bytes = 16;
constexpr std::size_t max_session_bytes = 120;

// Returns the next word; "-" gives an empty text.
std::string word_of(std::string_view& rest, std::size_t longest) {
    const auto word = cut_word(rest);
    return word == "-" ? std::string() : clean_text(word, longest);
}

// Decodes an account, which the script writes as one word.
std::string account_in(std::string_view& rest) {
    auto name = word_of(rest, max_account_bytes);
    for (const auto& [coded, plain] : {std::pair{"%20", " "}, {"%25", "%"}}) {
        for (auto at = name.find(coded); at != name.npos; at = name.find(coded, at + 1)) {
            name.replace(at, 3, plain);
        }
    }
    return name;
}

std::optional<std::string> if_any(std::string text) {
    return text.empty() ? std::nullopt : std::optional(std::move(text));
}

// Returns false if the list does not have the name.
template <class E>
bool read_kind(std::string_view name, std::optional<E>& kind) {
    if (name.empty()) return true;
    kind = value_named<E>(name);
    return kind.has_value();
}

bool is_terminal(std::string_view name) {
    constexpr std::string_view allowed = "abcdefghijklmnopqrstuvwxyzS0123456789/";
    return name.find_first_not_of(allowed) == std::string_view::npos;
}

// A container program without a daemon runs under the account of its caller.
bool is_own_starter(const fleet::Origin& origin) {
    return !origin.started_by && origin.container &&
           origin.container->runtime == fleet::Runtime::apptainer;
}

}  // namespace

void OriginTable::clear() {
    by_pid_.clear();
}

bool OriginTable::take_line(std::string_view rest) {
    const auto pid = whole_number(cut_word(rest), 1, max_number);
    const auto start = whole_number(cut_word(rest), 0, max_number);
    const auto uid = whole_number(cut_word(rest), 0, max_uid);
    if (!pid || !start || !uid || by_pid_.size() >= max_processes) return false;
    Line line;
    line.uid = *uid;
    line.account = account_in(rest);
    std::optional<fleet::Runtime> runtime;
    if (!read_kind(word_of(rest, max_id_bytes), runtime)) return false;
    auto id = word_of(rest, max_id_bytes);
    if (runtime) line.origin.container = fleet::Container{*runtime, std::move(id)};
    line.origin.started_by = if_any(account_in(rest));
    line.origin.tty = if_any(word_of(rest, max_tty_bytes));
    std::optional<fleet::SessionKind> kind;
    if (!read_kind(word_of(rest, max_id_bytes), kind)) return false;
    if (line.origin.tty && !is_terminal(*line.origin.tty)) return false;
    auto name = if_any(clean_text(rest, max_session_bytes));
    if (kind) line.origin.session.emplace().kind = *kind;
    if (kind && name) line.origin.session->name = Personal<std::string>{*std::move(name)};
    by_pid_.insert_or_assign(*pid, std::move(line));
    return true;
}

void OriginTable::join(ProbeFrame& frame) const {
    for (auto& process : frame.processes) {
        const auto found = by_pid_.find(process.pid);
        if (found == by_pid_.end() || !process.owner) continue;
        const auto& line = found->second;
        process.origin = line.origin;
        if (!line.account.empty()) {
            process.owner->user = line.account;
            process.origin->uid = line.uid;
        }
        if (is_own_starter(*process.origin)) process.origin->started_by = process.owner->user;
    }
}

}  // namespace dibs::probe
