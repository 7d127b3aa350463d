// One sentence for people about each fact, made when it is read: names are today's.
#include "domain/overloaded.hpp"
#include "projections/history/history.hpp"
#include "projections/people/names.hpp"

namespace dibs::projections {
namespace {

class Writer {
  public:
    Writer(const Txn& txn, std::optional<PersonId> actor, const Subjects& subjects)
        : txn_(txn), subjects_(subjects), who_(actor ? name(*actor) : "Dibs") {}

    std::string operator()(const reservation::Event& event) const {
        return std::visit(
            overloaded{
                [&](const reservation::Booked& e) {
                    const bool own = name(e.booking.owner) == who_;
                    return who_ + " booked " + gpus() + (own ? "" : " for " + about());
                },
                [&](const reservation::Changed&) { return did("changed the booking of"); },
                [&](const reservation::Cancelled&) { return did("cancelled the booking of"); },
                [&](const reservation::Released&) { return did("gave back"); },
                [&](const reservation::Reinstated&) { return did("reinstated the booking of"); },
            },
            event);
    }
    std::string operator()(const fleet::Event& event) const {
        return std::visit(
            overloaded{
                [&](const fleet::HostEnrolled&) { return who_ + " added the host " + host(); },
                [&](const fleet::HostChanged&) { return who_ + " changed the host " + host(); },
                [&](const fleet::HostRemoved&) { return who_ + " removed the host " + host(); },
                [&](const fleet::HostReached&) { return host() + " is reachable"; },
                [&](const fleet::HostLost& e) { return host() + " is not reachable: " + e.reason; },
                [&](const fleet::HostKeyRefused&) {
                    return host() + " offered another host key and is not spoken to";
                },
                [&](const fleet::GpuDiscovered& e) { return gpus() + " was found: " + e.model; },
                [&](const fleet::GpuChanged&) { return gpus() + " has changed"; },
                [&](const fleet::GpuLost&) { return gpus() + " is gone"; },
                [&](const fleet::ProcessAppeared& e) {
                    return e.unix_name + " runs process " + std::to_string(e.pid) + " on " + gpus();
                },
                [&](const fleet::ProcessGpusChanged& e) {
                    return "Process " + std::to_string(e.pid) + " of " + e.unix_name + " runs on " +
                           gpus() + " now";
                },
                [&](const fleet::ProcessGone& e) {
                    return "A process of " + e.unix_name + " on " + gpus() + " ended";
                },
            },
            event);
    }
    std::string operator()(const violation::Event& event) const {
        return std::visit(
            overloaded{
                [&](const violation::Opened& e) {
                    const bool booked = e.violation.kind == violation::Kind::intruder;
                    return e.violation.unix_name + " uses " + gpus() +
                           (booked ? ", which somebody else has booked"
                                   : ", which nobody has booked");
                },
                [&](const violation::GpusChanged& e) {
                    return "The violation of " + e.violation.unix_name + " is on " + gpus() +
                           " now";
                },
                [&](const violation::Excused&) {
                    return who_ + " excused the violation on " + gpus();
                },
                [&](const violation::Closed&) { return "The violation on " + gpus() + " ended"; },
            },
            event);
    }
    std::string operator()(const people::Event& event) const {
        return std::visit(
            overloaded{
                [&](const people::SetupOpened&) { return std::string("The setup was opened"); },
                [&](const people::SetupCompleted&) { return about() + " completed the setup"; },
                [&](const people::PersonAdded&) { return who_ + " added " + about(); },
                [&](const people::PasswordChanged&) {
                    return who_ + " changed the password of " + about();
                },
                [&](const people::PreferencesChanged&) {
                    return about() + " changed their preferences";
                },
                [&](const people::SessionStarted&) { return about() + " signed in"; },
                [&](const people::SessionLent&) {
                    return "A session was made from a token of " + about();
                },
                [&](const people::SessionEnded&) { return "A session of " + about() + " ended"; },
                [&](const people::TokenIssued& e) {
                    return about() + " made the token " + e.label.value;
                },
                [&](const people::TokenRevoked&) {
                    return who_ + " revoked a token of " + about();
                },
            },
            event);
    }
    std::string operator()(const rules::Event&) const { return who_ + " set the rules"; }
    std::string operator()(const grant::Event&) const {
        return "Everyone was given the use of everything";
    }
    std::string operator()(const board::Event& event) const {
        return std::visit(
            overloaded{
                [&](const board::Made& e) {
                    return who_ + " made the board " + e.board.title.value;
                },
                [&](const board::Changed& e) {
                    return who_ + " changed the board " + e.board.title.value;
                },
                [&](const board::Removed&) { return who_ + " removed a board of " + about(); },
            },
            event);
    }
    std::string operator()(const effect::Event& event) const {
        return std::visit(
            overloaded{
                [](const effect::Watched& e) { return "Dibs follows the facts " + e.reactor; },
                [](const effect::Done& e) {
                    return "Done for fact " + std::to_string(e.position) + ": " + e.reactor;
                },
                [](const effect::Failed& e) {
                    return (e.gave_up ? "Given up" : "Failed") + std::string(" for fact ") +
                           std::to_string(e.position) + ": " + e.reactor + ": " + e.detail;
                },
            },
            event);
    }
    std::string operator()(const answer::Event& event) const {
        return std::visit(
            overloaded{
                [&](const answer::Refused& e) {
                    return who_ + " was refused " + e.command + ": " + e.detail;
                },
                [&](const answer::Repeated& e) { return who_ + " repeated " + e.command; },
                [&](const answer::Nothing& e) {
                    return who_ + " asked for " + e.command + ", which changed nothing";
                },
            },
            event);
    }

  private:
    [[nodiscard]] std::string name(PersonId id) const {
        const auto found = person_name(txn_, id);
        return found.value.empty() ? to_text(id) : found.value;
    }
    [[nodiscard]] std::string about() const {
        const auto person = subjects_.first<PersonId>();
        return person ? name(*person) : "somebody";
    }
    [[nodiscard]] std::string host() const {
        const auto id = subjects_.first<HostId>();
        return id ? host_name(txn_, *id) : "a host";
    }
    [[nodiscard]] std::string gpus() const {
        const auto ids = subjects_.all<GpuId>();
        return ids.empty() ? "a GPU" : gpu_names_short(txn_, ids);
    }
    [[nodiscard]] std::string did(std::string_view what) const {
        return who_ + ' ' + std::string(what) + ' ' + gpus();
    }
    const Txn& txn_;
    const Subjects& subjects_;
    std::string who_;
};

}  // namespace

std::string summary_of(const Txn& txn, const Event& event, std::optional<PersonId> actor,
                       const Subjects& subjects) {
    return std::visit(Writer(txn, actor, subjects), event);
}

}  // namespace dibs::projections
