// How this process ends after a fatal error: one line with the reason, and an exit code that makes
// the service manager start it again. Handles: no memory, an uncaught exception, a file that shrank
// under its map, an invalid address. Without this the process ends in abort() or a signal, without
// a log line.
#pragma once

#include <sysexits.h>

namespace dibs {

// For the whole process; the first call of main. `where_unreadable`: the exit code for a file that
// shrank under its map.
void install_crash_handlers(int where_unreadable = EX_IOERR);

}  // namespace dibs
