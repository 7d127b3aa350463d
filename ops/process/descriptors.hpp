// File descriptors: a login shell allows 1,024, of which hosts, logs and tables need some, and
// each connection one, over TLS three. What connections may take follows from what there are.
#pragma once

#include <cstddef>

namespace dibs {

// The soft limit becomes what the hard one allows.
void raise_descriptor_limit();
[[nodiscard]] std::size_t descriptor_limit();

// What connections may have: what is left beside 2 for each host (its connection and what waits on
// it) and 128 for logs, tables, programs of the site and Dibs itself. People have 128 also where
// that is too many: short.
[[nodiscard]] bool descriptors_short(std::size_t descriptors, std::size_t hosts);
[[nodiscard]] std::size_t connections_within(std::size_t descriptors, std::size_t hosts,
                                             std::size_t of_one_connection = 1);

}  // namespace dibs
