// Compares `decide` and `evolve` of reservations with a simple model. The model has a list of
// bookings, searched from front to back, and a second implementation of the rules in order. Runs
// 100,000 random commands and allows no difference. After each command, no two bookings use the
// same hardware at the same time. DIBS_SEED repeats a run.
#include "domain/reservation/reservation_fields.hpp"
#include "tests/support/sample_site.hpp"

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <random>
#include <set>

namespace dibs::test {
namespace {

using namespace std::chrono_literals;

const std::vector all_gpus{gpu_a, gpu_b, gpu_c, gpu_d, slice_1, slice_2, nth<GpuId>(99)};

bool share_hardware(GpuId a, GpuId b) {
    const auto slice = [](GpuId id) { return id == slice_1 || id == slice_2; };
    return a == b || (a == gpu_d && slice(b)) || (b == gpu_d && slice(a));
}
bool share_hardware(const reservation::Booking& a, const reservation::Booking& b) {
    for (const auto x : a.gpus) {
        for (const auto y : b.gpus) {
            if (share_hardware(x, y)) return true;
        }
    }
    return false;
}

struct Row {
    reservation::Booking booking;
    reservation::Version version = 1;
    char ending = 'n';  // none, cancelled, released
};

// The model's answer: a code, or the resulting booking.
struct Verdict {
    std::optional<Code> no{};
    std::set<ReservationId> conflicts{};
};

class Model {
  public:
    std::vector<Row> rows;

    Row* find(ReservationId id) {
        for (auto& row : rows) {
            if (row.booking.id == id) return &row;
        }
        return nullptr;
    }

    std::set<ReservationId> in_the_way(const reservation::Booking& b) const {
        std::set<ReservationId> found;
        for (const auto& row : rows) {
            const auto& other = row.booking;
            if (row.ending == 'c' || other.id == b.id || !share_hardware(other, b)) continue;
            const auto from = std::max(other.when.from, b.when.from);
            if (from < std::min(other.when.until, b.when.until)) found.insert(other.id);
        }
        return found;
    }

    // `just_over`: the command names the start again, which may be a moment ago.
    Verdict place(Row next, Instant now, bool check_gpus = true, bool just_over = false) {
        auto& b = next.booking;
        if (check_gpus) {
            if (b.gpus.empty()) return {Code::out_of_range};
            for (const auto id : b.gpus) {
                if (id == nth<GpuId>(99)) return {Code::unknown_gpu};
                const bool both = (id == slice_1 || id == slice_2) &&
                                  std::count(b.gpus.begin(), b.gpus.end(), gpu_d) > 0;
                if (both) return {Code::out_of_range};
            }
        }
        if (b.when.from < now && just_over && !in_the_way(b).empty()) b.when.from = now;
        const Verdict taken{Code::slot_taken, in_the_way(b)};
        if (!taken.conflicts.empty()) return taken;
        if (auto* row = find(b.id)) {
            *row = next;
        } else {
            rows.push_back(next);
        }
        return {};
    }

    static std::optional<Code> length_and_start(const Interval& when, Instant now) {
        if (when.until <= when.from) return Code::interval_reversed;
        if (when.until - when.from < 30min) return Code::too_short;
        if (when.until - when.from > 192h) return Code::too_long;
        if (when.from < now - 1min) return Code::in_the_past;
        if (when.until <= now) return Code::in_the_past;
        if (when.from > now + 8784h) return Code::too_far_ahead;
        return std::nullopt;
    }

    Verdict book(reservation::Booking b, PersonId by, Instant now) {
        if (by != b.owner && by != root) return {Code::not_allowed};
        if (find(b.id)) return {Code::already_exists};
        if (auto no = length_and_start(b.when, now)) return {no};
        return place(Row{b}, now, true, true);
    }

    std::optional<Code> common(const Row* row, std::optional<reservation::Version> expected,
                               PersonId by) {
        if (!row) return Code::not_found;
        if (by != row->booking.owner && by != root) return Code::not_allowed;
        if (expected && *expected != row->version) return Code::changed_meanwhile;
        return std::nullopt;
    }
    static bool over(const Row& row, Instant now) {
        return row.ending != 'n' || row.booking.when.until <= now;
    }

    Verdict change(const reservation::Change& c, PersonId by, Instant now) {
        auto* row = find(c.id);
        if (auto no = common(row, c.expected, by)) return {no};
        if (over(*row, now)) return {Code::already_ended};
        Row next = *row;
        auto& when = next.booking.when;
        if (c.gpus) next.booking.gpus = *c.gpus;
        if (c.from) when.from = *c.from;
        if (c.until) when.until = *c.until;
        const auto& before = row->booking;
        if (before.when.from <= now) {
            if (when.from != before.when.from) return {Code::in_the_past};
            if (next.booking.gpus != before.gpus) return {Code::in_the_past};
            if (when.until <= now) return {Code::in_the_past};
            if (when.until > before.when.until && when.until - when.from > 192h) {
                return {Code::too_long};
            }
            if (when.until > before.when.until && when.until - when.from < 30min) {
                return {Code::too_short};
            }
        } else {
            if (when != before.when) {
                if (auto no = length_and_start(when, now)) return {no};
            }
        }
        const bool upcoming = before.when.from > now;
        if (next.booking == before) return {};
        ++next.version;
        return place(next, now, next.booking.gpus != before.gpus, upcoming);
    }

    Verdict end(ReservationId id, std::optional<reservation::Version> expected, PersonId by,
                Instant now, bool release) {
        auto* row = find(id);
        if (auto no = common(row, expected, by)) return {no};
        if (over(*row, now)) return {Code::already_ended};
        const bool running = row->booking.when.from <= now;
        if (release && !running) return {Code::not_ready};
        ++row->version;
        row->ending = running ? 'r' : 'c';
        if (running) row->booking.when.until = now;
        return {};
    }

    Verdict reinstate(const reservation::Reinstate& c, PersonId by, Instant now) {
        auto* row = find(c.id);
        if (auto no = common(row, c.expected, by)) return {no};
        if (row->ending != 'c') return {Code::not_ready};
        if (row->booking.when.until <= now) return {Code::already_ended};
        Row next{row->booking, row->version + 1, 'n'};
        next.booking.when.from = std::max(next.booking.when.from, now);
        return place(next, now);
    }
};

class RandomBookingRun {
  public:
    explicit RandomBookingRun(unsigned seed) : chance_(seed) {}

    // Runs one command on both. Returns the difference, if any.
    std::string step() {
        now_ += std::chrono::seconds{below(600)};
        world_.at(now_);
        const auto by = std::vector{ann, ben, root}[below(3)];
        const auto c = random_command();
        const auto verdict = ask_model(c, by);
        const auto decided = world_.decide(c, Context{by, Scopes::all(), now_});
        if (decided) {
            for (const auto& e : *decided) world_.and_then(e);
        }
        ++(decided ? accepted : refused_);
        if (auto wrong = difference(verdict, decided); !wrong.empty()) {
            return std::string(command(c).type()) + " at " + to_text(now_) + ": " + wrong;
        }
        return overlapping();
    }
    // Compares everything in the model.
    std::string compare() {
        const auto& state = world_.world().reservations;
        if (state.all.size() != model_.rows.size()) return "another number of bookings";
        for (const auto& row : model_.rows) {
            const auto& held = state.all.at(row.booking.id);
            const char ending = "ncr"[static_cast<int>(held.ending)];
            if (held.booking != row.booking || held.version != row.version ||
                ending != row.ending) {
                return to_json(held.booking) + " is not " + to_json(row.booking);
            }
        }
        return "";
    }
    // Both forget the past, which keeps the model fast.
    void forget() {
        const auto past = now_ - 1h;
        World world = world_.world();
        world.reservations = reservation::forget(std::move(world.reservations), past);
        world_ = Given(now_).become(std::move(world));
        std::erase_if(model_.rows, [&](const Row& row) { return row.booking.when.until < past; });
    }

    int accepted = 0;
    int refused_ = 0;

  private:
    unsigned below(unsigned n) { return static_cast<unsigned>(chance_() % n); }

    std::vector<GpuId> random_gpus() {
        std::set<GpuId> gpus;
        for (unsigned n = 1 + below(3); n > 0; --n) {
            gpus.insert(all_gpus[below(100) < 2 ? 6 : below(6)]);
        }
        return {gpus.begin(), gpus.end()};
    }
    // Mostly on the half hour, so bookings often touch.
    Instant moment() {
        const auto grid =
            std::chrono::floor<std::chrono::hours>(now_) + 30min * (int(below(40)) - 2);
        if (below(10) == 0) return now_ + std::chrono::seconds{int(below(150)) - 75};
        if (below(200) == 0) return now_ + 24h * below(400);
        return below(8) == 0 ? grid + std::chrono::milliseconds{below(3)} : grid;
    }
    ReservationId known_id() {
        if (model_.rows.empty() || below(50) == 0) return nth<ReservationId>(below(1U << 20U));
        return model_.rows[below(static_cast<unsigned>(model_.rows.size()))].booking.id;
    }
    std::optional<reservation::Version> version(ReservationId id) {
        if (below(2) == 0) return std::nullopt;
        const auto* row = model_.find(id);
        return (row ? row->version : 1) + (below(10) == 0 ? 1 : 0);
    }
    reservation::Command random_command() {
        const auto id = known_id();
        switch (below(10)) {
            case 0:
                return reservation::Cancel{id, version(id)};
            case 1:
                return reservation::Release{id, version(id)};
            case 2:
                return reservation::Reinstate{id, version(id)};
            case 3:
            case 4:
            case 5: {
                reservation::Change c{.id = id, .expected = version(id)};
                if (below(3) == 0) c.gpus = random_gpus();
                if (below(2) == 0) c.from = moment();
                if (below(2) == 0) c.until = moment();
                return c;
            }
            default:
                break;
        }
        const auto from = moment();
        const auto until = below(4) == 0 ? moment() : from + 30min * below(12);
        const auto fresh = below(50) == 0 ? id : nth<ReservationId>(++last_id_);
        return reservation::Book{fresh, below(2) ? ann : ben, random_gpus(), {from, until}, {""}};
    }
    Verdict ask_model(const reservation::Command& c, PersonId by) {
        if (const auto* b = get_if<reservation::Book>(&c)) {
            return model_.book({b->id, b->owner, b->gpus, b->when, b->title}, by, now_);
        }
        if (const auto* ch = get_if<reservation::Change>(&c)) return model_.change(*ch, by, now_);
        if (const auto* ca = get_if<reservation::Cancel>(&c)) {
            return model_.end(ca->id, ca->expected, by, now_, false);
        }
        if (const auto* re = get_if<reservation::Release>(&c)) {
            return model_.end(re->id, re->expected, by, now_, true);
        }
        return model_.reinstate(get<reservation::Reinstate>(c), by, now_);
    }
    static std::string difference(const Verdict& verdict,
                                  const Result<std::vector<dibs::Event>>& decided) {
        if (decided.has_value() != !verdict.no.has_value()) {
            return "the model says " + std::string(verdict.no ? to_text(*verdict.no) : "yes") +
                   ", decide " + outcome(decided).text;
        }
        if (decided) return "";
        if (decided.error().code != *verdict.no) {
            return "the model says " + std::string(to_text(*verdict.no)) + ", decide " +
                   outcome(decided).text;
        }
        const auto conflicts = ids_among<ReservationId>(decided.error().about);
        return std::set<ReservationId>(conflicts.begin(), conflicts.end()) == verdict.conflicts
                   ? ""
                   : "other conflicts are named";
    }
    // Checks the world itself, not the model.
    std::string overlapping() const {
        const auto& all = world_.world().reservations.all;
        for (auto a = all.begin(); a != all.end(); ++a) {
            for (auto b = std::next(a); b != all.end(); ++b) {
                if (a->second.ending == reservation::Ending::cancelled) break;
                if (b->second.ending == reservation::Ending::cancelled) continue;
                const auto& x = a->second.booking;
                const auto& y = b->second.booking;
                if (std::max(x.when.from, y.when.from) < std::min(x.when.until, y.when.until) &&
                    share_hardware(x, y)) {
                    return to_json(x) + " overlaps " + to_json(y);
                }
            }
        }
        return "";
    }

    std::mt19937 chance_;
    Instant now_ = ten;
    Given world_ = sample_site();
    Model model_;
    unsigned last_id_ = 0;
};

TEST(Model, decide_and_evolve_agree_with_the_model_on_random_commands) {
    const char* given_seed = std::getenv("DIBS_SEED");
    const auto seed =
        given_seed ? static_cast<unsigned>(std::stoul(given_seed)) : std::random_device{}();
    std::cout << "DIBS_SEED=" << seed << '\n';
    RandomBookingRun play(seed);
    for (int i = 0; i < 100'000; ++i) {
        const auto wrong = play.step();
        ASSERT_EQ(wrong, "") << "command " << i << ", DIBS_SEED=" << seed;
        if (i % 50 != 0) continue;
        ASSERT_EQ(play.compare(), "") << "command " << i << ", DIBS_SEED=" << seed;
        play.forget();
    }
    EXPECT_GT(play.accepted, 10'000);
    EXPECT_GT(play.refused_, 10'000);
    std::cout << play.accepted << " accepted, " << play.refused_ << " refused\n";
}

}  // namespace
}  // namespace dibs::test
