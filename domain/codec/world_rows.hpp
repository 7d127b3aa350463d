// The stored state of a world as lines of text, a row each: "reservation {…}". What is derived from
// the rows is not written and comes back with them. Personal and secret text is sealed as in the
// log.
#pragma once

#include "domain/codec/json_value.hpp"
#include "domain/codec/seal.hpp"
#include "domain/world/world.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace dibs {

// Raised when the same facts fold to another world, so that no snapshot made before is believed.
// tests/replay holds the worlds of old logs against it.
inline constexpr int fold_version = 8;

// Every row that there is and how it looks: another where a member was added, renamed or retyped.
[[nodiscard]] std::string world_schema();

// The first line is about the world as a whole. `line` is called with each, without its end.
void write_world(const World& world, Sealer& sealer,
                 const std::function<void(std::string_view)>& line);

// Takes the lines in the order they were written.
class WorldReader {
  public:
    explicit WorldReader(const Sealer& sealer) : sealer_(sealer) {}

    // A refusal: not a row that this version knows, damaged, or sealed with other keys.
    [[nodiscard]] Result<void> add(std::string_view line);
    [[nodiscard]] World take() { return std::move(world_); }

  private:
    const Sealer& sealer_;
    World world_;
    JsonParser parser_;
};

}  // namespace dibs
