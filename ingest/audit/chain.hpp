// The chain that seals cover: BLAKE2b-256 over every fact's record, byte for byte as the log keeps
// it, from the first fact on. The log's own chain (domain/log/hash.hpp) finds accidents. Against
// this one, an attacker cannot make other bytes that fit. A seal is signed, so other bytes cannot
// be sealed without the installation's key.
//
//   C0 = H("dibs audit 1\n" log-id)      Cn = H(Cn-1 record-n)
//   signed: "dibs audit 1\n" log-id "\n" position "\n" Cn in hex
//
// One thread.
#pragma once

#include "domain/world/audit.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dibs {

class AuditChain {
  public:
    using Digest = std::array<unsigned char, 32>;

    explicit AuditChain(std::string log_id);

    void add(std::string_view record);  // takes the record of the next fact
    [[nodiscard]] Position position() const { return position_; }
    [[nodiscard]] const std::string& log_id() const { return log_id_; }
    // Returns the digest at `position` in hex, or nothing if that is more than `kept` facts back. A
    // seal is always close behind what it covers.
    [[nodiscard]] std::optional<std::string> at(Position position) const;

  private:
    static constexpr std::size_t kept = 65'536;

    std::string log_id_;
    Position position_ = 0;
    std::vector<Digest> last_;  // ring: the digest of position n is at n % kept
};

// The text that a seal's signature covers.
[[nodiscard]] std::string signed_text(std::string_view log_id, const audit::Seal& seal);
[[nodiscard]] bool is_signed(std::string_view log_id, const audit::Seal& seal);

}  // namespace dibs
