// dibs watch: events as they happen, one line each. Reopens a lost connection and continues at its
// position, without a gap. Ends with Ctrl-C.
#include "api/cli/client/stream_connection.hpp"
#include "api/cli/commands/commands.hpp"
#include "api/cli/lib/failure.hpp"
#include "api/cli/lib/sentence.hpp"
#include "api/cli/lib/table.hpp"

#include <chrono>
#include <thread>

namespace dibs::cli {
namespace {

struct WatchOptions {
    std::vector<std::string> topics{};
    std::int64_t after = -1;
    std::size_t count = 0;
};

class Watch {
  public:
    Watch(Context& context, const WatchOptions& options)
        : context_(context), options_(options), after_(options.after) {
        if (options_.topics.empty()) options_.topics.push_back("events");
    }

    void run() {
        connect_and_read();  // a failure of the first connection ends the command
        for (int pause_s = 1; !finished_; pause_s = std::min(pause_s * 2, 15)) {
            context_.out.note("Connection lost (" + why_ + "); again in " +
                              std::to_string(pause_s) + " s");
            std::this_thread::sleep_for(std::chrono::seconds(pause_s));
            try {
                const auto before = after_;
                connect_and_read();
                if (after_ != before) pause_s = 1;
            } catch (const Failure& failure) {
                if (failure.exit != Exit::unreachable) throw;
                why_ = failure.what();
            }
        }
    }

  private:
    void connect_and_read() {
        StreamConnection stream(context_.client.server(), context_.client.token());
        Json::Array topics;
        for (const auto& topic : options_.topics) topics.emplace_back(topic);
        Json hello{Json::Object{{"subscribe", topics}}};
        if (after_ >= 0) hello.set("after", after_);
        stream.send(hello.dump());
        while (!finished_) {
            const auto text = stream.next();
            if (!text) break;
            if (const auto message = Json::parse(*text)) take(*message);
        }
        why_ = stream.why();
    }

    void take(const Json& message) {
        const auto type = message["type"].text();
        if (type == "error") {
            throw failure_of(static_cast<int>(message["problem"]["status"].integer()),
                             message["problem"].dump());
        }
        const bool of_events = message["topic"].text() == "events";
        if (type == "event" && of_events) {
            for (const auto& event : message["events"].items()) show(event);
        } else if (type == "event" || type == "metrics") {
            show_frame(message);
        } else if (type == "snapshot" && !of_events && !context_.out.human()) {
            context_.out.line(message.dump());
        } else if (type == "resync") {
            context_.out.note("Some events were too many to follow; see 'dibs history'.");
        }
        if (message["position"]) after_ = message["position"].integer();
    }

    void show(const Json& event) {
        if (finished_) return;
        if (context_.out.human()) {
            const auto actor = event["actor_id"] ? event["actor_name"].text() : std::string("dibs");
            context_.out.line(context_.clock.moment(event["time"].text()) + "  " +
                              printable(actor) + "  " + printable(sentence_of(event)));
        } else {
            context_.out.line(event.dump());
        }
        count();
    }

    // Other topics: the changed things in their current state.
    void show_frame(const Json& message) {
        if (finished_) return;
        context_.out.line(message.dump());
        count();
    }

    void count() { finished_ = options_.count > 0 && ++shown_ >= options_.count; }

    Context& context_;
    WatchOptions options_;
    std::int64_t after_;
    std::size_t shown_ = 0;
    bool finished_ = false;
    std::string why_;
};

}  // namespace

void add_watch(Command app, Action& action) {
    const auto verb =
        app.add_subcommand("watch", "Events as they happen; one JSON a line in a pipe");
    auto options = std::make_shared<WatchOptions>();
    verb.add_option("topics", options->topics,
                    "events (default), or others that the contract has: fleet, metrics:gpu03");
    verb.add_option("--after", options->after, "Begin behind this position of the history");
    verb.add_option("-n,--count", options->count, "Stop after this many lines");
    verb.callback([&action, options] {
        action = [options](Context& context) { Watch(context, *options).run(); };
    });
}

}  // namespace dibs::cli
