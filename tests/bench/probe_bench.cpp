// Goal 7: client CPU per streamed sample (a host's frame: eight GPUs, four processes) through the
// pool, parsed and appended to the sample log and the usage tables. The baseline is a bare libssh +
// epoll loop that reads the same bytes and drops them. Real OpenSSH servers on loopback, one per
// host, ten frames per second each. The servers' CPU does not count.
//   probe_bench [hosts] [pairs] [seconds each]
#include "ingest/log/samples/sample_log_lmdb.hpp"
#include "ingest/probe/parser/frame_parser.hpp"
#include "ingest/ssh/pool.hpp"
#include "projections/read_model.hpp"
#include "tests/bench/pairs.hpp"
#include "tests/ingest/ssh/local_sshd.hpp"

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include <libssh/libssh.h>
#include <sys/epoll.h>
#include <unistd.h>

namespace {

using namespace dibs;

constexpr int gpus = 8;
constexpr const char* command = "exec $(command -v frames)";

std::string one_frame() {
    std::string text =
        "B 1\nH gpu01 5f0c9a8e-1111-4222-8333-444455556666\n"
        "L 1.25 64 37.5 528000000 401000000\n";
    for (int g = 0; g < gpus; ++g) {
        const auto n = std::to_string(g);
        text += "G " + n + ", 8, GPU-0a1b2c3d-0000-4aaa-8bbb-00000000000" + n +
                ", NVIDIA A100-SXM4-40GB, 550.54.15, 40960, 2048" + n + ", 9" + n + ", 6" + n +
                ", 31" + n +
                ".32, 1410, 1593, 40, 400.00, 0, 30, 0, 0, 50, 0x0000000000000004, Disabled\n";
    }
    for (int p = 0; p < 4; ++p) {
        const auto n = std::to_string(p);
        text += "P GPU-0a1b2c3d-0000-4aaa-8bbb-00000000000" + n + ", 4711" + n + ", 2048\n";
        text += "U 4711" + n + " ann Sat Nov 21 02:03:04 2026 python3 train.py --epochs 90\n";
    }
    return text + "K\nE 1\n";
}

// A program that prints frames like the script on a host, and forks only for the pause.
std::string printer() {
    return "#!/bin/sh\necho '#dibs-probe 1'\nwhile :; do\nprintf '%s\\n' '" +
           one_frame().substr(0, one_frame().size() - 1) + "'\nsleep 0.1\ndone\n";
}

using Hosts = std::vector<std::unique_ptr<test::LocalSshd>>;

class Bare {
  public:
    explicit Bare(const Hosts& hosts) : epoll_(epoll_create1(0)) {
        for (const auto& host : hosts) {
            add(*host);
            epoll_event event{};
            event.events = EPOLLIN;
            event.data.u32 = static_cast<std::uint32_t>(streams_.size() - 1);
            epoll_ctl(epoll_, EPOLL_CTL_ADD, ssh_get_fd(streams_.back().session), &event);
        }
        thread_ = std::thread([this] { run(); });
    }
    ~Bare() {
        stopping_ = true;
        thread_.join();
        for (auto& stream : streams_) {
            ssh_channel_free(stream.channel);
            ssh_disconnect(stream.session);
            ssh_free(stream.session);
        }
        ::close(epoll_);
    }
    [[nodiscard]] std::uint64_t samples() const { return bytes_ / one_frame().size(); }

  private:
    struct Stream {
        ssh_session session;
        ssh_channel channel;
    };
    static void must(int code, ssh_session session) {
        if (code == 0) return;
        std::fprintf(stderr, "libssh: %s\n", ssh_get_error(session));
        std::exit(1);
    }
    void add(const test::LocalSshd& host) {
        const auto target = host.target("host");
        const int on = 1, off = 0, port = target.port;
        ssh_session session = ssh_new();
        ssh_options_set(session, SSH_OPTIONS_HOST, target.address.c_str());
        ssh_options_set(session, SSH_OPTIONS_PORT, &port);
        ssh_options_set(session, SSH_OPTIONS_USER, target.account.c_str());
        ssh_options_set(session, SSH_OPTIONS_PROCESS_CONFIG, &off);
        ssh_options_set(session, SSH_OPTIONS_NODELAY, &on);
        must(ssh_connect(session), session);
        ssh_key key = nullptr;
        ssh_pki_import_privkey_file(host.client_key().private_file.c_str(), nullptr, nullptr,
                                    nullptr, &key);
        must(ssh_userauth_publickey(session, nullptr, key), session);
        ssh_key_free(key);
        ssh_channel channel = ssh_channel_new(session);
        must(ssh_channel_open_session(channel), session);
        must(ssh_channel_request_exec(channel, command), session);
        ssh_set_blocking(session, 0);
        streams_.push_back({session, channel});
    }
    void run() {
        std::vector<char> room(16384);
        while (!stopping_) {
            epoll_event events[256];
            const int ready = epoll_wait(epoll_, events, 256, 100);
            for (int i = 0; i < ready; ++i) {
                const auto& stream = streams_[events[i].data.u32];
                for (;;) {
                    const int got = ssh_channel_read_nonblocking(
                        stream.channel, room.data(), static_cast<std::uint32_t>(room.size()), 0);
                    if (got <= 0) break;
                    bytes_ += static_cast<std::uint64_t>(got);
                }
            }
        }
    }
    int epoll_;
    std::vector<Stream> streams_;
    std::atomic<std::uint64_t> bytes_{0};
    std::atomic<bool> stopping_{false};
    std::thread thread_;
};

// The result of a frame: eight samples in the log and the tables.
class Store {
  public:
    explicit Store(const std::filesystem::path& folder)
        : log_(open_lmdb_sample_log({folder / "samples"}).value()),
          model_(ReadModel::open({.directory = folder / "tables"}).value()) {}
    void take(std::size_t host, const probe::ProbeFrame& frame) {
        ++samples;
        std::vector<Sample> all;
        for (const auto& gpu : frame.gpus) {
            GpuId id;
            id.uuid[14] = static_cast<std::uint8_t>(host);
            id.uuid[15] = static_cast<std::uint8_t>(gpu.index);
            all.push_back(
                {id, from_unix_ms(1'800'000'000'000) + std::chrono::seconds{samples}, gpu.values});
        }
        (void)log_->append(all);
        model_->usage().take(all);
        model_->usage().settle();
    }
    std::atomic<std::uint64_t> samples{0};

  private:
    std::unique_ptr<SampleLog> log_;
    std::unique_ptr<ReadModel> model_;
};

class Reader final : public ssh::StreamObserver {
  public:
    Reader(Store& store, std::size_t host) : store_(store), host_(host) {}
    void opened() override {}
    void bytes(std::string_view output) override {
        frames_.clear();
        parser_.feed(output, frames_);
        for (const auto& frame : frames_) store_.take(host_, frame);
    }
    void closed(const ssh::RemoteError& why) override {
        std::fprintf(stderr, "a stream ended: %s\n", why.text.c_str());
    }

  private:
    Store& store_;
    std::size_t host_;
    probe::FrameParser parser_;
    std::vector<probe::ProbeFrame> frames_;
};

class Ours {
  public:
    Ours(const Hosts& hosts, const std::filesystem::path& folder)
        : store_(folder), pool_({.private_key_file = hosts.front()->client_key().private_file}) {
        for (std::size_t i = 0; i < hosts.size(); ++i) {
            pool_.open(hosts[i]->target("host" + std::to_string(i)), {.line = command},
                       std::make_shared<Reader>(store_, i));
        }
    }
    [[nodiscard]] std::uint64_t samples() const { return store_.samples; }

  private:
    Store store_;
    ssh::Pool pool_;
};

// Client CPU per sample, in us.
template <class Client>
double cpu_of(const Client& client, std::size_t hosts, std::chrono::seconds how_long) {
    for (int i = 0; i < 200 && client.samples() < hosts * 20; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds{50});
    }
    const auto before = client.samples();
    const double cpu = bench::cpu_seconds();
    std::this_thread::sleep_for(how_long);
    const auto count = static_cast<double>(client.samples() - before);
    if (count < static_cast<double>(hosts)) {
        std::fprintf(stderr, "no samples came\n");
        std::exit(1);
    }
    return (bench::cpu_seconds() - cpu) / count * 1e6;
}

}  // namespace

int main(int argc, char** argv) {
    const auto count = static_cast<std::size_t>(argc > 1 ? std::atoi(argv[1]) : 20);
    const int pairs = argc > 2 ? std::atoi(argv[2]) : 5;
    const std::chrono::seconds each(argc > 3 ? std::atoi(argv[3]) : 4);
    const auto folder = std::filesystem::current_path() / "bench.probe";
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    Hosts hosts;
    for (std::size_t i = 0; i < count; ++i) {
        hosts.push_back(std::make_unique<test::LocalSshd>());
        hosts.back()->install("frames", printer());
        // The pool has one key, the first host's; all hosts accept it.
        std::ofstream(hosts.back()->folder() / "authorized_keys", std::ios::app)
            << hosts.front()->client_key().public_line << '\n';
    }
    bench::compare(
        std::to_string(count) + " hosts, client CPU a sample", "us", pairs,
        [&] { return cpu_of(Bare(hosts), count, each); },
        [&] { return cpu_of(Ours(hosts, folder), count, each); }, "goal 7: <= 2");
    hosts.clear();
    std::filesystem::remove_all(folder);
}
