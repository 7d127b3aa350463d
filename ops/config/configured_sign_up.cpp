// Reads the key's public half once, at start: sign-up shows it to the applicant.
#include "ops/config/configured_sign_up.hpp"

#include "ingest/ssh/account_code.hpp"
#include "ingest/ssh/private_key.hpp"
#include "ops/react/hosts/host_target.hpp"
#include "projections/questions/fleet.hpp"

#include <utility>

namespace dibs {

tl::expected<std::optional<routes::SigningUp>, std::string> make_signing_up(const Config& config) {
    std::optional<routes::SigningUp> made;
    if (!config.sign_up.ssh) return made;
    auto line = ssh::public_line_of(config.probe_identity.string());
    if (!line) return tl::unexpected("[sign_up] ssh: " + line.error().text);
    // Commands only: no terminal, no forwarding.
    made = routes::SigningUp{config.sign_up.hosts, "restrict " + *line + " dibs", {}};
    return made;
}

void connect(routes::SigningUp& signing_up, const Config& config, ssh::Remote& remote) {
    signing_up.leave_code = [&remote, lowest = config.sign_up.lowest_uid](
                                const views::Host& host, const std::string& unix_name,
                                const std::string& code, auto then) {
        auto target = target_of(host);
        target.account = unix_name;
        ssh::leave_code(remote, {target, code, lowest}, std::move(then));
    };
}

}  // namespace dibs
