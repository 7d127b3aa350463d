// Reads the words of an amount in order.
#include "api/gpu_request/amount.hpp"

#include "api/gpu_request/gpu_names.hpp"
#include "api/gpu_request/wish.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace dibs::gpu_request {
namespace {

using std::string_view_literals::operator""sv;

constexpr std::array words_for_gpus{"gpu"sv,   "gpus"sv,  "card"sv, "cards"sv,
                                    "karta"sv, "karty"sv, "kart"sv, "kart\xc4\x99"sv};

// "4 linked A100", "2xH100 nvlink".
constexpr std::array words_for_linked{"linked"sv,
                                      "nvlink"sv,
                                      "nvlinked"sv,
                                      "po\xc5\x82\xc4\x85"
                                      "czone"sv,
                                      "polaczone"sv,
                                      "po\xc5\x82\xc4\x85"
                                      "czonych"sv,
                                      "polaczonych"sv};

bool is_gpus(std::string_view word) {
    return among(words_for_gpus, lower(word));
}

// "V100", "rtx6000": words that look like a model, even an unknown one.
bool looks_like_a_model(std::string_view word) {
    const auto digit = std::min(word.find_first_of("0123456789"), word.size());
    const auto digits = word.substr(digit);
    const bool letters =
        std::all_of(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(digit),
                    [](char c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; });
    return digit > 0 && letters && digits.size() >= 2 && whole(digits);
}

// The words around a size: "with at least 80GB of memory each".
constexpr std::array before_a_size{"with"sv,  "having"sv, "of"sv, "at"sv,
                                   "least"sv, "min"sv,    "z"sv,  "po"sv};
constexpr std::array behind_a_size{"of"sv, "memory"sv, "mem"sv, "vram"sv, "ram"sv, "each"sv};

// "80GB" as a separate word; "30m" is half an hour.
bool is_size(std::string_view word) {
    const auto unit =
        lower(word.substr(std::min(word.find_first_not_of("0123456789."), word.size())));
    return !unit.empty() && unit != "m" && memory_mib(word);
}

class AmountReader {
  public:
    AmountReader(std::span<const Word> words, const KnownGpus& known, AmountPlace place)
        : words_(words), known_(known), place_(place) {}

    Result<std::optional<AmountRead>> read() {
        if (auto gres = read_gres()) return *std::move(gres);
        const std::string_view first = word();
        const auto digits = first.substr(0, first.find_first_not_of("0123456789"));
        auto behind = first.substr(digits.size());
        if (digits.empty()) return read_in_words();
        ++at_;
        if (behind.empty() && !word().empty() && (word()[0] | 0x20) == 'x')
            behind = words_[at_++].text;
        const bool times = !behind.empty() && (behind[0] | 0x20) == 'x';
        if (!behind.empty() && !times) return std::nullopt;
        if (behind.size() <= 1) take_linked();
        if (!times && !amount_.linked && !bare_number_counts()) return std::nullopt;
        if (auto no = take_count(digits)) return tl::unexpected(*std::move(no));
        if (auto no = take_kind(times ? behind.substr(1) : ""))
            return tl::unexpected(*std::move(no));
        return AmountRead{std::move(amount_), at_};
    }

    // "A100" for "an A100": a word with which a known model begins.
    Result<std::optional<AmountRead>> read_lone_model() {
        const auto model = word();
        if (!looks_like_a_model(model) || !known_.begins_model(model) || is_name(model, known_)) {
            return std::nullopt;
        }
        ++at_;
        amount_.count = 1;
        if (auto no = take_model(model)) return tl::unexpected(*std::move(no));
        take_size();
        return AmountRead{std::move(amount_), at_};
    }

  private:
    using Refused = std::optional<Refusal>;

    // The next word, without a full stop; empty after the last.
    [[nodiscard]] std::string_view word() const {
        if (at_ >= words_.size()) return {};
        return without_stop(words_[at_].text);
    }

    // Slurm's words: "gpu:4", "gpu:a100:4". None: not in this form.
    std::optional<Result<std::optional<AmountRead>>> read_gres() {
        std::string_view text = word();
        constexpr std::string_view option = "--gres=";
        if (text.starts_with(option)) text.remove_prefix(option.size());
        const auto parts = split(text, ':');
        if (parts[0] != "gpu" || parts.size() < 2 || parts.size() > 3 || !whole(parts.back()) ||
            known_.of_host("gpu") != nullptr) {
            return std::nullopt;
        }
        ++at_;
        if (auto no = take_count(parts.back())) return tl::unexpected(*std::move(no));
        if (parts.size() == 3) {
            if (auto no = take_model(parts[1])) return tl::unexpected(*std::move(no));
        }
        return AmountRead{std::move(amount_), at_};
    }

    // "four gpus", "an A100": without GPUs, a number in words may be about hours.
    Result<std::optional<AmountRead>> read_in_words() {
        const auto count = count_in_words(word());
        if (!count || is_name(word(), known_)) return std::nullopt;
        ++at_;
        take_linked();
        const auto next = word();
        const bool model = is_model_here(next) || looks_like_a_model(singular(next));
        if (!is_gpus(next) && (!model || is_name(next, known_))) return std::nullopt;
        amount_.count = static_cast<std::size_t>(*count);
        if (auto no = take_kind("")) return tl::unexpected(*std::move(no));
        return AmountRead{std::move(amount_), at_};
    }

    // "4" alone, or before a word about GPUs.
    [[nodiscard]] bool bare_number_counts() const {
        const auto next = word();
        if (is_gpus(next) || is_model_here(next)) return true;
        if (!next.empty() && is_name(next, known_)) return !place_.within;
        return !place_.partial;
    }

    Refused take_count(std::string_view digits) {
        const auto count = whole(digits);
        if (!count || *count < 1 || *count > most_gpus) {
            return unreadable("text",
                              "The number of GPUs is 1 to 1,024, not " + std::string(digits) + '.');
        }
        amount_.count = static_cast<std::size_t>(*count);
        return std::nullopt;
    }

    [[nodiscard]] bool is_model_here(std::string_view text) const {
        return known_.begins_model(singular(text.substr(0, text.find(':'))));
    }

    // "A100" from "A100s"; a model whose name ends in 's' keeps it.
    [[nodiscard]] std::string_view singular(std::string_view text) const {
        const bool plural = text.size() > 2 && (text.back() | 0x20) == 's' &&
                            std::isdigit(static_cast<unsigned char>(text[text.size() - 2])) != 0;
        if (plural && !known_.begins_model(text)) text.remove_suffix(1);
        return text;
    }

    // The text glued to the 'x', and the words after it.
    Refused take_kind(std::string_view glued) {
        if (!glued.empty() && !is_gpus(glued)) {
            if (auto no = take_model(glued)) return no;
        }
        if (is_gpus(word())) ++at_;
        const auto next = word();
        const bool wanted = is_model_here(next) || looks_like_a_model(singular(next)) ||
                            (!place_.partial && is_left_over(next));
        if (amount_.model.empty() && wanted && !next.empty() && !is_size(next) &&
            !is_name(next, known_)) {
            ++at_;
            if (auto no = take_model(next)) return no;
        }
        take_size();
        if (is_gpus(word())) ++at_;
        take_linked();
        return std::nullopt;
    }

    void take_linked() {
        if (!among(words_for_linked, lower(word())) || is_name(word(), known_)) return;
        ++at_;
        amount_.linked = true;
    }

    // A word that can only be a model in a whole request.
    [[nodiscard]] bool is_left_over(std::string_view text) const {
        return !text.empty() && std::isalpha(static_cast<unsigned char>(text[0])) != 0 &&
               words_before_host(words_.subspan(at_, 1)) == 0 && !among(before_a_size, lower(text));
    }

    // "A100:80G", with the following words of the name ("RTX" "6000").
    Refused take_model(std::string_view text) {
        if (auto no = take_model_word(text)) return no;
        while (amount_.min_memory_mib == 0 && continues_model(word())) {
            const auto next = word();
            ++at_;
            if (auto no = take_model_word(next)) return no;
        }
        if (place_.any_model || amount_.model.empty() || known_.is_model(amount_.model)) {
            return std::nullopt;
        }
        return known_.no_model(amount_.model, "text");
    }

    [[nodiscard]] bool continues_model(std::string_view text) const {
        const auto name = text.substr(0, text.find(':'));
        if (name.empty() || amount_.model.empty()) return false;
        return known_.is_words_of_model(amount_.model + ' ' + std::string(name));
    }

    Refused take_model_word(std::string_view text) {
        const auto parts = split(text, ':');
        if (parts.size() > 2) {
            return unreadable(
                "text", "'" + std::string(text) + "': behind the model stands one memory size.");
        }
        amount_.model += (amount_.model.empty() ? "" : " ") + std::string(singular(parts[0]));
        if (parts.size() < 2) return std::nullopt;
        const auto size = memory_mib(parts[1]);
        if (!size) {
            return unreadable(
                "text", "'" + std::string(parts[1]) + "' is no memory size: write 80G or 40960M.");
        }
        amount_.min_memory_mib = *size;
        return std::nullopt;
    }

    // "80GB", "80 GB", "with 80GB of memory".
    void take_size() {
        if (amount_.min_memory_mib != 0) return;
        const auto begun = at_;
        while (among(before_a_size, lower(word()))) ++at_;
        auto size = std::string(word());
        std::size_t count = 1;
        if (whole(size) && at_ + 1 < words_.size()) size += words_[at_ + count++].text;
        if (size.empty() || !is_size(size)) {
            at_ = begun;
            return;
        }
        at_ += count;
        amount_.min_memory_mib = *memory_mib(size);
        while (among(behind_a_size, lower(word()))) ++at_;
    }

    std::span<const Word> words_;
    const KnownGpus& known_;
    AmountPlace place_;
    std::size_t at_ = 0;
    placement::Request amount_{};
};

}  // namespace

Result<std::optional<AmountRead>> read_amount(std::span<const Word> words, const KnownGpus& known,
                                              AmountPlace place) {
    return AmountReader(words, known, place).read();
}

Result<std::optional<AmountRead>> read_lone_model(std::span<const Word> words,
                                                  const KnownGpus& known, AmountPlace place) {
    return AmountReader(words, known, place).read_lone_model();
}

}  // namespace dibs::gpu_request
