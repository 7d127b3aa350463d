// The lines of a frame that hold values alone: of a host (L, W, F, p) and of a GPU as nvidia-smi
// lists them. Pure; called by the parser of frames. What cannot be read is absent.
#pragma once

#include "ingest/probe/parser/frame.hpp"
#include "ingest/probe/script/fields.hpp"

#include <span>
#include <string_view>

namespace dibs::probe {

// Cuts the answers to these fields off the line.
void read_fields(std::string_view& line, std::span<const GpuField> fields, Readings& values);

// Load, CPUs and memory; false for a line that cannot be read.
[[nodiscard]] bool read_load(std::string_view rest, HostReading& host);
// Uptime, swap, and what disks and network move in a second.
[[nodiscard]] bool read_traffic(std::string_view rest, HostReading& host);
// Local file systems.
[[nodiscard]] bool read_disks(std::string_view rest, HostReading& host);
// How many processes there were beyond those of the frame.
[[nodiscard]] bool read_skipped(std::string_view rest, ProbeFrame& frame);

}  // namespace dibs::probe
