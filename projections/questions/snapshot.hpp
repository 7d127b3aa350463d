// All questions to the tables, asked of one moment: the tables as of a position, the clock as
// given. Made by ReadModel::snapshot(now) on any thread, used at once and dropped: never kept
// across a wait (an open one makes the file grow), nor shared between threads. Answers are copies.
#pragma once

#include "domain/use.hpp"
#include "projections/boards/board_views.hpp"
#include "projections/calendar/reservation_views.hpp"
#include "projections/fleet/fleet_views.hpp"
#include "projections/history/history_views.hpp"
#include "projections/people/people_views.hpp"
#include "projections/rules/rules.hpp"
#include "projections/store/page.hpp"
#include "projections/store/store.hpp"

#include <map>
#include <optional>
#include <string_view>
#include <vector>

namespace dibs {

class Usage;

class Snapshot {
  public:
    Snapshot(ReadTxn txn, Instant now, const Usage* usage);

    [[nodiscard]] Position position() const;  // of the newest fact in the tables
    [[nodiscard]] Instant now() const { return now_; }

    // reservations
    [[nodiscard]] std::optional<views::Reservation> reservation(ReservationId id) const;
    [[nodiscard]] Slice<views::Reservation> reservations(const views::ReservationFilter& filter,
                                                         const PageFrom& page) const;  // by start
    // Without the cancelled ones. `gpus` empty: all. Order: host name, index.
    [[nodiscard]] views::Calendar calendar(const std::vector<GpuId>& gpus, Interval window) const;
    // The reservations alone, by GPU and time: one seek and a scan for each GPU.
    [[nodiscard]] std::vector<views::CalendarRow> calendar_rows(const std::vector<GpuId>& gpus,
                                                                Interval window) const;
    [[nodiscard]] std::vector<views::Busy> busy(const std::vector<GpuId>& gpus,
                                                Interval window) const;
    // Who had booked this GPU, or one it shares silicon with.
    [[nodiscard]] std::vector<Hold> holds(GpuId gpu, const Interval& window) const;
    // One row for each GPU of these reservations that is in `gpus`, and held in `window`.
    [[nodiscard]] std::vector<views::Conflict> conflicts(const std::vector<ReservationId>& ids,
                                                         const std::vector<GpuId>& gpus,
                                                         Interval window) const;

    // fleet
    [[nodiscard]] std::optional<views::Host> host(HostId id) const;
    [[nodiscard]] views::Rules rules() const;

    [[nodiscard]] std::optional<HostId> find_host(std::string_view id_or_name) const;
    [[nodiscard]] Slice<views::Host> hosts(const PageFrom& page) const;  // by name
    [[nodiscard]] std::optional<views::Gpu> gpu(GpuId id) const;
    // By the driver's name, as samples call it.
    [[nodiscard]] std::optional<GpuId> gpu_by_uuid(std::string_view uuid) const;
    [[nodiscard]] std::string gpu_name(GpuId id) const;  // "gpu03:2"
    [[nodiscard]] std::optional<std::string> host_name_of(GpuId id) const;
    // By host name and index; those of removed hosts are left out.
    [[nodiscard]] Slice<views::Gpu> gpus(const views::GpuFilter& filter,
                                         const PageFrom& page) const;
    // The same GPUs without live values and holders: cheap.
    [[nodiscard]] std::vector<views::CalendarGpu> gpu_list(const views::GpuFilter& filter) const;
    // The GPU, its parent, its slices: a booking of one excludes the others.
    [[nodiscard]] std::vector<GpuId> sharing_silicon(GpuId id) const;
    // By host name, GPU index, pid.
    [[nodiscard]] Slice<views::Process> processes(const views::ProcessFilter& filter,
                                                  const PageFrom& page) const;

    // violations, newest first
    [[nodiscard]] std::optional<views::Violation> violation(ViolationId id) const;
    [[nodiscard]] Slice<views::Violation> violations(const views::ViolationFilter& filter,
                                                     const PageFrom& page) const;

    // people
    [[nodiscard]] std::optional<views::Person> person(PersonId id) const;
    [[nodiscard]] Personal<std::string> person_name(PersonId id) const;  // empty if unknown
    [[nodiscard]] std::optional<PersonId> person_by_unix_name(std::string_view name) const;
    // What somebody typed to sign in or to name a person: id, UNIX name, or a name borne by one.
    [[nodiscard]] std::optional<PersonId> find_person(std::string_view text) const;
    [[nodiscard]] Slice<views::Person> people(const PageFrom& page) const;  // by name
    [[nodiscard]] std::optional<people::PasswordHash> password_hash(PersonId id) const;
    // Session or token by the SHA-256 of its text. Ended and revoked ones are gone.
    [[nodiscard]] std::optional<views::Credential> credential(const people::Digest& digest) const;
    [[nodiscard]] Slice<views::Token> tokens(PersonId person, const PageFrom& page) const;
    [[nodiscard]] std::optional<views::Token> token(TokenId id) const;
    [[nodiscard]] std::optional<PersonId> token_owner(TokenId id) const;
    [[nodiscard]] Slice<views::Session> sessions(PersonId person, const PageFrom& page) const;
    [[nodiscard]] people::Preferences preferences(PersonId id) const;
    [[nodiscard]] views::Setup setup() const;

    // boards, oldest first
    [[nodiscard]] std::optional<views::Board> board(BoardId id) const;
    [[nodiscard]] Slice<views::BoardSummary> boards(const views::BoardFilter& filter,
                                                    const PageFrom& page) const;

    // history
    [[nodiscard]] Slice<views::Event> events(const views::EventFilter& filter,
                                             const PageFrom& page) const;
    // Oldest first, at most `max`; what a stream resumes from.
    [[nodiscard]] std::vector<views::Event> events_after(Position position, std::size_t max) const;
    [[nodiscard]] std::optional<views::Event> event(Position position) const;
    // What concerns it, up to this position, oldest first; without secrets.
    [[nodiscard]] std::vector<Recorded> facts_about(const Ref& ref, Position until) const;
    // A fact just published, as the history shows it.
    [[nodiscard]] views::Event event_view(const Recorded& recorded) const;

    struct Counts {
        std::size_t hosts = 0, gpus = 0, processes = 0, people = 0;
        std::size_t reservations = 0, open_violations = 0, events = 0;
    };
    [[nodiscard]] Counts counts() const;

  private:
    ReadTxn txn_;
    Instant now_;
    const Usage* usage_;  // none in tests of single tables
};

}  // namespace dibs
