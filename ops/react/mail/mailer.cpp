// Waiting letters are only in memory: their effects are open in the log, and repeat after a
// restart.
#include "ops/react/mail/mailer.hpp"

#include "domain/log/record.hpp"
#include "domain/people/mail_address.hpp"

#include <algorithm>
#include <utility>

namespace dibs::mail {
namespace {

constexpr std::size_t most_remembered = 10'000;
constexpr std::chrono::seconds put_off_for{60};

Priority priority_of(const Letter& letter) {
    return letter.urgent ? Priority::urgent : Priority::usual;
}

bool is_stale(const Letter& letter, Instant now) {
    return letter.until && *letter.until <= now;
}

}  // namespace

Addressed letter_to(PersonId person, Mailbox to, const Occasion& occasion, Draft draft) {
    Addressed made{to_text(person), {}};
    auto& letter = made.letter;
    letter.to = std::move(to);
    // An invalid address stays, and is rejected with its reason.
    letter.to.address = ascii_mail_address(letter.to.address).value_or(letter.to.address);
    letter.subject = short_subject(std::move(draft.words.subject));
    letter.text = std::move(draft.words.text);
    letter.id =
        message_id(occasion.from, std::string(occasion.reactor) + ' ' +
                                      std::to_string(occasion.position) + ' ' + made.person);
    if (!draft.thread.empty()) {
        letter.references = {message_id(occasion.from, draft.thread + ' ' + made.person)};
    }
    letter.calendar = std::move(draft.calendar);
    letter.until = draft.until;
    letter.urgent = draft.urgent;
    return made;
}

EffectEnd Mailer::deliver(const std::string& reactor, const Effect& effect,
                          std::vector<Addressed> letters, const std::atomic<bool>& stopping) {
    const std::lock_guard lock(mutex_);
    auto end = deliver_all(reactor, effect, std::move(letters), stopping);
    note_held();
    return end;
}

EffectEnd Mailer::deliver_all(const std::string& reactor, const Effect& effect,
                              std::vector<Addressed> letters, const std::atomic<bool>& stopping) {
    follow_epoch(effect.epoch);
    // Drops letters that this effect no longer asks for: they are obsolete.
    std::erase_if(waiting_, [&](const auto& entry) {
        const auto& key = entry.first;
        return key.position == effect.position && key.reactor == reactor &&
               std::none_of(letters.begin(), letters.end(),
                            [&](const auto& one) { return one.person == key.person; });
    });
    if (const auto gathered = gathers_until(effect)) {
        for (auto& [person, letter] : letters) {
            const Key key{person, effect.position, reactor};
            if (ended_.contains(key) || fault_in(letter, ports_.from)) continue;
            waiting_.insert_or_assign(key, std::move(letter));
        }
        return {.postponed = gathered};
    }
    std::string failed, refused;
    std::optional<Instant> until;
    for (auto& [person, letter] : letters) {
        const auto its = deliver_one({person, effect.position, reactor}, letter, stopping);
        if (its.state == DeliveryState::interrupted) return {.interrupted = true};
        if (its.state == DeliveryState::failed) failed = its.detail;
        if (its.state == DeliveryState::refused) refused = its.detail;
        if (its.state == DeliveryState::wait)
            until = until ? std::min(*until, its.until) : its.until;
    }
    if (!failed.empty()) return {.detail = failed};
    if (until) return {.postponed = until};
    if (!refused.empty()) return {.detail = refused, .for_good = true};
    return {.good = true};
}

// Another node may have written meanwhile and sent the waiting letters. Effects that are still open
// are performed again.
void Mailer::follow_epoch(std::uint64_t epoch) {
    if (std::exchange(epoch_, epoch) == epoch) return;
    waiting_.clear();
    epoch_since_ = ports_.clock();
}

// For effects that were open before: until all of them have been asked for. A clock that is set
// back meanwhile ends it.
std::optional<Instant> Mailer::gathers_until(const Effect& effect) const {
    const auto now = ports_.clock();
    if (now < epoch_since_ || now >= epoch_since_ + ports_.gather) return std::nullopt;
    const auto record = parse_record(effect.record);
    if (!record || record->at >= epoch_since_) return std::nullopt;
    return epoch_since_ + ports_.gather;
}

Mailer::Delivery Mailer::deliver_one(const Key& key, const Letter& letter,
                                     const std::atomic<bool>& stopping) {
    using enum DeliveryState;
    if (const auto its = ended_.find(key); its != ended_.end()) {
        return {its->second.empty() ? done : refused, its->second};
    }
    if (auto fault = fault_in(letter, ports_.from)) return {refused, "not sent: " + *fault};
    const auto now = ports_.clock();
    if (is_stale(letter, now)) {
        waiting_.erase(key);
        return {refused, "not sent: it came too late"};
    }
    waiting_.insert_or_assign(key, letter);
    auto put_off = no_server_until_;
    const auto found = put_off_.find(key.person);
    if (found != put_off_.end()) put_off = std::max(put_off, found->second);
    const auto paced = pace_.free_at(key.person, now, priority_of(letter));
    if (paced > now) held_.insert_or_assign(key, paced);
    // Caps the wait in case the clock was set back.
    const auto from = std::max(paced, std::min<Instant>(put_off, now + put_off_for));
    // Not beyond the letter's own `until`: then its lateness is put on record.
    if (from > now) return {wait, {}, letter.until ? std::min(from, *letter.until) : from};
    return send(key, stopping);
}

// The letters that go with this one: all that wait for this person, except those that have to go
// alone and stale ones. An urgent letter takes only urgent ones: others would hide it.
std::vector<Mailer::Key> Mailer::going_with(const Key& key, Instant now) const {
    const auto& first = waiting_.at(key);
    if (first.calendar) return {key};
    std::vector<Key> keys;
    for (auto it = waiting_.lower_bound(Key{key.person, 0, {}});
         it != waiting_.end() && it->first.person == key.person; ++it) {
        const auto& letter = it->second;
        const bool can_wait = first.urgent && !letter.urgent;
        const bool stale = it->first != key && is_stale(letter, now);
        if (!letter.calendar && !stale && !can_wait) keys.push_back(it->first);
    }
    return keys;
}

Mailer::Delivery Mailer::send(const Key& key, const std::atomic<bool>& stopping) {
    using enum DeliveryState;
    const auto priority = priority_of(waiting_.at(key));
    const auto keys = going_with(key, ports_.clock());
    std::vector<Letter> letters;
    for (const auto& one : keys) letters.push_back(waiting_.at(one));
    const auto letter = digest_of(letters, ports_.from);
    const auto sent = ports_.send(letter, stopping);
    const auto said = without_address(sent.said, letter.to.address);
    const auto now = ports_.clock();
    note(key.person, sent, said, now);
    switch (sent.status) {
        case SendStatus::sent:
            pace_.note_sent(key.person, now, priority);
            ports_.keep(pace_.text());
            for (const auto& one : keys) end(one, {});
            put_off_.erase(key.person);
            return {done};
        case SendStatus::never:
            for (const auto& one : keys) end(one, said.empty() ? "refused" : said);
            return {refused, said};
        case SendStatus::later:
            // The other letters would fail too: they wait without a counted attempt.
            (sent.no_server ? no_server_until_ : put_off_[key.person]) = now + put_off_for;
            waiting_.erase(key);
            return {failed, said};
        case SendStatus::interrupted:
            break;
    }
    return {interrupted};
}

// A rejected letter, or a delay for one person, is no fault of the server. A delay for several
// people, with no letter accepted in between, is one.
void Mailer::note(const std::string& person, const Sent& sent, const std::string& said,
                  Instant now) {
    if (sent.status == SendStatus::interrupted) return;
    const std::scoped_lock lock(status_mutex_);
    if (sent.status == SendStatus::later) {
        ++status_.failed_tries;
        if (wanted_later_.empty()) wanted_later_since_ = now;
        wanted_later_.insert(person);
        if (!sent.no_server && wanted_later_.size() < 2) return;
        status_.failing_since = wanted_later_since_;
        status_.last_failure = said;
        return;
    }
    if (sent.status == SendStatus::sent) {
        ++status_.sent;
        status_.last_sent = now;
    }
    wanted_later_.clear();
    status_.failing_since.reset();
    status_.last_failure.clear();
}

void Mailer::note_held() {
    const auto now = ports_.clock();
    std::erase_if(
        held_, [&](const auto& one) { return one.second <= now || !waiting_.contains(one.first); });
    std::optional<Instant> first;
    for (const auto& [key, until] : held_) first = first ? std::min(*first, until) : until;
    const std::scoped_lock lock(status_mutex_);
    status_.held = held_.size();
    status_.held_until = first;
}

effect::MailStatus Mailer::status() const {
    const std::scoped_lock lock(status_mutex_);
    return status_;
}

void Mailer::end(const Key& key, std::string refusal) {
    waiting_.erase(key);
    if (ended_.insert_or_assign(key, std::move(refusal)).second) ended_in_order_.push_back(key);
    if (ended_in_order_.size() <= most_remembered) return;
    ended_.erase(ended_in_order_.front());
    ended_in_order_.pop_front();
}

}  // namespace dibs::mail
