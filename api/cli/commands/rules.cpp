// dibs rules, dibs rules set NAME=VALUE…: the rules for every booking.
#include "api/cli/commands/commands.hpp"
#include "api/cli/views/rule_values.hpp"
#include "api/cli/views/views.hpp"

#include <algorithm>
#include <array>

namespace dibs::cli {
namespace {

using Kind = Rule::Kind;

constexpr std::array site_rules{
    Rule{"shortest", "shortest_min", "SHORTEST", Kind::length},
    Rule{"longest", "longest_min", "LONGEST", Kind::length},
    Rule{"horizon", "horizon_min", "HORIZON", Kind::length},
    Rule{"most-gpus", "most_gpus", "MOST GPUS", Kind::number},
    Rule{"lead", "lead_min", "LEAD", Kind::length, true},
    Rule{"gpus-at-once", "gpus_at_once", "GPUS AT ONCE", Kind::number, true},
    Rule{"gpu-hours-week", "gpu_hours_week", "GPU HOURS WEEK", Kind::number, true},
    Rule{"relaxed-within", "relaxed_within_min", "RELAXED WITHIN", Kind::length, true},
    Rule{"approval-hold", "approval_hold_min", "APPROVAL HOLD", Kind::length, true, "none (1d)"},
    Rule{"token-life", "token_life_min", "TOKEN LIFE", Kind::length, true},
    Rule{"session-life", "session_life_min", "SESSION LIFE", Kind::length, true, "none (12h)"},
    Rule{"session-idle", "session_idle_min", "SESSION IDLE", Kind::length, true},
    Rule{"violation-level", "violation_level", "VIOLATION LEVEL", Kind::word},
    Rule{"handover-grace", "handover_grace_min", "HANDOVER GRACE", Kind::length, true},
    Rule{"gpu-idle-percent", "gpu_idle_percent", "GPU IDLE PERCENT", Kind::number, true},
    Rule{"idle-tell", "idle_tell_min", "IDLE TELL", Kind::length, true},
    Rule{"idle-release", "idle_release_min", "IDLE RELEASE", Kind::length, true},
    Rule{"no-show-tell", "no_show_tell_min", "NO SHOW TELL", Kind::length, true},
    Rule{"no-show-release", "no_show_release_min", "NO SHOW RELEASE", Kind::length, true},
    Rule{"violation-steps", "violation_steps", "VIOLATION STEPS", Kind::steps, true},
    Rule{"ignored-processes", "ignored_processes", "IGNORED PROCESSES", Kind::list, true},
    Rule{"protection", "protection", "PROTECTION", Kind::word, true},
    Rule{"most-protection", "most_protection", "MOST PROTECTION", Kind::word, true},
    Rule{"stop-mode", "stop_mode", "STOP MODE", Kind::word, true},
    Rule{"unhealthy-if", "unhealthy_if", "UNHEALTHY IF", Kind::words, true},
    Rule{"unhealthy-xids", "unhealthy_xids", "XIDS", Kind::numbers, true},
    Rule{"unhealthy-ecc-errors", "unhealthy_ecc_errors", "ECC ERRORS", Kind::number, true},
    Rule{"healthy-after", "healthy_after_min", "HEALTHY AFTER", Kind::length, true},
    Rule{"usage-visible-to", "usage_visible_to", "USAGE VISIBLE TO", Kind::word}};

std::vector<Column> site_rule_columns(const ZoneClock& clock) {
    auto result = rule_columns(site_rules);
    result.push_back(time_column("SET", "set_at", clock));
    result.push_back(member("BY", "set_by_name"));
    result.push_back(member("VERSION", "version"));
    return result;
}

bool sets(const std::vector<std::string>& wanted, std::string_view rule) {
    return std::any_of(wanted.begin(), wanted.end(),
                       [&](const std::string& one) { return one.starts_with(rule); });
}

bool has_step(const Json& now, std::string_view action) {
    const auto steps = now["violation_steps"].items();
    return std::any_of(steps.begin(), steps.end(),
                       [&](const Json& step) { return step["action"].text().starts_with(action); });
}

// Warns about mail steps on a site that sends no mail, and about a stop that no booking's
// protection reaches.
void note_what_is_left_out(Context& context, const std::vector<std::string>& wanted,
                           const Json& now) {
    const bool steps = sets(wanted, "violation-steps=");
    if ((steps || sets(wanted, "stop-mode=")) && has_step(now, "stop") &&
        now["protection"].text() != "stopped" && now["most_protection"].text() != "stopped") {
        context.out.note(
            "No booking's protection goes as far as a stop: so that all have it, "
            "protection=stopped; so that those have it that ask for it, "
            "most-protection=stopped.");
    }
    if (!steps || !has_step(now, "mail_")) return;
    if (context.client.get("/session")["sends_mail"].truth()) return;
    context.out.note(
        "This site sends no mail: steps that are mails are left out, and tell nobody.");
}

void set_rules(Context& context, const std::vector<std::string>& wanted) {
    const auto before = context.client.get("/rules");
    const auto body = read_rules(context, site_rules, wanted);
    const auto now = context.client.patch("/rules", body, before["version"].integer());
    context.out.done("Now " + rules_sentence(site_rules, body, now), now,
                     site_rule_columns(context.clock));
    note_what_is_left_out(context, wanted, now);
}

}  // namespace

void add_rules(Command app, Action& action) {
    const auto noun = app.add_subcommand("rules", "The rules for every booking");
    noun.may_have_subcommand();
    noun.callback([&action, noun] {
        if (noun.has_subcommand()) return;
        action = [](Context& context) {
            context.out.thing(context.client.get("/rules"), site_rule_columns(context.clock));
        };
    });
    const auto verb = noun.add_subcommand("set", "Set some of them (admins)");
    auto wanted = std::make_shared<std::vector<std::string>>();
    verb.add_option("rule", *wanted,
                    "NAME=VALUE: shortest=30m longest=8d horizon=366d most-gpus=64 lead=none "
                    "gpus-at-once=8 gpu-hours-week=400 relaxed-within=2h approval-hold=12h "
                    "token-life=90d "
                    "session-life=12h session-idle=2h (or none) "
                    "violation-level=off|against-bookings|always usage-visible-to=everyone|own "
                    "violation-steps=message@0,mail-person@90s,stop@10m (or nothing, or none: as "
                    "usual) ignored-processes=root/Xorg,gdm/* handover-grace=5m "
                    "idle-tell=30m idle-release=30m no-show-tell=20m no-show-release=20m (or "
                    "none: never; release counts from when its owner was told) "
                    "gpu-idle-percent=5 "
                    "protection=shown|told|mailed|stopped most-protection=stopped "
                    "stop-mode=dry-run|as-owner|by-helper "
                    "unhealthy-if=ecc-errors,row-remap-failed,repair-pending,recovery-needed,"
                    "xid-errors (or nothing, or none: as usual) unhealthy-xids=48,79 (the same) "
                    "unhealthy-ecc-errors=1 healthy-after=10m")
        .required();
    verb.callback([&action, wanted] {
        action = [wanted](Context& context) { set_rules(context, *wanted); };
    });
}

}  // namespace dibs::cli
