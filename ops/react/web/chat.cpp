// The sentences contain titles and labels that people wrote.
#include "ops/react/web/chat.hpp"

#include "domain/codec/json_text.hpp"
#include "ops/react/event_rendering.hpp"
#include "ops/react/web/post.hpp"
#include "ops/react/web/verdict.hpp"

namespace dibs::web {
namespace {

constexpr std::string_view invisible = "\u200B";  // a zero-width space, which breaks a mention
constexpr std::chrono::seconds look_again{5};
constexpr std::size_t longest_sentence =
    3000;  // of a chat line; Slack accepts 40,000, others 4,000

// Breaks Slack's `<!channel>` and `<@U1>` at the <, `@here` and `@ann` of others at the @, and [a
// text](https://elsewhere) between its halves.
std::string defused(std::string_view text) {
    std::string safe;
    for (const char c : text.substr(0, longest_sentence)) {
        if (c == '&') {
            safe += "&amp;";
        } else if (c == '<') {
            safe += "&lt;";
        } else if (c == '>') {
            safe += "&gt;";
        } else {
            safe += static_cast<unsigned char>(c) < ' ' || c == '\x7f' ? ' ' : c;
        }
        if (c == '@' || c == ']') safe += invisible;
    }
    return safe;
}

EffectEnd say(const Chat& chat, const ChatParts& parts, const Effect& effect,
              const std::atomic<bool>& stopping) {
    const auto now = parts.clock();
    const auto happened = happened_at(effect);
    const auto sentence = parts.sentence(effect.position);
    if (!sentence) {
        if (now < happened + most_patience) return {.postponed = now + look_again};
        return {.detail = "the tables do not hold this fact"};
    }
    const auto link =
        parts.history.empty() ? "" : parts.history + "?event=" + std::to_string(effect.position);
    const Post request{.url = chat.url,
                       .lines = {"content-type: application/json"},
                       .body = chat_body(*sentence, link),
                       .ca = chat.ca,
                       .deadline = std::chrono::seconds{chat.deadline_s}};
    return verdict(post(request, stopping), happened, parts.clock());
}

}  // namespace

std::string chat_name(std::string_view event, const std::filesystem::path& url_file) {
    return "on " + std::string(event) + " chat " + url_file.string();
}

std::string chat_body(std::string_view sentence, std::string_view link) {
    auto text = defused(sentence);
    if (!link.empty()) text += " " + std::string(link);
    std::string body = R"({"text":)";
    append_json_string(body, text);
    return body + '}';
}

Reaction chat_reaction(const Chat& chat, const ChatParts& parts) {
    return {
        .name = chat.name,
        .wants = [event = chat.event](const RecordView& fact) { return hears(event, fact.type); },
        .perform =
            [chat, parts](const Effect& effect, const std::atomic<bool>& stopping) {
                return say(chat, parts, effect, stopping);
            },
        .by = effect::By::chat};
}

}  // namespace dibs::web
