// German as people type it: umlauts as 'ue', and commonly as 'u'.
#include "api/time/time_lexicon.hpp"

#include <array>

namespace dibs::time_phrase {
namespace {

using enum Kind;
// clang-format off
constexpr auto german_table = std::to_array<Entry>({
    {"jetzt", now}, {"sofort", now},
    {"heute", day, 0}, {"morgen", day, 1}, {"uebermorgen", day, 2}, {"ubermorgen", day, 2}, {"gestern", day, -1},
    {"heute nacht", tonight},
    {"sonntag", weekday, 0}, {"montag", weekday, 1}, {"mo", weekday, 1}, {"dienstag", weekday, 2}, {"di", weekday, 2},
    {"mittwoch", weekday, 3}, {"mi", weekday, 3}, {"donnerstag", weekday, 4}, {"freitag", weekday, 5}, {"fr", weekday, 5},
    {"samstag", weekday, 6}, {"sonnabend", weekday, 6}, {"sa", weekday, 6},
    {"januar", month, 1}, {"jaenner", month, 1}, {"februar", month, 2}, {"maerz", month, 3}, {"marz", month, 3}, {"mrz", month, 3},
    {"mai", month, 5}, {"juni", month, 6}, {"juli", month, 7}, {"oktober", month, 10}, {"okt", month, 10},
    {"dezember", month, 12}, {"dez", month, 12},
    {"frueh", part, morning}, {"fruh", part, morning}, {"morgens", part, morning}, {"vormittag", part, morning}, {"vormittags", part, morning},
    {"am morgen", part, morning}, {"am vormittag", part, morning}, {"in der frueh", part, morning},
    {"nachmittag", part, afternoon}, {"nachmittags", part, afternoon}, {"am nachmittag", part, afternoon},
    {"abend", part, evening}, {"abends", part, evening}, {"am abend", part, evening},
    {"nacht", part, night}, {"nachts", part, night}, {"in der nacht", part, night},
    {"mittag", twelve, 12}, {"mittags", twelve, 12}, {"am mittag", twelve, 12}, {"mitternacht", twelve, 24},
    {"wochenende", weekend},
    {"monat", unit, unit_months}, {"monats", unit, unit_months}, {"woche", unit, unit_weeks}, {"wochen", unit, unit_weeks},
    {"tag", unit, unit_days}, {"tage", unit, unit_days}, {"tagen", unit, unit_days}, {"tages", unit, unit_days},
    {"std", unit, unit_hours}, {"stunde", unit, unit_hours}, {"stunden", unit, unit_hours}, {"minuten", unit, unit_minutes}, {"sekunden", unit, unit_seconds},
    {"ein", count, 100}, {"eine", count, 100}, {"einen", count, 100}, {"einem", count, 100}, {"einer", count, 100}, {"zwei", count, 200}, {"drei", count, 300},
    {"vier", count, 400}, {"fuenf", count, 500}, {"funf", count, 500}, {"sechs", count, 600}, {"acht", count, 800}, {"zehn", count, 1000}, {"zwoelf", count, 1200},
    {"halbe stunde", length, 30}, {"eine halbe stunde", length, 30}, {"einer halben stunde", length, 30}, {"halben stunde", length, 30},
    {"viertelstunde", length, 15}, {"eine viertelstunde", length, 15}, {"einer viertelstunde", length, 15}, {"dreiviertelstunde", length, 45},
    {"anderthalb stunden", length, 90}, {"eineinhalb stunden", length, 90},
    {"letzte", last}, {"letzten", last}, {"letzter", last}, {"letztes", last}, {"letztem", last},
    {"vorige", last}, {"vorigen", last}, {"voriges", last}, {"vergangene", last}, {"vergangenen", last}, {"vergangenes", last}, {"vor", ago, 1},
    {"naechste", next}, {"naechsten", next}, {"naechster", next}, {"naechstes", next}, {"naechstem", next},
    {"nachste", next}, {"nachsten", next}, {"nachstes", next}, {"der naechsten", next}, {"des naechsten", next},
    {"diese", this_}, {"diesen", this_}, {"dieser", this_}, {"dieses", this_}, {"diesem", this_},
    {"kommende", coming}, {"kommenden", coming}, {"kommender", coming}, {"kommendes", coming},
    {"ende", end_of}, {"ende der", end_of}, {"ende des", end_of}, {"zum ende des", end_of}, {"zum ende der", end_of},
    {"tagesende", end_of, 1}, {"monatsende", end_of, 3}, {"zum monatsende", end_of, 3},
    {"naechsten morgen", next_morning}, {"zum naechsten morgen", next_morning}, {"am naechsten morgen", next_morning}, {"am nachsten morgen", next_morning},
    {"naechsten tag", next_day}, {"am naechsten tag", next_day}, {"am nachsten tag", next_day}, {"tags darauf", next_day},
    {"von", from}, {"ab", from}, {"vom", from}, {"zwischen", from, 1},
    {"bis", to}, {"bis zum", to}, {"und", to, 1}, {"fuer", for_}, {"fur", for_}, {"im", filler},
    {"um", filler}, {"den", filler}, {"der", filler}, {"die", filler}, {"das", filler}, {"zum", filler}, {"uhr", filler}, {"uebers", filler},
    {"ueber nacht", overnight}, {"uber nacht", overnight}, {"die ganze nacht", overnight}, {"ganze nacht", overnight},
    {"ganztaegig", all_day}, {"ganztagig", all_day}, {"den ganzen tag", all_day}, {"ganzen tag", all_day}, {"der ganze tag", all_day},
    {"rest des tages", rest_of_day}, {"den rest des tages", rest_of_day}, {"fuer den rest des tages", rest_of_day},
    {"taeglich", every}, {"jeden", every}, {"jede", every},
});
// clang-format on

}  // namespace

std::span<const Entry> german_words() {
    return german_table;
}

}  // namespace dibs::time_phrase
