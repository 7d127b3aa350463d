// The result for each row of the database, one line each: made, already there, or not taken with
// the reason. Bounded: lines beyond the limit are only counted.
#pragma once

#include "api/cli/client/context.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace dibs::cli::tensorhive {

enum class State { made, completed, there, not_taken };

class Report {
  public:
    explicit Report(bool dry_run) : dry_run_(dry_run) {}

    void add(std::string_view kind, std::string_view name, State state, std::string_view why = {});
    void not_taken(std::string_view kind, std::string_view name, std::string_view why) {
        add(kind, name, State::not_taken, why);
    }

    // "12 would be made, 3 already there, 1 not taken".
    [[nodiscard]] std::string summary() const;
    void show(Context& context) const;

  private:
    [[nodiscard]] const char* words(State state) const;

    bool dry_run_;
    std::vector<Json> lines_;
    std::map<State, std::size_t> count_;
    std::size_t beyond_ = 0;
};

}  // namespace dibs::cli::tensorhive
