// Parses the lines of a frame with only values: of a host (L, W, F, p) and of a GPU in nvidia-smi's
// list. Pure; called by the frame parser. An unreadable value is absent.
#pragma once

#include "ingest/probe/parser/frame.hpp"
#include "ingest/probe/script/fields.hpp"

#include <span>
#include <string_view>

namespace dibs::probe {

// Cuts the answers to these fields off the line.
void read_fields(std::string_view& line, std::span<const GpuField> fields, Readings& values);

// Load, CPUs and memory; false for an unreadable line.
[[nodiscard]] bool read_load(std::string_view rest, HostReading& host);
// Uptime, swap, and the bytes a second of disks and network.
[[nodiscard]] bool read_traffic(std::string_view rest, HostReading& host);
// Local file systems.
[[nodiscard]] bool read_disks(std::string_view rest, HostReading& host);
// The number of processes beyond those of the frame.
[[nodiscard]] bool read_skipped(std::string_view rest, ProbeFrame& frame);

}  // namespace dibs::probe
