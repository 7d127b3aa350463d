// The loop: reads, checks, and seals when a seal is due.
#include "ingest/audit/sealer.hpp"

#include "domain/log/tail.hpp"

#include <future>
#include <memory>

#include <spdlog/spdlog.h>

namespace dibs {
namespace {

using std::chrono::steady_clock;
constexpr std::size_t records_per_seal_read = 1024;
constexpr std::chrono::milliseconds seal_read_timeout{500};
constexpr std::chrono::milliseconds gather_time{
    100};  // records that arrive within this time are read together
constexpr std::chrono::seconds pause_after_an_error{5};

}  // namespace

AuditSealer::AuditSealer(Ports ports, Settings settings)
    : ports_(std::move(ports)), settings_(settings) {}

AuditSealer::~AuditSealer() {
    stop();
}

void AuditSealer::start() {
    thread_ = std::thread([this] { run(); });
}

void AuditSealer::stop() {
    stopping_ = true;
    if (thread_.joinable()) thread_.join();
}

AuditFindings AuditSealer::findings() const {
    const std::lock_guard lock(mutex_);
    return findings_;
}

bool AuditSealer::holds(const AuditHead& head) const {
    const std::lock_guard lock(mutex_);
    const auto found = sealed_.find(head.position);
    return found != sealed_.end() && found->second == head.digest;
}

void AuditSealer::rest(std::chrono::milliseconds time) const {
    constexpr std::chrono::milliseconds step{100};
    for (auto left = time; left.count() > 0 && !stopping_; left -= step) {
        std::this_thread::sleep_for(std::min(left, step));
    }
}

void AuditSealer::run() {
    Tail tail(ports_.log, Checkpoint{});
    while (!stopping_) {
        const auto begun = steady_clock::now();
        const auto read = tail.next(records_per_seal_read, seal_read_timeout);
        if (!read && is_final(read.error())) return;  // writer and tables report it
        if (!read) {
            rest(pause_after_an_error);
            continue;
        }
        for (const auto& record : *read) {
            if (record.position > 0) {
                take(record.bytes, record.position, tail.checkpoint().log_id);
            }
        }
        publish_findings();
        if (findings_.broken) return;
        if (read->size() == records_per_seal_read) {
            const auto took = steady_clock::now() - begun;
            rest(std::chrono::duration_cast<std::chrono::milliseconds>(took));
        } else if (!read->empty()) {
            rest(gather_time);
        } else if (is_due()) {
            seal();
        }
    }
}

void AuditSealer::take(std::string_view record, Position position, const std::string& log_id) {
    if (findings_.broken) return;
    if (!check_) check_.emplace(log_id);
    const auto view = parse_record(record);
    if (!view) return;  // cannot happen: the reading rule has parsed it
    const auto before = check_->seals();
    if (const auto wrong = check_->add(view->type, view->body, record)) {
        spdlog::critical(
            "The log was tampered with, at position {}: {} Nothing is sealed any more.", position,
            *wrong);
        const std::lock_guard lock(mutex_);
        findings_.broken = wrong;
        return;
    }
    if (check_->seals() != before) {
        first_unsealed_.reset();
        const std::lock_guard lock(mutex_);
        sealed_.emplace(check_->newest()->until, check_->newest()->digest);
    }
    if (check_->unsealed() > 0 && !first_unsealed_) first_unsealed_ = view->at;
}

// Publishes the findings, once for each batch. A seal that does not fit is not counted as read.
void AuditSealer::publish_findings() {
    const std::lock_guard lock(mutex_);
    if (!check_ || findings_.broken) return;
    findings_.read = check_->chain().position();
    findings_.seals = check_->seals();
    findings_.unsealed = check_->unsealed();
    findings_.one_key = check_->one_key();
    findings_.newest = check_->newest();
}

bool AuditSealer::is_due() const {
    if (!check_ || check_->unsealed() == 0 || !ports_.writes()) return false;
    return check_->unsealed() >= settings_.at_most ||
           (first_unsealed_ && ports_.clock() - *first_unsealed_ >= settings_.every);
}

// The writer refuses the seal if another node has sealed meanwhile; that seal arrives soon.
void AuditSealer::seal() {
    const auto& chain = check_->chain();
    audit::Seal seal{chain.position(), *chain.at(chain.position()), ports_.keys.public_key(), {}};
    seal.signature = ports_.keys.sign(signed_text(chain.log_id(), seal));
    Envelope envelope{Command{audit::Command{audit::SealLog{std::move(seal)}}}};
    envelope.source = "audit";
    const auto answered = std::make_shared<std::promise<Reply>>();
    auto answer = answered->get_future();
    ports_.commands.submit(std::move(envelope),
                           [answered](Reply reply) { answered->set_value(std::move(reply)); });
    if (const auto reply = answer.get(); !reply) {
        spdlog::warn("The log could not be sealed: {}", reply.error().detail);
        rest(pause_after_an_error);
    }
}

}  // namespace dibs
