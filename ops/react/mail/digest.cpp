// A digest has underlined subjects, each with its text below.
#include "ops/react/mail/digest.hpp"

#include "domain/kernel/text.hpp"

#include <algorithm>
#include <cctype>

namespace dibs::mail {
namespace {

constexpr std::size_t most_text = 100U << 10U;  // then only subjects
constexpr std::size_t most_in_all = 200U << 10U;

bool same_but_for_case(std::string_view a, std::string_view b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) {
        return std::tolower(static_cast<unsigned char>(x)) ==
               std::tolower(static_cast<unsigned char>(y));
    });
}

}  // namespace

Letter digest_of(const std::vector<Letter>& letters, const Mailbox& from) {
    if (letters.size() == 1) return letters.front();
    Letter digest{.to = letters.back().to};
    const auto count = std::to_string(letters.size());
    // An urgent subject is visible without opening the letter.
    const auto urgent = std::find_if(letters.rbegin(), letters.rend(),
                                     [](const auto& letter) { return letter.urgent; });
    const auto& told = urgent == letters.rend() ? letters.back() : *urgent;
    digest.subject = count + " messages: " + short_subject(told.subject) + " ...";
    digest.text = "Here are " + count + " messages in one letter.\n";
    std::string about;
    std::size_t untold = 0;
    for (const auto& letter : letters) {
        about += letter.id;
        if (digest.text.size() > most_in_all) {
            ++untold;
            continue;
        }
        digest.text += '\n' + letter.subject + '\n';
        if (digest.text.size() + letter.text.size() > most_text) continue;
        digest.text += std::string(std::min<std::size_t>(characters_of(letter.subject), 72), '-') +
                       '\n' + letter.text;
        if (!letter.text.ends_with('\n')) digest.text += '\n';
    }
    if (untold > 0) {
        digest.text += "\n... and " + std::to_string(untold) +
                       " more, which had no room here. All that happened is in the history.\n";
    }
    digest.id = message_id(from, about);
    digest.unsubscribe = letters.back().unsubscribe;
    return digest;
}

std::string without_address(std::string_view said, std::string_view address) {
    const auto name = address.substr(0, address.find('@'));
    const auto in_word = [](char c) {
        return is_letter_or_digit(c) || static_cast<unsigned char>(c) >= 0x80 ||
               std::string_view("@._+-=%&'/~").find(c) != std::string_view::npos;
    };
    std::string text;
    for (std::size_t at = 0; at < said.size();) {
        auto end = at;
        while (end < said.size() && in_word(said[end])) ++end;
        if (end == at) {
            text += said[at++];
            continue;
        }
        auto word = said.substr(at, end - at);
        auto bare = word;
        while (bare.ends_with('.')) bare.remove_suffix(1);
        const bool named =
            bare.find('@') != std::string_view::npos || same_but_for_case(bare, name);
        text += named ? "(address)" : word;
        at = end;
    }
    return text;
}

}  // namespace dibs::mail
