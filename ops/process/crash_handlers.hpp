// How this process ends where no code can go on: one line that says why, and an exit code after
// which a supervisor starts it again. No memory, an error that nobody caught, a file that shrank
// under its map, an address that leads nowhere: without this they end in abort() or a signal, and a
// log that says nothing.
#pragma once

#include <sysexits.h>

namespace dibs {

// For the whole process; first thing in main. `where_unreadable`: the exit code for a file that
// shrank under its map.
void install_crash_handlers(int where_unreadable = EX_IOERR);

}  // namespace dibs
