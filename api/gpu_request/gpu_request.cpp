// Combines the parts of a request: amount or names, place, rest; then counts the matching GPUs.
#include "api/gpu_request/gpu_request.hpp"

#include "api/gpu_request/amount.hpp"
#include "api/gpu_request/gpu_names.hpp"
#include "api/gpu_request/suiting.hpp"
#include "api/gpu_request/wish.hpp"

#include <algorithm>

namespace dibs::gpu_request {
namespace {

// Limits an amount to these GPUs; a single whole host is stored by name.
std::optional<Refusal> put_place(GpuRequest& request, const std::vector<HostSelection>& hosts,
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
    RequestReader(std::vector<Word> words, const KnownGpus& known, const Question& question)
        : words_(std::move(words)),
          known_(known),
          partial_(question.partial),
          any_model_(question.any_model) {}

    Result<GpuRequest> read() {
        if (words_.empty())
            return tl::unexpected(
                unreadable("text", "The request is empty: write 4xA100 or gpu03:0-3."));
        const auto asked = words_;
        const auto found = partial_ ? find_gpus() : take_front();
        if (!found) return tl::unexpected(found.error());
        if (!*found) words_ = asked;  // about something else: all words are the rest
        if (!words_.empty() && !partial_) {
            return tl::unexpected(unreadable(
                "text", "'" + words_[0].text + "' is no model, memory size or place of GPUs."));
        }
        if (*found && partial_) request_.title = take_purpose(words_);
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
    [[nodiscard]] std::span<const Word> from(std::size_t at) const {
        return std::span(words_).subspan(at);
    }

    // A whole request has no other words around it.
    Result<bool> take_front() {
        const auto amount = take(read_amount, 0);
        if (!amount || *amount) return amount;
        return take_names(named_place().value_or(0));
    }

    // In a partial request GPUs may be anywhere; opening words are dropped.
    Result<bool> find_gpus() {
        drop(0, opening_words(words_, known_));
        for (std::size_t at = 0; at < words_.size(); ++at) {
            const auto amount = take(read_amount, at);
            if (!amount || *amount) return amount;
        }
        for (std::size_t at = 0; at < words_.size(); ++at) {
            if (begins_names(at)) return take_names(at);
        }
        for (std::size_t at = 0; at < words_.size(); ++at) {
            const auto model = take(read_lone_model, at);
            if (!model || *model) return model;
        }
        return false;
    }

    // Whether names begin here. At the front any form of a name counts; after other words only a
    // known host. There it also needs indices or "on": "host gpu02" is about something else.
    [[nodiscard]] bool begins_names(std::size_t at) const {
        const auto& word = words_[at].text;
        if (at == 0) return is_name(word, known_);
        if (known_.of_host(without_stop(word)) != nullptr) return before_host(at) > 0;
        const auto host = word.substr(0, word.find_first_of(":["));
        return host.size() < word.size() && is_name(word, known_) &&
               (word[host.size()] == '[' || known_.of_host(host) != nullptr);
    }

    Result<bool> take(decltype(read_amount)& read, std::size_t at) {
        const auto amount = read(from(at), known_, {partial_, at > 0, any_model_});
        if (!amount) return tl::unexpected(amount.error());
        if (!*amount) return false;
        request_.amount = (*amount)->amount;
        drop(at, (*amount)->words);
        const auto opening = opening_words_behind(std::span(words_).first(at));
        drop(at - opening, opening);
        if (auto no = take_place(at - opening)) return tl::unexpected(*std::move(no));
        return true;
    }

    Result<bool> take_names(std::size_t at) {
        const auto names = read_names(from(at), known_, "text");
        if (!names) return tl::unexpected(names.error());
        auto gpus = look_up(names->hosts, known_, "text");
        if (!gpus) return tl::unexpected(gpus.error());
        request_.gpus = *std::move(gpus);
        drop_place(at, names->words);
        return true;
    }

    // The place is directly after or before the amount, with or without "on". In a partial request
    // "on" may be elsewhere.
    Refused take_place(std::size_t behind) {
        std::optional<std::size_t> at;
        if (behind < words_.size() && is_name(words_[behind].text, known_)) {
            at = behind;
        } else if (behind > 0 && begins_names(behind - 1)) {
            at = behind - 1;
        } else {
            at = named_place();
        }
        if (!at) return std::nullopt;
        const auto names = read_names(from(*at), known_, "text");
        if (!names) return names.error();
        drop_place(*at, names->words);
        return put_place(request_, names->hosts, known_, "text");
    }

    // The index of the host in "on gpu03"; in a whole request it must be at the front.
    [[nodiscard]] std::optional<std::size_t> named_place() const {
        for (std::size_t at = 1; at < words_.size(); ++at) {
            const auto before = before_host(at);
            const bool here = partial_ ? before > 0 && is_name(words_[at].text, known_)
                                       : before == at && before_host(at + 1) <= at;
            if (here) return at;
        }
        return std::nullopt;
    }

    [[nodiscard]] std::size_t before_host(std::size_t at) const {
        return words_before_host(std::span(words_).first(at));
    }

    void drop_place(std::size_t at, std::size_t words) {
        const auto before = before_host(at);
        drop(at - before, before + words);
    }

    std::vector<Word> words_;
    const KnownGpus& known_;
    bool partial_;
    bool any_model_;
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

}  // namespace

Result<GpuRequest> read_gpu_request(const Question& question, const KnownGpus& known) {
    auto words =
        split_words(question.text, "text", question.partial ? Letters::any : Letters::ascii);
    if (!words) return tl::unexpected(words.error());
    auto request = RequestReader(*std::move(words), known, question).read();
    if (!request) return request;
    if (!question.on.empty()) {
        if (auto no = add_place(*request, question.on, known))
            return tl::unexpected(*std::move(no));
    }
    if (!question.min_memory.empty()) {
        if (auto no = add_memory(*request, question.min_memory))
            return tl::unexpected(*std::move(no));
    }
    if (request->amount) count_matching_gpus(*request, known);
    request->echo = echo_of(*request);
    return request;
}

}  // namespace dibs::gpu_request
