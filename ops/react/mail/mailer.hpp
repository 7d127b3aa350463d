// Delivers the letters of effects at a limited rate. Letters above a person's hourly limit wait,
// and go out as one letter (a digest) once the hour allows. Each effect ends on its own: a waiting
// letter is postponed, and is done when a later attempt finds it in a sent digest. Only the reports
// in the log count as results, so a crash repeats at most a letter. An urgent letter goes ahead of
// the limits, together with the other urgent ones for its reader. A stale letter is not sent, and
// its effect fails permanently, on record. One mailer for the site, shared by all reactors that
// write letters; any thread, one letter at a time.
#pragma once

#include "domain/effect/effect_status.hpp"
#include "ingest/clock.hpp"
#include "ops/react/mail/digest.hpp"
#include "ops/react/mail/letter.hpp"
#include "ops/react/mail/mail_pace.hpp"
#include "ops/react/mail/smtp.hpp"
#include "ops/react/reactor.hpp"

#include <atomic>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace dibs::mail {

// A letter and the person whose hour it counts in: the key stays the same when the address changes.
struct Addressed {
    std::string person{};
    Letter letter{};
};

// A letter before it has a reader. Letters to one person with the same thread form one mail thread.
struct Draft {
    Words words;
    std::string thread{};  // "booking res_…"; empty: none
    std::optional<CalendarPart> calendar{};
    std::optional<Instant> until{};  // as in Letter
    bool urgent = false;             // as in Letter
};

// The occasion of a letter: one reactor's effect of one fact.
struct Occasion {
    const Mailbox& from;
    std::string_view reactor;
    Position position = 0;
};
// Makes a letter with a stable id over repeated sending; shortens a long subject.
[[nodiscard]] Addressed letter_to(PersonId person, Mailbox to, const Occasion& occasion,
                                  Draft draft);

struct MailerPorts {
    std::function<Sent(const Letter&, const std::atomic<bool>& stopping)> send;  // blocks
    std::function<void(const std::string& pace)> keep;  // MailPace::text(), after each letter
    Clock clock;
    Mailbox from{};
    // After a start, or after another node wrote, letters of earlier facts wait this long for each
    // other, so that they become one digest again.
    Duration gather{};
};
// Long enough for each reactor to perform all open effects.
inline constexpr Duration usual_gather = std::chrono::seconds{2};

// Letters wait for their server longer than programs do: the last of 8 attempts is 45 hours after
// the first.
inline constexpr Retries letter_retries{8, std::chrono::seconds{30}};

class Mailer {
  public:
    Mailer(MailerPorts ports, MailPace pace) : ports_(std::move(ports)), pace_(std::move(pace)) {}

    // Delivers the letters of one effect; an effect without letters is done at once. Skips letters
    // that this process has already delivered, so an effect may repeat with the same letters.
    [[nodiscard]] EffectEnd deliver(const std::string& reactor, const Effect& effect,
                                    std::vector<Addressed> letters,
                                    const std::atomic<bool>& stopping);

    // Does not wait for a letter that is being sent.
    [[nodiscard]] effect::MailStatus status() const;

  private:
    struct Key {
        std::string person;
        Position position;
        std::string reactor;
        friend auto operator<=>(const Key&, const Key&) = default;
    };
    enum class DeliveryState { done, refused, wait, failed, interrupted };
    struct Delivery {  // of one letter of an effect
        DeliveryState state{};
        std::string detail{};
        Instant until{};
    };

    [[nodiscard]] EffectEnd deliver_all(const std::string& reactor, const Effect& effect,
                                        std::vector<Addressed> letters,
                                        const std::atomic<bool>& stopping);
    void note_held();
    [[nodiscard]] Delivery deliver_one(const Key& key, const Letter& letter,
                                       const std::atomic<bool>& stopping);
    [[nodiscard]] Delivery send(const Key& key, const std::atomic<bool>& stopping);
    [[nodiscard]] std::vector<Key> going_with(const Key& key, Instant now) const;
    void note(const std::string& person, const Sent& sent, const std::string& said, Instant now);
    void end(const Key& key, std::string refusal);
    void follow_epoch(std::uint64_t epoch);
    [[nodiscard]] std::optional<Instant> gathers_until(const Effect& effect) const;

    const MailerPorts ports_;
    std::mutex mutex_;
    MailPace pace_;
    std::uint64_t epoch_ = 0;
    Instant epoch_since_{};  // by this node's clock
    std::map<Key, Letter> waiting_;
    std::map<Key, Instant> held_;       // those delayed by the limits, with the time
    std::map<Key, std::string> ended_;  // empty: sent; else the reason of the rejection
    std::deque<Key> ended_in_order_;
    std::map<std::string, Instant> put_off_;  // people whose mail the server delays
    Instant no_server_until_{};
    mutable std::mutex status_mutex_;  // guards the members below
    effect::MailStatus status_;
    std::set<std::string> wanted_later_;  // of people, since the last accepted letter
    Instant wanted_later_since_{};
};

}  // namespace dibs::mail
