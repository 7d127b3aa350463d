// In the order of the configuration; each runs on a thread of its own.
#include "ops/site_reactions.hpp"

#include "ops/react/site_hooks.hpp"

namespace dibs {

std::vector<Reaction> site_reactions(const Config& config, const Outbound& outbound,
                                     const ReactionParts& parts) {
    std::vector<Reaction> all;
    for (const auto& hook : config.hooks) all.push_back(program_reaction(hook, parts.telling));
    for (const auto& webhook : outbound.webhooks) {
        all.push_back(web::webhook_reaction(webhook, parts.telling, parts.clock));
    }
    // The address of this machine leads nobody here.
    const auto history = config.public_url.empty()
                             ? std::string()
                             : config.public_url + config.base_path + "/history";
    for (const auto& chat : outbound.chats) {
        all.push_back(web::chat_reaction(chat, {parts.sentence, history, parts.clock}));
    }
    return all;
}

}  // namespace dibs
