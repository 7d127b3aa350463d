// A real dibsd on a folder whose log was filled through the library first: one person with a token,
// hosts of eight GPUs, bookings back to back from tomorrow on, and samples of the last minutes.
// The program is that of the same build, or $DIBS_DIBSD.
#pragma once

#include "ingest/fresh_id.hpp"
#include "ingest/log/facts/lmdb_log.hpp"
#include "ingest/log/samples/sample_log_lmdb.hpp"
#include "ingest/writer.hpp"
#include "tests/support/raw_http.hpp"

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <latch>
#include <thread>

#include <fcntl.h>
#include <sys/wait.h>

namespace dibs::bench {

namespace fs = std::filesystem;

inline Instant now_ms() {
    return std::chrono::time_point_cast<Duration>(std::chrono::system_clock::now());
}

constexpr unsigned nobody = 65534;

// dibsd refuses to run as root, so root hands it over to nobody, who must reach the folder.
inline fs::path fresh_folder(const std::string& name) {
    const fs::path base = geteuid() == 0 ? fs::path("/var/tmp") : fs::current_path();
    const fs::path folder = base / ("dibs-bench." + name);
    fs::remove_all(folder);
    fs::create_directories(folder);
    return folder;
}

template <class T>
T need(tl::expected<T, LogError> made) {
    if (made) return std::move(*made);
    std::fprintf(stderr, "%s\n", made.error().text.c_str());
    std::exit(1);
}

struct Seeded {
    std::string token = "dibs_" + std::string(43, 'b');
    PersonId person;
    std::vector<GpuId> gpus;
    Instant from;        // of the first bookings: a midnight
    Instant free_after;  // all GPUs are free from here on

    // The bearer's request line and headers.
    [[nodiscard]] std::string request(const std::string& method_and_target,
                                      const std::string& body = {}) const {
        std::string text = method_and_target +
                           " HTTP/1.1\r\nHost: localhost\r\nUser-Agent: bench\r\n" +
                           "Accept: */*\r\nAuthorization: Bearer " + token + "\r\n";
        if (!body.empty()) {
            text +=
                "Content-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) +
                "\r\n";
        }
        return text + "\r\n" + body;
    }
};

// Fills <data>/log by commands, as a node would.
class Seeder {
  public:
    Seeder(const fs::path& data, int gpus, int bookings, Duration length)
        : log_(need(open_lmdb_log({data / "log"}))) {
        create();
        WriterSettings settings;
        settings.queue = 100'000;
        writer_ = std::make_unique<Writer>(*log_, now_ms, settings, [](Position) {});
        writer_->start();
        while (writer_->status().role != Writer::Role::writing) std::this_thread::yield();
        add_person();
        add_gpus(gpus);
        seeded_.from = std::chrono::ceil<std::chrono::days>(now_ms());
        book(bookings, length);
        writer_->stop();
        add_samples(data);
    }
    [[nodiscard]] const Seeded& seeded() const { return seeded_; }

  private:
    void create() {
        auto appender = need(log_->open_appender());
        (void)appender->append(
            {encode_record({0, 1, false, {}}, now_ms(), created_type, {}, R"({"id":"bench"})")});
        if (const auto done = appender->flush(std::chrono::seconds{5}); !done) std::exit(1);
    }
    void command(Command command, std::latch* done, bool as_person = false) {
        Envelope envelope{std::move(command)};
        if (as_person) envelope.actor = seeded_.person;
        writer_->submit(std::move(envelope), [done](Reply reply) {
            if (!reply) std::fprintf(stderr, "refused: %s\n", reply.error().detail.c_str());
            if (done) done->count_down();
        });
    }
    void now(Command its, bool as_person = false) {
        std::latch done(1);
        command(std::move(its), &done, as_person);
        done.wait();
    }
    void add_person() {
        const auto at = now_ms();
        seeded_.person = fresh_id<PersonId>(at);
        const auto token = digest_of("setup");
        now({people::Command{people::OpenSetup{token, at + std::chrono::hours{1}}}});
        now({people::Command{people::CompleteSetup{
            token, seeded_.person, fresh_id<GrantId>(at), {"Ann"}, "ann", {"hash"}}}});
        now({people::Command{people::IssueToken{
                fresh_id<TokenId>(at), "bench", Scopes::all(), digest_of(seeded_.token), {}}}},
            true);
    }
    void add_gpus(int count) {
        constexpr int per_host = 8;
        for (int first = 0; first < count; first += per_host) {
            const auto at = now_ms();
            const auto host = fresh_id<HostId>(at);
            now({fleet::Command{fleet::EnrolHost{host, "gpu" + std::to_string(first / per_host),
                                                 "127.0.0.1", 9, "dibs",
                                                 "SHA256:" + std::string(43, 'A')}}});
            fleet::ReportGpus report{host, {}};
            for (int i = first; i < std::min(first + per_host, count); ++i) {
                seeded_.gpus.push_back(fresh_id<GpuId>(at));
                report.gpus.push_back({seeded_.gpus.back(),
                                       "GPU-" + std::to_string(i),
                                       i - first,
                                       "NVIDIA A100-SXM4-40GB",
                                       40960,
                                       {}});
            }
            now({fleet::Command{std::move(report)}});
        }
    }
    void book(int bookings, Duration length) {
        std::latch done(bookings);
        const int gpus = static_cast<int>(seeded_.gpus.size());
        for (int n = 0; n < bookings; ++n) {
            const Instant from = seeded_.from + n / gpus * length;
            command({reservation::Command{
                        reservation::Book{fresh_id<ReservationId>(now_ms()),
                                          seeded_.person,
                                          {seeded_.gpus[static_cast<std::size_t>(n % gpus)]},
                                          {from, from + length},
                                          {"training run " + std::to_string(n)}}}},
                    &done, true);
            if (n % 1000 == 999) std::this_thread::sleep_for(std::chrono::milliseconds{50});
        }
        done.wait();
        seeded_.free_after = seeded_.from + (bookings / std::max(gpus, 1) + 1) * length;
    }
    void add_samples(const fs::path& data) {
        auto samples = need(open_lmdb_sample_log({data / "samples"}));
        const auto until = std::chrono::floor<std::chrono::seconds>(now_ms());
        for (int s = 120; s > 0; --s) {
            std::vector<Sample> second;
            for (const auto& gpu : seeded_.gpus) {
                second.push_back({gpu, until - std::chrono::seconds{s}, 50 + s % 40, 20'000 + s,
                                  60 + s % 20, 2500 + s});
            }
            (void)samples->append(second);
        }
        (void)samples->flush();
    }

    std::unique_ptr<EventLog> log_;
    std::unique_ptr<Writer> writer_;
    Seeded seeded_;
};

// dibsd on such a folder, until destroyed.
class Node {
  public:
    Node(const fs::path& folder, std::optional<unsigned> cpu = {}) : folder_(folder) {
        std::ofstream(folder / "server.toml") << "[limits]\ncommands_per_min = 100000000\n";
        const int program = ::open(path_of_dibsd().c_str(), O_RDONLY | O_CLOEXEC);
        if (geteuid() == 0) give_away(folder);
        pid_ = fork();
        if (pid_ == 0) {
            if (cpu) {
                cpu_set_t set;
                CPU_ZERO(&set);
                CPU_SET(*cpu, &set);
                sched_setaffinity(0, sizeof set, &set);
            }
            const int out = ::open((folder / "out").c_str(), O_CREAT | O_WRONLY | O_TRUNC, 0600);
            dup2(out, 1);
            dup2(out, 2);
            const auto data = (folder / "data").string();
            const auto config = (folder / "server.toml").string();
            const char* words[] = {"dibsd",        "--data",   data.c_str(),  "--config",
                                   config.c_str(), "--listen", "127.0.0.1:0", nullptr};
            if (geteuid() == 0 && (setgid(nobody) != 0 || setuid(nobody) != 0)) _exit(126);
            fexecve(program, const_cast<char* const*>(words), environ);
            _exit(127);
        }
        ::close(program);
        await_ready();
    }
    ~Node() {
        kill(pid_, SIGTERM);
        waitpid(pid_, nullptr, 0);
    }
    Node(const Node&) = delete;
    Node& operator=(const Node&) = delete;

    [[nodiscard]] std::uint16_t port() const { return port_; }
    [[nodiscard]] int pid() const { return pid_; }
    // "Pss" or "Anonymous", in kB.
    [[nodiscard]] double memory_kb(const std::string& what) const {
        std::ifstream rollup("/proc/" + std::to_string(pid_) + "/smaps_rollup");
        for (std::string line; std::getline(rollup, line);) {
            if (line.starts_with(what + ":")) return std::atof(line.c_str() + what.size() + 1);
        }
        return 0;
    }

  private:
    static void give_away(const fs::path& folder) {
        const auto give = [](const fs::path& path) {
            if (lchown(path.c_str(), nobody, nobody) != 0) std::perror(path.c_str());
        };
        give(folder);
        for (const auto& entry : fs::recursive_directory_iterator(folder)) give(entry.path());
    }
    static std::string path_of_dibsd() {
        if (const char* given = std::getenv("DIBS_DIBSD")) return given;
        return fs::read_symlink("/proc/self/exe").parent_path().parent_path().parent_path() /
               "dibsd";
    }
    void await_ready() {
        for (int i = 0; i < 3000; ++i) {
            std::ifstream out(folder_ / "out");
            const std::string text(std::istreambuf_iterator<char>(out), {});
            if (const auto at = text.find("Dibs is ready: http://127.0.0.1:");
                at != std::string::npos) {
                port_ = static_cast<std::uint16_t>(std::atoi(text.c_str() + at + 32));
                return;
            }
            if (waitpid(pid_, nullptr, WNOHANG) == pid_) break;
            std::this_thread::sleep_for(std::chrono::milliseconds{10});
        }
        std::fprintf(stderr, "dibsd did not start; see %s\n", (folder_ / "out").c_str());
        std::exit(1);
    }
    fs::path folder_;
    int pid_ = -1;
    std::uint16_t port_ = 0;
};

}  // namespace dibs::bench
