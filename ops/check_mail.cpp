// Each run sends a new letter: its id contains the time.
#include "ops/check_mail.hpp"

#include "ops/config/configured_outbound.hpp"
#include "ops/process/clock.hpp"

#include <atomic>
#include <cstdlib>
#include <ostream>

#include <sysexits.h>

namespace dibs {
namespace {

mail::Letter test_letter(const mail::SmtpSettings& settings, const std::string& address,
                         Instant now) {
    mail::Letter letter{.to = {address}};
    letter.subject = "A test letter from Dibs";
    letter.text = "Dibs can send mail: this letter was asked for with \"dibsd check-mail\" at " +
                  to_text(now) + ".\n\nNobody has to do anything about it.\n";
    letter.id = mail::message_id(settings.from, "check-mail " + address + ' ' + to_text(now));
    return letter;
}

std::string ways_of(const mail::SmtpSettings& settings) {
    const std::string tls = settings.tls == mail::Tls::starttls ? "with STARTTLS"
                            : settings.tls == mail::Tls::tls    ? "with TLS"
                                                                : "without TLS";
    const auto login = settings.login.empty() ? ", without a login" : ", as " + settings.login;
    return settings.server + " at port " + std::to_string(settings.port) + ' ' + tls + login;
}

}  // namespace

int check_mail(const Config& config, const std::string& address, std::ostream& out) {
    const auto outbound = make_outbound(config);
    if (!outbound) return out << outbound.error() << '\n', EXIT_FAILURE;
    if (!outbound->mail) {
        return out << "No mail server is configured: [mail] server is not set.\n", EXIT_FAILURE;
    }
    const auto& settings = *outbound->mail;
    const auto now = wall_clock()();
    out << "Asking " << ways_of(settings) << '.' << std::endl;
    const std::atomic<bool> stopping{false};
    const auto sent = send_letter(test_letter(settings, address, now), settings, now, stopping);
    switch (sent.status) {
        case mail::SendStatus::sent:
            out << "The server has taken a test letter to " << address << ": " << sent.said
                << "\nIf it does not arrive, look into that server's log, and for it among spam.\n";
            return EXIT_SUCCESS;
        case mail::SendStatus::never:
            out << "The server refuses a letter to " << address << ": " << sent.said << '\n';
            return EXIT_FAILURE;
        case mail::SendStatus::later:
        case mail::SendStatus::interrupted:
            break;
    }
    out << (sent.no_server ? "No letter could be sent: " : "The server wants it later: ")
        << sent.said << '\n';
    return EX_TEMPFAIL;
}

}  // namespace dibs
