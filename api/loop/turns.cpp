// On Linux policy, nice value and length of turns are a thread's own. sched_setattr(2) has no
// wrapper in older C libraries.
#include "api/loop/turns.hpp"

#include <cstdint>

#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace dibs {
namespace {

struct SchedulingAttributes {  // struct sched_attr, its first version
    std::uint32_t size = sizeof(SchedulingAttributes);
    std::uint32_t policy = SCHED_OTHER;
    std::uint64_t flags = 0;
    std::int32_t nice = 0;
    std::uint32_t priority = 0;
    std::uint64_t runtime_ns = 0;  // of SCHED_OTHER: the length of a turn
    std::uint64_t deadline_ns = 0;
    std::uint64_t period_ns = 0;
};
static_assert(sizeof(SchedulingAttributes) == 48);

}  // namespace

void take_short_turns() {
    SchedulingAttributes wanted;
    wanted.nice = getpriority(PRIO_PROCESS, static_cast<id_t>(gettid()));
    wanted.runtime_ns = 100'000;  // the shortest that there is
    (void)syscall(SYS_sched_setattr, 0, &wanted, 0);
}

// SCHED_BATCH: a thread that wakes does not push aside the one that runs. Else the loop loses its
// processor in the moment it hands something over.
void step_back(int nice) {
    const sched_param none{};
    (void)sched_setscheduler(0, SCHED_BATCH, &none);
    (void)setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), nice);
}

}  // namespace dibs
