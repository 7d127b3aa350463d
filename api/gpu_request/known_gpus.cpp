// Look-ups, and sentences about missing names.
#include "api/gpu_request/known_gpus.hpp"

#include "api/gpu_request/gpu_words.hpp"
#include "domain/gpu/gpu_model.hpp"
#include "domain/kernel/edit_distance.hpp"

#include <algorithm>
#include <cctype>

namespace dibs::gpu_request {
namespace {

constexpr std::size_t most_named = 6;
constexpr std::size_t longest_compared = 64;

std::string without_maker(const std::string& model) {
    constexpr std::string_view maker = "NVIDIA ";
    return model.starts_with(maker) ? model.substr(maker.size()) : model;
}

// "a, b and c", "a, b and 7 more".
std::string listed(const std::vector<std::string>& names) {
    const auto shown = std::min(names.size(), most_named);
    std::string text;
    for (std::size_t i = 0; i < shown; ++i) {
        const bool last = i + 1 == shown && shown == names.size();
        text += (i == 0 ? "" : (last ? " and " : ", ")) + names[i];
    }
    const auto more = names.size() - shown;
    return more == 0 ? text : text + " and " + std::to_string(more) + " more";
}

Refusal refusal(Code code, std::string_view field, std::string detail) {
    return {code, std::string(field), std::move(detail), {}};
}

bool is_wordly(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0;
}

}  // namespace

KnownGpus::KnownGpus(const std::vector<placement::Gpu>& gpus) {
    for (const auto& gpu : gpus) {
        auto& place = hosts_[gpu.host_name][gpu.index];
        if (place == nullptr || place->state == GpuState::lost) place = &gpu;
        if (gpu.parent && gpu.state != GpuState::lost) cut_.insert(*gpu.parent);
        if (!gpu.model.empty()) models_.emplace(lower(gpu.model), without_maker(gpu.model));
    }
    for (const auto& [name, of_host] : hosts_) {
        for (const auto& [index, gpu] : of_host) all_.push_back(gpu);
    }
}

const KnownGpus::GpusByIndex* KnownGpus::of_host(std::string_view name) const {
    const auto found = hosts_.find(name);
    return found == hosts_.end() ? nullptr : &found->second;
}

std::set<std::string> KnownGpus::models() const {
    std::set<std::string> names;
    for (const auto* gpu : all_) {
        if (!gpu->model.empty() && !gpu->parent) names.insert(without_maker(gpu->model));
    }
    return names;
}

bool KnownGpus::is_model(std::string_view part) const {
    return std::any_of(models_.begin(), models_.end(),
                       [&](const auto& model) { return dibs::is_model(model.first, false, part); });
}

template <class Suits>
bool KnownGpus::word_begins(std::string_view part, Suits suits) const {
    const auto wanted = lower(part);
    for (const auto& [model, name] : models_) {
        for (auto at = model.find(wanted); at != std::string::npos;
             at = model.find(wanted, at + 1)) {
            const bool begins = at == 0 || !is_wordly(model[at - 1]);
            if (begins && suits(model, at + wanted.size())) return true;
        }
    }
    return false;
}

bool KnownGpus::begins_model(std::string_view part) const {
    const auto wanted = lower(part);
    constexpr std::size_t digits_of_a_name = 4;  // "3090" is a name, "80" a size or an hour
    const bool has_letter =
        std::any_of(wanted.begin(), wanted.end(), [](char c) { return c >= 'a' && c <= 'z'; });
    return wanted.size() >= (has_letter ? 2 : digits_of_a_name) &&
           word_begins(part, [](const std::string&, std::size_t) { return true; });
}

bool KnownGpus::is_words_of_model(std::string_view part) const {
    return word_begins(part, [](const std::string& model, std::size_t end) {
        return end == model.size() || !is_wordly(model[end]);
    });
}

Refusal KnownGpus::no_model(std::string_view part, std::string_view field) const {
    std::vector<std::string> names;
    for (const auto& [key, name] : models_) {
        if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
    return refusal(Code::unknown_gpu, field,
                   "There is no " + std::string(part) + " here: " +
                       (names.empty() ? "no GPU is known yet."
                                      : (names.size() == 1 ? "there is " : "there are ") +
                                            listed(names) + '.'));
}

Refusal KnownGpus::no_host(std::string_view name, std::string_view field) const {
    std::multimap<std::size_t, std::string> by_distance;
    for (const auto& [host, gpus] : hosts_) {
        by_distance.emplace(edit_distance(host, name.substr(0, longest_compared)), host);
    }
    std::vector<std::string> names;
    for (const auto& [far, host] : by_distance) names.push_back(host);
    auto detail = "There is no host " + std::string(name) + " with GPUs" +
                  (names.empty() ? "" : ": there are " + listed(names)) + '.';
    if (begins_model(name)) {
        detail = "There is no host " + std::string(name) +
                 " with GPUs. For one GPU of that model write 1x" + std::string(name) + '.';
    }
    return refusal(Code::unknown_host, field, std::move(detail));
}

Refusal KnownGpus::no_index(std::string_view host, GpuIndex index, std::string_view field) const {
    const auto name = std::string(host);
    std::vector<GpuIndex> there;
    for (const auto& [at, gpu] : *of_host(host)) there.push_back(at);
    return refusal(Code::unknown_gpu, field,
                   "There is no GPU " + name + ':' + to_text(index) + ": " + name + " has " +
                       to_text(std::move(there)) + '.');
}

}  // namespace dibs::gpu_request
