// `dibsd log verify`: walks to the end, prints the counts, and compares the log with its seals.
#include "domain/log/record.hpp"
#include "ingest/audit/check.hpp"
#include "ingest/audit/head.hpp"
#include "ops/log_tools/log_walk.hpp"
#include "ops/log_tools/tools.hpp"

#include <ostream>

#include <fmt/format.h>

namespace dibs::log_tools {
namespace {

std::string told(const LogWalk& walk) {
    const auto& n = walk.counts();
    const auto& at = walk.checkpoint();
    auto text = fmt::format(
        "Log {}: {} facts (positions 1 to {}), {} claims; {} records up to "
        "offset {}.\n",
        at.log_id.empty() ? "without a birth" : at.log_id, n.facts, at.position, n.claims,
        n.records, walk.last_offset());
    if (n.ignored + n.garbage > 0) {
        text += fmt::format(
            "Ignored: {} late, doubled or of a deposed writer; {} that are no "
            "records. They are no facts.\n",
            n.ignored, n.garbage);
    }
    if (n.unfinished > 0) {
        text += fmt::format("{} records of commands whose end never came. They are no facts.\n",
                            n.unfinished);
    }
    return text;
}

std::string told_of_damage(const LogWalk& walk) {
    const auto& damage = *walk.damage();
    const auto& n = walk.counts();
    return fmt::format(
        "DAMAGED at position {}, offset {}: {}.\n"
        "{} records lie behind it, {} of them damaged by themselves.\n"
        "Restore the log from a backup. What can be kept without one: dibsd log cut --after {}",
        damage.position, damage.offset, damage.how, n.behind, n.damaged_behind,
        walk.checkpoint().position);
}

// The seals on the way, and the head kept by the operator.
class Seals {
  public:
    explicit Seals(std::optional<AuditHead> head) : head_(std::move(head)) {}

    void take(const WalkedRecord& found, const std::string& log_id) {
        if (found.meaning != Meaning::fact) return;
        if (!check_) check_.emplace(log_id);
        const auto record = parse_record(found.bytes);
        if (!record) return;
        auto wrong = check_->add(record->type, record->body, found.bytes);
        if (wrong && wrong_.empty()) {
            wrong_ =
                fmt::format("NOT AS IT WAS SEALED, at position {}: {}", found.position, *wrong);
        }
        if (head_ && found.position == head_->position) {
            met_ = check_->chain().at(found.position) == head_->digest;
        }
    }

    // The fault, as a sentence; empty: none.
    [[nodiscard]] std::string wrong() const {
        if (!wrong_.empty() || !head_ || met_) return wrong_;
        return fmt::format(
            "NOT THE LOG THAT WAS SEALED: at position {} it is not what the head says{}.",
            head_->position,
            check_ && check_->chain().position() >= head_->position ? "" : ", it ends before");
    }
    [[nodiscard]] std::string told() const {
        const auto& newest = check_ ? check_->newest() : std::nullopt;
        auto text = newest ? fmt::format(
                                 "{} seals, up to position {}; {} facts since. Head: {}:{}, signed "
                                 "by {}{}.\n",
                                 check_->seals(), newest->until, check_->unsealed(), newest->until,
                                 newest->digest, newest->public_key,
                                 check_->one_key() ? "" : ", earlier ones by other keys")
                           : std::string("Nothing is sealed yet.\n");
        return head_ ? text + "It holds what the head says.\n" : text;
    }

  private:
    std::optional<AuditHead> head_;
    std::optional<AuditCheck> check_{};
    std::string wrong_{};
    bool met_ = false;
};

}  // namespace

ToolResult<void> verify_log(const LogPlace& place, const std::string& head, std::ostream& out) {
    const auto source = open_source(place);
    if (!source) return tool_error(source.error());
    LogWalk walk(**source);
    Seals seals(parse_audit_head(head));
    for (;;) {
        const auto found = walk.next();
        if (!found) return tool_error(found.error());
        if (!*found) break;
        seals.take(**found, walk.checkpoint().log_id);
    }
    if (walk.counts().records == 0 && !walk.damage()) {
        return tool_error(could_not_look, "The log is empty.");
    }
    out << told(walk);
    if (walk.damage()) return tool_error(damage_found, told_of_damage(walk));
    out << "Every checksum and the chain are right.\n";
    if (auto wrong = seals.wrong(); !wrong.empty()) return tool_error(damage_found, wrong);
    out << seals.told();
    return {};
}

}  // namespace dibs::log_tools
