// The samples' way, on a thread of its own.
#include "ops/react/sample_keeper.hpp"

#include <spdlog/spdlog.h>

namespace dibs {
namespace {

constexpr std::chrono::seconds every{1};

std::optional<std::int32_t> narrow(std::optional<std::int64_t> value, std::int64_t divisor = 1) {
    if (!value || !std::in_range<std::int32_t>(*value / divisor)) return std::nullopt;
    return static_cast<std::int32_t>(*value / divisor);
}

void complain(const LogError& error) {
    spdlog::warn("samples: {}", error.text);
}

}  // namespace

SampleKeeper::SampleKeeper(SampleLog& log, HourlyLog& hours, Usage& usage, Clock clock,
                           Duration kept)
    : log_(log), hours_(hours), usage_(usage), clock_(std::move(clock)), kept_(kept) {}

SampleKeeper::~SampleKeeper() {
    stop();
}

void SampleKeeper::set_gpus(std::map<std::string, GpuId> by_uuid) {
    const std::lock_guard lock(mutex_);
    gpus_ = std::move(by_uuid);
}

void SampleKeeper::take(Instant at, const probe::GpuReading& reading) {
    const std::lock_guard lock(mutex_);
    const auto gpu = gpus_.find(reading.uuid);
    if (gpu == gpus_.end()) return;  // not on record yet: it is reported in this very second
    // Snapped to the second: the jitter of the probe costs more bytes than it tells.
    pending_.push_back({gpu->second, std::chrono::floor<std::chrono::seconds>(at),
                        narrow(reading.utilization_percent), narrow(reading.memory_used_mib),
                        narrow(reading.temperature_c), narrow(reading.power_mw, 100)});
}

void SampleKeeper::start() {
    thread_ = std::thread([this] { run(); });
}

void SampleKeeper::stop() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    woken_.notify_all();
    if (thread_.joinable()) thread_.join();
}

void SampleKeeper::run() {
    catch_up();
    bool last = false;
    while (!last) {
        std::vector<Sample> samples;
        {
            std::unique_lock lock(mutex_);
            woken_.wait_for(lock, every, [&] { return stopping_; });
            last = stopping_;
            samples.swap(pending_);
        }
        store(std::move(samples));
        close_hours(clock_());
    }
    if (auto flushed = log_.flush(); !flushed) complain(flushed.error());
    usage_.flush();
}

void SampleKeeper::store(std::vector<Sample> samples) {
    if (samples.empty()) return;
    if (auto appended = log_.append(samples); !appended) complain(appended.error());
    usage_.take(samples);
}

// The usage tables may be behind the log: after a crash, or because they are made anew.
void SampleKeeper::catch_up() {
    const auto stopping = [this] {
        const std::lock_guard lock(mutex_);
        return stopping_;
    };
    const auto restored = usage_.restore(log_, hours_, clock_(), stopping);
    if (!restored) complain(restored.error());
}

// Each full hour becomes one row of the hourly log before its samples may expire.
void SampleKeeper::close_hours(Instant now) {
    const auto ended = usage_.ended_hours();
    ended_hours_.insert(ended_hours_.end(), ended.begin(), ended.end());
    if (!ended_hours_.empty()) {
        if (auto appended = hours_.append(ended_hours_); !appended) {
            return complain(appended.error());  // tried again in a second
        }
        ended_hours_.clear();
    }
    if (auto expired = log_.expire(now - kept_); !expired) complain(expired.error());
}

}  // namespace dibs
