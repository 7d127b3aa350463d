// A usage report, in process: sums all hours of the window by person and by day. The baseline only
// reads them: the same rows, scanned and unpacked.
//   usage_bench            a year of 200 GPUs, then a week of 1,000
//   usage_bench GPUS DAYS
#include "projections/questions/calendar.hpp"
#include "projections/questions/usage/usage.hpp"
#include "projections/read_model.hpp"
#include "projections/store/checkpoint_row.hpp"

#include <cstdlib>
#include <filesystem>

namespace {

using namespace dibs;
namespace fs = std::filesystem;
using std::chrono::hours;
using Steady = std::chrono::steady_clock;

constexpr unsigned per_host = 8, people_count = 100, booking_h = 18;
const Instant start = from_unix_ms(1'800'000'000'000 / 3'600'000 * 3'600'000);

template <class AnyId>
AnyId nth(unsigned n) {
    AnyId id;
    id.uuid = {1, 2, 3, 4, 5, 6, 0x70, 0, 0x80};
    for (std::size_t i = 15; i > 11; --i, n >>= 8U) {
        id.uuid[i] = static_cast<std::uint8_t>(n & 255U);
    }
    return id;
}

// People, hosts, GPUs, and bookings of 18 hours, back to back on each.
class Site {
  public:
    Site(ReadModel& model, unsigned gpus, unsigned days) : model_(model), gpus_(gpus) {
        std::vector<Event> facts;
        for (unsigned p = 1; p <= people_count; ++p) {
            const auto name = "person" + std::to_string(p);
            facts.emplace_back(people::Event{people::PersonAdded{
                nth<PersonId>(p), {name}, name, people::Role::user, {"$hash"}}});
        }
        for (unsigned g = 0; g < gpus; ++g) {
            const auto host = nth<HostId>(g / per_host + 1);
            if (g % per_host == 0) {
                facts.emplace_back(
                    fleet::Event{fleet::HostEnrolled{host, "host" + std::to_string(g / per_host),
                                                     "10.0.0.1", 22, "dibs", "SHA256:key"}});
            }
            facts.emplace_back(fleet::Event{fleet::GpuDiscovered{nth<GpuId>(g + 1),
                                                                 host,
                                                                 "GPU-" + std::to_string(g),
                                                                 g % per_host,
                                                                 "A100",
                                                                 40960,
                                                                 {}}});
        }
        for (unsigned at = 0; at < days * 24; at += booking_h) {
            for (unsigned g = 0; g < gpus; ++g) facts.emplace_back(book(g, at));
        }
        project_all(facts);
    }
    // One hour of each GPU: the holder uses it for 3,000 s, another person for 600 s.
    void close(Instant hour, unsigned n) {
        Usage::EndedHour ended{hour, {}};
        for (unsigned g = 0; g < gpus_; ++g) {
            auto& row = ended.rows.emplace_back(HourlyUsage{nth<GpuId>(g + 1), hour});
            const auto id = id_of(g, n / booking_h * booking_h);
            const auto owner = "person" + std::to_string(1 + (g + n / booking_h) % people_count);
            row.uses = {{UseBy::holder, owner, id, 3000, 3000, 150'000 + g},
                        {UseBy::other, "person1", id, 600, 600, 20'000}};
            row.held = {{id, 3600, 100'000, 50'000}};
        }
        if (!model_.usage().reported(ended)) std::exit(1);
    }

  private:
    static ReservationId id_of(unsigned g, unsigned at_h) {
        return nth<ReservationId>(at_h * 4096 + g + 1);
    }
    static Event book(unsigned g, unsigned at_h) {
        const auto from = start + hours{at_h};
        const reservation::Booking booking{id_of(g, at_h),
                                           nth<PersonId>(1 + (g + at_h / booking_h) % people_count),
                                           {nth<GpuId>(g + 1)},
                                           {from, from + hours{booking_h}},
                                           {"run"}};
        return reservation::Event{reservation::Booked{booking, {nth<HostId>(g / per_host + 1)}}};
    }
    void project_all(std::vector<Event>& facts) {
        Position position = 0;
        for (std::size_t i = 0; i < facts.size();) {
            auto txn = model_.facts().write();
            for (const auto end = std::min(i + 10'000, facts.size()); i < end; ++i) {
                project(txn, all_projections(),
                        Recorded{++position, start - hours{1}, {}, std::move(facts[i]), true});
            }
            Checkpoint checkpoint;
            checkpoint.position = position;
            projections::store_checkpoint(txn, checkpoint);
            if (!txn.commit()) std::exit(1);
        }
    }
    ReadModel& model_;
    const unsigned gpus_;
};

template <class Do>
double ms_of(const Do& what) {
    const auto begun = Steady::now();
    what();
    return std::chrono::duration<double, std::milli>(Steady::now() - begun).count();
}

void run(unsigned gpus, unsigned days) {
    const auto folder = fs::current_path() / "bench.usage";
    fs::remove_all(folder);
    fs::create_directories(folder);
    auto model = ReadModel::open({.directory = folder}).value();
    Site site(*model, gpus, days);
    for (unsigned n = 0; n < days * 24; ++n) site.close(start + hours{n}, n);
    const Interval window{start, start + hours{days * 24}};
    std::vector<GpuId> all;
    for (unsigned g = 0; g < gpus; ++g) all.push_back(nth<GpuId>(g + 1));
    std::size_t rows = 0;
    const auto read = ms_of([&] {
        (void)model->usage().each_closed_hour(all, true, window, [&](UseOfStep&&) { ++rows; });
    });
    std::printf("%u GPUs, %u days: %zu hours of GPUs, read %.0f ms", gpus, days, rows, read);
    for (const auto by :
         {views::UsageBy::person, views::UsageBy::gpu, views::UsageBy::hour_of_week}) {
        views::ReportQuestion question;
        question.window = window;
        question.by = by;
        for (std::uint32_t i = 0; views::is_period(by) && i < 168; ++i) {
            question.periods.rows.push_back({{}, 1 + i / 24, i % 24});
        }
        for (std::uint32_t n = 0; views::is_period(by) && n < days * 24; ++n) {
            question.periods.of_hour.push_back(n % 168);
        }
        std::size_t answered = 0;
        const auto took = ms_of([&] {
            const auto report = usage_report(model->snapshot(window.until), question);
            if (!report) std::exit(1);
            answered = report->rows.size();
        });
        const auto name = std::string(name_of_value(by));
        std::printf("; by %s %.0f ms (%.2f times, %zu rows)", name.c_str(), took, took / read,
                    answered);
    }
    std::printf("\n");
    model.reset();
    fs::remove_all(folder);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc == 3) {
        run(static_cast<unsigned>(std::atoi(argv[1])), static_cast<unsigned>(std::atoi(argv[2])));
        return 0;
    }
    run(200, 365);
    run(1000, 7);
    return 0;
}
