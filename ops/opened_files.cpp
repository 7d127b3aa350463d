// Opens one part after the other; the first failure ends it.
#include "ops/opened_files.hpp"

#include "domain/log/log_id.hpp"
#include "ops/config/configured_parts.hpp"
#include "projections/store/checkpoint_row.hpp"

#include <utility>

#include <spdlog/spdlog.h>

namespace dibs {
namespace {

void tell_of_discarded(ReadModel& model) {
    for (const auto* store : {&std::as_const(model.facts()), &model.usage().store()}) {
        if (store->discarded().empty()) continue;
        spdlog::warn("Tables were thrown away, and are made anew: {}.", store->discarded());
    }
}

// Logs each new reason once.
template <class Open>
auto open_patiently(const Open& open, const ShutdownCheck& shutdown_requested) {
    constexpr std::chrono::seconds again_after{1};
    std::string said;
    for (;;) {
        auto opened = open();
        if (opened || opened.error().kind != LogError::Kind::unavailable) return opened;
        if (std::exchange(said, opened.error().text) != opened.error().text) {
            spdlog::warn("not ready, waits: {}", said);
        }
        if (shutdown_requested(again_after)) return opened;
    }
}

// Such tables must not answer anything, not even before the first read of the log.
std::optional<std::string> tables_of_another_log(ReadModel& model, const std::string& log_id) {
    const auto known = tables_of(model).log_id;
    if (known.empty() || log_id.empty() || known == log_id) return std::nullopt;
    return "The log is " + log_id + ", but the tables were made from the log " + known +
           ": it was recreated, or another place is configured. Put the old one back; if the new "
           "one is right, run dibsd rebuild.";
}

}  // namespace

Checkpoint tables_of(ReadModel& model) {
    return projections::stored_checkpoint(model.facts().read()).value_or(Checkpoint{});
}

tl::expected<Files, std::string> open_files(const Config& config,
                                            const ShutdownCheck& shutdown_requested) {
    auto lock = DataDirectory::take(config.data_directory);
    if (!lock) return tl::unexpected(lock.error().text);
    auto log = open_patiently([&] { return open_log(config); }, shutdown_requested);
    if (!log) return tl::unexpected(log.error().text);
    auto log_id = open_patiently([&] { return read_log_id(**log); }, shutdown_requested);
    if (!log_id) return tl::unexpected(log_id.error().text);
    auto model = ReadModel::open(
        {.directory = config.data_directory / "tables", .history = history_kept(config)});
    if (!model) return tl::unexpected(model.error().text);
    tell_of_discarded(**model);
    if (const auto other = tables_of_another_log(**model, *log_id)) return tl::unexpected(*other);
    const auto known = tables_of(**model).position;
    auto keys = open_patiently([&] { return open_keys(config, **log, known); }, shutdown_requested);
    if (!keys) return tl::unexpected(keys.error().text);
    auto samples =
        open_patiently([&] { return open_samples(config, *log_id); }, shutdown_requested);
    if (!samples) return tl::unexpected(samples.error().text);
    auto hours = open_patiently([&] { return open_hours(config, *log_id); }, shutdown_requested);
    if (!hours) return tl::unexpected(hours.error().text);
    auto answered = AnsweredTable::open(config.data_directory / "answered");
    if (!answered) return tl::unexpected(answered.error().text);
    auto dashboard = open_dashboard(config);
    if (!dashboard) return tl::unexpected(dashboard.error());
    return Files{std::move(*lock),     std::move(*log),     std::move(*log_id),
                 std::move(*keys),     std::move(*samples), std::move(*hours),
                 std::move(*answered), std::move(*model),   std::move(*dashboard)};
}

}  // namespace dibs
