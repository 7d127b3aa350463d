// Resolves what people type: ids and their prefixes, `current` and `last`, names of hosts and GPUs,
// times and durations in words.
#pragma once

#include "api/cli/client/context.hpp"
#include "api/cli/views/time_words.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace dibs::cli {

[[nodiscard]] bool is_whole_id(std::string_view text, std::string_view prefix);  // "res_"
// The items whose id begins so. The kind's prefix ("res_") is optional; case does not matter.
[[nodiscard]] std::vector<Json> with_id_prefix(const std::vector<Json>& items,
                                               std::string_view text);
// The shortest prefix length (at least 8 digits) that distinguishes these ids.
[[nodiscard]] std::size_t short_id_size(const std::vector<Json>& items);

// `text`: an id, an unambiguous prefix of one, `current` (own, running) or `last` (own, made last).
// Throws Failure: not_found, or usage with the candidates.
[[nodiscard]] Json find_reservation(Context& context, const std::string& text);
[[nodiscard]] Json find_host(Context& context, const std::string& text);  // by name or id
// By id, name or Unix name; `me` is the caller.
[[nodiscard]] Json find_person(Context& context, const std::string& text);
// The person's id; `me` unchanged.
[[nodiscard]] std::string person_id(Context& context, const std::string& text);
// Finds a thing that people name ("group", "grant") in the list at `path`: by name in any case, by
// id or its prefix.
[[nodiscard]] Json find_named(Context& context, const std::string& path, const std::string& text,
                              const std::string& kind);
// Finds any other kind ("violation") in the list at `path`, by an id or its prefix. `listed`: the
// command that lists them, if it is not KIND list.
[[nodiscard]] Json find_by_id(Context& context, const std::string& path, const std::string& text,
                              const std::string& kind, const std::string& listed = "");

// The resource at `path` for programs. Null for people, who get a sentence; then no request is
// sent.
[[nodiscard]] Json for_programs(Context& context, const std::string& path);

// GPUs in words: "4xA100:80G", "gpu03:0,2-3".
struct GpuRequest {
    std::string text;
    std::string on{};  // "gpu03", "gpu03:0-3"; empty: anywhere
    std::string min_memory{};
};
// The server's reading: an amount, or exact GPUs (`kind` "gpus").
[[nodiscard]] Json read_gpus(Context& context, const GpuRequest& request);
// The ids of named GPUs. An amount throws Failure (usage) for that option ("--on").
[[nodiscard]] Json named_gpus(Context& context, const std::string& text, const char* option);

// An interval, read by the server in the user's zone (time_words.hpp).
struct TimeRange {
    std::string from, until, echo;
    std::int64_t length_s = 0;
};
[[nodiscard]] TimeRange read_range(Context& context, const std::string& text);
[[nodiscard]] std::string read_moment(Context& context, const std::string& text,
                                      Tense tense = Tense::coming);
// A duration in seconds. `what` names the value in a refusal, where a command reads several
// ("violation-steps, in 'stop@80x'").
[[nodiscard]] std::int64_t read_length_s(Context& context, const std::string& text,
                                         const std::string& what = {});
// A duration in whole minutes; one with seconds is refused, never truncated. `what` names it.
[[nodiscard]] std::int64_t read_minutes(Context& context, const std::string& text,
                                        const std::string& what = {});

// The past interval of --since, --from and --until, each of which may be empty. Returns `from` and
// `until` for a query; without `until` it ends now. Without --since and --from it begins `usual_s`
// before the end.
[[nodiscard]] Json read_past(Context& context, const std::string& since, const std::string& from,
                             const std::string& until, std::int64_t usual_s);

}  // namespace dibs::cli
