// The lines of a frame about the kernel's log: how far it could be read, and its XID errors by PCI
// address. Also maps GPUs to addresses, as nvidia-smi gives them. Pure; called by the frame parser.
// The text may be hostile: lines of another form or beyond the bounds are left out.
#pragma once

#include "ingest/probe/parser/frame.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace dibs::probe {

// Turns "00000000:81:00.0" and "0000:81:00" into the form of the kernel's log, "0000:81:00".
[[nodiscard]] std::optional<std::string> pci_address(std::string_view text);

class XidTable {
  public:
    void clear() { log_.reset(); }
    // Read the lines J and Z of a frame (format: script.cpp); false: the line is bad.
    [[nodiscard]] bool log_line(std::string_view rest);
    [[nodiscard]] bool xid_line(std::string_view rest);
    // Adds the log and each GPU's last error to a frame with its GPUs and their addresses.
    void join(ProbeFrame& frame);

  private:
    std::optional<KernelLog> log_{};
};

}  // namespace dibs::probe
