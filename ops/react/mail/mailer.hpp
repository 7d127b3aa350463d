// Delivers the letters of effects at a pace: what would be too many for somebody in an hour waits,
// and goes out as one letter that holds them all (a digest) once the hour allows. Each effect ends
// for itself: what waits is postponed, and when it is asked for again and is found in a digest that
// went out, it is done. Of what has become of letters only the reports in the log count, so a crash
// sends at most something again. An urgent letter goes ahead of the limits, with the other urgent
// ones that wait for its reader; one whose moment has passed goes to nobody, and its effect has
// failed for good: that is on record. One for the whole site, shared by all reactors that write
// letters; any thread, one letter at a time.
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

// A letter and whose hour it counts in: the same key for the same person, whatever their address
// is.
struct Addressed {
    std::string person{};
    Letter letter{};
};

// What a letter is about: a reactor's effect of one fact.
struct Occasion {
    const Mailbox& from;
    std::string_view reactor;
    Position position = 0;
};
// To them, with an id that is the same however often it is sent; a long subject is cut.
[[nodiscard]] Addressed letter_to(PersonId person, Mailbox to, const Occasion& occasion,
                                  std::string subject, std::string text);

struct MailerPorts {
    std::function<Sent(const Letter&, const std::atomic<bool>& stopping)> send;  // blocks
    std::function<void(const std::string& pace)> keep;  // MailPace::text(), after each letter
    Clock clock;
    Mailbox from{};
    // After a start, or where another node wrote, letters of facts from before wait so long for
    // each other: what was to be one digest is one again.
    Duration gather{};
};
// Long enough for each reactor to ask for all that is open.
inline constexpr Duration usual_gather = std::chrono::seconds{2};

// Letters wait for their server longer than programs do: the last of 8 attempts is 45 hours after
// the first.
inline constexpr Retries letter_retries{8, std::chrono::seconds{30}};

class Mailer {
  public:
    Mailer(MailerPorts ports, MailPace pace) : ports_(std::move(ports)), pace_(std::move(pace)) {}

    // Delivers what one effect of a reactor asks for; none is done at once. What was delivered
    // already in this process is not delivered again, so the effect may come back with the same.
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
    Instant epoch_since_{};  // as seen here
    std::map<Key, Letter> waiting_;
    std::map<Key, Instant> held_;       // of those: by the pace, until then
    std::map<Key, std::string> ended_;  // empty: sent; else why it was refused
    std::deque<Key> ended_in_order_;
    std::map<std::string, Instant> put_off_;  // people whose mail the server wants later
    Instant no_server_until_{};
    mutable std::mutex status_mutex_;  // over what follows
    effect::MailStatus status_;
    std::set<std::string> wanted_later_;  // of whom, since it took the last letter
    Instant wanted_later_since_{};
};

}  // namespace dibs::mail
