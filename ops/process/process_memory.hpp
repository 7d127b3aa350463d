// The memory of dibsd contains keys, session secrets and passwords of recent requests.
#pragma once

namespace dibs {

// Prevents core dumps. Other processes of the account cannot read this one's memory or open files
// (PR_SET_DUMPABLE in prctl(2)). New files are readable by the account alone.
// With DIBS_ALLOW_DEBUGGING=1 in the environment a debugger may attach and a core may be written.
// Call once, before any thread starts.
void keep_memory_private();

}  // namespace dibs
