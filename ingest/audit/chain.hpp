// What a seal is of: a chain of BLAKE2b-256 over every fact's record, byte for byte as the log
// keeps it, from the log's birth on. Unlike the log's own chain (domain/log/hash.hpp), which finds
// accidents, nobody can make other bytes that fit; and since a seal is signed, nobody without the
// installation's key can make a seal for them.
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

    void add(std::string_view record);  // of the next fact
    [[nodiscard]] Position position() const { return position_; }
    [[nodiscard]] const std::string& log_id() const { return log_id_; }
    // In hex, of a position not too far back: a seal lies close behind what it covers.
    [[nodiscard]] std::optional<std::string> at(Position position) const;

  private:
    static constexpr std::size_t kept = 65'536;

    std::string log_id_;
    Position position_ = 0;
    std::vector<Digest> last_;  // a ring: that of position n at n % kept
};

// What the signature of a seal is of.
[[nodiscard]] std::string signed_text(std::string_view log_id, const audit::Seal& seal);
[[nodiscard]] bool is_signed(std::string_view log_id, const audit::Seal& seal);

}  // namespace dibs
