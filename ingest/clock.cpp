// Texts about a clock that does not fit the log, with both times and what to do.
#include "ingest/clock.hpp"

namespace dibs {
namespace {

constexpr std::string_view what_to_do =
    "If the clock is right, start with --accept-clock. If the log was written with a wrong clock, "
    "`dibsd log cut --after POSITION` takes back what is behind a position.";

// Rounds to the minute, so that the text changes rarely.
std::string to_the_minute(Instant t) {
    return to_text(std::chrono::floor<std::chrono::minutes>(t));
}

std::string length_of(Duration ahead) {
    const auto days = std::chrono::floor<std::chrono::days>(ahead).count();
    return std::to_string(days) + (days == 1 ? " day" : " days");
}

std::string count_of(std::size_t some, std::size_t all) {
    return std::to_string(some) + " of the " + std::to_string(all) +
           (all == 1 ? " host that was heard" : " hosts that were heard");
}

// Returns what the evidence says against the clock.
std::optional<std::string> against(const ClockEvidence& of) {
    const auto heard = of.agree + of.disagree;
    if (of.disagree > of.agree) {
        return count_of(of.disagree, heard) + (of.disagree == 1 ? " says" : " say") +
               " another time";
    }
    const bool settled = of.hosts_known && (of.unheard == 0 || of.agree > of.disagree + of.unheard);
    if (!settled && !of.waited) return "the hosts are still asked for their time";
    if (of.agree > of.disagree || of.synchronised) return std::nullopt;
    if (heard == 0) {
        return "the kernel does not say that its clock is synchronised, and no host was heard that "
               "could confirm it";
    }
    return "the kernel does not say that its clock is synchronised, and only " +
           count_of(of.agree, heard) + " confirm it";
}

}  // namespace

std::optional<std::string> clock_objection(Instant wall, Instant newest) {
    const bool behind = wall < newest - clock_leeway;
    if (!behind && wall <= newest + clock_furthest_ahead) return std::nullopt;
    return "The clock of this machine says " + to_the_minute(wall) +
           ", the newest event in the log " + to_text(newest) + ". " + std::string(what_to_do);
}

std::optional<std::string> clock_doubt(Instant wall, Instant newest,
                                       const ClockEvidence& evidence) {
    if (wall <= newest + clock_far_ahead) return std::nullopt;
    const auto why = against(evidence);
    if (!why) return std::nullopt;
    return "The clock of this machine says " + to_the_minute(wall) + ", " +
           length_of(wall - newest) + " past the newest event in the log (" + to_text(newest) +
           "), and " + *why + ". Commands wait until it is right: mend the clock. " +
           std::string(what_to_do);
}

}  // namespace dibs
