// Whether an option, a variable or a header holds a secret, by its name. Pure.
#pragma once

#include <string_view>

namespace dibs {

// Of "--hf-token", "PGPASSWORD", "apiKey", "Authorization".
struct SecretName {
    bool secret = false;
    bool last_is_secret = false;  // its last word says so: not of "key-server"
    bool counts = false;          // may be a number of something: "--max-tokens 512"
    bool no_argument = false;     // "--password-stdin", "--no-password"
};
[[nodiscard]] SecretName secret_name(std::string_view text);

// "true", or a number where the name counts something.
[[nodiscard]] bool is_no_secret(std::string_view value, const SecretName& name);

}  // namespace dibs
