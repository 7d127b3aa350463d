// Questions about what happened, asked of one moment (snapshot.hpp). Any thread.
#pragma once

#include "projections/history/history_views.hpp"
#include "projections/questions/snapshot.hpp"
#include "projections/store/page.hpp"

namespace dibs {

[[nodiscard]] Slice<views::Event> list_events(const Snapshot& tables,
                                              const views::EventFilter& filter,
                                              const PageFrom& page);
// Oldest first, at most `max`; what a stream resumes from.
[[nodiscard]] std::vector<views::Event> events_after(const Snapshot& tables, Position position,
                                                     std::size_t max);
[[nodiscard]] std::optional<views::Event> find_event(const Snapshot& tables, Position position);
// What concerns it, up to this position, oldest first; without secrets.
[[nodiscard]] std::vector<Recorded> facts_about(const Snapshot& tables, const Ref& ref,
                                                Position until);
// What the facts behind this position are about, each once; none: there are more than `most`, or
// the tables are before it.
[[nodiscard]] std::optional<std::vector<Ref>> subjects_after(const Snapshot& tables,
                                                             Position position, std::size_t most);
// A fact just published, as the history shows it.
[[nodiscard]] views::Event view_of_event(const Snapshot& tables, const Recorded& recorded);

}  // namespace dibs
