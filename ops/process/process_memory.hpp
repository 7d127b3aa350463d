// The memory of dibsd holds keys, session secrets and passwords that were just sent.
#pragma once

namespace dibs {

// No core dump is written, and other processes of the account cannot read this one's memory or
// open files (PR_SET_DUMPABLE in prctl(2)); files that are made are for the account alone. With
// DIBS_ALLOW_DEBUGGING=1 in the environment a debugger may attach and a core may be written.
// Call once, before any thread starts.
void keep_memory_private();

}  // namespace dibs
