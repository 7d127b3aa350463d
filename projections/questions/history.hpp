// Questions about the history, answered from one snapshot (snapshot.hpp). Any thread.
#pragma once

#include "projections/history/history_views.hpp"
#include "projections/questions/snapshot.hpp"
#include "projections/store/page.hpp"

namespace dibs {

[[nodiscard]] Slice<views::Event> list_events(const Snapshot& tables,
                                              const views::EventFilter& filter,
                                              const PageFrom& page);
// Oldest first, at most `max`. Streams resume from it.
[[nodiscard]] std::vector<views::Event> events_after(const Snapshot& tables, Position position,
                                                     std::size_t max);
[[nodiscard]] std::optional<views::Event> find_event(const Snapshot& tables, Position position);
// Facts with this subject up to a position, oldest first, without secrets.
[[nodiscard]] std::vector<Recorded> facts_about(const Snapshot& tables, const Ref& ref,
                                                Position until);
// Subjects of the facts after this position, each once. None: there are more than `most`, or the
// tables have not reached it.
[[nodiscard]] std::optional<std::vector<Ref>> subjects_after(const Snapshot& tables,
                                                             Position position, std::size_t most);
// A fact just published, as the history shows it.
[[nodiscard]] views::Event view_of_event(const Snapshot& tables, const Recorded& recorded);

}  // namespace dibs
