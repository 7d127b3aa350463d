// Makes the history's row of each fact: its JSON with secrets blanked, whom and what it concerns,
// and the index entries that lead to it.
#include "projections/history/history.hpp"

#include "domain/codec/event_json.hpp"

namespace dibs::projections {
namespace {

void index(WriteTxn& txn, const Key& subject, Position position) {
    Key key = subject;
    txn.put_later(Table::history_index, key.number(static_cast<std::uint64_t>(position)));
}

void index_all(WriteTxn& txn, const HistoryRow& row, Position position) {
    const auto& s = row.subjects;
    if (row.actor) index(txn, Key().byte(by_person).id(*row.actor), position);
    for (const auto& id : s.people) {
        if (id != row.actor) index(txn, Key().byte(by_person).id(id), position);
    }
    for (const auto& id : s.hosts) index(txn, Key().byte(by_host).id(id), position);
    for (const auto& id : s.gpus) index(txn, Key().byte(by_gpu).id(id), position);
    if (s.reservation) index(txn, Key().byte(by_reservation).id(*s.reservation), position);
    if (s.violation) index(txn, Key().byte(by_violation).id(*s.violation), position);
    if (s.board) index(txn, Key().byte(by_board).id(*s.board), position);
    index(txn, Key().byte(by_type).text(row.type), position);
}

constexpr std::string_view blank = "";

template <class E, class... Members>
bool blank_in(Event& event, Members... members) {
    auto* aggregate = std::get_if<people::Event>(&event);
    auto* e = aggregate ? std::get_if<E>(aggregate) : nullptr;
    if (!e) return false;
    const auto wipe = [](auto& member) {
        if constexpr (requires { member.value; }) {
            member.value = blank;
        } else {
            member = blank;
        }
    };
    (wipe(e->*members), ...);
    return true;
}

}  // namespace

std::optional<Event> without_secrets(const Event& event) {
    if (!std::holds_alternative<people::Event>(event)) return std::nullopt;
    using namespace people;
    dibs::Event copy = event;
    const bool had = blank_in<SetupOpened>(copy, &SetupOpened::token) ||
                     blank_in<PersonAdded>(copy, &PersonAdded::password_hash) ||
                     blank_in<PasswordChanged>(copy, &PasswordChanged::password_hash) ||
                     blank_in<SessionStarted>(copy, &SessionStarted::token) ||
                     blank_in<SessionLent>(copy, &SessionLent::token) ||
                     blank_in<TokenIssued>(copy, &TokenIssued::token);
    if (!had) return std::nullopt;
    return copy;
}

HistoryRow history_row(const Txn& txn, const Recorded& recorded) {
    const auto shown = without_secrets(recorded.event);
    return {recorded.at,
            std::string(type_of(recorded.event)),
            recorded.origin.actor,
            recorded.origin.source,
            recorded.origin.request_id,
            subjects_of(txn, recorded.event),
            event_json(shown ? *shown : recorded.event)};
}

void History::project(WriteTxn& txn, const Recorded& recorded) {
    const auto row = history_row(txn, recorded);
    txn.put(Table::history, Key().number(static_cast<std::uint64_t>(recorded.position)), pack(row));
    index_all(txn, row, recorded.position);
}

}  // namespace dibs::projections
