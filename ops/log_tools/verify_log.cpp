// `dibsd log verify`: walks to the end and says what there was.
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

}  // namespace

ToolResult<void> verify_log(const LogPlace& place, std::ostream& out) {
    const auto source = open_source(place);
    if (!source) return tool_error(source.error());
    LogWalk walk(**source);
    if (auto walked = walk.to_the_end(); !walked) return tool_error(walked.error());
    if (walk.counts().records == 0 && !walk.damage()) {
        return tool_error(could_not_look, "The log is empty.");
    }
    out << told(walk);
    if (walk.damage()) return tool_error(damage_found, told_of_damage(walk));
    out << "Every checksum and the chain are right.\n";
    return {};
}

}  // namespace dibs::log_tools
