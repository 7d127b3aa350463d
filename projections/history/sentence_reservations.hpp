// The sentences about bookings, and about the budgets that they count against.
#pragma once

#include "domain/budget/budget.hpp"
#include "domain/reservation/reservation.hpp"
#include "projections/history/sentence_violations.hpp"

namespace dibs::projections {

class ReservationDescriber : public ViolationDescriber {
  public:
    using ViolationDescriber::operator();
    using ViolationDescriber::ViolationDescriber;

    Sentence operator()(const reservation::Booked& e) const {
        if (e.booking.project) {
            return done("reservation.booked.project", "reservation.booked.project.for_other",
                        e.booking.owner,
                        {gpus(e.booking.gpus), text("project", *e.booking.project)});
        }
        return done("reservation.booked", "reservation.booked.for_other", e.booking.owner,
                    {gpus(e.booking.gpus)});
    }
    Sentence operator()(const reservation::Changed& e) const {
        if (e.booking.moves && e.booking.gpus != e.gpus_before) {
            return done("reservation.changed.swapped", "reservation.changed.swapped.for_other",
                        e.booking.owner, {gpus(e.booking.gpus)});
        }
        return done("reservation.changed", "reservation.changed.for_other", e.booking.owner,
                    {gpus(e.booking.gpus)});
    }
    Sentence operator()(const reservation::Cancelled& e) const {
        return done("reservation.cancelled", "reservation.cancelled.for_other", e.owner,
                    {gpus(e.gpus)});
    }
    Sentence operator()(const reservation::Released& e) const {
        return done("reservation.released", "reservation.released.for_other", e.owner,
                    {gpus(e.gpus)});
    }
    Sentence operator()(const reservation::Reinstated& e) const {
        return done("reservation.reinstated", "reservation.reinstated.for_other", e.booking.owner,
                    {gpus(e.booking.gpus)});
    }
    Sentence operator()(const reservation::Suspended& e) const {
        const bool disabled = e.why == reservation::Reason::person_disabled;
        return say(disabled ? SentenceKey("reservation.suspended.person_disabled")
                            : SentenceKey("reservation.suspended.no_grant"),
                   {actor(), gpus(e.gpus), person(e.owner)});
    }
    Sentence operator()(const reservation::Revived& e) const {
        return say("reservation.revived", {actor(), gpus(e.booking.gpus), person(e.booking.owner)});
    }
    Sentence operator()(const reservation::Requested& e) const {
        return done("reservation.requested", "reservation.requested.for_other", e.booking.owner,
                    {gpus(e.booking.gpus)});
    }
    Sentence operator()(const reservation::Approved& e) const {
        return say("reservation.approved",
                   {actor(), gpus(e.booking.gpus), person(e.booking.owner)});
    }
    Sentence operator()(const reservation::Declined& e) const {
        return say("reservation.declined",
                   {actor(), gpus(e.gpus), person(e.owner), text("reason", e.reason.value)});
    }
    Sentence operator()(const reservation::Lapsed& e) const {
        return say("reservation.lapsed", {gpus(e.gpus), person(e.owner)});
    }

    Sentence operator()(const reservation::Idled& e) const {
        const bool absent = e.kind == reservation::IdleKind::no_show;
        return say(
            absent ? SentenceKey("reservation.idled.no_show") : SentenceKey("reservation.idled"),
            {gpus(e.gpus), person(e.owner)});
    }
    Sentence operator()(const reservation::IdleTold& e) const {
        const auto key = outcome_key(e);
        if (e.outcome == reservation::ToldOutcome::failed) {
            return say(key, {gpus(e.gpus), person(e.owner), text("reason", e.words)});
        }
        return say(key, {gpus(e.gpus), person(e.owner)});
    }
    Sentence operator()(const reservation::Kept& e) const {
        if (e.reason.value.empty()) {
            return done("reservation.kept", "reservation.kept.for_other", e.owner, {gpus(e.gpus)});
        }
        return done("reservation.kept.reason", "reservation.kept.reason.for_other", e.owner,
                    {gpus(e.gpus), text("reason", e.reason.value)});
    }
    Sentence operator()(const reservation::IdleEnded& e) const {
        const bool freed = e.why == reservation::IdleEnd::released;
        return say(freed ? SentenceKey("reservation.idle_ended.released")
                         : SentenceKey("reservation.idle_ended"),
                   {gpus(e.gpus), person(e.owner)});
    }

    Sentence operator()(const budget::BudgetCreated& e) const {
        return say("budget.made",
                   {actor(), text("budget", e.of), number("hours", e.budget.gpu_hours)});
    }
    Sentence operator()(const budget::Changed& e) const {
        if (e.budget.gpu_hours == e.before.gpu_hours) {
            return say("budget.changed", {actor(), text("budget", e.of)});
        }
        return say("budget.changed.hours",
                   {actor(), text("budget", e.of), number("after", e.budget.gpu_hours),
                    number("before", e.before.gpu_hours)});
    }
    Sentence operator()(const budget::Removed& e) const {
        return say("budget.removed", {actor(), text("budget", e.of)});
    }
    Sentence operator()(const budget::Exceeded& e) const {
        constexpr std::int64_t hour = 3600;
        return say("budget.exceeded",
                   {person(e.owner), text("budget", e.of), number("hours", e.gpu_hours),
                    number("booked", (e.booked_s + hour - 1) / hour)});
    }
    Sentence operator()(const budget::Spent& e) const {
        constexpr std::int64_t hour = 3600;
        return say("budget.spent", {text("budget", e.of), number("booked", e.booked_s / hour),
                                    number("hours", e.gpu_hours)});
    }

  private:
    // The result of notifying an owner, in the order of reservation::ToldOutcome.
    static SentenceKey outcome_key(const reservation::IdleTold& e) {
        static constexpr std::array<SentenceKey, 3> mail{"reservation.idle_told.mail",
                                                         "reservation.idle_told.mail.no_target",
                                                         "reservation.idle_told.mail.failed"};
        static constexpr std::array<SentenceKey, 3> message{
            "reservation.idle_told.message", "reservation.idle_told.message.no_target",
            "reservation.idle_told.message.failed"};
        const auto& keys = e.by == reservation::ToldBy::mail ? mail : message;
        return keys[static_cast<std::size_t>(e.outcome)];
    }
};

}  // namespace dibs::projections
