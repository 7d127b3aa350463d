// Checks the seals of a log: takes fact by fact and reports each seal that does not fit. Used by
// the sealer, and by `dibsd log verify`. One thread.
#pragma once

#include "domain/codec/json_value.hpp"
#include "ingest/audit/chain.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace dibs {

class AuditCheck {
  public:
    explicit AuditCheck(std::string log_id) : chain_(std::move(log_id)) {}

    // Takes the next fact. Returns a sentence if it is a seal that does not fit the facts before
    // it.
    std::optional<std::string> add(std::string_view type, std::string_view body,
                                   std::string_view record);

    [[nodiscard]] const AuditChain& chain() const { return chain_; }
    [[nodiscard]] Position seals() const { return seals_; }
    [[nodiscard]] const std::optional<audit::Seal>& newest() const { return newest_; }
    // Counts the facts, without seals, behind what the newest seal covers.
    [[nodiscard]] Position unsealed() const { return unsealed_; }
    // True if all seals are signed with the same key.
    [[nodiscard]] bool one_key() const { return one_key_; }

  private:
    std::optional<std::string> look_at(const audit::Seal& seal) const;

    AuditChain chain_;
    JsonParser parser_;
    std::optional<audit::Seal> newest_;
    Position seals_ = 0;
    Position unsealed_ = 0;
    bool one_key_ = true;
};

}  // namespace dibs
