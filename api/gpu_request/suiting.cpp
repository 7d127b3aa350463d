// Counts, renders, and suggests the same request for known models.
#include "api/gpu_request/suiting.hpp"

#include "api/gpu_request/gpu_names.hpp"

#include <algorithm>
#include <functional>
#include <map>

namespace dibs::gpu_request {

void count_matching_gpus(GpuRequest& request, const KnownGpus& known) {
    const auto& amount = *request.amount;
    const auto& among = request.gpus;
    request.there = request.on_one_host = 0;
    std::map<std::string_view, std::int64_t> by_host;
    for (const auto* gpu : known.all()) {
        if (gpu->state == GpuState::lost ||
            (!request.host.empty() && gpu->host_name != request.host) ||
            (!among.empty() && std::find(among.begin(), among.end(), gpu) == among.end()) ||
            (among.empty() && known.is_cut(*gpu)) || !matches(*gpu, amount)) {
            continue;
        }
        ++request.there;
        request.on_one_host = std::max(request.on_one_host, ++by_host[gpu->host_name]);
    }
}

std::string echo_of(const GpuRequest& request) {
    if (!request.amount) return names_text(request.gpus);
    const auto& amount = *request.amount;
    std::string text = std::to_string(amount.count) + 'x' + amount.model;
    if (amount.min_memory_mib > 0) text += ':' + memory_text(amount.min_memory_mib);
    if (amount.linked) text += " linked";
    if (!request.host.empty()) return text + " on " + request.host;
    return request.gpus.empty() ? text : text + " on " + names_text(request.gpus);
}

std::vector<std::string> near_wishes(const Question& question, const KnownGpus& known) {
    constexpr std::size_t most = 3;
    auto asked = question;
    asked.any_model = true;
    const auto wish = read_gpu_request(asked, known);
    if (!wish || !wish->amount) return {};
    std::multimap<std::int64_t, std::string, std::greater<>> by_number;
    for (const auto& model : known.models()) {
        auto other = *wish;
        other.amount->model = model;
        count_matching_gpus(other, known);
        if (other.there < static_cast<std::int64_t>(other.amount->count)) continue;
        by_number.emplace(other.there,
                          echo_of(other) + (other.rest.empty() ? "" : ' ' + other.rest));
    }
    std::vector<std::string> texts;
    for (auto& [there, text] : by_number) {
        if (texts.size() < most) texts.push_back(text);
    }
    return texts;
}

}  // namespace dibs::gpu_request
