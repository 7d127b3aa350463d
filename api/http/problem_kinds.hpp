// Every kind of problem that Dibs answers with: its status, its title, what it means and what to do
// about it. One table, for the problems themselves and for the page behind each one's type.
#pragma once

#include <span>
#include <string_view>

namespace dibs::http {

struct ProblemKind {
    int status;
    std::string_view code;     // the last part of the type
    std::string_view title;    // the same for every problem of this code
    std::string_view meaning;  // sentences for a person
    std::string_view remedy;
};

// Ordered by status.
[[nodiscard]] std::span<const ProblemKind> problem_kinds();
// Null: there is none of this code.
[[nodiscard]] const ProblemKind* find_problem_kind(std::string_view code);

}  // namespace dibs::http
