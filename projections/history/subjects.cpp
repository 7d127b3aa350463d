// Whom and what a fact concerns, looked up in the tables where the fact names only an id.
#include "domain/overloaded.hpp"
#include "projections/boards/boards.hpp"
#include "projections/calendar/calendar.hpp"
#include "projections/fleet/fleet.hpp"
#include "projections/history/history.hpp"
#include "projections/people/people.hpp"
#include "projections/violations/violations.hpp"

#include <algorithm>

namespace dibs::projections {
namespace {

class Finder {
  public:
    explicit Finder(const Txn& txn) : txn_(txn) {}
    Subjects found{};

    void operator()(const reservation::Event& event) {
        std::visit(overloaded{[&](const reservation::Cancelled& e) { reservation(e.id); },
                              [&](const reservation::Released& e) { reservation(e.id); },
                              [&](const auto& e) { booking(e.booking); }},
                   event);
    }
    void operator()(const fleet::Event& event) {
        std::visit(overloaded{
                       [&](const fleet::GpuDiscovered& e) {
                           found.gpus.push_back(e.id);
                           found.hosts.push_back(e.host);
                       },
                       [&](const fleet::GpuChanged& e) {
                           found.hosts.push_back(e.host);
                           gpu(e.id);
                       },
                       [&](const fleet::GpuLost& e) { gpu(e.id); },
                       [&](const fleet::ProcessAppeared& e) {
                           gpu(e.gpu);
                           unix_name(e.unix_name);
                       },
                       [&](const fleet::ProcessGone& e) { process(e.id); },
                       [&](const auto& e) { found.hosts.push_back(e.id); },  // of hosts
                   },
                   event);
    }
    void operator()(const violation::Event& event) {
        std::visit(overloaded{[&](const violation::Opened& e) {
                                  violation(e.id, e.reservation, e.gpu, e.unix_name);
                              },
                              [&](const auto& e) {
                                  found.violation = e.id;
                                  const auto row = find_violation(txn_, e.id);
                                  if (!row) return;
                                  violation(e.id, row->reservation, row->gpu, row->unix_name);
                              }},
                   event);
    }
    void operator()(const people::Event& event) {
        std::visit(overloaded{
                       [](const people::SetupOpened&) {},
                       [&](const people::PersonAdded& e) { person(e.id); },
                       [&](const people::PreferencesChanged& e) {
                           person(e.person);
                           found.personal = true;
                       },
                       [&](const people::SessionEnded& e) {
                           if (const auto row = find_session(txn_, e.id)) person(row->person);
                       },
                       [&](const people::TokenRevoked& e) {
                           if (const auto row = find_token(txn_, e.id)) person(row->person);
                       },
                       [&](const auto& e) { person(e.person); },
                   },
                   event);
    }
    void operator()(const grant::Event&) {}
    void operator()(const board::Event& event) {
        std::visit(overloaded{[&](const board::Removed& e) {
                                  found.board = e.id;
                                  if (const auto row = find_board(txn_, e.id)) board(row->board);
                              },
                              [&](const auto& e) { board(e.board); }},
                   event);
    }
    void operator()(const answer::Event&) {}

  private:
    void person(PersonId id) {
        if (std::find(found.people.begin(), found.people.end(), id) == found.people.end()) {
            found.people.push_back(id);
        }
    }
    void unix_name(std::string_view name) {
        if (const auto id = find_unix_name(txn_, name)) person(*id);
    }
    void gpu(GpuId id) {
        found.gpus.push_back(id);
        const auto row = find_gpu(txn_, id);
        if (!row) return;
        const auto known = std::find(found.hosts.begin(), found.hosts.end(), row->host);
        if (known == found.hosts.end()) found.hosts.push_back(row->host);
    }
    void booking(const reservation::Booking& booking) {
        found.reservation = booking.id;
        person(booking.owner);
        for (const GpuId id : booking.gpus) gpu(id);
    }
    void reservation(ReservationId id) {
        found.reservation = id;
        const auto row = find_reservation(txn_, id);
        if (!row) return;
        person(row->owner);
        for (const GpuId gpu_id : row->gpus) gpu(gpu_id);
    }
    void process(ProcessId id) {
        const auto row = find_process(txn_, id);
        if (!row) return;
        gpu(row->gpu);
        unix_name(row->unix_name);
    }
    void board(const board::Board& board) {
        found.board = board.id;
        found.personal = !board.shared;
        person(board.owner);
    }
    void violation(ViolationId id, ReservationId held, GpuId on, std::string_view intruder) {
        found.violation = id;
        found.reservation = held;
        unix_name(intruder);
        if (const auto row = find_reservation(txn_, held)) person(row->owner);
        gpu(on);
    }
    const Txn& txn_;
};

}  // namespace

Subjects subjects_of(const Txn& txn, const Event& event) {
    Finder finder(txn);
    std::visit(finder, event);
    return std::move(finder.found);
}

}  // namespace dibs::projections
