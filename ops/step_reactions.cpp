// Each step has a thread of its own; mails share the mailer with whoever else writes letters.
#include "ops/step_reactions.hpp"

#include "ops/react/steps/mail.hpp"
#include "ops/react/steps/message.hpp"
#include "ops/react/steps/stop.hpp"
#include "ops/react/whole_file.hpp"

#include <fstream>
#include <iterator>

#include <spdlog/spdlog.h>

namespace dibs {
namespace {

constexpr std::chrono::seconds patience{2};  // for the tables; a stop of Dibs waits for it

std::string text_in(const std::filesystem::path& file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

std::unique_ptr<mail::Mailer> make_mailer(const Outbound& outbound,
                                          const std::filesystem::path& pace, const Clock& clock) {
    if (!outbound.mail) return nullptr;
    const auto settings = *outbound.mail;
    mail::MailerPorts ports{
        .send =
            [settings, clock](const mail::Letter& letter, const std::atomic<bool>& stopping) {
                return mail::send_letter(letter, settings, clock(), stopping);
            },
        .keep =
            [pace](const std::string& text) {
                if (!replace_file(pace, text))
                    spdlog::warn("mail: {} is not written", pace.string());
            },
        .clock = clock,
        .from = settings.from};
    return std::make_unique<mail::Mailer>(std::move(ports),
                                          mail::MailPace(outbound.mail_pace, text_in(pace)));
}

std::vector<Reaction> step_reactions(const StepReactionParts& parts) {
    const auto snapshot = [&model = parts.model, clock = parts.clock] {
        return model.snapshot(clock());
    };
    const steps::Parts all{
        parts.sealer, parts.commands,
        [&projector = parts.projector, snapshot](Position position) -> std::optional<Snapshot> {
            const auto deadline = Projector::SteadyClock::now() + patience;
            if (!projector.wait_for(position, deadline)) return std::nullopt;
            return snapshot();
        }};
    const auto sighting = [&sightings = parts.sightings](HostId host, std::int64_t pid) {
        return sightings.find(host, pid);
    };
    std::vector<Reaction> reactions;
    reactions.push_back(steps::reaction_of(
        steps::message_handler({parts.remote, snapshot, parts.site, parts.clock}), all));
    reactions.push_back(steps::reaction_of(
        steps::mail_handler({parts.mailer, parts.from, snapshot, parts.site}), all));
    reactions.push_back(steps::reaction_of(
        steps::stop_handler({parts.remote, snapshot, sighting, parts.clock}), all));
    return reactions;
}

}  // namespace dibs
