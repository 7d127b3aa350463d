// Weekly windows in words: their values, and refusals.
#include "api/cli/views/weekly_windows.hpp"

#include "api/cli/lib/failure.hpp"

#include <gtest/gtest.h>

namespace dibs::cli {
namespace {

TEST(WeeklyWindows, windows_are_read_in_many_spellings_and_shown_in_one) {
    struct Row {
        const char* typed;
        const char* shown;
    };
    for (const auto& [typed, shown] : {
             Row{"mon-fri 22:00-06:00", "mon-fri 22:00-06:00"},
             Row{"Mon - Fri  22-6", "mon-fri 22:00-06:00"},
             Row{"MONDAY-friday 9 - 17", "mon-fri 09:00-17:00"},
             Row{"sat,sun 0-24", "sat,sun 00:00-24:00"},
             Row{"Saturday, Sunday 0:00-24:00", "sat,sun 00:00-24:00"},
             Row{"sun sat 10:30-12", "sat,sun 10:30-12:00"},
             Row{"daily 22-6", "daily 22:00-06:00"},
             Row{"22-6", "daily 22:00-06:00"},
             Row{"mon-sun 8-20", "daily 08:00-20:00"},
             Row{"fri-mon 8-20", "mon,fri-sun 08:00-20:00"},
             Row{"tue-thu,sat 8:00-9:15", "tue-thu,sat 08:00-09:15"},
             Row{"mon,wed,fri 9-9", "mon,wed,fri 09:00-09:00"},
             Row{"wed-wed 9-10", "wed 09:00-10:00"},
         }) {
        const auto window = read_window(typed);
        EXPECT_EQ(window_text(window), shown) << typed;
        EXPECT_EQ(read_window(window_text(window)), window) << typed;
    }
}

TEST(WeeklyWindows, windows_have_the_form_of_the_contract) {
    EXPECT_EQ(read_window("fri,mon 22-6").dump(),
              R"({"days":["mon","fri"],"from":"22:00","until":"06:00"})");
}

TEST(WeeklyWindows, unreadable_window_is_refused_with_an_example) {
    for (const char* typed : {"",
                              " ",
                              "mon-fri",
                              "22",
                              "mon 22",
                              "mon 24-6",
                              "mon 22-25",
                              "mon 22:60-6",
                              "mon 2:5-6",
                              "mo 9-17",
                              "funday 9-17",
                              "mon- 9-17",
                              ", 9-17",
                              "mon 9-",
                              "mon 9-17-18",
                              "mon 9--17",
                              "mon 9pm-6am",
                              "mon -9-17",
                              "mon-funday 9-17",
                              "montag 9-17"}) {
        try {
            (void)read_window(typed);
            ADD_FAILURE() << "'" << typed << "' was read";
        } catch (const Failure& failure) {
            EXPECT_EQ(failure.exit, Exit::usage) << typed;
            EXPECT_NE(failure.next_step.find("mon-fri 22:00-06:00"), std::string::npos) << typed;
        }
    }
}

}  // namespace
}  // namespace dibs::cli
