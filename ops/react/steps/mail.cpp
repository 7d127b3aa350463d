// The letters of one step; each has a stable id over repeated sending.
#include "ops/react/steps/mail.hpp"

namespace dibs::steps {
namespace {

using enforcement::Action;

constexpr std::string_view reactor = "mail";

Reader reader_of(Action action) {
    if (action == Action::mail_person) return Reader::person;
    return action == Action::mail_owner ? Reader::owner : Reader::admin;
}

std::vector<Someone> readers_of(const About& about, Reader reader) {
    if (reader == Reader::admin) return about.admins;
    const auto& one = reader == Reader::person ? about.person : about.owner;
    return one ? std::vector<Someone>{*one} : std::vector<Someone>{};
}

std::vector<mail::Addressed> letters_for(const MailParts& parts, const Call& call,
                                         const About& about) {
    const auto reader = reader_of(call.step.step.action);
    const auto thread = "violation " + to_text(call.step.violations.front().id);
    std::vector<mail::Addressed> letters;
    for (const auto& one : readers_of(about, reader)) {
        if (one.mail.empty()) continue;
        const auto words = mail_words(about, reader, call.step.stops_at, parts.site,
                                      text_clock(parts.zones, one.zone));
        auto made =
            mail::letter_to(one.id, {one.mail, one.name},
                            {parts.from, reactor, call.effect.position}, words.subject, words.text);
        // The notice of a stop has to arrive before the stop.
        made.letter.urgent = reader == Reader::person && call.step.stops_at.has_value();
        made.letter.references = {mail::message_id(parts.from, thread + ' ' + to_text(one.id))};
        letters.push_back(std::move(made));
    }
    return letters;
}

End take(const MailParts& parts, const Call& call) {
    using violation::Outcome;
    if (parts.mailer == nullptr) {
        return {{.good = true}, Result{Outcome::skipped, 0, ""}};
    }
    auto letters = letters_for(parts, call, about(parts.tables(), call.step.violations));
    if (letters.empty()) return {{.good = true}, Result{Outcome::no_target, 0, ""}};
    const auto count = static_cast<std::int64_t>(letters.size());
    auto end =
        parts.mailer->deliver(std::string(reactor), call.effect, std::move(letters), call.stopping);
    if (!end.good) return {std::move(end), {}};
    return {std::move(end), Result{Outcome::done, count, ""}};
}

}  // namespace

Handler mail_handler(MailParts parts) {
    return {std::string(reactor),
            {Action::mail_person, Action::mail_owner, Action::mail_admins},
            [parts = std::move(parts)](const Call& call) { return take(parts, call); },
            mail::letter_retries,
            effect::By::mail};
}

}  // namespace dibs::steps
