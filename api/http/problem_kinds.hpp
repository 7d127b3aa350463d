// All kinds of problems of the API: status, title, meaning and remedy. One table for the problems
// themselves and for the page behind each type.
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
// Null if there is no such code.
[[nodiscard]] const ProblemKind* find_problem_kind(std::string_view code);

}  // namespace dibs::http
