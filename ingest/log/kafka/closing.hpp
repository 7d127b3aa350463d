// Closes librdkafka's clients. rd_kafka_destroy() waits for the threads of the client, and a
// consumer's thread may never end after its topic was deleted (librdkafka 2.0). So each client is
// closed on a detached thread. Only the end of the process waits for them, for a moment. Any
// thread.
#pragma once

struct rd_kafka_s;

namespace dibs::kafka {

void close_apart(rd_kafka_s* client) noexcept;

// True if so many clients hang while closing that no more may be made.
[[nodiscard]] bool too_many_closing();

// True after main: threads that still run may use nothing of Dibs but this function.
[[nodiscard]] bool process_ends();

}  // namespace dibs::kafka
