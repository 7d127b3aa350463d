// The letters of one step; each has a stable id over repeated sending.
#include "ops/react/steps/mail.hpp"

#include "ops/react/mail/recipients.hpp"

#include <utility>
#include <vector>

namespace dibs::steps {
namespace {

using enforcement::Action;

constexpr std::string_view reactor = "mail";

Reader reader_of(Action action) {
    if (action == Action::mail_person) return Reader::person;
    return action == Action::mail_owner ? Reader::owner : Reader::admin;
}

std::vector<PersonId> people_of(const About& about, Reader reader, const Snapshot& tables) {
    if (reader == Reader::admin) return mail::admins(tables);
    const auto& one = reader == Reader::person ? about.person : about.owner;
    return one ? std::vector{one->id} : std::vector<PersonId>();
}

std::vector<mail::Addressed> letters_for(const MailParts& parts, const Call& call,
                                         const Snapshot& tables) {
    const auto reader = reader_of(call.step.step.action);
    const auto about = steps::about(tables, call.step.violations);
    std::vector<mail::Addressed> letters;
    for (const auto& to :
         mail::readers(tables, people_of(about, reader, tables), {.zones = parts.zones})) {
        mail::Draft draft{
            .words = mail_words(about, reader, call.step.stops_at, parts.site, to.clock),
            .thread = "violation " + to_text(call.step.violations.front().id),
            // The notice of a stop has to arrive before the stop.
            .urgent = reader == Reader::person && call.step.stops_at.has_value()};
        letters.push_back(mail::letter_to(
            to.id, to.mailbox, {parts.from, reactor, call.effect.position}, std::move(draft)));
    }
    return letters;
}

End take(const MailParts& parts, const Call& call) {
    using violation::Outcome;
    if (parts.mailer == nullptr) {
        return {{.good = true}, Result{Outcome::skipped, 0, ""}};
    }
    auto letters = letters_for(parts, call, parts.tables());
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
