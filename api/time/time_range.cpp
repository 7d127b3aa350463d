// Ranges of two clock times: "9-17" is plain, "9-5" is asked back, "9-9" is taken with a note. A
// forgotten 'pm' must not book 20 hours.
#include "api/time/time_meaning.hpp"

namespace dibs::time_phrase {
namespace {

using std::chrono::days;
using std::chrono::floor;
using std::chrono::hours;

constexpr hours half_day{12};

bool fits_a_half(Duration time) {
    return time >= hours{1} && time < hours{13};
}

class RangeFinder {
  public:
    RangeFinder(const Phrase& phrase, const ResolvedStart& begun, const Days& calendar)
        : phrase_(phrase),
          marker_(phrase.end->marker),
          end_(std::get<Calendar>(phrase.end->what)),
          begun_(begun),
          calendar_(calendar),
          day_(floor<days>(begun.wall)),
          from_(begun.wall - LocalTime{day_}),
          until_(end_.time->since_midnight),
          until_said_(end_.time->unambiguous),
          start_said_(!begun.clock || begun.time.unambiguous) {}

    Outcome find() {
        if (const auto moment = calendar_.second(day_ + until_, marker_);
            !marker_.empty() && moment && *moment > begun_.at) {  // 02:30 CEST to 02:15 CET
            return Resolved{begun_.at, *moment, {}, {}, false, {}};
        }
        const bool early = from_ < hours{6} && later();
        if (phrase_.iso) return ending(day_);
        if (end_.next_day) return ending(early ? day_ : day_ + days{1});
        if (begun_.tonight) take_evening();
        if (begun_.tonight || phrase_.overnight) return ending(later() ? day_ : day_ + days{1});
        if (begun_.clock && only_one_half_is_said()) return ask_halves();
        if (later()) return plain();
        if (begun_.clock && until_ == from_) return same_time();
        if (until_said_ && until_ < half_day && starts_after_noon()) {
            auto taken = ending(day_ + days{1});
            if (taken) append_sentence(taken->taken, "The end is read as on the next day.");
            return taken;
        }
        return ask_reversed();
    }

  private:
    [[nodiscard]] bool later() const { return until_ > from_; }
    [[nodiscard]] bool starts_after_noon() const {
        return begun_.clock && from_ >= (begun_.time.unambiguous ? hours{12} : hours{13});
    }
    [[nodiscard]] bool start_is_free() const {
        return !start_said_ && from_ >= hours{1} && from_ < half_day;
    }
    [[nodiscard]] bool end_is_free() const {
        return !until_said_ && until_ >= hours{1} && until_ <= half_day;
    }

    Outcome ending(LocalDay on) const {
        const auto moment = calendar_.at(LocalTime{on} + until_, marker_, phrase_.start.marker);
        if (!moment) return reject(moment.error());
        Resolved result{begun_.at, moment->at, {}, moment->explanation, false, {}};
        if (moment->other) result.others.push_back({begun_.at, *moment->other, {}, {}, false, {}});
        return result;
    }

    // "tonight 9-11": both are in the evening.
    void take_evening() {
        const bool evening = !until_said_ && until_ >= hours{6} && until_ < half_day;
        if (evening && until_ + half_day > from_) until_ += half_day;
    }

    // "9am-5", "10-2am": the half of the day of the other time is unknown.
    [[nodiscard]] bool only_one_half_is_said() const {
        if (start_said_ == until_said_ || until_ == hours{24}) return false;
        if (start_said_) return fits_a_half(until_);
        return start_is_free() && !later();
    }

    Outcome ask_halves() const {
        std::vector<Resolved> all;
        if (start_said_) {
            for (const auto until : {until_, until_ + half_day}) {
                if (until > from_) offer(all, day_, from_, day_, until);
            }
            if (!later()) offer(all, day_, from_, day_ + days{1}, until_);
        } else {
            offer(all, day_, from_ + half_day, day_ + days{1}, until_);
            offer(all, day_, from_, day_ + days{1}, until_);
        }
        return ask_back("Write am or pm for the start and for the end, or 24 hours.",
                        std::move(all));
    }

    Outcome plain() const {
        std::vector<Resolved> both;
        if (phrase_.shared_day && phrase_.link == Link::until && day_ > calendar_.today()) {
            offer(both, day_, from_, day_, until_);
            offer(both, calendar_.today(), from_, day_, until_);
            if (both.size() > 1) {
                return ask_back("Is the start on that day too, or today?", std::move(both));
            }
        }
        auto result = ending(day_);
        const bool small = start_is_free() && begun_.time.bare && end_.time->bare &&
                           from_ < hours{7} && until_ <= half_day;
        if (!result || !small) return result;
        append_sentence(result->taken, "Read as hours of the morning.");
        offer(result->others, day_, from_ + half_day, day_, until_ + half_day);
        return result;
    }

    // "9-9" is 12 hours; "9:00-9:00" and "14-14" are a day.
    Outcome same_time() const {
        const bool halves = !start_said_ && !until_said_ && from_ <= half_day && from_ > hours{0};
        const bool short_one = halves && begun_.time.bare && end_.time->bare;
        std::vector<Resolved> both;
        if (halves) offer(both, day_, from_, day_, until_ + half_day);
        offer(both, day_, from_, day_ + days{1}, until_);
        if (both.empty()) return ending(day_ + days{1});  // place() reports it as passed
        auto result = both[short_one || both.size() == 1 ? 0 : 1];
        for (const auto& other : both) {
            if (other.until != result.until) result.others.push_back(other);
        }
        result.taken = short_one ? "Read as 12 hours." : "Read as until the next day.";
        return result;
    }

    Outcome ask_reversed() const {
        std::vector<Resolved> all;
        if (phrase_.shared_day) offer(all, day_ - days{1}, from_, day_, until_);
        if (end_is_free() && until_ + half_day > from_) {
            offer(all, day_, from_, day_, until_ + half_day);
        }
        offer(all, day_, from_, day_ + days{1}, until_);
        if (start_is_free() && end_is_free()) {
            offer(all, day_, from_ + half_day, day_ + days{1}, until_);
        }
        return ask_back(
            "The end is before the start. Write 'overnight' behind it if it is on the next day.",
            std::move(all));
    }

    // A start that has passed moves to tomorrow; if its day was named, it is no offer.
    void offer(std::vector<Resolved>& to, LocalDay from_day, Duration from, LocalDay until_day,
               Duration until) const {
        Resolved reading{calendar_.plain(LocalTime{from_day} + from),
                         calendar_.plain(LocalTime{until_day} + until),
                         {},
                         {},
                         false,
                         {}};
        if (!begun_.clock) {
            reading.from = begun_.at;
        } else if (from_day == calendar_.today() && reading.from < calendar_.now() - grace) {
            if (begun_.explicit_day) return;
            reading.from = calendar_.plain(LocalTime{from_day + days{1}} + from);
            reading.until = calendar_.plain(LocalTime{until_day + days{1}} + until);
        }
        to.push_back(reading);
    }

    const Phrase& phrase_;
    const std::string& marker_;
    const Calendar& end_;
    const ResolvedStart& begun_;
    const Days& calendar_;
    LocalDay day_;
    Duration from_;
    Duration until_;
    bool until_said_;
    bool start_said_;
};

}  // namespace

Outcome find_range(const Phrase& phrase, const ResolvedStart& begun, const Days& calendar) {
    return RangeFinder(phrase, begun, calendar).find();
}

}  // namespace dibs::time_phrase
