// Deadlines are minutes from the time of reading: letters may be late.
#include "ops/react/idle/words.hpp"

namespace dibs::idle {
namespace {

using reservation::IdleKind;

std::string what(const IdleBooking& b) {
    const auto since = time_text(b.since, b.clock);
    if (b.kind == IdleKind::no_show) {
        return "nothing of yours has run on " + b.gpus + " since your booking began (" + since +
               ").";
    }
    return "nothing has used " + b.gpus + ", which you have booked, since " + since + ".";
}

std::string minutes(std::int64_t count) {
    return std::to_string(count) + (count == 1 ? " minute" : " minutes");
}

std::string what_follows(const IdleBooking& b) {
    if (!b.release_after_min) {
        return "If you are done, please release it: others can use its GPUs.";
    }
    return "If that goes on for " + minutes(*b.release_after_min) +
           " after you were told, the rest of the booking, until " + time_text(b.until, b.clock) +
           ", is free for others.";
}

std::string keep_command(const IdleBooking& b) {
    return "dibs reservation keep " + to_text(b.id) + " --for 2h";
}

std::string link(const IdleBooking& b) {
    return b.site.empty() ? "" : b.site + "/reservations/" + to_text(b.id);
}

}  // namespace

std::string terminal_words(const IdleBooking& b) {
    auto text = "Dibs: " + what(b) + '\n' + what_follows(b) + "\nYou need it: " + keep_command(b);
    if (const auto address = link(b); !address.empty()) text += "\n" + address;
    return text + '\n';
}

Words owner_words(const IdleBooking& b) {
    Words words{"Your booking of " + b.gpus + " idles",
                "Hello,\n\n" + what(b) + '\n' + what_follows(b) + "\n\n"};
    words.text += "You need it, because you are debugging or will go on soon? Keep it:\n  " +
                  keep_command(b) + '\n';
    if (const auto address = link(b); !address.empty()) words.text += "\n" + address + '\n';
    return words;
}

Words freed_words(const IdleBooking& b) {
    Words words{"Your booking of " + b.gpus + " is over: it idled",
                "Hello,\n\n" + what(b) +
                    "\nYou were notified, and nothing ran since: the rest of the booking, until " +
                    time_text(b.until, b.clock) + ", is free for others.\n"};
    if (const auto address = link(b); !address.empty()) words.text += "\n" + address + '\n';
    return words;
}

Words admin_words(const IdleBooking& b, const std::string& why) {
    Words words{b.owner + " does not know that " + b.gpus + " idles",
                "Hello,\n\nthe booking of " + b.gpus + " by " + b.owner + " idles since " +
                    time_text(b.since, b.clock) + ". No mail reached them: " + why +
                    ".\nUntil one does, it is not released; it ends at " +
                    time_text(b.until, b.clock) + ".\n"};
    if (const auto address = link(b); !address.empty()) words.text += "\n" + address + '\n';
    return words;
}

}  // namespace dibs::idle
