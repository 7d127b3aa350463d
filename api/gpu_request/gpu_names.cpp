// From names in words to hosts and indices, and to GPUs.
#include "api/gpu_request/gpu_names.hpp"

#include <algorithm>
#include <set>

namespace dibs::gpu_request {
namespace {

// "gpu[01-04,7]" -> gpu01 … gpu04, gpu7; keeps leading zeros.
Result<std::vector<std::string>> expand(std::string_view text, std::string_view field) {
    const auto open = text.find('[');
    if (open == std::string_view::npos) return std::vector{std::string(text)};
    const auto close = text.find(']', open);
    if (text.find('[', close) != std::string_view::npos) {
        return tl::unexpected(unreadable(field, "'" + std::string(text) + "' has brackets twice."));
    }
    std::vector<std::string> hosts;
    for (const auto part : split(text.substr(open + 1, close - open - 1), ',')) {
        const auto range = range_of(part, 999'999);
        if (!range ||
            hosts.size() + static_cast<std::size_t>(range->last - range->first) >= most_gpus) {
            return tl::unexpected(unreadable(
                field, "'" + std::string(part) + "' in '" + std::string(text) +
                           "': between '[' and ']' stand up to 1,024 numbers, as 01-04."));
        }
        const auto width = part.substr(0, part.find('-')).size();
        for (int i = range->first; i <= range->last; ++i) {
            auto digits = std::to_string(i);
            if (digits.size() < width) digits.insert(0, width - digits.size(), '0');
            hosts.push_back(std::string(text.substr(0, open)) + digits +
                            std::string(text.substr(close + 1)));
        }
    }
    return hosts;
}

// Reads the text after the colon; "all" and "*" add no indices.
std::optional<Refusal> add_indices(std::string_view text, std::string_view field,
                                   std::vector<Range>& indices) {
    const auto range = indices_of(text, highest_index);
    if (!range) {
        return unreadable(field, "'" + std::string(text) +
                                     "' is no GPU of a host: write numbers up to 1023, as 0,2-3, "
                                     "4.0 for a slice of GPU 4, or "
                                     "'all'.");
    }
    indices.push_back(*range);
    return std::nullopt;
}

// After a comma "9.30" may be a time: it is an index only if such a slice exists.
bool is_index(const Word& word, const std::vector<std::string>& hosts, const KnownGpus& known) {
    const auto text = without_stop(word.text);
    if (!word.after_comma) return false;
    if (text.find_first_not_of("0123456789-") == std::string_view::npos) return true;
    const auto slices = indices_of(text, highest_index);
    return slices && std::any_of(hosts.begin(), hosts.end(), [&](const auto& host) {
               const auto* gpus = known.of_host(host);
               return gpus != nullptr && gpus->contains(gpu_index(slices->card, slices->first));
           });
}

// "gpu03:0" and a following ",2-3".
Result<Names> read_one(std::span<const Word> words, const KnownGpus& known,
                       std::string_view field) {
    Names names{{}, 1};
    const auto text = without_stop(words[0].text);
    const auto colon = std::min(text.find(':'), text.size());
    if (colon == 0)
        return tl::unexpected(
            unreadable(field, "The name of a host is missing before '" + std::string(text) + "'."));
    const auto hosts = expand(text.substr(0, colon), field);
    if (!hosts) return tl::unexpected(hosts.error());
    std::vector<Range> indices;
    const bool all =
        colon == text.size() || text.substr(colon) == ":all" || text.substr(colon) == ":*";
    if (!all) {
        if (auto no = add_indices(text.substr(colon + 1), field, indices))
            return tl::unexpected(*std::move(no));
    }
    for (; !all && names.words < words.size(); ++names.words) {
        const auto& next = words[names.words];
        if (!is_index(next, *hosts, known)) break;
        if (auto no = add_indices(without_stop(next.text), field, indices)) {
            return tl::unexpected(*std::move(no));
        }
    }
    for (const auto& host : *hosts) names.hosts.push_back({host, indices});
    return names;
}

// "2026-11-25T09" from "2026-11-25T09:00Z".
bool begins_as_a_date(std::string_view text) {
    return text.find_first_not_of("0123456789") == 4 && text.size() > 5 && text[4] == '-' &&
           text[5] >= '0' && text[5] <= '9';
}

}  // namespace

bool is_name(std::string_view word, const KnownGpus& known) {
    word = without_stop(word);
    const auto host = word.substr(0, word.find(':'));
    if (known.of_host(host) != nullptr) return true;
    const bool shaped = host.size() < word.size() || host.find('[') != std::string_view::npos;
    return shaped && host.find_first_not_of("0123456789") != std::string_view::npos &&
           !begins_as_a_date(host);
}

Result<Names> read_names(std::span<const Word> words, const KnownGpus& known,
                         std::string_view field) {
    Names names;
    while (names.words < words.size()) {
        const auto rest = words.subspan(names.words);
        if (names.words > 0 && !is_name(rest[0].text, known)) break;
        auto one = read_one(rest, known, field);
        if (!one) return one;
        names.words += one->words;
        names.hosts.insert(names.hosts.end(), one->hosts.begin(), one->hosts.end());
        if (names.hosts.size() > most_gpus)
            return tl::unexpected(unreadable(field, "Those are more than 1,024 hosts."));
    }
    return names;
}

Result<std::vector<const placement::Gpu*>> look_up(const std::vector<HostSelection>& hosts,
                                                   const KnownGpus& known, std::string_view field) {
    std::vector<const placement::Gpu*> found;
    std::set<const placement::Gpu*> seen;
    const auto add = [&](const placement::Gpu* gpu) {
        if (seen.insert(gpu).second) found.push_back(gpu);
    };
    for (const auto& [host, indices] : hosts) {
        const auto* gpus = known.of_host(host);
        if (gpus == nullptr) return tl::unexpected(known.no_host(host, field));
        for (const auto& [index, gpu] : *gpus) {
            const bool whole = gpu->state != GpuState::lost && !known.is_cut(*gpu);
            if (indices.empty() && whole) add(gpu);
        }
        for (const auto& range : indices) {
            for (int number = range.first; number <= range.last; ++number) {
                const auto index = gpu_index(range.card, number);
                const auto gpu = gpus->find(index);
                if (gpu == gpus->end()) return tl::unexpected(known.no_index(host, index, field));
                add(gpu->second);
            }
        }
    }
    if (found.empty())
        return refuse(Code::unknown_gpu, std::string(field), "All of those GPUs are lost.");
    if (found.size() > most_gpus)
        return tl::unexpected(unreadable(field, "Those are more than 1,024 GPUs."));
    return found;
}

std::string names_text(const std::vector<const placement::Gpu*>& gpus) {
    std::string text;
    for (std::size_t i = 0; i < gpus.size();) {
        std::vector<GpuIndex> indices;
        const auto& host = gpus[i]->host_name;
        for (; i < gpus.size() && gpus[i]->host_name == host; ++i)
            indices.push_back(gpus[i]->index);
        text += (text.empty() ? "" : ",") + host + ':' + to_text(std::move(indices));
    }
    return text;
}

}  // namespace dibs::gpu_request
