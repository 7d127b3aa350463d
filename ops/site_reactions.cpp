// In the order of the configuration; each runs on its own thread.
#include "ops/site_reactions.hpp"

#include "ops/event_sentence.hpp"
#include "ops/react/budgets/due_commands.hpp"
#include "ops/react/event_rendering.hpp"
#include "ops/react/idle/tell.hpp"
#include "ops/react/letters/letter_table.hpp"
#include "ops/react/site_hooks.hpp"
#include "ops/react/steps/mail.hpp"
#include "ops/react/steps/message.hpp"
#include "ops/react/steps/stop.hpp"
#include "ops/react/weekly/due_commands.hpp"
#include "ops/react/whole_file.hpp"

#include <fstream>
#include <iterator>
#include <utility>

#include <spdlog/spdlog.h>

namespace dibs {
namespace {

constexpr std::chrono::seconds snapshot_timeout{2};  // for the tables; a stop of Dibs waits for it

std::string text_in(const std::filesystem::path& file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
}

void add_steps(std::vector<Reaction>& reactions, const std::string& site, const mail::Mailbox& from,
               const ReactionParts& parts) {
    const auto snapshot = [&model = parts.model, clock = parts.clock] {
        return model.snapshot(clock());
    };
    const steps::Parts all{
        parts.sealer, parts.commands,
        [&projector = parts.projector, snapshot](Position position) -> std::optional<Snapshot> {
            const auto deadline = Projector::SteadyClock::now() + snapshot_timeout;
            if (!projector.wait_for(position, deadline)) return std::nullopt;
            return snapshot();
        },
        &parts.first_actions};
    const auto sighting = [&sightings = parts.sightings](HostId host, std::int64_t pid) {
        return sightings.find(host, pid);
    };
    const auto shown = [&sightings = parts.sightings](HostId host, std::int64_t pid,
                                                      Instant since) {
        return sightings.shown_after(host, pid, since);
    };
    reactions.push_back(steps::reaction_of(
        steps::message_handler({parts.remote, snapshot, sighting, site, parts.clock}), all));
    reactions.push_back(steps::reaction_of(
        steps::mail_handler({parts.mailer, from, snapshot, site, &parts.zones}), all));
    reactions.push_back(steps::reaction_of(
        steps::stop_handler({parts.remote, snapshot, sighting, shown, parts.clock}), all));
    if (parts.mailer != nullptr) {
        const mail::LetterParts sending{*parts.mailer, from, parts.sealer,
                                        all.tables,    site, parts.zones};
        for (auto& one : letters::reactions(sending, parts.clock)) {
            reactions.push_back(std::move(one));
        }
    }
    const idle::TellParts telling{parts.sealer, parts.commands, all.tables, parts.mailer,
                                  from,         parts.remote,   site,       &parts.zones};
    reactions.push_back(idle::mail_reaction(telling));
    reactions.push_back(idle::terminal_reaction(telling));
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
        .from = settings.from,
        .gather = mail::usual_gather};
    return std::make_unique<mail::Mailer>(std::move(ports),
                                          mail::MailPace(outbound.mail_pace, text_in(pace)));
}

std::vector<Reaction> site_reactions(const Config& config, const Outbound& outbound,
                                     const ReactionParts& parts) {
    const EventRendering rendering{parts.sealer, parts.source};
    std::vector<Reaction> all;
    for (const auto& hook : config.hooks) all.push_back(program_reaction(hook, rendering));
    for (const auto& webhook : outbound.webhooks) {
        all.push_back(web::webhook_reaction(webhook, rendering, parts.clock));
    }
    // A listen address is no use in a message, so only public_url makes a link.
    const auto site = config.public_url.empty() ? "" : config.public_url + config.base_path;
    const auto history = site.empty() ? std::string() : site + "/history";
    const auto sentence = [&projector = parts.projector, &model = parts.model,
                           clock = parts.clock](Position position) {
        return event_sentence(projector, model, clock, position);
    };
    for (const auto& chat : outbound.chats) {
        all.push_back(web::chat_reaction(chat, {sentence, history, parts.clock}));
    }
    add_steps(all, site, outbound.mail ? outbound.mail->from : mail::Mailbox{}, parts);
    return all;
}

std::vector<PeriodicCheck> periodic_checks(bool sends_mail) {
    std::vector<PeriodicCheck> checks{budgets::due_commands};
    if (sends_mail) checks.emplace_back(weekly::due_commands);
    return checks;
}

}  // namespace dibs
