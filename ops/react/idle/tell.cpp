// No message for a booking that is used again, kept or over by then.
#include "ops/react/idle/tell.hpp"

#include "ops/react/fact_in.hpp"
#include "ops/react/hosts/terminals.hpp"
#include "ops/react/idle/words.hpp"
#include "ops/react/mail/recipients.hpp"
#include "ops/react/reporting.hpp"
#include "ops/react/steps/about.hpp"
#include "projections/people/names.hpp"
#include "projections/questions/calendar.hpp"
#include "projections/questions/people.hpp"

#include <utility>
#include <vector>

namespace dibs::idle {
namespace {

using reservation::Idled;
using reservation::IdleEnded;
using reservation::ToldBy;
using reservation::ToldOutcome;

constexpr std::string_view by_mail = "idle-mail";
constexpr std::string_view on_terminals = "idle-message";
constexpr Retries tell_retries{3, std::chrono::seconds{2}};
constexpr std::size_t most_at_once = 16;  // each may wait for a host that hangs

// The tables' data about the booking at the time of the message.
struct Notice {
    IdleBooking booking;
    std::vector<mail::Reader> owner{};  // empty: no address is known
    std::string account{};
    std::vector<mail::Reader> admins{};
    std::vector<ssh::HostTarget> hosts{};
};

bool is_called_for(const Snapshot& tables, const Idled& e) {
    const auto now = find_reservation(tables, e.id);
    return now && now->idle && now->idle->noticed_at == e.at;
}

// GPU names and people, for Idled and IdleEnded alike.
template <class E>
Notice notice_of(const Snapshot& tables, const E& e, const TellParts& parts) {
    const mail::Selection all{.zones = parts.zones};
    Notice notice;
    notice.owner = mail::readers(tables, {e.owner}, all);
    notice.booking = {e.id,
                      e.kind,
                      e.since,
                      e.when.until,
                      projections::gpu_names_short(tables.txn(), e.gpus),
                      {},
                      {},
                      parts.site,
                      text_clock(parts.zones, preferences_of(tables, e.owner).zone)};
    if (const auto person = find_person(tables, e.owner)) {
        notice.account = person->unix_name;
        notice.booking.owner = person->name.value;
    }
    notice.admins = mail::readers(tables, mail::admins(tables), all);
    for (const HostId host : e.hosts) {
        if (const auto target = steps::target_of(tables, host)) notice.hosts.push_back(*target);
    }
    return notice;
}

struct Outcome {
    ToldOutcome outcome{};
    std::string words{};
};

EffectEnd report(const TellParts& parts, const Idled& e, ToldBy by, const Outcome& outcome,
                 EffectEnd end) {
    const bool taken =
        reported(parts.commands, reservation::Command{reservation::ReportTold{
                                     e.id, e.at, by, outcome.outcome, outcome.words}});
    if (!taken) return {.detail = "the log did not take what came of it"};
    return end;
}

mail::Addressed letter_to(const TellParts& parts, const mail::Reader& to, Words words,
                          Position position, ReservationId id) {
    return mail::letter_to(to.id, to.mailbox, {parts.from, by_mail, position},
                           {.words = std::move(words), .thread = "idle " + to_text(id)});
}

// Best effort: the result is on record either way.
void tell_admins(const TellParts& parts, const Effect& effect, const Notice& notice,
                 const std::string& why, const std::atomic<bool>& stopping) {
    if (!notice.booking.release_after_min) return;
    std::vector<mail::Addressed> letters;
    for (const auto& admin : notice.admins) {
        auto booking = notice.booking;
        booking.clock = admin.clock;
        letters.push_back(
            letter_to(parts, admin, admin_words(booking, why), effect.position, booking.id));
    }
    const auto reactor = std::string(by_mail) + "-admins";
    if (!letters.empty())
        (void)parts.mailer->deliver(reactor, effect, std::move(letters), stopping);
}

EffectEnd mail_owner(const TellParts& parts, const Idled& e, const Notice& notice,
                     const Effect& effect, const std::atomic<bool>& stopping) {
    if (parts.mailer == nullptr) {
        return report(parts, e, ToldBy::mail, {ToldOutcome::failed, "this site sends no mail"},
                      {.good = true});
    }
    if (notice.owner.empty()) {
        tell_admins(parts, effect, notice, "no address is known", stopping);
        return report(parts, e, ToldBy::mail, {ToldOutcome::no_target, ""}, {.good = true});
    }
    auto letter =
        letter_to(parts, notice.owner[0], owner_words(notice.booking), effect.position, e.id);
    letter.letter.urgent = notice.booking.release_after_min.has_value();
    auto end = parts.mailer->deliver(std::string(by_mail), effect, {std::move(letter)}, stopping);
    if (end.good) {
        return report(parts, e, ToldBy::mail, {ToldOutcome::done, ""}, std::move(end));
    }
    const bool last = end.for_good || effect.attempt >= mail::letter_retries.most_attempts;
    if (end.interrupted || end.postponed || !last) return end;
    tell_admins(parts, effect, notice, end.detail, stopping);
    const Outcome outcome{ToldOutcome::failed, end.detail};
    return report(parts, e, ToldBy::mail, outcome, std::move(end));
}

EffectEnd mail_freed(const TellParts& parts, const IdleEnded& e, const Effect& effect,
                     const std::atomic<bool>& stopping) {
    std::optional<Notice> notice;
    {
        const auto tables = parts.tables(effect.position);
        if (!tables) return {.detail = "the tables are behind"};
        notice = notice_of(*tables, e, parts);
    }
    if (parts.mailer == nullptr || notice->owner.empty()) return {.good = true};
    auto letter =
        letter_to(parts, notice->owner[0], freed_words(notice->booking), effect.position, e.id);
    return parts.mailer->deliver(std::string(by_mail), effect, {std::move(letter)}, stopping);
}

// Reads tables that contain the fact; none: the booking is no longer idle, or the tables are behind
// (`end`).
std::optional<Notice> notice_if_due(const TellParts& parts, const Idled& e, const Effect& effect,
                                    EffectEnd& end) {
    const auto tables = parts.tables(effect.position);
    if (!tables) {
        end = {.detail = "the tables are behind"};
        return std::nullopt;
    }
    end = {.good = true};
    if (!is_called_for(*tables, e)) return std::nullopt;
    auto notice = notice_of(*tables, e, parts);
    if (const auto now = find_reservation(*tables, e.id)) notice.booking.until = now->until;
    notice.booking.release_after_min = e.release_after_min;
    return notice;
}

EffectEnd tell_by_mail(const TellParts& parts, const Effect& effect,
                       const std::atomic<bool>& stopping) {
    const auto record = parse_record(effect.record);
    if (!record) return {.detail = "the fact cannot be read", .for_good = true};
    if (const auto ended = fact_in<IdleEnded>(*record, parts.sealer)) {
        return mail_freed(parts, *ended, effect, stopping);
    }
    const auto idled = fact_in<Idled>(*record, parts.sealer);
    if (!idled) return {.detail = "the fact cannot be read", .for_good = true};
    EffectEnd end;
    const auto notice = notice_if_due(parts, *idled, effect, end);
    return notice ? mail_owner(parts, *idled, *notice, effect, stopping) : end;
}

EffectEnd tell_on_terminals(const TellParts& parts, const Effect& effect,
                            const std::atomic<bool>& stopping) {
    const auto record = parse_record(effect.record);
    const auto idled = record ? fact_in<Idled>(*record, parts.sealer) : std::nullopt;
    if (!idled) return {.detail = "the fact cannot be read", .for_good = true};
    EffectEnd end;
    const auto notice = notice_if_due(parts, *idled, effect, end);
    if (!notice) return end;
    TerminalResult sum;
    const auto text = terminal_words(notice->booking);
    for (const auto& host : notice->hosts) {
        tell_terminals(sum, parts.remote, {host, notice->account, text}, stopping);
        if (stopping) return {.interrupted = true};
    }
    Outcome outcome{ToldOutcome::done, ""};
    if (sum.told == 0) {
        const bool last = effect.attempt >= tell_retries.most_attempts;
        if (sum.unreached && !last) return {.detail = sum.failure};
        outcome = sum.failure.empty() ? Outcome{ToldOutcome::no_target, ""}
                                      : Outcome{ToldOutcome::failed, sum.failure};
    }
    return report(parts, *idled, ToldBy::message, outcome, {.good = true});
}

}  // namespace

Reaction mail_reaction(const TellParts& parts) {
    Reaction reaction;
    reaction.name = by_mail;
    reaction.retries = mail::letter_retries;
    reaction.by = effect::By::mail;
    reaction.wants = [parts](const RecordView& record) {
        if (record.type == Idled::type) return true;
        const auto ended = fact_in<IdleEnded>(record, parts.sealer);
        return ended && ended->why == reservation::IdleEnd::released;
    };
    reaction.perform = [parts](const Effect& effect, const std::atomic<bool>& stopping) {
        return tell_by_mail(parts, effect, stopping);
    };
    return reaction;
}

Reaction terminal_reaction(const TellParts& parts) {
    Reaction reaction;
    reaction.name = on_terminals;
    reaction.retries = tell_retries;
    reaction.wants = [](const RecordView& record) { return record.type == Idled::type; };
    reaction.side_by_side = {most_at_once, [parts](const RecordView& record) {
                                 std::vector<Busy> hosts;
                                 const auto idled = fact_in<Idled>(record, parts.sealer);
                                 if (!idled) return hosts;
                                 for (const HostId host : idled->hosts) {
                                     hosts.push_back({to_text(host)});
                                 }
                                 return hosts;
                             }};
    reaction.perform = [parts](const Effect& effect, const std::atomic<bool>& stopping) {
        return tell_on_terminals(parts, effect, stopping);
    };
    return reaction;
}

}  // namespace dibs::idle
