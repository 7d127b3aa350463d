// Reads and writes RFC 3339 without a library: fmt 9 prints sys_time in local time, and stream
// parsing accepts trailing text.
#include "domain/kernel/time.hpp"

#include <charconv>

namespace dibs {
namespace {

// Consumes digits and fixed characters from the front of a text. Remembers a failure.
class Scanner {
  public:
    explicit Scanner(std::string_view text) : rest_(text) {}

    int digits(std::size_t count) {
        int value = 0;
        if (rest_.size() < count) return fail();
        for (std::size_t i = 0; i < count; ++i) {
            if (rest_[i] < '0' || rest_[i] > '9') return fail();
            value = value * 10 + (rest_[i] - '0');
        }
        rest_.remove_prefix(count);
        return value;
    }
    void expect(std::string_view any_of) {
        if (!accept(any_of)) fail();
    }
    bool accept(std::string_view any_of) {
        if (rest_.empty() || any_of.find(rest_.front()) == std::string_view::npos) return false;
        rest_.remove_prefix(1);
        return true;
    }
    // Reads one to nine decimals, cut to milliseconds.
    int milliseconds() {
        int value = 0;
        std::size_t seen = 0;
        for (; !rest_.empty() && rest_.front() >= '0' && rest_.front() <= '9'; ++seen) {
            if (seen < 3) value = value * 10 + (rest_.front() - '0');
            rest_.remove_prefix(1);
        }
        if (seen == 0 || seen > 9) return fail();
        for (; seen < 3; ++seen) value *= 10;
        return value;
    }
    [[nodiscard]] char front() const { return rest_.empty() ? '\0' : rest_.front(); }
    [[nodiscard]] bool finished() const { return ok_ && rest_.empty(); }
    int fail() {
        ok_ = false;
        return 0;
    }

  private:
    std::string_view rest_;
    bool ok_ = true;
};

// Parses the form that append_text writes, without a step for each character: a replay reads
// several times per fact. Nothing for any other form and for impossible dates.
std::optional<Instant> parse_own_form(std::string_view text) {
    using namespace std::chrono;
    constexpr std::string_view form = "0000-00-00T00:00:00.000Z";
    if (text.size() != form.size()) return std::nullopt;
    unsigned wrong = 0;
    for (const std::size_t i : {4U, 7U, 10U, 13U, 16U, 19U, 23U}) {
        wrong |= static_cast<unsigned>(text[i] != form[i]);
    }
    const auto digit = [&](std::size_t i) {
        const unsigned value = static_cast<unsigned char>(text[i]) - unsigned{'0'};
        wrong |= static_cast<unsigned>(value > 9);
        return value;
    };
    const auto pair = [&](std::size_t i) { return digit(i) * 10 + digit(i + 1); };
    const year_month_day date{year{static_cast<int>(pair(0) * 100 + pair(2))}, month{pair(5)},
                              day{pair(8)}};
    const auto hour = pair(11), minute = pair(14), second = pair(17);
    const auto milli = pair(20) * 10 + digit(22);
    if (wrong != 0 || !date.ok() || hour > 23 || minute > 59 || second > 59) return std::nullopt;
    return Instant{sys_days{date}} + hours{hour} + minutes{minute} + seconds{second} +
           milliseconds{milli};
}

constexpr Instant first_instant{std::chrono::sys_days{std::chrono::year{0} / 1 / 1}};
constexpr Instant last_instant =
    Instant{std::chrono::sys_days{std::chrono::year{10000} / 1 / 1}} - Duration{1};

std::chrono::minutes offset(Scanner& scan) {
    using namespace std::chrono;
    if (scan.accept("Zz")) return minutes{0};
    const int sign = scan.front() == '-' ? -1 : 1;
    scan.expect("+-");
    const int hour = scan.digits(2);
    scan.expect(":");
    const int minute = scan.digits(2);
    if (hour > 23 || minute > 59) scan.fail();
    return sign * (hours{hour} + minutes{minute});
}

}  // namespace

// Does not use snprintf, which took 5 % of a replay: every record and every answer has times in it.
void append_text(std::string& out, Instant t) {
    using namespace std::chrono;
    const auto day = floor<days>(t);
    const year_month_day date{day};
    const hh_mm_ss time{t - day};
    const auto start = out.size();
    out += "0000-00-00T00:00:00.000Z";
    char* const text = out.data() + start;
    const auto put = [&](std::size_t at, std::size_t digits, auto value) {
        auto rest = static_cast<unsigned>(value);
        for (std::size_t i = digits; i-- > 0; rest /= 10) {
            text[at + i] = static_cast<char>('0' + rest % 10);
        }
    };
    put(0, 4, int{date.year()});
    put(5, 2, unsigned{date.month()});
    put(8, 2, unsigned{date.day()});
    put(11, 2, time.hours().count());
    put(14, 2, time.minutes().count());
    put(17, 2, time.seconds().count());
    put(20, 3, time.subseconds().count());
}

std::string to_text(Instant t) {
    std::string text;
    append_text(text, t);
    return text;
}

std::optional<Instant> parse_instant(std::string_view text) {
    using namespace std::chrono;
    if (const auto own = parse_own_form(text)) return own;
    Scanner scan(text);
    const year y{scan.digits(4)};
    scan.expect("-");
    const month m{static_cast<unsigned>(scan.digits(2))};
    scan.expect("-");
    const day d{static_cast<unsigned>(scan.digits(2))};
    scan.expect("Tt ");
    const int hour = scan.digits(2);
    scan.expect(":");
    const int minute = scan.digits(2);
    scan.expect(":");
    const int second = scan.digits(2);
    const int milli = scan.accept(".") ? scan.milliseconds() : 0;
    const auto ahead = offset(scan);
    const year_month_day date{y, m, d};
    if (!scan.finished() || !date.ok() || hour > 23 || minute > 59 || second > 59) {
        return std::nullopt;
    }
    const Instant t = Instant{sys_days{date}} + hours{hour} + minutes{minute} + seconds{second} +
                      milliseconds{milli} - ahead;
    if (t < first_instant || t > last_instant) return std::nullopt;  // cannot be written as text
    return t;
}

std::string to_text(TimeOfDay t) {
    const auto two = [](std::int64_t n) { return (n < 10 ? "0" : "") + std::to_string(n); };
    return two(t.minutes / 60) + ':' + two(t.minutes % 60);
}

std::optional<TimeOfDay> parse_time_of_day(std::string_view text) {
    Scanner scan(text);
    const int hour = scan.digits(2);
    scan.expect(":");
    const int minute = scan.digits(2);
    const bool fits = hour < 24 ? minute < 60 : hour == 24 && minute == 0;
    if (!scan.finished() || !fits) return std::nullopt;
    return TimeOfDay{hour * 60 + minute};
}

}  // namespace dibs
