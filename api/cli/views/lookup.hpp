// From what people type to what the server knows: ids and their beginnings, `current` and `last`,
// hosts and GPUs by name, times and lengths in words.
#pragma once

#include "api/cli/client/context.hpp"
#include "api/cli/views/time_words.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace dibs::cli {

[[nodiscard]] bool is_whole_id(std::string_view text, std::string_view prefix);  // "res_"
// The items whose id begins so; the prefix ("res_") may be left out, case does not matter.
[[nodiscard]] std::vector<Json> with_id_prefix(const std::vector<Json>& items,
                                               std::string_view text);
// The shortest beginning (8 digits at least) that tells these ids apart.
[[nodiscard]] std::size_t short_id_size(const std::vector<Json>& items);

// An id, an unambiguous beginning of one, `current` (mine, running) or `last` (mine, made last).
// Throws Failure: not_found, or usage with the candidates.
[[nodiscard]] Json find_reservation(Context& context, const std::string& text);
[[nodiscard]] Json find_host(Context& context, const std::string& text);  // by name or id
// By id, name or Unix name; `me` is who is signed in.
[[nodiscard]] Json find_person(Context& context, const std::string& text);
// Their id; `me` as it is.
[[nodiscard]] std::string person_id(Context& context, const std::string& text);
// Of what people name themselves ("group", "grant"), among what the path lists: by its name in any
// case, its id or a beginning of that.
[[nodiscard]] Json find_named(Context& context, const std::string& path, const std::string& text,
                              const std::string& kind);
// Any other kind of thing ("violation"), among what the path lists, by an id or a beginning of one.
// `listed`: the command that lists them, where it is not KIND list.
[[nodiscard]] Json find_by_id(Context& context, const std::string& path, const std::string& text,
                              const std::string& kind, const std::string& listed = "");

// What is at a path now, for programs; people are told in a sentence, and nothing is asked.
[[nodiscard]] Json for_programs(Context& context, const std::string& path);

// Which GPUs, in words: "4xA100:80G", "gpu03:0,2-3".
struct GpuRequest {
    std::string text;
    std::string on{};  // "gpu03", "gpu03:0-3"; empty: anywhere
    std::string min_memory{};
};
// As the server reads it: an amount, or exact GPUs (`kind` "gpus").
[[nodiscard]] Json read_gpus(Context& context, const GpuRequest& request);
// The ids of GPUs by name. An amount is wrong usage of that option ("--on").
[[nodiscard]] Json named_gpus(Context& context, const std::string& text, const char* option);

// Read by the server, in the user's zone (time_words.hpp).
struct TimeRange {
    std::string from, until, echo;
    std::int64_t length_s = 0;
};
[[nodiscard]] TimeRange read_range(Context& context, const std::string& text);
[[nodiscard]] std::string read_moment(Context& context, const std::string& text,
                                      Tense tense = Tense::coming);
// A length of time, in seconds. Who may not know which of several could not be read is told by
// `what` it is for ("violation-steps, in 'stop@80x'").
[[nodiscard]] std::int64_t read_length_s(Context& context, const std::string& text,
                                         const std::string& what = {});
// Of what is in whole minutes ("A reminder"): seconds are refused, never dropped.
[[nodiscard]] std::int64_t read_minutes(Context& context, const std::string& text,
                                        const std::string& what = {});

// What has passed, as --since, --from and --until say it; each may be empty. The members `from` and
// `until` (none: until now) of a question. Without --since and --from it is so long up to the end.
[[nodiscard]] Json read_past(Context& context, const std::string& since, const std::string& from,
                             const std::string& until, std::int64_t usual_s);

}  // namespace dibs::cli
