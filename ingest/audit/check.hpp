// A reader's own look at the seals of a log: fact by fact in, and whatever does not fit comes out.
// Used by who seals, and by `dibsd log verify`. One thread.
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

    // The next fact. A sentence, if it is a seal that does not fit what lies before it.
    std::optional<std::string> add(std::string_view type, std::string_view body,
                                   std::string_view record);

    [[nodiscard]] const AuditChain& chain() const { return chain_; }
    [[nodiscard]] Position seals() const { return seals_; }
    [[nodiscard]] const std::optional<audit::Seal>& newest() const { return newest_; }
    // How many facts that are no seals lie behind what the newest covers.
    [[nodiscard]] Position unsealed() const { return unsealed_; }
    // Whether all seals are signed with the same key.
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
