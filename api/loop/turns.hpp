// Who gets a processor first where there are few of them. What people wait for, the loop and the
// writer, takes short turns, so that the scheduler lets it in soon; what can wait a little steps
// back. Both hold for the calling thread and for those that it starts. What the kernel refuses is
// left as it is (turns have a length since Linux 6.12).
#pragma once

namespace dibs {

void take_short_turns();
// By this nice value; and never in the place of a thread that is running.
void step_back(int nice);

}  // namespace dibs
