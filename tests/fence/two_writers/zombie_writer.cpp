// A node reduced to its writer, which can stop at the worst moment. It is not part of a release.
//
//   zombie_writer create BROKER TOPIC    makes the log of scene.hpp
//   zombie_writer write BROKER TOPIC     claims, then follows the lines on its input:
//       book ROUND            books all of the round, in any order, and reports a group
//       stop ROUND RECORDS    the same, but stops itself behind so many records of the group
//     and prints: role ROLE · booked ID · group NAME · taken ID · refused · answered (all of them)
//   zombie_writer judge BROKER TOPIC     judges the log by such lines on its input
#include "ingest/fresh_id.hpp"
#include "ingest/writer.hpp"
#include "tests/fence/two_writers/judge.hpp"
#include "tests/fence/two_writers/scene.hpp"
#include "tests/fence/two_writers/stopping_log.hpp"

#include <atomic>
#include <iostream>
#include <sstream>

#include <poll.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>
#include <sys/prctl.h>
#include <unistd.h>

namespace {

using namespace dibs;
using namespace dibs::two_writers;
using std::chrono::steady_clock;

// Writes whole lines with one write each, so that a stop or a kill splits none.
void say(const std::string& line) {
    const auto text = line + '\n';
    if (::write(STDOUT_FILENO, text.data(), text.size()) < 0) _exit(3);
}

std::string name_of(WriterRole role) {
    switch (role) {
        case WriterRole::starting:
            return "starting";
        case WriterRole::claiming:
            return "claiming";
        case WriterRole::writing:
            return "writing";
        case WriterRole::standby:
            return "standby";
        case WriterRole::stopped:
            return "stopped";
    }
    return "?";
}

// Scene time runs as fast as real time, from the same moment for every process.
Clock scene_clock() {
    return [begun = steady_clock::now()] {
        return test::some_time + std::chrono::duration_cast<Duration>(steady_clock::now() - begun);
    };
}

class Node {
  public:
    Node(EventLog& log, Keys& keys) : log_(log) {
        WriterSettings settings;
        settings.node = "zombie:" + std::to_string(getpid());
        writer_ = std::make_unique<Writer>(log_, keys, clock_, settings, [](Position) {});
        writer_->start();
    }

    // Runs until the input ends.
    void run() {
        std::string input;
        std::array<char, 256> piece{};
        while (true) {
            const bool answered = answered_.exchange(false);
            tell_role();  // prints the previous role first
            if (answered) say("answered");
            pollfd in{STDIN_FILENO, POLLIN, 0};
            if (poll(&in, 1, 2) <= 0) continue;
            const auto count = ::read(STDIN_FILENO, piece.data(), piece.size());
            if (count <= 0) return;
            input.append(piece.data(), static_cast<std::size_t>(count));
            for (auto end = input.find('\n'); end != input.npos; end = input.find('\n')) {
                obey(input.substr(0, end));
                input.erase(0, end + 1);
            }
        }
    }

  private:
    void tell_role() {
        const auto status = writer_->status();
        if (status.role == role_) return;
        role_ = status.role;
        say("role " + name_of(role_));
        if (!status.problem.empty()) std::cerr << getpid() << ": " << status.problem << '\n';
    }

    void obey(const std::string& line) {
        std::istringstream words(line);
        std::string verb;
        unsigned round = 0;
        int stop_after = 0;
        words >> verb >> round >> stop_after;
        pending_ = static_cast<int>(gpus * hours + 1);
        if (stop_after > 0) log_.stop_after(stop_after);
        for (unsigned n = 0; n < gpus * hours; ++n) {
            if (n == gpus * hours / 2) report_group(round, verb);
            book(round, n);
        }
    }

    void book(unsigned round, unsigned n) {
        const auto id = fresh_id<ReservationId>(clock_());
        Envelope envelope{Command{reservation::Command{reservation::Book{
            id, ann, {gpu(n % gpus)}, hour_of(round, n / gpus), {"by a zombie"}}}}};
        envelope.actor = ann;
        submit(std::move(envelope), "booked " + to_text(id));
    }

    void report_group(unsigned round, const std::string& verb) {
        const auto name = verb + std::to_string(round);
        fleet::ReportGpus report{boreas, {}};
        for (unsigned n = 0; n < group_size; ++n) {
            report.gpus.push_back({name + '/' + std::to_string(n), n, "NVIDIA A100", 40960, {}});
        }
        submit(Envelope{Command{fleet::Command{std::move(report)}}}, "group " + name);
    }

    void submit(Envelope envelope, std::string acknowledgement) {
        writer_->submit(std::move(envelope),
                        [this, said = std::move(acknowledgement)](const Reply& reply) {
                            if (reply) {
                                say(said);
                            } else if (reply.error().code == Code::slot_taken) {
                                for (const auto& ref : reply.error().about)
                                    say("taken " + to_text(ref));
                            } else {
                                say("refused");
                            }
                            if (--pending_ == 0) answered_ = true;
                        });
    }

    StoppingLog log_;
    const Clock clock_ = scene_clock();
    std::atomic<int> pending_{0};
    std::atomic<bool> answered_{false};
    WriterRole role_ = WriterRole::starting;
    std::unique_ptr<Writer> writer_;
};

int fail(const std::string& why) {
    std::cerr << "zombie_writer: " << why << '\n';
    return 2;
}

int create(const KafkaSettings& settings) {
    if (const auto made = create_topic(settings); !made) return fail(made.error().text);
    const auto log = open_kafka_log(settings);
    if (!log) return fail(log.error().text);
    const auto keys = Keys::create(keys_file(settings.topic));
    if (!keys) return fail(keys.error());
    test::append(**log, first_records(**keys));
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);  // a stopped process must not be left behind
    spdlog::set_default_logger(spdlog::stderr_logger_mt("zombie"));  // standard output is for lines
    if (argc != 4) return fail("create|write|judge BROKER TOPIC");
    const std::string task = argv[1];
    KafkaSettings settings;
    settings.brokers = argv[2];
    settings.topic = argv[3];
    if (task == "create") return create(settings);
    const auto log = open_kafka_log(settings);
    if (!log) return fail(log.error().text);
    const auto keys = Keys::open(keys_file(settings.topic));
    if (!keys) return fail(keys.error());
    if (task == "judge") {
        const int violations = judge(**log, **keys, std::cin, std::cout);
        std::filesystem::remove(keys_file(settings.topic));
        return violations == 0 ? 0 : 1;
    }
    if (task != "write") return fail("no such task: " + task);
    Node(**log, **keys).run();
    return 0;
}
