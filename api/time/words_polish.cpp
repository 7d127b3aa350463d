// Polish as people type it, in the cases that its prepositions require, without diacritics.
#include "api/time/time_lexicon.hpp"

#include <array>

namespace dibs::time_phrase {
namespace {

using enum Kind;
// clang-format off
constexpr auto polish_table = std::to_array<Entry>({
    {"teraz", now}, {"zaraz", now}, {"od razu", now},
    {"dzis", day, 0}, {"dzisiaj", day, 0}, {"dzisiejszego dnia", day, 0}, {"jutro", day, 1}, {"jutra", day, 1},
    {"pojutrze", day, 2}, {"pojutrza", day, 2}, {"wczoraj", day, -1},
    {"dzis w nocy", tonight}, {"dzisiaj w nocy", tonight}, {"dzisiejszej nocy", tonight}, {"tej nocy", tonight},
    {"niedziela", weekday, 0}, {"niedziele", weekday, 0}, {"niedzieli", weekday, 0}, {"niedz", weekday, 0}, {"ndz", weekday, 0}, {"nd", weekday, 0},
    {"poniedzialek", weekday, 1}, {"poniedzialku", weekday, 1}, {"pon", weekday, 1}, {"pn", weekday, 1},
    {"wtorek", weekday, 2}, {"wtorku", weekday, 2}, {"wt", weekday, 2}, {"wto", weekday, 2},
    {"sroda", weekday, 3}, {"srode", weekday, 3}, {"srody", weekday, 3}, {"sr", weekday, 3}, {"sro", weekday, 3},
    {"czwartek", weekday, 4}, {"czwartku", weekday, 4}, {"czw", weekday, 4}, {"cz", weekday, 4},
    {"piatek", weekday, 5}, {"piatku", weekday, 5}, {"pt", weekday, 5}, {"pia", weekday, 5},
    {"sobota", weekday, 6}, {"sobote", weekday, 6}, {"soboty", weekday, 6}, {"sob", weekday, 6},
    {"so", weekday, 6},
    {"stycznia", month, 1}, {"styczen", month, 1}, {"sty", month, 1}, {"lutego", month, 2}, {"luty", month, 2}, {"lut", month, 2},
    {"marca", month, 3}, {"marzec", month, 3}, {"kwietnia", month, 4}, {"kwiecien", month, 4}, {"kwi", month, 4},
    {"maja", month, 5}, {"maj", month, 5}, {"czerwca", month, 6}, {"czerwiec", month, 6}, {"cze", month, 6},
    {"lipca", month, 7}, {"lipiec", month, 7}, {"lip", month, 7}, {"sierpnia", month, 8}, {"sierpien", month, 8}, {"sie", month, 8},
    {"wrzesnia", month, 9}, {"wrzesien", month, 9}, {"wrz", month, 9}, {"pazdziernika", month, 10}, {"pazdziernik", month, 10}, {"paz", month, 10},
    {"listopada", month, 11}, {"listopad", month, 11}, {"lis", month, 11}, {"grudnia", month, 12}, {"grudzien", month, 12}, {"gru", month, 12},
    {"rano", part, morning}, {"rana", part, morning}, {"z rana", part, morning}, {"przed poludniem", part, morning},
    {"po poludniu", part, afternoon}, {"popoludnie", part, afternoon}, {"popoludniu", part, afternoon}, {"popoludnia", part, afternoon},
    {"wieczorem", part, evening}, {"wieczor", part, evening}, {"wieczora", part, evening}, {"w nocy", part, night},
    {"poludnie", twelve, 12}, {"poludnia", twelve, 12}, {"w poludnie", twelve, 12}, {"polnoc", twelve, 24}, {"polnocy", twelve, 24}, {"o polnocy", twelve, 24},
    {"weekendu", weekend}, {"weekendzie", weekend},
    {"miesiac", unit, unit_months}, {"miesiaca", unit, unit_months}, {"miesiacu", unit, unit_months},
    {"tydzien", unit, unit_weeks}, {"tygodnie", unit, unit_weeks}, {"tygodni", unit, unit_weeks}, {"tygodnia", unit, unit_weeks}, {"tygodniu", unit, unit_weeks},
    {"dzien", unit, unit_days}, {"dni", unit, unit_days}, {"dnia", unit, unit_days}, {"doba", unit, unit_days}, {"dobe", unit, unit_days}, {"doby", unit, unit_days},
    {"g", unit, unit_hours}, {"godz", unit, unit_hours}, {"godzina", unit, unit_hours}, {"godzine", unit, unit_hours}, {"godziny", unit, unit_hours}, {"godzin", unit, unit_hours},
    {"minut", unit, unit_minutes}, {"minuty", unit, unit_minutes},
    {"sek", unit, unit_seconds}, {"sekunda", unit, unit_seconds}, {"sekunde", unit, unit_seconds}, {"sekundy", unit, unit_seconds}, {"sekund", unit, unit_seconds},
    {"jedna", count, 100}, {"jeden", count, 100}, {"dwa", count, 200}, {"dwie", count, 200}, {"trzy", count, 300}, {"cztery", count, 400},
    {"piec", count, 500}, {"szesc", count, 600}, {"osiem", count, 800}, {"dziesiec", count, 1000}, {"dwanascie", count, 1200},
    {"pol godziny", length, 30}, {"kwadrans", length, 15}, {"poltorej godziny", length, 90}, {"poltora dnia", length, 2160},
    {"nastepny", next}, {"nastepna", next}, {"nastepnym", next}, {"nastepnego", next}, {"nastepnej", next},
    {"ostatni", last}, {"ostatnia", last}, {"ostatnim", last}, {"ostatniego", last}, {"ostatniej", last},
    {"zeszly", last}, {"zeszla", last}, {"zeszlym", last}, {"zeszlego", last}, {"zeszlej", last},
    {"ubiegly", last}, {"ubiegla", last}, {"ubieglym", last}, {"ubieglego", last}, {"ubieglej", last}, {"temu", ago},
    {"przyszly", next}, {"przyszla", next}, {"przyszlym", next}, {"przyszlego", next}, {"przyszlej", next},
    {"ten", this_}, {"ta", this_}, {"te", this_}, {"tym", this_}, {"tego", this_}, {"biezacego", this_}, {"biezacym", this_},
    {"najblizszy", coming}, {"najblizsza", coming}, {"nadchodzacy", coming}, {"nadchodzaca", coming},
    {"koniec", end_of}, {"konca", end_of}, {"koncem", end_of}, {"koniec tego", end_of}, {"konca tego", end_of},
    {"nastepnego ranka", next_morning}, {"nastepnego dnia rano", next_morning}, {"nastepnego dnia", next_day}, {"kolejnego dnia", next_day},
    {"od", from}, {"miedzy", from, 1}, {"poczawszy od", from},
    {"do", to},
    {"i", to, 1}, {"na", for_}, {"przez", for_}, {"za", in},
    {"w", filler}, {"we", filler}, {"o", filler}, {"o godz", filler}, {"o godzinie", filler},
    {"przez noc", overnight}, {"na noc", overnight}, {"cala noc", overnight}, {"przez cala noc", overnight},
    {"caly dzien", all_day}, {"przez caly dzien", all_day}, {"na caly dzien", all_day},
    {"reszta dnia", rest_of_day}, {"reszte dnia", rest_of_day}, {"przez reszte dnia", rest_of_day}, {"na reszte dnia", rest_of_day},
    {"codziennie", every}, {"co", every}, {"kazdy", every}, {"kazda", every},
});
// clang-format on

}  // namespace

std::span<const Entry> polish_words() {
    return polish_table;
}

}  // namespace dibs::time_phrase
