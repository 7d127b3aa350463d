// Decides by the name of an option, a variable or a header whether it holds a secret. Pure.
#pragma once

#include <string_view>

namespace dibs {

// The properties of a name such as "--hf-token", "PGPASSWORD", "apiKey", "Authorization".
struct SecretName {
    bool secret = false;
    bool last_is_secret = false;  // its last word is a secret word: false for "key-server"
    bool counts = false;          // may be a count of something: "--max-tokens 512"
    bool no_argument = false;     // "--password-stdin", "--no-password"
};
[[nodiscard]] SecretName secret_name(std::string_view text);

// True for "true", and for a number if the name counts something.
[[nodiscard]] bool is_no_secret(std::string_view value, const SecretName& name);

}  // namespace dibs
