// Converts accepted records to decrypted facts.
#include "projections/fact_reader.hpp"

#include "domain/log/fact.hpp"

namespace dibs {

tl::expected<FactReader::Facts, FactReader::Trouble> FactReader::next(
    std::size_t most_records, std::chrono::milliseconds wait) {
    auto batch = ahead_.valid() ? ahead_.get() : read(most_records, wait);
    checkpoint_ = std::move(batch.checkpoint);
    read_up_to_ = batch.read_up_to;
    if (batch.more) {
        ahead_ = std::async(std::launch::async,
                            [this, most_records, wait] { return read(most_records, wait); });
    }
    return std::move(batch.found);
}

FactReader::Batch FactReader::read(std::size_t most_records, std::chrono::milliseconds wait) {
    const auto accepted = tail_.next(most_records, wait);
    if (!accepted) {
        const auto& error = accepted.error();
        return {tl::unexpected(
                    Trouble{error.text, is_final(error), error.kind == LogError::Kind::gone}),
                false, tail_.checkpoint(), tail_.read_up_to()};
    }
    auto found = facts_of(*accepted);
    const bool more = found && accepted->size() > most_records / 2;
    return {std::move(found), more, tail_.checkpoint(), tail_.read_up_to()};
}

FactReader::Found FactReader::facts_of(const std::vector<Accepted>& records) {
    Facts facts{{}, !records.empty()};
    facts.all.reserve(records.size());
    for (const auto& record : records) {
        if (record.position == 0) continue;
        auto fact = read_fact(parser_, record.view(), record.position, sealer_);
        if (!fact) return tl::unexpected(Trouble{fact.error().detail, true});
        facts.all.push_back(std::move(*fact));
    }
    return facts;
}

}  // namespace dibs
