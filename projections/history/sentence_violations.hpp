// The sentences about violations, the steps against them and their outcomes.
#pragma once

#include "domain/violation/violation.hpp"
#include "projections/history/sentence_parts.hpp"

#include <array>
#include <set>

namespace dibs::projections {

class ViolationDescriber : public SentenceParts {
  public:
    using SentenceParts::SentenceParts;

    Sentence operator()(const violation::ViolationOpened& e) const {
        const auto& v = e.violation;  // an intruder's violation has an owner
        if (v.starter_unknown.value_or(false)) return opened_by_container(v);
        if (!v.owner) return say("violation.opened.unbooked", {account(v), gpus(v.gpus)});
        return say("violation.opened", {account(v), gpus(v.gpus), person(*v.owner)});
    }
    Sentence operator()(const violation::GpusChanged& e) const {
        return say("violation.gpus_changed", {account(e.violation), gpus(e.violation.gpus)});
    }
    Sentence operator()(const violation::KindChanged& e) const {
        return say("violation.kind_changed", {account(e.violation), gpus(e.violation.gpus)});
    }
    Sentence operator()(const violation::Escalated& e) const {
        return say(step_key(e), {account(e.violations.front()), gpus(gpus_of(e.violations))});
    }
    Sentence operator()(const violation::Acted& e) const { return acted(e); }
    Sentence operator()(const violation::LevelSet& e) const {
        return e.host ? say("violation.level_set", {actor(), host(*e.host)})
                      : say("violation.level_set.group", {actor(), text("group", e.name)});
    }
    Sentence operator()(const violation::Excused& e) const {
        const auto& v = e.violation;
        if (!by_ && e.by) {
            return say("violation.excused.too", {account(v), gpus(v.gpus), person(*e.by)});
        }
        return say("violation.excused", {actor(), account(v), gpus(v.gpus)});
    }
    Sentence operator()(const violation::ExcuseWithdrawn& e) const {
        const auto& v = e.violation;
        return say("violation.excuse_withdrawn", {actor(), account(v), gpus(v.gpus)});
    }
    Sentence operator()(const violation::Closed& e) const {
        return say("violation.closed", {account(e.violation), gpus(e.violation.gpus)});
    }

  private:
    [[nodiscard]] Sentence opened_by_container(const violation::Violation& v) const {
        if (!v.owner) {
            return say("violation.opened.contained.unbooked", {account(v), gpus(v.gpus)});
        }
        return say("violation.opened.contained", {account(v), gpus(v.gpus), person(*v.owner)});
    }
    static std::vector<GpuId> gpus_of(const std::vector<violation::Violation>& violations) {
        std::set<GpuId> all;
        for (const auto& v : violations) all.insert(v.gpus.begin(), v.gpus.end());
        return {all.begin(), all.end()};
    }
    static SentenceKey step_key(const violation::Escalated& e) {
        switch (e.step.action) {
            case enforcement::Action::message:
                return "violation.escalated.message";
            case enforcement::Action::mail_person:
                return "violation.escalated.mail_person";
            case enforcement::Action::mail_owner:
                return "violation.escalated.mail_owner";
            case enforcement::Action::mail_admins:
                return "violation.escalated.mail_admins";
            case enforcement::Action::stop:
                break;
        }
        return e.stop_mode == enforcement::StopMode::dry_run
                   ? SentenceKey("violation.escalated.stop.dry_run")
                   : SentenceKey("violation.escalated.stop");
    }
    // Keys for the outcomes of a message, a mail and a stop, in the order of violation::Outcome.
    // Steps that were not taken have sentences of their own.
    using OutcomeKeys = std::array<SentenceKey, 4>;
    static const OutcomeKeys& outcome_keys(enforcement::Action action) {
        static constexpr OutcomeKeys message{"violation.acted.message", "violation.acted.message",
                                             "violation.acted.message.nobody",
                                             "violation.acted.message.failed"};
        static constexpr OutcomeKeys mail{"violation.acted.mail", "violation.acted.mail",
                                          "violation.acted.mail.nobody",
                                          "violation.acted.mail.failed"};
        static constexpr OutcomeKeys stop{"violation.acted.stop", "violation.acted.stop.dry_run",
                                          "violation.acted.stop.nobody",
                                          "violation.acted.stop.failed"};
        if (action == enforcement::Action::message) return message;
        return action == enforcement::Action::stop ? stop : mail;
    }
    static SentenceKey not_needed_key(enforcement::Action action) {
        if (action == enforcement::Action::message) return "violation.acted.message.not_needed";
        return action == enforcement::Action::stop ? SentenceKey("violation.acted.stop.not_needed")
                                                   : SentenceKey("violation.acted.mail.not_needed");
    }
    [[nodiscard]] Sentence acted(const violation::Acted& e) const {
        const auto who = account(e.violations.front());
        const auto where = gpus(gpus_of(e.violations));
        if (e.outcome == violation::Outcome::skipped) {
            return say("violation.acted.mail.skipped", {who, where});
        }
        if (e.outcome == violation::Outcome::not_needed) {
            return say(not_needed_key(e.step.action), {who, where});
        }
        if (e.outcome == violation::Outcome::not_told) {
            return say("violation.acted.stop.not_told", {who, where});
        }
        const auto key = outcome_keys(e.step.action)[static_cast<std::size_t>(e.outcome)];
        switch (e.outcome) {
            case violation::Outcome::failed:
                return say(key, {who, where, text("words", e.words)});
            case violation::Outcome::no_target:
                return say(key, {who, where});
            case violation::Outcome::done:
            case violation::Outcome::dry_run:
            case violation::Outcome::skipped:
            case violation::Outcome::not_needed:
            case violation::Outcome::not_told:
                break;
        }
        return say(key, {who, where, number("count", e.count)});
    }
};

}  // namespace dibs::projections
