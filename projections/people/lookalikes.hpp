// Names that a reader takes for one another: "Ann Lee", "ann lee." and "Аnn Lee" with a Cyrillic A.
#pragma once

#include <string>
#include <string_view>

namespace dibs::projections {

// The same for names that look alike: the skeleton of UTS #39 after folding case, of letters and
// digits alone. Empty for a name that has none of these.
[[nodiscard]] std::string skeleton_of(std::string_view name);
// Looks like a name under which Dibs itself would speak.
[[nodiscard]] bool looks_official(std::string_view skeleton);

}  // namespace dibs::projections
