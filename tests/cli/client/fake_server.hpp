// A server with canned answers, and the Context of a command. Gives each answer once, in order, and
// keeps the requests.
#pragma once

#include "api/cli/commands/commands.hpp"
#include "api/cli/lib/failure.hpp"

#include <cstdlib>
#include <filesystem>
#include <sstream>

#include <gtest/gtest.h>
#include <unistd.h>

namespace dibs::cli {

class FakeServer : public Transport {
  public:
    void answer(int status, std::string body, std::string position = "7") {
        answers_.push_back({status, {{"dibs-position", std::move(position)}}, std::move(body)});
    }
    void answer(HttpResponse response) { answers_.push_back(std::move(response)); }
    HttpResponse exchange(const HttpRequest& request) override {
        asked.push_back(request);
        if (answers_.empty()) return {500, {}, "the fake server has no answer left"};
        auto answer = answers_.front();
        answers_.erase(answers_.begin());
        return answer;
    }
    // "POST /offers", without the server and /api/v1.
    [[nodiscard]] std::string line(std::size_t i) const {
        const auto& url = asked.at(i).url;
        return asked[i].method + ' ' + url.substr(url.find("/api/v1") + 7);
    }
    [[nodiscard]] Json body(std::size_t i) const { return Json::parse(asked.at(i).body).value(); }
    [[nodiscard]] std::string header(std::size_t i, const std::string& name) const {
        for (const auto& [key, value] : asked.at(i).headers) {
            if (key == name) return value;
        }
        return {};
    }

    std::vector<HttpRequest> asked;

  private:
    std::vector<HttpResponse> answers_;
};

class FakeTerminal : public Terminal {
  public:
    [[nodiscard]] bool interactive() const override { return !typed.empty(); }
    std::string ask(const std::string&) override { return next(); }
    std::string ask_secret(const std::string&) override { return next(); }
    std::string read_line() override { return next(); }
    std::string read_all() override { return next(); }

    std::vector<std::string> typed;

  private:
    std::string next() {
        if (typed.empty()) throw Failure(Exit::usage, "nobody is there", "");
        auto line = typed.front();
        typed.erase(typed.begin());
        return line;
    }
};

// A folder that is removed with this object.
class TemporaryFolder {
  public:
    TemporaryFolder() {
        std::string name = std::filesystem::temp_directory_path() / "dibs-cli-XXXXXX";
        path = ::mkdtemp(name.data());
    }
    ~TemporaryFolder() {
        std::error_code error;
        std::filesystem::remove_all(path, error);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    std::filesystem::path path;
};

// Runs one command line against the fake server, on Sat 21 Nov 2026 at 02:45 in Warsaw.
class CommandTest : public testing::Test {
  protected:
    CommandTest() { output.settings.form = Form::human; }

    int run(const std::vector<std::string>& arguments) {
        Program program("Book GPUs.", "dibs");
        Action action;
        add_commands(program.command(), action);
        if (const auto ended = program.parse(arguments, out, err)) {
            return static_cast<int>(*ended);
        }
        Context context{client, output, settings, clock, terminal, assume_yes, zone_flag};
        try {
            perform(action, context);
            return 0;
        } catch (const Failure& failure) {
            if (*failure.what() != '\0') {
                output.error(failure.what(), failure.next_step, failure.problem);
            }
            return static_cast<int>(failure.exit);
        }
    }

    // The commands of the program under test.
    virtual void add_commands(Command app, Action& action) { add_all_commands(app, action); }

    TemporaryFolder folder;
    FakeServer server;
    FakeTerminal terminal;
    Settings settings{{folder.path / "config", folder.path / "state", folder.path / "none"},
                      [](const std::string&) { return std::optional<std::string>{}; }};
    Client client{server, "http://dibs.test", "dibs_secret", [](int) {}};
    ZoneClock clock{"Europe/Warsaw", parse_utc("2026-11-21T01:45:03.250Z").value()};
    std::ostringstream out, err;
    Output output{out, err};
    bool assume_yes = false;
    std::string zone_flag;
};

inline const std::string gpu_a = "gpu_01JD000000000000000000000A";
inline const std::string gpu_b = "gpu_01JD000000000000000000000B";
inline const std::string reservation_id = "res_01JD0000000000000000000001";
inline const std::string group_id = "grp_01JD3K8QZ4T5V6W7X8Y9Z0A160";
inline const std::string ann_id = "per_01JD3K8QZ4T5V6W7X8Y9Z0A141";

// One page of a list.
inline std::string page(const std::string& items) {
    return R"({"items":[)" + items + "]}";
}
inline std::string ann_page() {
    return page(R"({"id":")" + ann_id + R"(","name":"Ann Nowak","unix_name":"ann"})");
}
// The answer to a dry run that suspends these bookings.
inline std::string touched_bookings(const std::string& suspended = "") {
    return R"({"suspended":[)" + suspended + R"(],"revived":[],"cancelled":[],"released":[]})";
}

inline std::string gpus_page() {
    return R"({"items":[{"id":")" + gpu_a +
           R"(","host_id":"host_1","host_name":"gpu03","index":0,"uuid":"GPU-1",
           "model":"NVIDIA A100-SXM4-80GB","memory_total_mib":81920,"state":"available",
           "occupancy":"free"},{"id":")" +
           gpu_b + R"(","host_id":"host_1","host_name":"gpu03","index":1,"uuid":"GPU-2",
           "model":"NVIDIA A100-SXM4-80GB","memory_total_mib":81920,"state":"available",
           "occupancy":"booked",
           "live":{"at":"2026-11-21T01:45:02.000Z","age_s":1,"current":true,"utilization_percent":0,"power_w":61.5},
           "reservation":{"id":"res_x","owner_id":"per_x","owner_name":"bartek","title":"llama",
           "from":"2026-11-21T00:00:00.000Z","until":"2026-11-21T10:00:00.000Z"},
           "free_from":"2026-11-21T10:00:00.000Z"}]})";
}

inline std::string reservation_json(const std::string& state = "upcoming") {
    return R"({"id":")" + reservation_id + R"(","gpus":[")" + gpu_a + R"(",")" + gpu_b +
           R"("],"gpu_names":["gpu03:0","gpu03:1"],"owner_id":"per_1","owner_name":"ann",
           "title":"llama-ft","from":"2026-11-24T08:00:00.000Z",
           "until":"2026-11-24T16:00:00.000Z","state":")" +
           state + R"(","version":3,"created_at":"2026-11-21T01:45:03.250Z"})";
}

// The answer to POST /gpus/parse.
inline std::string two_gpus() {
    return R"({"kind":"gpus","gpus":[")" + gpu_a + R"(",")" + gpu_b +
           R"("],"gpu_names":["gpu03:0","gpu03:1"],"echo":"gpu03:0-1"})";
}
// The same for GPUs that gpus_page() does not list.
inline const std::string gpus_1_and_2 = R"({"kind":"gpus","gpus":["gpu_1","gpu_2"],"echo":"x"})";
inline std::string two_a100() {
    return R"({"kind":"amount","count":2,"model":"A100","there":4,"on_one_host":4,"echo":"2xA100"})";
}

inline std::string time_answer() {
    return R"({"kind":"interval","from":"2026-11-24T08:00:00.000Z",
           "until":"2026-11-24T16:00:00.000Z","duration_s":28800,"zone":"Europe/Warsaw",
           "echo":"Tue 24 Nov 09:00-17:00 CET"})";
}

inline std::string offers(const std::string& from = "2026-11-24T08:00:00.000Z",
                          const std::string& until = "2026-11-24T16:00:00.000Z") {
    return R"({"offers":[{"from":")" + from + R"(","until":")" + until + R"(","gpus":[")" + gpu_a +
           R"(",")" + gpu_b + R"("],"gpu_names":["gpu03:0","gpu03:1"],"host_names":["gpu03"],
           "reason":"earliest"}]})";
}

}  // namespace dibs::cli
