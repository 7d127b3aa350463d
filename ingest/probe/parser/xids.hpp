// The lines of a frame that tell of the kernel's log: how far it could be read, and the XID errors
// in it, by the card's address on the PCI bus; and which card has which address, as nvidia-smi
// says. Pure; called by the parser of frames. Whoever writes such a line may be hostile: what has
// another form, or lies beyond the bounds, is left out.
#pragma once

#include "ingest/probe/parser/frame.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace dibs::probe {

// "00000000:81:00.0" and "0000:81:00" alike: as the kernel's log has it, "0000:81:00".
[[nodiscard]] std::optional<std::string> pci_address(std::string_view text);

class XidTable {
  public:
    void clear() { log_.reset(); }
    // Lines J and Z of a frame (format: script.cpp); false: it is bad.
    [[nodiscard]] bool log_line(std::string_view rest);
    [[nodiscard]] bool xid_line(std::string_view rest);
    // Into a frame that has its cards and their addresses: the log, and the last one of each card.
    void join(ProbeFrame& frame);

  private:
    std::optional<KernelLog> log_{};
};

}  // namespace dibs::probe
