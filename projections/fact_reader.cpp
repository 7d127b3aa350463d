// Accepted records -> facts, in plain.
#include "projections/fact_reader.hpp"

#include "domain/log/fact.hpp"

namespace dibs {

tl::expected<FactReader::Facts, FactReader::Trouble> FactReader::next(
    std::size_t most_records, std::chrono::milliseconds wait) {
    const auto accepted = tail_.next(most_records, wait);
    if (!accepted) {
        const auto& error = accepted.error();
        return tl::unexpected(Trouble{error.text, error.kind == LogError::Kind::lost});
    }
    Facts facts{{}, !accepted->empty()};
    facts.all.reserve(accepted->size());
    for (const auto& record : *accepted) {
        if (record.position == 0) continue;
        auto fact = read_fact(parser_, record.view(), record.position, sealer_);
        if (!fact) return tl::unexpected(Trouble{fact.error().detail, true});
        facts.all.push_back(std::move(*fact));
    }
    return facts;
}

}  // namespace dibs
