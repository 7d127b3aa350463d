// Seals: their digests, the detection of every edit, removal and reordering, and the time of a new
// seal.
#include "domain/world/audit_fields.hpp"
#include "ingest/audit/sealer.hpp"
#include "tests/ingest/writer_fixture.hpp"

namespace dibs::test {
namespace {

// Facts of a log, and a seal behind them with this installation's key.
struct SealedLog {
    explicit SealedLog(int facts) {
        for (int i = 0; i < facts; ++i) add(maker.next(false, "test.said.v1", std::to_string(i)));
    }
    void add(std::string record) {
        chain.add(record);
        records.push_back(std::move(record));
    }
    audit::Seal seal() const {
        audit::Seal seal{chain.position(), *chain.at(chain.position()), keys->public_key(), {}};
        seal.signature = keys->sign(signed_text("the-log", seal));
        return seal;
    }
    void put(const audit::Seal& seal) {
        add(maker.command(std::vector<Event>{event(audit::Sealed{seal})}).front());
    }

    RecordMaker maker;
    AuditChain chain{"the-log"};
    std::vector<std::string> records;
    std::unique_ptr<Keys> keys = Keys::in_memory();
};

// Returns the first objection, or "".
std::string checked(const std::vector<std::string>& records, const std::string& id = "the-log") {
    AuditCheck check(id);
    for (const auto& bytes : records) {
        const auto record = *parse_record(bytes);
        if (auto wrong = check.add(record.type, record.body, bytes)) return *wrong;
    }
    return "";
}

TEST(AuditSeal, seal_matches_the_facts_before_it) {
    SealedLog log(5);
    log.put(log.seal());
    log.add(log.maker.next(false, "test.said.v1", "x"));
    log.put(log.seal());
    EXPECT_EQ(checked(log.records), "");
}

TEST(AuditSeal, check_finds_every_edit_removal_and_reordering) {
    SealedLog log(8);
    log.put(log.seal());
    log.put(log.seal());  // also covers the facts between the first seal and this one
    for (std::size_t i = 0; i < 8; ++i) {
        auto edited = log.records;
        edited[i].back() ^= 1;
        EXPECT_NE(checked(edited).find("are not those that were sealed"), std::string::npos) << i;
        auto without = log.records;
        without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
        EXPECT_NE(checked(without), "") << i;
        auto swapped = log.records;
        std::swap(swapped[i], swapped[(i + 1) % 8]);
        EXPECT_NE(checked(swapped), "") << i;
        auto twice = log.records;
        twice.insert(twice.begin() + static_cast<std::ptrdiff_t>(i), log.records[i]);
        EXPECT_NE(checked(twice), "") << i;
    }
}

TEST(AuditSeal, seal_of_another_log_is_rejected) {
    SealedLog log(3);
    log.put(log.seal());
    EXPECT_NE(checked(log.records, "another-log"), "");
}

TEST(AuditSeal, seal_needs_the_signing_key) {
    SealedLog log(3);
    auto forged = log.seal();
    forged.signature[0] = forged.signature[0] == '0' ? '1' : '0';
    log.put(forged);
    EXPECT_NE(checked(log.records).find("is not signed by the key it names"), std::string::npos);
    SealedLog other(3);
    auto of_another_key = other.seal();
    of_another_key.public_key = Keys::in_memory()->public_key();
    other.put(of_another_key);
    EXPECT_NE(checked(other.records).find("is not signed"), std::string::npos);
}

TEST(AuditSeal, check_reports_a_second_signing_key) {
    SealedLog log(3);
    log.put(log.seal());
    log.keys = Keys::in_memory();
    log.put(log.seal());
    AuditCheck check("the-log");
    for (const auto& bytes : log.records) {
        const auto record = *parse_record(bytes);
        EXPECT_EQ(check.add(record.type, record.body, bytes), std::nullopt);
    }
    EXPECT_EQ(check.seals(), 2);
    EXPECT_FALSE(check.one_key());
}

TEST(AuditSeal, chain_keeps_the_last_65536_digests) {
    AuditChain chain("the-log");
    const auto birth = chain.at(0);
    for (int i = 0; i < 65'535; ++i) chain.add("x");
    EXPECT_EQ(chain.at(0), birth);
    chain.add("x");
    EXPECT_EQ(chain.at(0), std::nullopt);
    EXPECT_TRUE(chain.at(1));
    EXPECT_TRUE(chain.at(65'536));
    EXPECT_EQ(chain.at(65'537), std::nullopt);
    EXPECT_EQ(chain.at(-1), std::nullopt);
}

TEST(AuditSeal, signing_key_is_derived_from_the_installation_key) {
    const auto keys = Keys::in_memory();
    EXPECT_EQ(keys->public_key().size(), 64U);
    EXPECT_EQ(keys->public_key(), keys->public_key());
    EXPECT_NE(keys->public_key(), Keys::in_memory()->public_key());
}

TEST(AuditDecision, only_dibs_seals_and_each_seal_covers_new_facts) {
    const audit::Seal seal{3, "d", "k", "s"};
    const auto world = sample_site();
    EXPECT_EQ(world.when(audit::SealLog{seal}), events(audit::Sealed{seal}));
    EXPECT_EQ(world.when(audit::SealLog{seal}, root), refused(Code::not_allowed));
    EXPECT_EQ(given(world, audit::Sealed{seal}).when(audit::SealLog{seal}),
              refused(Code::already_exists, "until"));
    EXPECT_EQ(world.when(audit::SealLog{{9999, "d", "k", "s"}}),
              refused(Code::out_of_range, "until"));
}

class Sealing : public WriterTest {
  protected:
    std::unique_ptr<AuditSealer> sealer(Writer& writer, AuditSealer::Settings settings,
                                        bool writes = true) {
        auto made = std::make_unique<AuditSealer>(
            AuditSealer::Ports{log_, *keys_, writer, [writes] { return writes; },
                               [this] { return from_unix_ms(sealers_ms_); }},
            settings);
        made->start();
        return made;
    }
    std::size_t seals() { return count(read_log(log_), "log.sealed.v1"); }

    std::unique_ptr<Keys> keys_ = Keys::in_memory();
    // A clock apart from the writer's: the writer stops when its own clock jumps.
    std::atomic<std::int64_t> sealers_ms_{unix_ms(ten)};
};

TEST_F(Sealing, sealer_seals_new_facts_when_the_interval_is_over) {
    const auto w = started(log_);
    const auto s = sealer(*w, {.every = 1h, .at_most = 1000});
    std::this_thread::sleep_for(1s);
    EXPECT_EQ(seals(), 0U) << "not yet";
    sealers_ms_ += std::chrono::milliseconds(2h).count();
    EXPECT_TRUE(eventually([&] { return seals() == 1; }));
    sealers_ms_ += std::chrono::milliseconds(24h).count();
    std::this_thread::sleep_for(1500ms);
    EXPECT_EQ(seals(), 1U) << "nothing has happened since";
    ASSERT_EQ(code_of(ask(*w, booking_by(ann, 1, "08:00", "09:00"))), Code::in_the_past);
    sealers_ms_ += std::chrono::milliseconds(2h).count();
    EXPECT_TRUE(eventually([&] { return seals() == 2; })) << "a refusal is a fact as well";
    EXPECT_EQ(s->findings().broken, std::nullopt);
}

TEST_F(Sealing, sealer_seals_at_the_limit_of_unsealed_facts) {
    const auto w = started(log_);
    const auto s = sealer(*w, {.every = 1h, .at_most = 6});
    EXPECT_TRUE(eventually([&] { return seals() == 1; })) << "the site is six facts";
    ASSERT_TRUE(ask(*w, booking_by(ann, 1, "11:00", "12:00")));
    std::this_thread::sleep_for(1s);
    EXPECT_EQ(seals(), 1U);
}

TEST_F(Sealing, standby_node_does_not_seal) {
    const auto w = started(log_);
    const auto s = sealer(*w, {.every = {}, .at_most = 1}, false);
    std::this_thread::sleep_for(1500ms);
    EXPECT_EQ(seals(), 0U);
}

TEST_F(Sealing, restarted_sealer_continues_after_existing_seals) {
    const auto w = started(log_);
    {
        const auto s = sealer(*w, {.every = {}, .at_most = 1});
        EXPECT_TRUE(eventually([&] { return seals() == 1; }));
    }
    ASSERT_TRUE(ask(*w, booking_by(ann, 1, "11:00", "12:00")));
    const auto s = sealer(*w, {.every = {}, .at_most = 1});
    EXPECT_TRUE(eventually([&] { return seals() == 2; }));
    EXPECT_EQ(s->findings().broken, std::nullopt);
    EXPECT_TRUE(eventually([&] { return s->findings().seals == 2; }));
    const auto found = s->findings();
    EXPECT_EQ(found.read, w->status().position);
    EXPECT_TRUE(found.one_key);
    ASSERT_TRUE(found.newest);
    const auto& [until, digest, key, signature] = *found.newest;
    EXPECT_TRUE(s->holds({until, digest}));
    EXPECT_FALSE(s->holds({until - 1, digest}));
    EXPECT_FALSE(s->holds({until, std::string(64, '0')}));
}

TEST_F(Sealing, sealer_stops_at_an_invalid_seal_and_reports_it) {
    const auto w = started(log_);
    const auto head = ask(*w, {command(audit::SealLog{{2, std::string(64, 'a'), "k", "s"}})});
    ASSERT_TRUE(head);
    const auto s = sealer(*w, {.every = {}, .at_most = 1});
    EXPECT_TRUE(eventually([&] { return s->findings().broken.has_value(); }));
    EXPECT_EQ(seals(), 1U);
    EXPECT_EQ(s->findings().seals, 0) << "it is none of those that fit";
    EXPECT_FALSE(s->holds({2, std::string(64, 'a')}));
}

}  // namespace
}  // namespace dibs::test
