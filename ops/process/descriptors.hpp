// File descriptors. A login shell allows 1,024. Hosts, logs and tables need some, and each
// connection needs one, or three over TLS. The rest limits the connections.
#pragma once

#include <cstddef>

namespace dibs {

// Raises the soft limit to the hard limit.
void raise_descriptor_limit();
[[nodiscard]] std::size_t descriptor_limit();

// Descriptors for connections: the rest beside 2 for each host (its connection and its waiters) and
// 128 for logs, tables, programs of the site and Dibs itself. Connections get at least 128
// descriptors even if that is too many, which descriptors_short() reports.
[[nodiscard]] bool descriptors_short(std::size_t descriptors, std::size_t hosts);
[[nodiscard]] std::size_t connections_within(std::size_t descriptors, std::size_t hosts,
                                             std::size_t of_one_connection = 1);

}  // namespace dibs
