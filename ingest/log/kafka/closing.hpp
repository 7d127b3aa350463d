// How librdkafka's clients end: rd_kafka_destroy() waits for the threads of the client, and a
// consumer's may never end when its topic was deleted (librdkafka 2.0). So each is closed on a
// thread that nobody waits for, but for a moment at the end of the process. Any thread.
#pragma once

struct rd_kafka_s;

namespace dibs::kafka {

void close_apart(rd_kafka_s* client) noexcept;

// So many are being closed and do not end that no more may be made.
[[nodiscard]] bool too_many_closing();

// The process is past main: nothing of ours but this may be used by threads that still run.
[[nodiscard]] bool process_ends();

}  // namespace dibs::kafka
