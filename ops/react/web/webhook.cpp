// Signs each attempt: receivers reject signatures that are older than a few minutes.
#include "ops/react/web/webhook.hpp"

#include "domain/log/cloudevent.hpp"
#include "ops/react/web/post.hpp"
#include "ops/react/web/verdict.hpp"

#include <array>

#include <sodium.h>

namespace dibs::web {
namespace {

constexpr std::string_view secret_prefix = "whsec_";
constexpr std::size_t shortest_secret = 24, longest_secret = 64;
constexpr int base64 = sodium_base64_VARIANT_ORIGINAL;

const unsigned char* bytes(std::string_view text) {
    return reinterpret_cast<const unsigned char*>(text.data());
}

std::string signature_of(const std::string& secret, std::string_view content) {
    crypto_auth_hmacsha256_state state;
    std::array<unsigned char, crypto_auth_hmacsha256_BYTES> mac{};
    crypto_auth_hmacsha256_init(&state, bytes(secret), secret.size());
    crypto_auth_hmacsha256_update(&state, bytes(content), content.size());
    crypto_auth_hmacsha256_final(&state, mac.data());
    sodium_memzero(&state, sizeof state);
    std::array<char, sodium_base64_ENCODED_LEN(crypto_auth_hmacsha256_BYTES, base64)> text{};
    return sodium_bin2base64(text.data(), text.size(), mac.data(), mac.size(), base64);
}

// The same at each attempt, and unique: the log's name, and the record's position in it.
std::string message_id(const Effect& effect, const std::string& source) {
    const auto event = to_cloud_event(effect.record);
    return source.substr(source.rfind('/') + 1) + '-' + (event ? event->id : std::string());
}

EffectEnd send(const Webhook& webhook, const EventRendering& rendering, const Clock& clock,
               const Effect& effect, const std::atomic<bool>& stopping) {
    auto event = render_event(effect, rendering);
    if (!event) return {.detail = event.error()};
    const auto id = message_id(effect, rendering.source);
    const auto unix_s = unix_ms(clock()) / 1000;
    const Post request{
        .url = webhook.url,
        .lines = {"content-type: application/cloudevents+json; charset=utf-8", "webhook-id: " + id,
                  "webhook-timestamp: " + std::to_string(unix_s),
                  "webhook-signature: " + webhook_signature(webhook.secrets, id, unix_s, *event)},
        .body = *std::move(event),
        .ca = webhook.ca,
        .deadline = std::chrono::seconds{webhook.deadline_s}};
    const auto answer = post(request, stopping);
    return verdict(answer, happened_at(effect), clock());
}

}  // namespace

std::string webhook_name(std::string_view event, std::string_view url) {
    return "on " + std::string(event) + " post " +
           std::string(url.substr(0, url.find_first_of("?#")));
}

std::optional<std::string> parse_webhook_secret(std::string_view text) {
    if (!text.starts_with(secret_prefix)) return std::nullopt;
    text.remove_prefix(secret_prefix.size());
    std::string secret(longest_secret + 2, '\0');
    std::size_t size = 0;
    const char* end = nullptr;
    const bool good =
        sodium_base642bin(reinterpret_cast<unsigned char*>(secret.data()), secret.size(),
                          text.data(), text.size(), nullptr, &size, &end, base64) == 0 &&
        end == text.data() + text.size();
    if (!good || size < shortest_secret || size > longest_secret) return std::nullopt;
    secret.resize(size);
    return secret;
}

std::string webhook_signature(const std::vector<std::string>& secrets, std::string_view id,
                              std::int64_t unix_s, std::string_view body) {
    const auto content = std::string(id) + '.' + std::to_string(unix_s) + '.' + std::string(body);
    std::string signatures;
    for (const auto& secret : secrets) {
        if (!signatures.empty()) signatures += ' ';
        signatures += "v1," + signature_of(secret, content);
    }
    return signatures;
}

Reaction webhook_reaction(const Webhook& webhook, const EventRendering& rendering,
                          const Clock& clock) {
    return {
        .name = webhook_name(webhook.event, webhook.url),
        .wants = [event =
                      webhook.event](const RecordView& fact) { return hears(event, fact.type); },
        .perform =
            [webhook, rendering, clock](const Effect& effect, const std::atomic<bool>& stopping) {
                return send(webhook, rendering, clock, effect, stopping);
            },
        .by = effect::By::webhook};
}

}  // namespace dibs::web
