// English as people type it, with abbreviated weekdays and months.
#include "api/time/time_lexicon.hpp"

#include <array>

namespace dibs::time_phrase {
namespace {

using enum Kind;
// clang-format off
constexpr auto english_table = std::to_array<Entry>({
    {"now", now}, {"right now", now}, {"immediately", now}, {"asap", now},
    {"today", day, 0}, {"tomorrow", day, 1}, {"tmrw", day, 1}, {"tmr", day, 1},
    {"day after tomorrow", day, 2}, {"the day after tomorrow", day, 2}, {"yesterday", day, -1},
    {"tonight", tonight},
    {"sunday", weekday, 0}, {"sun", weekday, 0}, {"monday", weekday, 1}, {"mon", weekday, 1},
    {"tuesday", weekday, 2}, {"tue", weekday, 2}, {"tues", weekday, 2}, {"wednesday", weekday, 3}, {"wed", weekday, 3}, {"weds", weekday, 3},
    {"thursday", weekday, 4}, {"thu", weekday, 4}, {"thur", weekday, 4}, {"thurs", weekday, 4},
    {"friday", weekday, 5}, {"fri", weekday, 5}, {"saturday", weekday, 6}, {"sat", weekday, 6},
    {"january", month, 1}, {"jan", month, 1}, {"february", month, 2}, {"feb", month, 2},
    {"march", month, 3}, {"mar", month, 3}, {"april", month, 4}, {"apr", month, 4}, {"may", month, 5},
    {"june", month, 6}, {"jun", month, 6}, {"july", month, 7}, {"jul", month, 7},
    {"august", month, 8}, {"aug", month, 8}, {"september", month, 9}, {"sep", month, 9}, {"sept", month, 9},
    {"october", month, 10}, {"oct", month, 10}, {"november", month, 11}, {"nov", month, 11},
    {"december", month, 12}, {"dec", month, 12},
    {"morning", part, morning}, {"in the morning", part, morning}, {"forenoon", part, morning},
    {"afternoon", part, afternoon}, {"in the afternoon", part, afternoon},
    {"evening", part, evening}, {"in the evening", part, evening},
    {"night", part, night}, {"at night", part, night}, {"in the night", part, night},
    {"noon", twelve, 12}, {"midday", twelve, 12}, {"midnight", twelve, 24},
    {"am", meridiem, 0}, {"a.m", meridiem, 0}, {"pm", meridiem, 12}, {"p.m", meridiem, 12},
    {"weekend", weekend},
    {"month", unit, unit_months}, {"months", unit, unit_months}, {"week", unit, unit_weeks}, {"weeks", unit, unit_weeks}, {"wk", unit, unit_weeks},
    {"d", unit, unit_days}, {"day", unit, unit_days}, {"days", unit, unit_days},
    {"h", unit, unit_hours}, {"hr", unit, unit_hours}, {"hrs", unit, unit_hours}, {"hour", unit, unit_hours}, {"hours", unit, unit_hours},
    {"s", unit, unit_seconds}, {"sec", unit, unit_seconds}, {"secs", unit, unit_seconds}, {"second", unit, unit_seconds}, {"seconds", unit, unit_seconds},
    {"m", unit, unit_minutes}, {"min", unit, unit_minutes}, {"mins", unit, unit_minutes}, {"minute", unit, unit_minutes}, {"minutes", unit, unit_minutes},
    {"a", count, 100}, {"an", count, 100}, {"one", count, 100}, {"two", count, 200}, {"three", count, 300}, {"four", count, 400},
    {"five", count, 500}, {"six", count, 600}, {"seven", count, 700}, {"eight", count, 800}, {"nine", count, 900},
    {"ten", count, 1000}, {"twelve", count, 1200}, {"a couple of", count, 200},
    {"half an hour", length, 30}, {"half hour", length, 30}, {"a half hour", length, 30}, {"quarter of an hour", length, 15},
    {"a quarter of an hour", length, 15}, {"an hour and a half", length, 90}, {"one and a half hours", length, 90},
    {"next", next}, {"the next", next}, {"this", this_}, {"last", last}, {"the last", last}, {"ago", ago}, {"coming", coming}, {"upcoming", coming}, {"the coming", coming},
    {"end of", end_of}, {"end of the", end_of}, {"the end of", end_of}, {"the end of the", end_of}, {"end of this", end_of},
    {"the end of this", end_of}, {"eod", end_of, 1}, {"eow", end_of, 2}, {"eom", end_of, 3},
    {"next morning", next_morning}, {"the next morning", next_morning}, {"following morning", next_morning}, {"the following morning", next_morning},
    {"next day", next_day}, {"the next day", next_day}, {"following day", next_day}, {"the following day", next_day},
    {"from", from}, {"starting", from}, {"starting at", from}, {"starting from", from}, {"between", from, 1}, {"since", from}, {"beginning", from},
    {"until", until}, {"till", until}, {"til", until}, {"to", to}, {"through", to}, {"and", to, 1}, {"-", dash}, {"/", dash, 1},
    {"for", for_}, {"in", in}, {"within", unknown},
    {"on", filler}, {"at", filler}, {"the", filler}, {"over", filler}, {"over the", filler}, {"@", filler}, {"o'clock", filler}, {"oclock", filler},
    {"overnight", overnight}, {"all night", overnight}, {"the whole night", overnight},
    {"all day", all_day}, {"whole day", all_day}, {"the whole day", all_day}, {"all day long", all_day}, {"full day", all_day}, {"the full day", all_day},
    {"rest of the day", rest_of_day}, {"the rest of the day", rest_of_day}, {"rest of day", rest_of_day},
    {"rest of today", rest_of_day}, {"the rest of today", rest_of_day},
    {"every", every}, {"daily", every}, {"weekly", every}, {"each", every}, {"weekdays", every},
});
// clang-format on

}  // namespace

std::span<const Entry> english_words() {
    return english_table;
}

}  // namespace dibs::time_phrase
