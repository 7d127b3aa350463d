// See monitor.hpp. `Core` outlives the monitor while callbacks point to it. Every entry holds
// `gate_`; once the destructor has taken it, no call reaches the sink.
#include "ingest/probe/monitor.hpp"

#include "ingest/probe/host_watch.hpp"
#include "ingest/probe/script/script.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <random>
#include <stdexcept>

namespace dibs::probe {

class Monitor::Core final : public WatchServices, public std::enable_shared_from_this<Core> {
  public:
    Core(ssh::Remote& remote, ProbeSink& sink, MonitorOptions options);

    void schedule_step(Duration delay);
    void set_hosts(const std::vector<ssh::HostTarget>& hosts);
    void shut();
    [[nodiscard]] std::vector<HostStats> stats() const;

    // Calls `use` with the host, if it is still watched, and publishes its statistics.
    template <class Use>
    void with_host(const std::string& name, Use use);

    void post_hosts(std::vector<ssh::HostTarget> hosts);
    ssh::StreamId open_stream(const ssh::HostTarget& target, TapId tap) override;
    void close_stream(ssh::StreamId stream) override { remote_.close(stream); }
    ProbeSink& sink() override { return sink_; }
    double random() override { return options_.random(); }
    SteadyTime steady_now() override { return options_.steady_clock(); }
    Instant wall_now() override { return options_.wall_clock(); }

  private:
    void step();
    void publish(const HostStats& stats);

    ssh::Remote& remote_;
    ProbeSink& sink_;
    MonitorOptions options_;
    std::string script_;
    std::mutex gate_;
    bool shut_{false};
    std::map<std::string, std::unique_ptr<HostWatch>> hosts_;
    mutable std::mutex stats_mutex_;
    std::map<std::string, HostStats> published_;
};

namespace {

std::function<double()> own_random() {
    return [engine = std::mt19937_64(std::random_device{}())]() mutable {
        return std::uniform_real_distribution<double>(0.0, 1.0)(engine);
    };
}

}  // namespace

// Passes a stream's calls to its host.
class Tap final : public ssh::StreamObserver {
  public:
    using Deliver = std::function<void(const std::function<void(HostWatch&, TapId)>&)>;
    explicit Tap(Deliver deliver) : deliver_(std::move(deliver)) {}

    void opened() override {
        deliver_([](HostWatch& host, TapId tap) { host.opened(tap); });
    }
    void bytes(std::string_view output) override {
        deliver_([output](HostWatch& host, TapId tap) { host.bytes(tap, output); });
    }
    void error_bytes(std::string_view output) override {
        deliver_([output](HostWatch& host, TapId tap) { host.error_bytes(tap, output); });
    }
    void closed(const ssh::RemoteError& why) override {
        deliver_([&why](HostWatch& host, TapId tap) { host.closed(tap, why); });
    }

  private:
    Deliver deliver_;
};

Monitor::Core::Core(ssh::Remote& remote, ProbeSink& sink, MonitorOptions options)
    : remote_(remote),
      sink_(sink),
      options_(std::move(options)),
      script_(probe_script(options_.script_lifetime)) {
    if (!options_.steady_clock) {
        options_.steady_clock = [] { return std::chrono::steady_clock::now(); };
    }
    if (!options_.random) {
        options_.random = own_random();
    }
    if (!options_.wall_clock) {
        throw std::invalid_argument("MonitorOptions.wall_clock is required");
    }
}

void Monitor::Core::schedule_step(Duration delay) {
    remote_.schedule(delay, [self = weak_from_this()] {
        if (const auto core = self.lock()) {
            core->step();
        }
    });
}

// Publishes all new hosts first, so that stats() lists them at once.
void Monitor::Core::post_hosts(std::vector<ssh::HostTarget> hosts) {
    {
        const std::lock_guard lock(stats_mutex_);
        for (const auto& host : hosts) published_.try_emplace(host.name, HostStats{host.name});
    }
    remote_.schedule(Duration::zero(), [self = weak_from_this(), hosts = std::move(hosts)] {
        if (const auto core = self.lock()) {
            core->set_hosts(hosts);
        }
    });
}

void Monitor::Core::set_hosts(const std::vector<ssh::HostTarget>& hosts) {
    const std::lock_guard lock(gate_);
    if (shut_) {
        return;
    }
    std::map<std::string, std::unique_ptr<HostWatch>> next;
    for (const auto& target : hosts) {
        auto known = hosts_.find(target.name);
        const bool same = known != hosts_.end() && known->second->target() == target;
        next[target.name] = same ? std::move(known->second)
                                 : std::make_unique<HostWatch>(target, options_.rules, *this);
        if (same) {
            hosts_.erase(known);
        }
    }
    hosts_ = std::move(next);
    const std::lock_guard stats_lock(stats_mutex_);
    published_.clear();
    for (const auto& [name, host] : hosts_) {
        published_[name] = host->stats();
    }
}

// Checks every host's deadlines. Due hosts connect in the order in which they became due. The rate
// of attempts is limited, not their number, so that hanging hosts do not hold up others.
void Monitor::Core::step() {
    const std::lock_guard lock(gate_);
    if (shut_) {
        return;
    }
    const auto now = steady_now();
    std::vector<HostWatch*> due;
    for (const auto& [name, host] : hosts_) {
        if (host->check(now)) {
            due.push_back(host.get());
        }
    }
    std::stable_sort(due.begin(), due.end(), [](const auto* a, const auto* b) {
        return a->next_attempt() < b->next_attempt();
    });
    due.resize(std::min(due.size(), options_.most_attempts));
    for (auto* const host : due) {
        host->connect(now);
    }
    for (const auto& [name, host] : hosts_) {
        publish(host->stats());
    }
    schedule_step(options_.step);
}

template <class Use>
void Monitor::Core::with_host(const std::string& name, Use use) {
    const std::lock_guard lock(gate_);
    const auto at = hosts_.find(name);
    if (!shut_ && at != hosts_.end()) {
        use(*at->second);
        publish(at->second->stats());
    }
}

ssh::StreamId Monitor::Core::open_stream(const ssh::HostTarget& target, TapId tap) {
    ssh::RemoteCommand command{.line = std::string(script_command), .input = script_};
    auto deliver = [self = weak_from_this(), name = target.name,
                    tap](const std::function<void(HostWatch&, TapId)>& call) {
        if (const auto core = self.lock()) {
            core->with_host(name, [&](HostWatch& host) { call(host, tap); });
        }
    };
    return remote_.open(target, std::move(command), std::make_shared<Tap>(std::move(deliver)));
}

void Monitor::Core::publish(const HostStats& stats) {
    const std::lock_guard lock(stats_mutex_);
    published_[stats.name] = stats;
}

std::vector<HostStats> Monitor::Core::stats() const {
    const std::lock_guard lock(stats_mutex_);
    std::vector<HostStats> all;
    for (const auto& [name, stats] : published_) {
        all.push_back(stats);
    }
    return all;
}

void Monitor::Core::shut() {
    const std::lock_guard lock(gate_);
    shut_ = true;
    hosts_.clear();
}

Monitor::Monitor(ssh::Remote& remote, ProbeSink& sink, MonitorOptions options)
    : core_(std::make_shared<Core>(remote, sink, std::move(options))) {
    core_->schedule_step(Duration::zero());
}

Monitor::~Monitor() {
    core_->shut();
}

void Monitor::set_hosts(std::vector<ssh::HostTarget> hosts) {
    core_->post_hosts(std::move(hosts));
}

std::vector<HostStats> Monitor::stats() const {
    return core_->stats();
}

}  // namespace dibs::probe
