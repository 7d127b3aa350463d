// Letters to those who hold a GPU that became unhealthy: who gets one, what it says, and who no
// longer does. The mail server is a fake here; tests/system has a real one.
#include "ops/react/gpu_health/letters.hpp"
#include "tests/projections/tables_with.hpp"
#include "tests/support/record_maker.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

const auto held = booking(1, ann, {gpu_a, gpu_b}, clock("09:00"), clock("12:00"), "llama");
const auto bens = booking(2, ben, {gpu_a}, clock("13:00"), clock("14:00"), "eval");
const fleet::GpuUnhealthy ill{
    gpu_a, atlas, {{{health::Symptom::ecc_errors, 3}}, ten}, {}, {held.id, bens.id}, {ann, ben}};

class HealthLetters : public ::testing::Test {
  protected:
    HealthLetters() {
        tables.sample_site().fact(booked(held)).fact(booked(bens)).fact(ill);
        tables.fact(people::MailChanged{ann, {{"ann@example.org"}}});
    }
    EffectEnd take(const fleet::GpuUnhealthy& fact = ill) {
        mail::Mailer mailer({.send =
                                 [this](const mail::Letter& letter, const auto&) {
                                     sent.push_back(letter);
                                     return mail::Sent{mail::Fate::sent};
                                 },
                             .keep = [](const std::string&) {},
                             .clock = [this] { return tables.now(); },
                             .from = {"dibs@example.org", "Dibs"}},
                            mail::MailPace({}, ""));
        const auto reaction = gpu_health::reaction(
            {mailer,
             {"dibs@example.org", "Dibs"},
             test_keys(),
             [this](Position) { return std::optional<Snapshot>(tables.ask()); },
             "https://dibs.example.org"});
        RecordMaker pen;
        pen.created();
        auto record = pen.command({event(fact)}).front();
        EXPECT_EQ(reaction.wants(*parse_record(record)), !fact.owners.empty());
        return reaction.perform({std::move(record), 9, 1, 1}, stopping);
    }

    TablesWith tables;
    std::vector<mail::Letter> sent;
    std::atomic<bool> stopping{false};
};

TEST_F(HealthLetters, go_to_each_holder_who_has_an_address_with_the_way_out) {
    EXPECT_TRUE(take().good);
    ASSERT_EQ(sent.size(), 1U) << "ben has no address";
    EXPECT_EQ(sent[0].to.address, "ann@example.org");
    EXPECT_EQ(sent[0].subject, "atlas:0, which you have booked, is unhealthy");
    const auto& text = sent[0].text;
    EXPECT_NE(text.find("atlas:0 is unhealthy: 3 uncorrected memory errors."), std::string::npos);
    EXPECT_NE(text.find("2026-12-01 09:00 UTC to 2026-12-01 12:00 UTC  llama"), std::string::npos);
    EXPECT_NE(text.find("https://dibs.example.org/reservations/" + to_text(held.id)),
              std::string::npos);
    EXPECT_NE(text.find("dibs swap " + to_text(held.id)), std::string::npos);
    EXPECT_EQ(text.find("eval"), std::string::npos) << "nobody else's booking";
}

TEST_F(HealthLetters, who_swapped_it_meanwhile_gets_none_nor_anybody_once_it_is_healthy) {
    auto after = held;
    after.gpus = {gpu_b, gpu_c};
    after.moves = reservation::Moves{{gpu_a, gpu_c, ten}};
    tables.fact(changed(held, after));
    EXPECT_TRUE(take().good);
    EXPECT_TRUE(sent.empty());
    tables.fact(people::MailChanged{ben, {{"ben@example.org"}}});
    EXPECT_TRUE(take().good);
    EXPECT_EQ(sent.size(), 1U);
    tables.fact(fleet::GpuHealthy{gpu_a, atlas, ill.unhealthy, {}, {bens.id}, {ben}});
    EXPECT_TRUE(take().good);
    EXPECT_EQ(sent.size(), 1U);
}

TEST_F(HealthLetters, nobody_holds_it_nobody_is_written_to) {
    auto alone = ill;
    alone.reservations.clear();
    alone.owners.clear();
    EXPECT_TRUE(take(alone).good);
    EXPECT_TRUE(sent.empty());
}

}  // namespace
}  // namespace dibs::test
