// `dibsd log verify` on seals, also for a log that was rewritten with valid checksums and a valid
// chain, but other facts.
#include "ingest/audit/chain.hpp"
#include "tests/ops/log_tools/log_tools_fixture.hpp"

namespace dibs::test {
namespace {

using log_tools::damage_found;
using log_tools::fine;

class LogSeals : public LogTools {
  protected:
    // Writes the facts of the log, sealed; the result of `edit` becomes a log of its own.
    void write(const std::function<void(std::vector<std::string>&)>& edit) {
        std::vector<std::string> bodies{"one", "two", "three", "four"};
        const auto seal = seal_of(bodies);
        edit(bodies);
        auto records = records_of(bodies);
        for (auto& record :
             maker_.command(std::vector<Event>{event(audit::Sealed{seal})}, {}, *keys_)) {
            records.push_back(std::move(record));
        }
        fs::remove_all(log_place_of(config_).folder());
        append(*open_log(config_).value(), std::move(records));
    }
    std::vector<std::string> records_of(const std::vector<std::string>& bodies) {
        maker_ = {};
        std::vector<std::string> records{
            maker_.next(false, created_type,
                        R"({"id":"the-log","keys":")" + keys_->check() + R"("})"),
            maker_.claim("first")};
        for (const auto& body : bodies) {
            records.push_back(maker_.next(false, "test.said.v1", body));
        }
        return records;
    }
    audit::Seal seal_of(const std::vector<std::string>& bodies) {
        AuditChain chain("the-log");
        const auto records = records_of(bodies);
        for (std::size_t i = 2; i < records.size(); ++i) chain.add(records[i]);
        audit::Seal seal{chain.position(), *chain.at(chain.position()), keys_->public_key(), {}};
        seal.signature = keys_->sign(signed_text("the-log", seal));
        head_ = std::to_string(seal.until) + ':' + seal.digest;
        return seal;
    }
    std::string head_;
};

TEST_F(LogSeals, verify_counts_seals_and_prints_the_head) {
    write([](auto&) {});
    const auto said = verify();
    EXPECT_EQ(said.code, fine) << said.why;
    expect_text(said.out, "1 seals, up to position 4; 0 facts since. Head: " + head_);
    expect_text(said.out, "signed by " + keys_->public_key());
}

TEST_F(LogSeals, seals_find_changes_that_checksums_and_chain_miss) {
    const std::vector<std::function<void(std::vector<std::string>&)>> edits{
        [](auto& all) { all[1] = "TWO"; }, [](auto& all) { all.erase(all.begin() + 2); },
        [](auto& all) { std::swap(all[0], all[3]); },
        [](auto& all) { all.insert(all.begin(), "zero"); }};
    for (const auto& edit : edits) {
        write(edit);
        const auto said = verify();
        EXPECT_EQ(said.code, damage_found);
        expect_text(said.out, "Every checksum and the chain are right.");
        expect_text(said.why, "NOT AS IT WAS SEALED");
    }
}

TEST_F(LogSeals, external_head_detects_a_resealed_log) {
    write([](auto&) {});
    const auto kept = head_;
    EXPECT_EQ(verify(kept).code, fine);
    expect_text(verify(kept).out, "It holds what the head says.");
    const auto other = seal_of({"one", "TWO", "three", "four"});  // the forger has the key too
    auto records = records_of({"one", "TWO", "three", "four"});
    records.push_back(
        maker_.command(std::vector<Event>{event(audit::Sealed{other})}, {}, *keys_).front());
    fs::remove_all(log_place_of(config_).folder());
    append(*open_log(config_).value(), std::move(records));
    EXPECT_EQ(verify().code, fine);
    EXPECT_EQ(verify(kept).code, damage_found);
    expect_text(verify(kept).why, "NOT THE LOG THAT WAS SEALED");
    EXPECT_EQ(verify("99:" + kept.substr(kept.find(':') + 1)).code, damage_found);
}

TEST_F(LogSeals, log_without_seals_is_reported) {
    expect_text(verify().out, "Nothing is sealed yet.");
}

}  // namespace
}  // namespace dibs::test
