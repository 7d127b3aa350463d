// Checks the digest, the order and the signature of each seal against the facts read.
#include "ingest/audit/check.hpp"

#include "domain/codec/json_reader.hpp"
#include "domain/world/audit_fields.hpp"

namespace dibs {

std::optional<std::string> AuditCheck::look_at(const audit::Seal& seal) const {
    const auto until = std::to_string(seal.until);
    if (newest_ && seal.until <= newest_->until) {
        return "The seal of position " + until + " stands behind a later one.";
    }
    const auto digest = chain_.at(seal.until);
    if (!digest) return "The seal of position " + until + " is too far from what it covers.";
    if (*digest != seal.digest) {
        return "The facts up to position " + until + " are not those that were sealed.";
    }
    if (!is_signed(chain_.log_id(), seal)) {
        return "The seal of position " + until + " is not signed by the key it names.";
    }
    return std::nullopt;
}

std::optional<std::string> AuditCheck::add(std::string_view type, std::string_view body,
                                           std::string_view record) {
    if (type != audit::Sealed::type) {
        chain_.add(record);
        ++unsealed_;
        return std::nullopt;
    }
    const auto sealed = parse_json<audit::Sealed>(parser_, body);
    auto wrong =
        sealed ? look_at(sealed->seal) : std::optional<std::string>("A seal cannot be read.");
    chain_.add(record);
    if (wrong || !sealed) return wrong;
    ++seals_;
    one_key_ = one_key_ && (!newest_ || newest_->public_key == sealed->seal.public_key);
    newest_ = sealed->seal;
    // Facts between the covered position and the seal itself are not covered yet; there are few, if
    // any.
    unsealed_ = std::max<Position>(chain_.position() - 1 - newest_->until, 0);
    return std::nullopt;
}

}  // namespace dibs
