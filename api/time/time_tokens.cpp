// Turns words into tokens: the longest entry of a language first, then digits. The word before
// often decides between two meanings.
#include "api/time/time_grammar.hpp"
#include "api/time/time_lexicon.hpp"
#include "api/time/time_numbers.hpp"
#include "api/time/time_text.hpp"

#include <algorithm>

namespace dibs::time_phrase {
namespace {

class Reader {
  public:
    Reader(Words words, const std::vector<std::string>& markers)
        : words_(std::move(words)), markers_(markers) {}

    Result<Tokens> read() {
        while (at_ < words_.words.size()) {
            if (read_entry() || read_decimal_length()) continue;
            const auto& word = words_.words[at_++];
            auto digits = read_number(word);
            if (!digits) return tl::unexpected(digits.error());
            if (digits->tokens.empty()) push_other(word);
            for (auto& token : digits->tokens) {
                if (token.kind == Kind::offset && is_marker(token.text)) token.kind = Kind::marker;
                result_.tokens.push_back(std::move(token));
            }
            if (digits->or_else) doubt(digits->or_else->first, digits->or_else->second);
        }
        result_.zone = std::move(words_.zone);
        return std::move(result_);
    }

  private:
    void doubt(DoubtKind kind, Token other) {
        result_.doubts.push_back({result_.tokens.size() - 1, kind, std::move(other)});
    }

    [[nodiscard]] bool is_marker(const std::string& word) const {
        return std::find(markers_.begin(), markers_.end(), word) != markers_.end();
    }

    void push_other(const std::string& word) {
        const auto* meant = is_marker(word) ? nullptr : find_misspelt(word);
        if (meant == nullptr) return push_unknown(word);
        const auto right = std::string(meant->words);
        append_sentence(result_.taken, "'" + word + "' is read as '" + right + "'.");
        push(*meant, meant->words);
    }

    void push_unknown(std::string word) {
        Token token;
        token.kind = is_marker(word) ? Kind::marker : Kind::unknown;
        token.text = std::move(word);
        result_.tokens.push_back(std::move(token));
    }

    // Reads the longest entry here; the tables have "Mo." and "Dez." without their stop.
    bool read_entry() {
        const auto left = std::min(most_words, words_.words.size() - at_);
        std::string text;
        std::size_t ends[most_words];
        for (std::size_t i = 0; i < left; ++i) {
            text += (i == 0 ? "" : " ") + words_.words[at_ + i];
            ends[i] = text.size();
        }
        for (std::size_t count = left; count > 0; --count) {
            auto words = std::string_view(text).substr(0, ends[count - 1]);
            const auto* entry = count == 1 ? find_single() : find_entry(words);
            if (entry == nullptr && words.size() > 1 && words.back() == '.') {
                words.remove_suffix(1);
                entry = find_entry(words);
            }
            if (entry == nullptr) continue;
            push(*entry, words);
            at_ += count;
            return true;
        }
        return false;
    }

    // "1.5 hours" is neither a day nor a time.
    bool read_decimal_length() {
        if (at_ + 1 >= words_.words.size()) return false;
        const auto& word = words_.words[at_];
        const auto* unit = find_entry(words_.words[at_ + 1]);
        if (word.find('.') == std::string::npos || unit == nullptr || unit->kind != Kind::unit) {
            return false;
        }
        const auto span = glued_length(word + words_.words[at_ + 1]);
        if (!span || !*span) return false;
        Token token;
        token.kind = Kind::length;
        token.text = word;
        token.span = **span;
        result_.tokens.push_back(std::move(token));
        at_ += 2;
        return true;
    }

    const Entry* find_single() const { return find_entry(words_.words[at_]); }

    void push(const Entry& entry, std::string_view words) {
        Token token;
        token.kind = entry.kind;
        token.value = entry.value;
        token.text = words;
        if (token.kind == Kind::length) token.span.exact = std::chrono::minutes{entry.value};
        result_.tokens.push_back(std::move(token));
    }

    Words words_;
    const std::vector<std::string>& markers_;
    std::size_t at_ = 0;
    Tokens result_;
};

}  // namespace

Result<Tokens> read_tokens(std::string_view text, const std::vector<std::string>& markers) {
    auto words = split_words(text);
    if (!words) return tl::unexpected(words.error());
    return Reader(std::move(*words), markers).read();
}

}  // namespace dibs::time_phrase
