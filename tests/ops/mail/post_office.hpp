// A mailer with its reactor, on a log, with a mail server that answers as the test asks. State
// outside of the process survives a kill, and a kill can come at any point.
#pragma once

#include "domain/world/world.hpp"
#include "ingest/log/facts/memory_log.hpp"
#include "ops/react/mail/mailer.hpp"
#include "tests/ops/react/reactor_facts.hpp"
#include "tests/support/record_maker.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>

#include <gtest/gtest.h>

namespace dibs::test {

using namespace std::chrono_literals;
using namespace mail;

inline const std::string reactor_name = "mail about tests";
inline const Mailbox sender{"dibs@example.org", "Dibs"};

// A log, a mail server, and the state that survives a process: the log, the checkpoint, the file of
// the limits.
class PostOffice {
  public:
    explicit PostOffice(PaceLimits limits, Duration gather = {})
        : limits_(limits), gather_(gather) {
        append(log_, pen_.created());
        append(log_, pen_.claim("one"));
        begin();
        while (!world_.effects.watched.contains(reactor_name)) step();
    }
    void begin() {
        mailer_ = std::make_unique<Mailer>(
            MailerPorts{.send = [this](const Letter& letter, const auto&) { return send(letter); },
                        .keep =
                            [this](const std::string& pace) {
                                point();
                                pace_file_ = pace;
                            },
                        .clock = [this] { return now; },
                        .from = sender,
                        .gather = gather_},
            MailPace(limits_, pace_file_));
        shared_tail_.emplace(log_);
        reactor_ = std::make_unique<Reactor>(*shared_tail_, reactor_name, ports(), disk_,
                                             Retries{.most_attempts = 3, .first = 1s});
    }
    Position say() {
        append(log_, pen_.next(false, wanted_type, "{}"));
        wanted.insert(++position_);
        return position_;
    }
    void claim() {
        append(log_, pen_.claim("another"));
        epoch_ = *epoch_ + 1;
    }
    void step() { ASSERT_TRUE(reactor_->step(0ms)); }
    void settle() {
        for (int i = 0; i < 40; ++i) step();
    }
    // Continues after kills, until no effect is open.
    void live(Duration at_most, Duration pace = 1min) {
        for (const auto end = now + at_most; now < end; now += pace) {
            try {
                settle();
            } catch (const Crash&) {
                ++crashes;
                begin();
            }
        }
    }
    void crash_at(int point) { left_ = point; }
    // The number of letters about this fact.
    [[nodiscard]] std::size_t told(Position position) const {
        const auto words = "fact " + std::to_string(position) + '\n';
        return static_cast<std::size_t>(std::count_if(
            letters.begin(), letters.end(),
            [&](const auto& letter) { return letter.text.find(words) != std::string::npos; }));
    }
    [[nodiscard]] std::size_t open() const { return reactor_->open(); }
    [[nodiscard]] effect::MailStatus mail() const { return mailer_->status(); }
    [[nodiscard]] effect::Status status() const { return reactor_->status(now).value(); }
    void say_urgently() { urgent.insert(say()); }

    Instant now = some_time;
    std::set<Position> wanted;
    std::vector<Letter> letters;
    std::vector<Instant> sent_at;
    std::vector<effect::Report> reported;
    std::vector<std::string> receivers{"ann"};
    std::set<Position> urgent;
    std::map<Position, Instant> until;
    std::function<Sent(const Letter&)> answer = [](const auto&) { return Sent{SendStatus::sent}; };
    int asked = 0;
    int crashes = 0;

  private:
    void point() {
        if (left_ > 0 && --left_ == 0) throw Crash{};
    }
    ReactorPorts ports() {
        return {.wants = [](const RecordView& fact) { return fact.type == wanted_type; },
                .perform = [this](const Effect& effect) { return deliver(effect); },
                .report = [this](const effect::Command& command) { return report(command); },
                .epoch = [this] { return epoch_; },
                .save =
                    [this](const Checkpoint& checkpoint) {
                        point();
                        disk_ = checkpoint;
                    },
                .clock = [this] { return now; }};
    }
    EffectEnd deliver(const Effect& effect) {
        const std::atomic<bool> stopping{false};
        std::vector<Addressed> addressed;
        for (const auto& who : receivers) {
            Letter letter{.to = {who + "@example.org", who}};
            letter.subject = "Fact";
            letter.text = "fact " + std::to_string(effect.position) + '\n';
            letter.id = message_id(sender, who + std::to_string(effect.position));
            letter.urgent = urgent.contains(effect.position);
            if (const auto its = until.find(effect.position); its != until.end()) {
                letter.until = its->second;
            }
            if (letter.urgent) letter.subject = "Urgent";
            addressed.push_back({who, letter});
        }
        return mailer_->deliver(reactor_name, effect, std::move(addressed), stopping);
    }
    Sent send(const Letter& letter) {
        point();
        ++asked;
        const auto sent = answer(letter);
        if (sent.status == SendStatus::sent) {
            letters.push_back(letter);
            sent_at.push_back(now);
        }
        point();
        return sent;
    }
    bool report(const effect::Command& command) {
        point();
        const auto events = *effect::decide(world_, command, Context{.actor = {}, .now = now});
        pen_.now = now;
        for (const auto& event : events) {
            world_.effects = effect::evolve(std::move(world_.effects), event);
            append(log_, pen_.command(std::vector<Event>{Event{effect::Event{event}}}));
            ++position_;
        }
        if (const auto* end = get_if<effect::Report>(&command)) reported.push_back(*end);
        point();
        return true;
    }

    const PaceLimits limits_;
    const Duration gather_;
    MemoryLog log_;
    RecordMaker pen_;
    World world_;
    Position position_ = 0;
    std::optional<std::uint64_t> epoch_ = 1;
    std::optional<Checkpoint> disk_;
    std::string pace_file_;
    std::unique_ptr<Mailer> mailer_;
    std::optional<SharedTail> shared_tail_;  // of the process
    std::unique_ptr<Reactor> reactor_;
    int left_ = -1;
};

}  // namespace dibs::test
