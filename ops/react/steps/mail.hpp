// The steps that write: to whose account it is, to who has booked, to the admins. A letter is one
// of a thread about its violation; how many go out is the mailer's business.
#pragma once

#include "ops/react/mail/mailer.hpp"
#include "ops/react/steps/step.hpp"
#include "ops/react/steps/words.hpp"

namespace dibs::steps {

struct MailParts {
    mail::Mailer* mailer = nullptr;  // null: this site sends no mail
    mail::Mailbox from{};
    std::function<Snapshot()> tables;
    std::string site;              // see words.hpp
    const Zones* zones = nullptr;  // null: times are UTC
};

[[nodiscard]] Handler mail_handler(MailParts parts);

}  // namespace dibs::steps
