// grow_usage DATA [WEEKS]: makes the logs of a new data folder with some weeks (three) of bookings
// and use: twelve people, two hosts, eight GPUs. The writer makes the facts; the tally that closes
// hours makes the hourly log; the last two hours are samples, second by second. For tests and
// screenshots of reports. The hosts do not exist: dibsd shows them as unreachable. Prints the
// number of bookings and GPU-hours.
#include "ingest/fresh_id.hpp"
#include "ingest/writer.hpp"
#include "ops/log_setup.hpp"
#include "projections/usage/use_of_hour.hpp"
#include "tests/system/programs/said_to.hpp"
#include "tests/system/programs/usage_story.hpp"

#include <cstdio>
#include <thread>

namespace {

using namespace dibs;
using namespace dibs::story;
using Steady = std::chrono::steady_clock;

constexpr std::size_t gpus_a_host = 4;
constexpr std::array hosts{"rack1", "rack2"};
constexpr std::array models{"NVIDIA H100 80GB HBM3", "NVIDIA A100-SXM4-40GB"};

Instant now() {
    return std::chrono::time_point_cast<Duration>(std::chrono::system_clock::now());
}

template <class T>
T need(LogResult<T> result) {
    if (result) return std::move(*result);
    std::fprintf(stderr, "%s\n", result.error().text.c_str());
    std::exit(1);
}
void need(LogResult<void> result) {
    if (result) return;
    std::fprintf(stderr, "%s\n", result.error().text.c_str());
    std::exit(1);
}

// A writer at another time: one for each moment, because a writer does not trust a clock that
// jumps.
class At {
  public:
    At(EventLog& log, Keys& keys, Instant when)
        : writer_(log, keys, clock_from(when), settings(), [](Position) {}) {
        writer_.start();
        while (writer_.status().role != WriterRole::writing) {
            if (writer_.status().role == WriterRole::stopped || writer_.status().needs_admin) {
                std::fprintf(stderr, "%s\n", writer_.status().problem.c_str());
                std::exit(1);
            }
            std::this_thread::sleep_for(std::chrono::milliseconds{1});
        }
    }
    std::vector<Event> say(Command command) { return said_to(writer_, std::move(command)); }

  private:
    static Clock clock_from(Instant when) {
        return [when, begun = Steady::now()] {
            return when + std::chrono::duration_cast<Duration>(Steady::now() - begun);
        };
    }
    static WriterSettings settings() {
        WriterSettings settings;
        settings.accept_clock = true;
        return settings;
    }
    Writer writer_;
};

class Grower {
  public:
    Grower(const Config& config, Interval when)
        : log_(need(open_log(config))),
          keys_(need(open_keys(config, *log_, 0))),
          samples_(need(open_samples(config, "grown"))),
          hours_(need(open_hours(config, "grown"))),
          when_(when),
          story_(hosts.size() * gpus_a_host, when) {}

    void grow() {
        add_site();
        for (auto t = when_.from + minutes{1}; t < when_.until; t += step) book_and_let_go(t);
        const auto open_from = std::chrono::floor<hours>(when_.until) - hours{2};
        for (auto t = when_.from; t < open_from; t += hours{1}) close_hour(t);
        measure({open_from, when_.until});
        std::printf("%zu bookings, %zu hours of GPUs\n", booked_, closed_);
    }

  private:
    void add_site() {
        At at(*log_, *keys_, when_.from);
        at.say(grant::Command{
            grant::Give{grant::everyone_may_use_everything(fresh_id<GrantId>(when_.from))}});
        for (const auto* name : names) {
            people_.push_back(fresh_id<PersonId>(when_.from));
            at.say(people::Command{people::AddPerson{
                people_.back(), {name}, name, people::Role::user, {"$argon2id$none"}}});
        }
        for (std::size_t h = 0; h < hosts.size(); ++h) add_host(at, h);
    }
    void add_host(At& at, std::size_t h) {
        const auto host = fresh_id<HostId>(when_.from);
        at.say(fleet::Command{fleet::EnrolHost{host, hosts[h], "127.0.0.1", 9, "dibs",
                                               "SHA256:" + std::string(43, 'A')}});
        at.say(fleet::Command{fleet::ReportReached{host}});
        fleet::ReportGpus report{host, {}};
        for (std::size_t i = 0; i < gpus_a_host; ++i) {
            report.gpus.push_back({"GPU-" + std::string(hosts[h]) + "-" + std::to_string(i),
                                   static_cast<std::int64_t>(i),
                                   models[h],
                                   40960,
                                   {}});
        }
        for (const auto& event : at.say(fleet::Command{std::move(report)})) {
            if (const auto* found = get_if<fleet::GpuDiscovered>(&event)) {
                gpus_.push_back(found->id);
            }
        }
    }
    // Books what begins before the next moment. Releases happen at the first moment after half of
    // the booking.
    void book_and_let_go(Instant t) {
        At at(*log_, *keys_, t);
        for (auto& plan : story_.plans) {
            const bool begins = plan.when.from > t && plan.when.from <= t + step;
            if (begins) book(at, plan, t);
            const bool runs = plan.id != ReservationId{} && plan.when.contains(t);
            const bool enough = t - plan.when.from > plan.when.length() / 2;
            if (plan.habit != Habit::lets_go || !runs || !enough || plan.let_go) continue;
            for (const auto& event : at.say(reservation::Command{reservation::Release{plan.id}})) {
                if (const auto* released = get_if<reservation::Released>(&event)) {
                    plan.when.until = released->at;
                    plan.let_go = true;
                }
            }
        }
    }
    void book(At& at, Plan& plan, Instant t) {
        plan.id = fresh_id<ReservationId>(t);
        at.say(reservation::Command{reservation::Book{
            plan.id,
            people_[plan.person],
            {gpus_[plan.gpu]},
            plan.when,
            {std::string(names[plan.person]) + "'s run " + std::to_string(++booked_)}}});
    }
    std::vector<Hold> holds_of(GpuId gpu, const Interval& window) const {
        std::vector<Hold> holds;
        for (const auto& plan : story_.plans) {
            if (gpus_[plan.gpu] != gpu || !plan.when.overlaps(window)) continue;
            if (plan.id == ReservationId{}) continue;
            holds.push_back({plan.when, plan.id, names[plan.person]});
        }
        return holds;
    }
    void close_hour(Instant start) {
        UseOfHour use(start,
                      [this](GpuId gpu, const Interval& window) { return holds_of(gpu, window); });
        std::vector<HourlyUsage> rows;
        for (std::size_t g = 0; g < gpus_.size(); ++g) {
            HourlyUsage row{gpus_[g], start};
            std::vector<Sample> seconds;
            for (auto t = start; t < start + hours{1}; t += std::chrono::seconds{1}) {
                auto sample = story_.second(gpus_[g], g, t);
                if (!sample) continue;
                row.bucket.add(sample->values);
                seconds.push_back(*std::move(sample));
            }
            if (seconds.empty()) continue;
            use.take(seconds);
            use.put_into(row);
            rows.push_back(std::move(row));
        }
        closed_ += rows.size();
        need(hours_->append(rows));
    }
    void measure(const Interval& window) {
        std::vector<Sample> batch;
        for (auto t = window.from; t < window.until; t += std::chrono::seconds{1}) {
            for (std::size_t g = 0; g < gpus_.size(); ++g) {
                if (auto sample = story_.second(gpus_[g], g, t)) batch.push_back(*sample);
            }
            if (batch.size() < 1000) continue;
            need(samples_->append(batch));
            batch.clear();
        }
        need(samples_->append(batch));
        need(samples_->flush());
    }

    std::unique_ptr<EventLog> log_;
    std::unique_ptr<Keys> keys_;
    std::unique_ptr<SampleLog> samples_;
    std::unique_ptr<HourlyLog> hours_;
    Interval when_;
    Story story_;
    std::vector<PersonId> people_;
    std::vector<GpuId> gpus_;
    std::size_t booked_ = 0, closed_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
    const int weeks = argc > 2 ? std::atoi(argv[2]) : 3;
    if (argc < 2 || argc > 3 || weeks < 1 || weeks > 12) {
        return std::fprintf(stderr, "usage: grow_usage DATA [WEEKS, 1 to 12]\n"), 2;
    }
    Config config;
    config.data_directory = argv[1];
    const Interval when{std::chrono::floor<hours>(now()) - hours{24 * 7 * weeks},
                        std::chrono::floor<std::chrono::seconds>(now())};
    need(create_log(config, [&] { return when.from; }));
    Grower(config, when).grow();
    return 0;
}
