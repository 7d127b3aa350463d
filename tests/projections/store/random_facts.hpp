// A random history of a fleet: random commands, decided by the domain, as a writer would record
// them. The same seed gives the same facts.
#pragma once

#include "tests/support/sample_site.hpp"

#include <array>
#include <random>

namespace dibs::test {

class RandomFacts {
  public:
    struct Command {
        Instant at;
        Origin origin;
        std::vector<Event> events;
    };

    explicit RandomFacts(unsigned seed, std::size_t gpus = 16) : random_(seed), gpu_count_(gpus) {}

    // Makes commands with at least `count` events in all.
    std::vector<Command> make(std::size_t count) {
        std::vector<Command> commands;
        found();
        commands.swap(commands_);
        std::size_t made = 0;
        for (const auto& c : commands) made += c.events.size();
        while (made < count) {
            now_ += std::chrono::seconds{pick(600)};
            one();
            for (auto& c : commands_) {
                made += c.events.size();
                commands.push_back(std::move(c));
            }
            commands_.clear();
        }
        return commands;
    }
    [[nodiscard]] const World& world() const { return world_; }

  private:
    unsigned pick(std::size_t below) { return static_cast<unsigned>(random_() % below); }
    template <class AnyId>
    AnyId fresh() {
        return nth<AnyId>(++ids_);
    }
    template <class Map>
    auto any_key(const Map& map) {
        return std::next(map.begin(), static_cast<std::ptrdiff_t>(pick(map.size())))->first;
    }
    template <class C>
    void run(C c, std::optional<PersonId> by = {}) {
        const auto full = command(std::move(c));
        const Context context{by, Scopes::all(), now_, &made_};
        auto decided = decide(world_, full, context);
        Command done{now_, Origin{by, "10.0.0.9", "req-" + std::to_string(++ids_), "", ""}, {}};
        if (decided) {
            done.events = std::move(*decided);
        } else {
            const auto& no = decided.error();
            done.events = {answer::Event{answer::Refused{std::string(full.type()), no.code,
                                                         no.field, no.detail, no.about, no.rule}}};
        }
        if (done.events.empty()) return;
        for (const auto& e : done.events) {
            world_ = evolve(std::move(world_), Recorded{world_.position + 1, now_, {}, e, true});
        }
        commands_.push_back(std::move(done));
    }

    void found() {
        run(people::OpenSetup{{"setup-digest"}, now_ + std::chrono::hours{1}});
        run(people::CompleteSetup{
            {"setup-digest"}, root, nth<GrantId>(1), {"Root"}, "rita", {"$h"}});
        for (unsigned i = 10; i < 20; ++i) {
            const auto name = "user" + std::to_string(i);
            run(
                people::AddPerson{
                    nth<PersonId>(i), {name}, name, people::Role::user, {"$h" + name}},
                root);
        }
        const auto hosts = (gpu_count_ + 7) / 8;
        for (unsigned h = 1; h <= hosts; ++h) {
            run(fleet::EnrolHost{nth<HostId>(h), "host" + std::to_string(h), "10.0.0.1", 22, "dibs",
                                 some_key},
                root);
            run(fleet::ReportReached{nth<HostId>(h)});
            report_gpus(nth<HostId>(h), 8);
        }
    }
    void report_gpus(HostId id, unsigned count) {
        fleet::ReportGpus report{id, {}};
        const unsigned first = id.uuid[15] * 8U;
        for (unsigned i = 0; i < count; ++i) {
            report.gpus.push_back(
                {"GPU-" + std::to_string(first + i), i, "NVIDIA A100", 40960, {}});
        }
        run(std::move(report));
    }
    void report_processes(HostId id) {
        fleet::ReportProcesses report{id, {}};
        const unsigned first = id.uuid[15] * 8U;
        for (unsigned i = pick(4); i > 0; --i) {
            fleet::SeenProcess seen;
            for (unsigned used = 1 + pick(3); used > 0; --used) {
                seen.gpu_uuids.push_back("GPU-" + std::to_string(first + pick(8)));
            }
            seen.pid = 100 + pick(20);
            if (pick(5) > 0) {  // else the host hides its owner
                seen.started = ten;
                seen.unix_name = "user" + std::to_string(10 + pick(14));
                seen.command_line = Personal<std::string>{"python train.py --lr 0.1"};
            }
            report.running.push_back(std::move(seen));
        }
        run(std::move(report));
    }
    void book() {
        std::vector<GpuId> gpus;
        for (unsigned i = pick(6) == 0 ? 3 : 1; i > 0; --i) {
            gpus.push_back(any_key(world_.fleet.gpus));
        }
        const auto owner = any_key(world_.people.people);
        const auto from = now_ + std::chrono::minutes{pick(60 * 24 * 10)};
        const auto until = from + std::chrono::minutes{30 + pick(60 * 30)};
        run(reservation::Book{fresh<ReservationId>(), owner, gpus, {from, until}, {"a title"}},
            owner);
    }
    void touch_booking() {
        if (world_.reservations.all.empty()) return book();
        const auto id = any_key(world_.reservations.all);
        const auto& held_booking = world_.reservations.all.at(id);
        const auto owner = held_booking.booking.owner;
        switch (pick(7)) {
            case 5:
                return run(reservation::Approve{id, {}}, root);
            case 6:
                return run(reservation::Decline{id, {}, {"not now"}}, root);
            case 0:
                return run(reservation::Cancel{id, {}}, owner);
            case 1:
                return run(reservation::Release{id, {}}, owner);
            case 2:
                return run(reservation::Reinstate{id, {}}, owner);
            case 3: {
                reservation::Change change{.id = id};
                change.from = held_booking.booking.when.from + std::chrono::minutes{pick(300)};
                change.until = held_booking.booking.when.until + std::chrono::minutes{pick(300)};
                return run(std::move(change), owner);
            }
            default: {
                reservation::Change change{.id = id};
                change.gpus = std::vector{any_key(world_.fleet.gpus)};
                return run(std::move(change), owner);
            }
        }
    }
    void touch_people() {
        const auto who = any_key(world_.people.people);
        const people::Digest digest{"digest-" + std::to_string(++ids_)};
        switch (pick(7)) {
            case 0:
                return run(people::SignIn{fresh<SessionId>(), who, digest,
                                          now_ + std::chrono::hours{pick(200)}});
            case 1:
                return run(
                    people::IssueToken{
                        fresh<TokenId>(), {"a label"}, Scopes{Scope::read}, digest, {}},
                    who);
            case 2:
                if (!world_.people.sessions.empty()) {
                    run(people::SignOut{any_key(world_.people.sessions)}, root);
                }
                return;
            case 3:
                if (!world_.people.tokens.empty()) {
                    run(people::RevokeToken{any_key(world_.people.tokens)}, root);
                }
                return;
            case 4:
                return run(people::MakePasswordLink{who, digest}, root);
            case 5:
                if (!world_.people.password_links.empty()) {
                    const auto link = world_.people.password_links.begin()->second;
                    run(people::UsePasswordLink{link.person, link.token, {"$own"}});
                }
                return;
            default:
                return run(people::ChangePassword{who, {"$new"}}, root);
        }
    }
    void touch_fleet() {
        const auto id = any_key(world_.fleet.hosts);
        switch (pick(12)) {
            case 0:
                return run(fleet::ReportLost{id, "no answer"});
            case 1:
                return report_gpus(id, 1 + pick(8));
            case 2:
                return run(fleet::ReportHostKey{id, "SHA256:" + std::to_string(pick(3))});
            case 3:
                return run(fleet::ReportReached{id});
            default:
                return report_processes(id);
        }
    }
    void touch_rules() {
        using rules::ViolationLevel;
        constexpr std::array levels{ViolationLevel::off, ViolationLevel::against_bookings,
                                    ViolationLevel::always};
        run(rules::Set{.most_gpus = 2 + pick(8), .violation_level = levels[pick(levels.size())]},
            root);
    }
    void touch_access() {
        if (world_.groups.all.empty()) return run(group::Make{fresh<GroupId>(), "a group"}, root);
        const auto group = any_key(world_.groups.all);
        switch (pick(6)) {
            case 0:
                return run(group::Join{group, any_key(world_.people.people)}, root);
            case 1: {
                LimitsPatch limits;
                limits.gpus_at_once = 1 + pick(4);
                limits.gpu_hours_week = 50 + pick(200);
                return run(group::Limit{group, limits}, root);
            }
            case 2: {
                grant::Change change{any_key(world_.grants.all)};
                change.approval.emplace();
                if (pick(2) == 0) *change.approval = grant::Approval{1, {}};
                return run(std::move(change), root);
            }
            case 3:
                return run(group::Invite{group, any_key(world_.people.people)}, root);
            case 4: {
                const auto person = any_key(world_.people.people);
                return run(group::EndInvitation{group, person}, pick(2) == 0 ? root : person);
            }
            default:
                return run(group::Leave{group, any_key(world_.people.people)}, root);
        }
    }
    void touch_boards() {
        const auto owner = any_key(world_.people.people);
        if (world_.boards.all.empty() || pick(3) == 0) {
            return run(board::Make{fresh<BoardId>(), {"a board"}, pick(2) == 0, {}}, owner);
        }
        const auto id = any_key(world_.boards.all);
        const auto by = world_.boards.all.at(id).board.owner;
        if (pick(3) == 0) return run(board::Remove{id, {}}, by);
        run(board::Change{id, {}, Personal<std::string>{"another title"}, pick(2) == 0, {}}, by);
    }
    void one() {
        if (pick(40) == 0) return touch_rules();
        if (pick(30) == 0) return touch_access();
        if (pick(15) == 0) return touch_boards();
        switch (pick(10)) {
            case 0:
            case 1:
            case 2:
            case 3:
                return book();
            case 4:
            case 5:
                return touch_booking();
            case 6:
                return touch_people();
            case 7:
                return run(Tick{});
            case 8:
                if (!world_.violations.open.empty()) {
                    const auto id = any_key(world_.violations.open);
                    if (pick(3) == 0) return run(violation::WithdrawExcuse{id}, root);
                    run(violation::Excuse{id, "agreed"}, root);
                }
                return;
            default:
                return touch_fleet();
        }
    }

    std::mt19937 random_;
    std::size_t gpu_count_;
    Instant now_ = ten;
    unsigned ids_ = 1000;
    IdsInARow made_;
    World world_;
    std::vector<Command> commands_;
};

}  // namespace dibs::test
