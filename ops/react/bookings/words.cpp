// Times are on the reader's clock, with the name of its zone.
#include "ops/react/bookings/words.hpp"

#include <algorithm>

namespace dibs::bookings {
namespace {

using reservation::Boundary;

std::string counted(std::int64_t count, const std::string& unit) {
    return std::to_string(count) + ' ' + unit + (count == 1 ? "" : "s");
}

// To the nearest minute: a letter leaves a moment after its time.
std::string length_text(Duration length) {
    const auto nearest = std::chrono::round<std::chrono::minutes>(length).count();
    const auto minutes = std::max<std::int64_t>(nearest, 1);
    constexpr std::int64_t hour = 60;
    if (minutes < 2 * hour) return counted(minutes, "minute");
    const auto rest = minutes % hour;
    return counted(minutes / hour, "hour") + (rest == 0 ? "" : " " + counted(rest, "minute"));
}

std::string span(const Interval& when, const TextClock& clock) {
    return time_text(when.from, clock) + " to " + time_text(when.until, clock);
}

// The booking in three lines, and a link to the mail settings.
std::string sheet(const About& b) {
    std::string text = "\n  " + b.gpus + '\n';
    if (!b.title.empty()) text += "  " + b.title + '\n';
    text += "  " + span(b.when, b.clock) + '\n';
    if (!b.site.empty()) text += "  " + b.site + "/reservations/" + to_text(b.id) + '\n';
    return text;
}
std::string ending(const About& b) {
    const auto where = b.site.empty() ? "on your page of the dashboard" : "at " + b.site + "/me";
    return "\nWhich mails you get is your choice, " + where + ".\n";
}

Words words(const About& b, std::string subject, const std::string& said,
            const std::string& advice) {
    auto text = "Hello,\n\n" + said + '\n' + sheet(b);
    if (!advice.empty()) text += '\n' + advice + '\n';
    return {std::move(subject), text + ending(b)};
}

std::string actor_of(const News& n) {
    return n.actor.empty() ? "Dibs" : n.actor;
}

std::string before(const About& b, const News& n) {
    std::string text;
    if (!n.gpus_before.empty() && n.gpus_before != b.gpus) {
        text += "It was of " + n.gpus_before + " before.";
    }
    if (n.when_before != b.when) {
        text +=
            (text.empty() ? "" : "\n") + ("It was " + span(n.when_before, b.clock) + " before.");
    }
    return text;
}

Words asked_words(const About& b, const News& n) {
    std::string advice;
    if (n.held_until) {
        advice = "Its GPUs are kept for it until " + time_text(*n.held_until, b.clock) +
                 ". Without an answer it lapses then.\n";
    }
    advice += "Answer on its page, or in a terminal:\n  dibs reservation approve " + to_text(b.id) +
              "\n  dibs reservation decline " + to_text(b.id) + " --reason WHY";
    return words(b, n.owner + " asks for " + b.gpus,
                 n.owner + " asks for a booking that needs approval, yours or another's:", advice);
}

}  // namespace

Words reminder_words(const About& b, Boundary boundary, Duration left) {
    const bool ends = boundary == Boundary::end;
    const auto in = std::string(ends ? "ends" : "begins") + " in " + length_text(left);
    const auto at = time_text(ends ? b.when.until : b.when.from, b.clock);
    std::string advice;
    if (ends) {
        advice =
            "What still runs there after that is in the way of whoever comes next. If nobody "
            "has booked it, it can go on:\n  dibs extend " +
            to_text(b.id) + " --by 2h";
    } else {
        advice = "You do not need it? Then others can use it:\n  dibs reservation cancel " +
                 to_text(b.id);
    }
    return words(b, "Your booking of " + b.gpus + ' ' + in,
                 "your booking " + in + ", at " + at + ":", advice);
}

Words calendar_words(const About& b, bool over) {
    const auto subject = (over ? "No longer booked: " : "Booked: ") + b.gpus + ", " +
                         time_text(b.when.from, b.clock);
    const std::string said =
        over ? "this booking is cancelled or suspended. Your calendar takes it out:"
             : "this booking is for your calendar, as it is now:";
    return words(b, subject, said, "");
}

Words news_words(const About& b, const News& n) {
    const auto who = actor_of(n);
    const auto yours = "your booking of " + b.gpus;
    switch (n.what) {
        case What::booked:
            return words(b, who + " booked " + b.gpus + " for you", who + " booked for you:", "");
        case What::changed:
            return words(b, who + " changed " + yours,
                         who + " changed your booking. It is now:", before(b, n));
        case What::cancelled:
            return words(b, who + " cancelled " + yours, who + " cancelled your booking:", "");
        case What::released:
            return words(
                b, who + " released " + yours,
                who + " gave back the rest of your booking, which others may book now:", "");
        case What::reinstated:
            return words(b, who + " brought back " + yours,
                         who + " brought back your booking. It holds again:", "");
        case What::suspended:
            return words(
                b, "Your booking of " + b.gpus + " is suspended",
                who + " suspended your booking (grant withdrawn). Its GPUs are not reserved:",
                "It comes back by itself if the grant does while its GPUs are free and limits and "
                "budgets leave room for it. An admin can tell you more.");
        case What::revived:
            return words(b, "Your booking of " + b.gpus + " holds again",
                         "your booking was suspended, and holds again through " + who + ":", "");
        case What::asked:
            return asked_words(b, n);
        case What::approved:
            return words(b, who + " approved " + yours,
                         who + " approved your booking. It is yours:", "");
        case What::declined:
            return words(b, who + " declined " + yours,
                         who + " did not approve your booking:", "Why: " + n.reason);
        case What::lapsed:
            break;
    }
    return words(b, "Nobody approved " + yours,
                 "nobody approved your booking in time, and its GPUs are free for others:", "");
}

}  // namespace dibs::bookings
