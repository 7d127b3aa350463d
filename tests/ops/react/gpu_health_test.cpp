// Letters to holders of a GPU that became unhealthy or was lost, or has a broken driver: readers,
// time, content and conditions. The mail server is a fake here; tests/system has a real one.
#include "ops/react/letters/letter_table.hpp"
#include "tests/projections/store/tables_with.hpp"
#include "tests/support/plain_zones.hpp"
#include "tests/support/record_maker.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

using namespace std::chrono_literals;

const auto anns_booking = booking(1, ann, {gpu_a, gpu_b}, clock("09:00"), clock("12:00"), "llama");
const auto bens_booking = booking(2, ben, {gpu_a}, clock("13:00"), clock("14:00"), "eval");
const fleet::GpuUnhealthy gpu_unhealthy{gpu_a,
                                        atlas,
                                        {{{health::Symptom::ecc_errors, 3}}, ten},
                                        {},
                                        {anns_booking.id, bens_booking.id},
                                        {ann, ben}};

const fleet::Holders both_holders{{anns_booking.id, bens_booking.id}, {ann, ben}};
const fleet::GpuLost gpu_lost{gpu_a, atlas, "GPU-a", "[GPU is lost]", both_holders};
const fleet::GpuChanged gpu_back{gpu_a, atlas, 0, "NVIDIA A100", 40960};
const fleet::HostDriverChanged driver_broken{
    atlas, {fleet::DriverState::broken, "version mismatch"}, {gpu_a, gpu_b}, both_holders};
const fleet::HostDriverChanged driver_works{
    atlas, {fleet::DriverState::working, ""}, {gpu_a, gpu_b}, both_holders};

class HealthLetters : public ::testing::Test {
  protected:
    HealthLetters() {
        tables.sample_site().fact(booked(anns_booking)).fact(booked(bens_booking));
        tables.fact(people::MailChanged{ann, {{"ann@example.org"}}});
        reaction = letters::reaction("mail_gpu_health",
                                     {mailer,
                                      {"dibs@example.org", "Dibs"},
                                      test_keys(),
                                      [this](Position) { return std::optional(tables.ask()); },
                                      "https://dibs.example.org",
                                      zones},
                                     [this] { return tables.now(); });
    }
    // The record of a fact at the current time.
    template <class E>
    Effect happens(const E& e, bool wanted = true) {
        tables.fact(e);
        RecordMaker pen;
        pen.created();
        pen.now = tables.now();
        auto record = pen.command({event(e)}).front();
        EXPECT_EQ(reaction.wants(*parse_record(record)), wanted);
        return {std::move(record), ++last, 1, 1};
    }
    EffectEnd take(const Effect& effect) { return reaction.perform(effect, stopping); }
    void is_due_at(const EffectEnd& end, std::string_view hour_minute) {
        EXPECT_FALSE(end.good);
        ASSERT_TRUE(end.postponed.has_value());
        EXPECT_EQ(to_text(*end.postponed), to_text(clock(hour_minute)));
    }

    TablesWith tables;
    const PlainZones zones{};
    std::vector<mail::Letter> sent;
    mail::Mailer mailer{{.send =
                             [this](const mail::Letter& letter, const auto&) {
                                 sent.push_back(letter);
                                 return mail::Sent{mail::SendStatus::sent};
                             },
                         .keep = [](const std::string&) {},
                         .clock = [this] { return tables.now(); },
                         .from = {"dibs@example.org", "Dibs"}},
                        mail::MailPace({}, "")};
    Reaction reaction;
    Position last = 8;
    std::atomic<bool> stopping{false};
};

TEST_F(HealthLetters, each_holder_with_address_gets_letter_with_swap_command) {
    EXPECT_TRUE(take(happens(gpu_unhealthy)).good);
    ASSERT_EQ(sent.size(), 1U) << "ben has no address";
    EXPECT_EQ(sent[0].to.address, "ann@example.org");
    EXPECT_EQ(sent[0].subject, "atlas:0, which you have booked, is unhealthy");
    const auto& text = sent[0].text;
    EXPECT_NE(text.find("atlas:0 is unhealthy: 3 uncorrected memory errors."), std::string::npos);
    EXPECT_NE(text.find("2026-12-01 09:00 UTC to 2026-12-01 12:00 UTC  llama"), std::string::npos);
    EXPECT_NE(text.find("https://dibs.example.org/reservations/" + to_text(anns_booking.id)),
              std::string::npos);
    EXPECT_NE(text.find("dibs swap " + to_text(anns_booking.id)), std::string::npos);
    EXPECT_EQ(text.find("eval"), std::string::npos) << "nobody else's booking";
}

TEST_F(HealthLetters, swapped_or_recovered_gpu_causes_no_letter) {
    auto after = anns_booking;
    after.gpus = {gpu_b, gpu_c};
    after.moves = reservation::Moves{{gpu_a, gpu_c, ten}};
    tables.fact(changed(anns_booking, after));
    EXPECT_TRUE(take(happens(gpu_unhealthy)).good);
    EXPECT_TRUE(sent.empty());
    tables.fact(people::MailChanged{ben, {{"ben@example.org"}}});
    const auto again = happens(gpu_unhealthy);
    EXPECT_TRUE(take(again).good);
    EXPECT_EQ(sent.size(), 1U);
    tables.fact(
        fleet::GpuHealthy{gpu_a, atlas, gpu_unhealthy.unhealthy, {}, {bens_booking.id}, {ben}});
    EXPECT_TRUE(take(happens(gpu_lost)).postponed) << "it may be back soon";
    EXPECT_EQ(sent.size(), 1U);
}

TEST_F(HealthLetters, gpu_without_booking_causes_no_letter) {
    auto alone = gpu_unhealthy;
    alone.reservations.clear();
    alone.owners.clear();
    happens(alone, false);
    happens(fleet::GpuLost{gpu_a, atlas, "GPU-a"}, false);
    happens(fleet::HostDriverChanged{atlas, driver_broken.driver, {gpu_a, gpu_b}}, false);
    happens(driver_works, false);
}

TEST_F(HealthLetters, letter_about_lost_gpu_waits_five_minutes) {
    const auto effect = happens(gpu_lost);
    is_due_at(take(effect), "10:05");
    tables.at("10:05");
    EXPECT_TRUE(take(effect).good);
    ASSERT_EQ(sent.size(), 1U);
    EXPECT_EQ(sent[0].subject, "atlas:0, which you have booked, is lost");
    EXPECT_NE(sent[0].text.find("atlas:0 is lost: [GPU is lost].\n\nYou have booked it:\n"),
              std::string::npos);
    EXPECT_NE(sent[0].text.find("dibs swap " + to_text(anns_booking.id)), std::string::npos);
}

TEST_F(HealthLetters, reset_gpu_that_is_back_causes_no_letter) {
    const auto effect = happens(gpu_lost);
    tables.at("10:02").fact(gpu_back);
    tables.at("10:05");
    EXPECT_TRUE(take(effect).good);
    EXPECT_TRUE(sent.empty());
}

TEST_F(HealthLetters, letter_about_driver_names_host_and_error) {
    const auto effect = happens(driver_broken);
    is_due_at(take(effect), "10:05");
    tables.at("10:06");
    EXPECT_TRUE(take(effect).good);
    ASSERT_EQ(sent.size(), 1U);
    EXPECT_EQ(sent[0].subject,
              "The GPU driver of atlas, where you have booked GPUs, does not work");
    EXPECT_NE(sent[0].text.find("The GPU driver of atlas does not work: version mismatch.\n"),
              std::string::npos);
    EXPECT_NE(sent[0].text.find("Swap them for others like them there"), std::string::npos);
}

TEST_F(HealthLetters, flapping_driver_causes_one_letter_a_day) {
    auto effect = happens(driver_broken);
    tables.at("10:06");
    EXPECT_TRUE(take(effect).good);
    EXPECT_EQ(sent.size(), 1U);
    tables.at("10:10").fact(driver_works);
    tables.at("10:20");
    effect = happens(driver_broken);
    tables.at("10:30");
    EXPECT_TRUE(take(effect).good);
    EXPECT_EQ(sent.size(), 1U);
    tables.at("10:40").fact(driver_works);
    tables.at("10:50");
    effect = happens(driver_broken);
    const auto tomorrow = booking(3, ann, {gpu_b}, ten + 24h, ten + 30h);
    tables.at("11:00", "2026-12-02");
    EXPECT_TRUE(take(effect).good) << "her booking is over by then";
    EXPECT_EQ(sent.size(), 1U);
    tables.fact(booked(tomorrow));
    auto another = driver_broken;
    another.holders = fleet::Holders{{tomorrow.id}, {ann}};
    effect = happens(another);
    tables.at("11:10", "2026-12-02");
    EXPECT_TRUE(take(effect).good);
    EXPECT_EQ(sent.size(), 2U);
}

TEST_F(HealthLetters, letter_about_driver_waits_for_unreachable_host) {
    const auto effect = happens(driver_broken);
    tables.at("10:03").fact(fleet::HostLost{atlas, "no route to host"});
    tables.at("10:05");
    is_due_at(take(effect), "10:10");
    tables.at("10:58");
    is_due_at(take(effect), "11:00");
    tables.at("11:00");
    EXPECT_TRUE(take(effect).good) << "nobody knows better, and it did not work";
    EXPECT_EQ(sent.size(), 1U);
}

TEST_F(HealthLetters, driver_that_works_after_reboot_causes_no_letter) {
    const auto effect = happens(driver_broken);
    tables.at("10:03").fact(fleet::HostLost{atlas, "no route to host"});
    tables.at("10:12").fact(fleet::HostReached{atlas}).fact(driver_works);
    tables.at("10:15");
    EXPECT_TRUE(take(effect).good);
    EXPECT_TRUE(sent.empty());
}

}  // namespace
}  // namespace dibs::test
