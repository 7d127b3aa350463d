// Writes the state of a world as lines of text, one row each: "reservation {…}". Derived state is
// not written; reading computes it again. Personal and secret text is sealed as in the log.
#pragma once

#include "domain/codec/json_value.hpp"
#include "domain/codec/seal.hpp"
#include "domain/world/world.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace dibs {

// Increase it when the same facts produce another world, so Dibs rejects older snapshots.
// tests/replay compares the worlds of old logs with it.
inline constexpr int fold_version = 8;

// Describes every row and its members. It differs if a member was added, renamed or retyped.
[[nodiscard]] std::string world_schema();

// Calls `line` for each line, without its line break. The first line describes the whole world.
void write_world(const World& world, Sealer& sealer,
                 const std::function<void(std::string_view)>& line);

// Accepts the lines in the order they were written.
class WorldReader {
  public:
    explicit WorldReader(const Sealer& sealer) : sealer_(sealer) {}

    // A refusal: the row is unknown to this version, damaged, or sealed with other keys.
    [[nodiscard]] Result<void> add(std::string_view line);
    [[nodiscard]] World take() { return std::move(world_); }

  private:
    const Sealer& sealer_;
    World world_;
    JsonParser parser_;
};

}  // namespace dibs
