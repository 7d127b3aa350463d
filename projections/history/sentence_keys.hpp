// Every sentence that there is about facts, with the names of what stands in it: what the server
// gives and what each language of api/sentences has words for. A key is its event's type without
// the version; where one event is told in several ways, the case behind it: the words need no rule.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace dibs::projections {

struct SentenceForm {
    std::string_view key;
    std::string_view arguments;  // ascending, a blank between them
};

// `person`: whose it is, or whom it is about. `hidden`: the host hides whose process it is.
inline constexpr std::array sentence_forms{
    SentenceForm{"board.changed", "actor title"},
    SentenceForm{"board.changed.for_other", "actor person title"},
    SentenceForm{"board.made", "actor title"},
    SentenceForm{"board.removed", "actor"},
    SentenceForm{"board.removed.for_other", "actor person"},
    SentenceForm{"command.had_no_effect", "actor command"},
    SentenceForm{"command.refused", "actor command detail"},
    SentenceForm{"command.repeated", "actor command"},
    SentenceForm{"effect.done", "position reactor"},
    SentenceForm{"effect.failed", "detail position reactor"},
    SentenceForm{"effect.failed.gave_up", "detail position reactor"},
    SentenceForm{"effect.watched", "reactor"},
    SentenceForm{"feed.closed", "actor"},
    SentenceForm{"feed.closed.for_other", "actor person"},
    SentenceForm{"feed.opened", "person"},
    SentenceForm{"gpu.changed", "gpus"},
    SentenceForm{"gpu.changed.moved", "gpus host"},
    SentenceForm{"gpu.clash_began", "gpus host other"},
    SentenceForm{"gpu.clash_ended", "gpus host other"},
    SentenceForm{"gpu.discovered", "gpus model"},
    SentenceForm{"gpu.discovered.no_model", "gpus"},
    SentenceForm{"gpu.healthy", "gpus"},
    SentenceForm{"gpu.lost", "gpus"},
    SentenceForm{"gpu.lost.words", "gpus words"},
    SentenceForm{"gpu.unhealthy", "gpus words"},
    SentenceForm{"grant.changed", "actor grant"},
    SentenceForm{"grant.given", "actor grant"},
    SentenceForm{"grant.withdrawn", "actor grant"},
    SentenceForm{"group.changed", "actor group"},
    SentenceForm{"group.changed.renamed", "actor after before"},
    SentenceForm{"group.joined", "actor group person"},
    SentenceForm{"group.joined.manager", "actor group person"},
    SentenceForm{"group.joined.no_manager", "actor group person"},
    SentenceForm{"group.left", "actor group person"},
    SentenceForm{"group.limited", "actor group"},
    SentenceForm{"group.made", "actor group"},
    SentenceForm{"group.removed", "actor group"},
    SentenceForm{"host.booted", "host"},
    SentenceForm{"host.booted.first", "host"},
    SentenceForm{"host.changed", "actor host"},
    SentenceForm{"host.changed.address", "actor after before host"},
    SentenceForm{"host.changed.key", "actor host"},
    SentenceForm{"host.changed.port", "actor after before host"},
    SentenceForm{"host.changed.user", "actor after before host"},
    SentenceForm{"host.driver.broken", "host words"},
    SentenceForm{"host.driver.missing", "host words"},
    SentenceForm{"host.driver.unsupported", "host words"},
    SentenceForm{"host.driver.working", "host"},
    SentenceForm{"host.enrolled", "actor host"},
    SentenceForm{"host.key_refused", "host"},
    SentenceForm{"host.lost", "host reason"},
    SentenceForm{"host.owners_hidden", "host"},
    SentenceForm{"host.owners_hidden.pid_namespace", "host"},
    SentenceForm{"host.owners_seen", "host"},
    SentenceForm{"host.reached", "host"},
    SentenceForm{"host.removed", "actor host"},
    SentenceForm{"host.topology_changed", "host"},
    SentenceForm{"log.sealed", "position"},
    SentenceForm{"person.added", "actor person"},
    SentenceForm{"person.changed", "actor"},
    SentenceForm{"person.changed.for_other", "actor person"},
    SentenceForm{"person.changed.role", "actor after before person"},
    SentenceForm{"person.changed.unix_name", "actor after before person"},
    SentenceForm{"person.disabled", "actor person"},
    SentenceForm{"person.enabled", "actor person"},
    SentenceForm{"person.erased", "actor person"},
    SentenceForm{"person.linked", "person"},
    SentenceForm{"person.mail_changed", "actor"},
    SentenceForm{"person.mail_changed.for_other", "actor person"},
    SentenceForm{"person.password_changed", "actor"},
    SentenceForm{"person.password_changed.for_other", "actor person"},
    SentenceForm{"person.password_link_made", "actor person"},
    SentenceForm{"person.password_link_used", "person"},
    SentenceForm{"person.preferences_changed", "person"},
    SentenceForm{"person.recovery_used", "person"},
    SentenceForm{"person.removed", "actor person"},
    SentenceForm{"person.second_factor_removed", "actor"},
    SentenceForm{"person.second_factor_removed.for_other", "actor person"},
    SentenceForm{"person.second_factor_set", "person"},
    SentenceForm{"person.unlinked", "actor person"},
    SentenceForm{"process.appeared", "account gpus pid"},
    SentenceForm{"process.appeared.hidden", "gpus pid"},
    SentenceForm{"process.gone", "account gpus pid"},
    SentenceForm{"process.gone.hidden", "gpus pid"},
    SentenceForm{"process.gpus_changed", "account gpus pid"},
    SentenceForm{"process.gpus_changed.hidden", "gpus pid"},
    SentenceForm{"process.owner_known", "account gpus pid"},
    SentenceForm{"reservation.approved", "actor gpus person"},
    SentenceForm{"reservation.booked", "actor gpus"},
    SentenceForm{"reservation.booked.for_other", "actor gpus person"},
    SentenceForm{"reservation.cancelled", "actor gpus"},
    SentenceForm{"reservation.cancelled.for_other", "actor gpus person"},
    SentenceForm{"reservation.changed", "actor gpus"},
    SentenceForm{"reservation.changed.for_other", "actor gpus person"},
    SentenceForm{"reservation.changed.swapped", "actor gpus"},
    SentenceForm{"reservation.changed.swapped.for_other", "actor gpus person"},
    SentenceForm{"reservation.declined", "actor gpus person reason"},
    SentenceForm{"reservation.lapsed", "gpus person"},
    SentenceForm{"reservation.reinstated", "actor gpus"},
    SentenceForm{"reservation.reinstated.for_other", "actor gpus person"},
    SentenceForm{"reservation.released", "actor gpus"},
    SentenceForm{"reservation.released.for_other", "actor gpus person"},
    SentenceForm{"reservation.requested", "actor gpus"},
    SentenceForm{"reservation.requested.for_other", "actor gpus person"},
    SentenceForm{"reservation.revived", "actor gpus person"},
    SentenceForm{"reservation.suspended.no_grant", "actor gpus person"},
    SentenceForm{"reservation.suspended.person_disabled", "actor gpus person"},
    SentenceForm{"rules.set", "actor"},
    SentenceForm{"session.ended", "person"},
    SentenceForm{"session.lent", "person"},
    SentenceForm{"session.started", "person"},
    SentenceForm{"setup.completed", "person"},
    SentenceForm{"setup.opened", ""},
    SentenceForm{"token.issued", "label person"},
    SentenceForm{"token.revoked", "actor"},
    SentenceForm{"token.revoked.for_other", "actor person"},
    SentenceForm{"violation.acted.mail", "account count gpus"},
    SentenceForm{"violation.acted.mail.failed", "account gpus words"},
    SentenceForm{"violation.acted.mail.nobody", "account gpus"},
    SentenceForm{"violation.acted.message", "account count gpus"},
    SentenceForm{"violation.acted.message.failed", "account gpus words"},
    SentenceForm{"violation.acted.message.nobody", "account gpus"},
    SentenceForm{"violation.acted.stop", "account count gpus"},
    SentenceForm{"violation.acted.stop.dry_run", "account count gpus"},
    SentenceForm{"violation.acted.stop.failed", "account gpus words"},
    SentenceForm{"violation.acted.stop.nobody", "account gpus"},
    SentenceForm{"violation.closed", "account gpus"},
    SentenceForm{"violation.escalated.mail_admins", "account gpus"},
    SentenceForm{"violation.escalated.mail_owner", "account gpus"},
    SentenceForm{"violation.escalated.mail_person", "account gpus"},
    SentenceForm{"violation.escalated.message", "account gpus"},
    SentenceForm{"violation.escalated.stop", "account gpus"},
    SentenceForm{"violation.escalated.stop.dry_run", "account gpus"},
    SentenceForm{"violation.excuse_withdrawn", "account actor gpus"},
    SentenceForm{"violation.excused", "account actor gpus"},
    SentenceForm{"violation.excused.too", "account gpus person"},
    SentenceForm{"violation.gpus_changed", "account gpus"},
    SentenceForm{"violation.kind_changed", "account gpus"},
    SentenceForm{"violation.level_set", "actor host"},
    SentenceForm{"violation.level_set.group", "actor group"},
    SentenceForm{"violation.opened", "account gpus person"},
    SentenceForm{"violation.opened.unbooked", "account gpus"}};

// A key from the list: any other does not compile.
class SentenceKey {
  public:
    consteval SentenceKey(const char* key) : text_(key) {  // NOLINT: literals read as keys
        if (std::none_of(sentence_forms.begin(), sentence_forms.end(),
                         [&](const SentenceForm& form) { return form.key == text_; })) {
            throw "no sentence has this key";
        }
    }
    [[nodiscard]] constexpr std::string_view text() const { return text_; }

  private:
    std::string_view text_;
};

}  // namespace dibs::projections
