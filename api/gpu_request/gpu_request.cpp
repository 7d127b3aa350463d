// The parts of a request put together: amount or names, place, rest; then what suits.
#include "api/gpu_request/gpu_request.hpp"

#include "api/gpu_request/amount.hpp"
#include "api/gpu_request/gpu_names.hpp"
#include "domain/offer.hpp"

#include <algorithm>
#include <map>

namespace dibs::gpu_request {
namespace {

// GPUs among which an amount is chosen; a single host is named by itself.
std::optional<Refusal> put_place(GpuRequest& request, const std::vector<OnHost>& hosts,
                                 const KnownGpus& known, std::string_view field) {
    if (!request.amount || !request.host.empty() || !request.gpus.empty()) {
        return unreadable(field, "That says twice where.");
    }
    auto gpus = look_up(hosts, known, field);
    if (!gpus) return gpus.error();
    if (hosts.size() == 1 && hosts[0].indices.empty()) {
        request.host = hosts[0].host;
    } else {
        request.gpus = *std::move(gpus);
    }
    return std::nullopt;
}

class RequestReader {
  public:
    RequestReader(std::vector<Word> words, const KnownGpus& known, bool partial)
        : words_(std::move(words)), known_(known), partial_(partial) {}

    Result<GpuRequest> read() {
        if (words_.empty())
            return tl::unexpected(
                unreadable("text", "The request is empty: write 4xA100 or gpu03:0-3."));
        auto amount = read_amount(words_, known_, partial_);
        if (!amount) return tl::unexpected(amount.error());
        if (*amount) {
            request_.amount = (*amount)->amount;
            drop(0, (*amount)->words);
            if (auto no = take_place()) return tl::unexpected(*std::move(no));
        } else if (auto no = take_names()) {
            return tl::unexpected(*std::move(no));
        }
        if (!words_.empty() && !partial_) {
            return tl::unexpected(unreadable(
                "text", "'" + words_[0].text + "' is no model, memory size or place of GPUs."));
        }
        for (const auto& word : words_) {
            request_.rest += (request_.rest.empty() ? "" : word.glued ? "," : " ") + word.text;
        }
        return std::move(request_);
    }

  private:
    using Refused = std::optional<Refusal>;

    void drop(std::size_t at, std::size_t count) {
        const auto first = words_.begin() + static_cast<std::ptrdiff_t>(at);
        words_.erase(first, first + static_cast<std::ptrdiff_t>(count));
    }

    Refused take_names() {
        if (partial_ && !is_name(words_[0].text, known_)) return std::nullopt;  // all is rest
        const auto names = read_names(words_, known_, "text");
        if (!names) return names.error();
        auto gpus = look_up(names->hosts, known_, "text");
        if (!gpus) return gpus.error();
        request_.gpus = *std::move(gpus);
        drop(0, names->words);
        return std::nullopt;
    }

    // Right behind the amount, with or without "on"; in a partial request "on" may follow later.
    Refused take_place() {
        std::size_t at = 0;
        if (words_.empty()) return std::nullopt;
        if (!is_name(words_[0].text, known_)) {
            const auto on = [&](std::size_t i) {
                return lower(words_[i].text) == "on" && i + 1 < words_.size();
            };
            const auto last = partial_ ? words_.size() : 1;
            while (at < last && !(on(at) && (!partial_ || is_name(words_[at + 1].text, known_))))
                ++at;
            if (at == last) return std::nullopt;
            drop(at, 1);
        }
        const auto names = read_names(std::span(words_).subspan(at), known_, "text");
        if (!names) return names.error();
        drop(at, names->words);
        return put_place(request_, names->hosts, known_, "text");
    }

    std::vector<Word> words_;
    const KnownGpus& known_;
    bool partial_;
    GpuRequest request_{};
};

std::optional<Refusal> add_place(GpuRequest& request, std::string_view on, const KnownGpus& known) {
    const auto words = split_words(on, "on");
    if (!words) return words.error();
    if (words->empty()) return unreadable("on", "The place is empty: write gpu03 or gpu03:0-3.");
    const auto names = read_names(*words, known, "on");
    if (!names) return names.error();
    if (names->words < words->size()) {
        return unreadable("on", "'" + (*words)[names->words].text + "' is no host or GPU.");
    }
    return put_place(request, names->hosts, known, "on");
}

std::optional<Refusal> add_memory(GpuRequest& request, std::string_view text) {
    const auto size = memory_mib(text);
    if (!size)
        return unreadable("min_memory",
                          "'" + std::string(text) + "' is no memory size: write 80G or 40960M.");
    if (!request.amount) return unreadable("min_memory", "GPUs by name have the memory they have.");
    request.amount->min_memory_mib = *size;
    return std::nullopt;
}

void count_those_that_suit(GpuRequest& request, const KnownGpus& known) {
    const auto& amount = *request.amount;
    const auto& among = request.gpus;
    std::map<std::string_view, std::int64_t> by_host;
    for (const auto* gpu : known.all()) {
        if (gpu->state == views::GpuState::lost ||
            (!request.host.empty() && gpu->host_name != request.host) ||
            (!among.empty() && std::find(among.begin(), among.end(), gpu) == among.end()) ||
            gpu->memory_total_mib.value_or(0) < amount.min_memory_mib ||
            (among.empty() && known.is_cut(*gpu)) ||
            !offer::is_model(gpu->model.value_or(""), gpu->parent.has_value(), amount.model)) {
            continue;
        }
        ++request.there;
        request.on_one_host = std::max(request.on_one_host, ++by_host[gpu->host_name]);
    }
}

// Of nothing about GPUs: empty.
std::string echo_of(const GpuRequest& request) {
    if (!request.amount) return names_text(request.gpus);
    const auto& amount = *request.amount;
    std::string text = std::to_string(amount.count) + 'x' + amount.model;
    if (amount.min_memory_mib > 0) text += ':' + memory_text(amount.min_memory_mib);
    if (!request.host.empty()) return text + " on " + request.host;
    return request.gpus.empty() ? text : text + " on " + names_text(request.gpus);
}

}  // namespace

Result<GpuRequest> read_gpu_request(const Question& question, const KnownGpus& known) {
    auto words =
        split_words(question.text, "text", question.partial ? Letters::any : Letters::ascii);
    if (!words) return tl::unexpected(words.error());
    auto request = RequestReader(*std::move(words), known, question.partial).read();
    if (!request) return request;
    if (!question.on.empty()) {
        if (auto no = add_place(*request, question.on, known))
            return tl::unexpected(*std::move(no));
    }
    if (!question.min_memory.empty()) {
        if (auto no = add_memory(*request, question.min_memory))
            return tl::unexpected(*std::move(no));
    }
    if (request->amount) count_those_that_suit(*request, known);
    request->echo = echo_of(*request);
    return request;
}

}  // namespace dibs::gpu_request
