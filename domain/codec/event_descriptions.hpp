// One sentence about each event type, for whoever reads its schema without the sources. A test
// fails where one is missing.
#pragma once

#include <array>
#include <string_view>
#include <utility>

namespace dibs {

inline constexpr auto event_descriptions =
    std::to_array<std::pair<std::string_view, std::string_view>>({
        {"board.changed.v1", "A board was changed: all of it, as it is now."},
        {"board.made.v1", "Somebody put a board together."},
        {"board.removed.v1", "A board was removed."},
        {"command.had_no_effect.v1", "What a command asked for was so already."},
        {"command.refused.v1", "A command was refused: why, and what stood in the way."},
        {"command.repeated.v1", "A command came again and got its first answer again."},
        {"effect.done.v1", "What a reactor had to do outside the log is done."},
        {"effect.failed.v1", "What a reactor had to do outside the log failed."},
        {"effect.watched.v1", "From here on a reactor follows what happens."},
        {"gpu.changed.v1", "A GPU moved, has another index, or is back."},
        {"gpu.discovered.v1", "A GPU was seen for the first time."},
        {"gpu.lost.v1", "A GPU is no longer seen on its host."},
        {"grant.given.v1", "Somebody may use GPUs from now on."},
        {"host.changed.v1", "The way to a host was changed."},
        {"host.enrolled.v1", "A host was added, and its key pinned."},
        {"host.key_refused.v1", "A host showed a key that is not the pinned one."},
        {"host.lost.v1", "A host is no longer reached."},
        {"host.reached.v1", "A host is reached again, or for the first time."},
        {"host.removed.v1", "A host was removed with its GPUs."},
        {"person.added.v1", "Somebody was given an account."},
        {"person.password_changed.v1", "A person's password was changed."},
        {"person.preferences_changed.v1", "A person chose how to see things: all choices."},
        {"process.appeared.v1", "A process was seen on GPUs."},
        {"process.gone.v1", "A process is no longer seen."},
        {"process.gpus_changed.v1", "A process took or left a GPU: all it has now."},
        {"reservation.booked.v1", "GPUs were booked for an interval."},
        {"reservation.cancelled.v1", "A booking was cancelled before it began."},
        {"reservation.changed.v1", "A booking was changed: as it is now, and what it had before."},
        {"reservation.reinstated.v1", "A cancelled booking holds again."},
        {"reservation.released.v1", "A running booking was given back before its end."},
        {"rules.set.v1", "The rules of the site were set: all of them."},
        {"session.ended.v1", "A session ended."},
        {"session.lent.v1", "A token was turned into a session of its person."},
        {"session.started.v1", "A person signed in."},
        {"setup.completed.v1", "The first admin took over."},
        {"setup.opened.v1", "The one-time link for the first admin was made."},
        {"token.issued.v1", "A person made a token."},
        {"token.revoked.v1", "A token was revoked."},
        {"violation.closed.v1", "A violation is over."},
        {"violation.excused.v1", "A violation was excused."},
        {"violation.gpus_changed.v1", "The process of a violation took or left a GPU."},
        {"violation.opened.v1", "A process runs where it should not."},
    });

}  // namespace dibs
