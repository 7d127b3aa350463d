// The steps that send mail: to the account's owner, to the owner of the booking, to the admins. All
// letters of a violation are one thread; the mailer limits their number.
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
