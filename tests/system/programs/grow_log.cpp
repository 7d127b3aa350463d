// grow_log DATA COUNT: extends the embedded log of a data folder by at least COUNT facts, as fast
// as the writer can. The facts are bookings made and cancelled on GPUs of a new host. For tests
// that need a long log. Prints the position reached.
#include "ingest/fresh_id.hpp"
#include "ingest/keys/keys.hpp"
#include "ingest/log/facts/lmdb_log.hpp"
#include "ingest/writer.hpp"
#include "tests/system/programs/said_to.hpp"

#include <cstdio>
#include <filesystem>
#include <thread>

namespace {

using namespace dibs;
constexpr int gpu_count = 8;

Instant now() {
    return std::chrono::time_point_cast<Duration>(std::chrono::system_clock::now());
}

class Grower {
  public:
    Grower(EventLog& log, Keys& keys) : writer_(log, keys, now, settings(), [](Position) {}) {
        writer_.start();
        while (writer_.status().role != WriterRole::writing) {
            std::this_thread::sleep_for(std::chrono::milliseconds{1});
        }
    }
    void add_site() {
        const auto host = fresh_id<HostId>(now());
        wait_for({people::Command{
            people::AddPerson{person_, {"Long"}, "long", people::Role::user, {"$argon2id$none"}}}});
        wait_for({fleet::Command{fleet::EnrolHost{host, "long", "127.0.0.1", 9, "dibs",
                                                  "SHA256:" + std::string(43, 'A')}}});
        fleet::ReportGpus report{host, {}};
        for (int i = 0; i < gpu_count; ++i) {
            report.gpus.push_back({"GPU-long-" + std::to_string(i), i, "A100", 40960, {}});
        }
        for (const auto& event : wait_for({fleet::Command{std::move(report)}})) {
            gpus_.push_back(get<fleet::GpuDiscovered>(event).id);
        }
    }
    // Commands without a listener are not remembered. Each thousandth has one, so the queue never
    // holds more than two thousand.
    Position grow(int facts) {
        const auto from = std::chrono::ceil<std::chrono::hours>(now()) + std::chrono::hours{48};
        for (int n = 0; n < facts / 2; ++n) {
            const auto id = fresh_id<ReservationId>(now());
            const Instant begins = from + std::chrono::hours{n / gpu_count % 24};
            tell({reservation::Command{
                reservation::Book{id,
                                  person_,
                                  {gpus_[static_cast<std::size_t>(n % gpu_count)]},
                                  {begins, begins + std::chrono::hours{1}},
                                  {"run"}}}});
            Command cancel{reservation::Command{reservation::Cancel{id}}};
            if (n % 1000 == 999 || n + 1 == facts / 2) {
                wait_for(std::move(cancel));
            } else {
                tell(std::move(cancel));
            }
        }
        return writer_.status().position;
    }

  private:
    static WriterSettings settings() {
        WriterSettings settings;
        settings.queue = 10'000;
        return settings;
    }
    std::vector<Event> wait_for(Command command) { return said_to(writer_, std::move(command)); }
    void tell(Command command) { writer_.submit(Envelope{std::move(command)}, nullptr); }

    Writer writer_;
    PersonId person_ = fresh_id<PersonId>(now());
    std::vector<GpuId> gpus_;
};

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) return std::fprintf(stderr, "usage: grow_log DATA COUNT\n"), 2;
    const auto log = open_lmdb_log({std::filesystem::path(argv[1]) / "log"});
    if (!log) return std::fprintf(stderr, "%s\n", log.error().text.c_str()), 1;
    const auto keys = Keys::open(std::filesystem::path(argv[1]) / "keys");
    if (!keys) return std::fprintf(stderr, "%s\n", keys.error().c_str()), 1;
    Grower grower(**log, **keys);
    grower.add_site();
    std::printf("%lld\n", static_cast<long long>(grower.grow(std::atoi(argv[2]))));
    return 0;
}
