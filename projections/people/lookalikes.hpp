// Names that a reader confuses: "Ann Lee", "ann lee." and "Аnn Lee" with a Cyrillic A.
#pragma once

#include <string>
#include <string_view>

namespace dibs::projections {

// Equal for names that look alike: the skeleton of UTS #39 after case folding, restricted to
// letters and digits. Empty for a name without letters and digits.
[[nodiscard]] std::string skeleton_of(std::string_view name);
// True if the name looks like one under which Dibs itself would write.
[[nodiscard]] bool looks_official(std::string_view skeleton);

}  // namespace dibs::projections
