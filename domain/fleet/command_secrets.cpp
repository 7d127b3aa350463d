// Makes one pass over the words of a line, and one over the characters of each word.
#include "domain/fleet/command_secrets.hpp"

#include "domain/kernel/secret_names.hpp"
#include "domain/kernel/text.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace dibs {
namespace {

constexpr std::string_view mask = "***";
constexpr std::string_view blanks = " \t\r\n";
constexpr std::string_view quotes = "\"'`";

bool is_token_char(char c) {
    return is_letter_or_digit(c) || c == '_' || c == '-';
}
bool is_one_of(char c, std::string_view set) {
    return set.find(c) != std::string_view::npos;
}
bool all_decimal(std::string_view text) {
    return std::all_of(text.begin(), text.end(), is_decimal_digit);
}

// --- tokens with a known prefix

struct TokenForm {
    std::string_view beginning;
    std::size_t least = 1;  // characters after the prefix
};
constexpr std::array token_forms{
    TokenForm{"sk-"},         TokenForm{"hf_"},      TokenForm{"ghp_"},       TokenForm{"gho_"},
    TokenForm{"ghu_"},        TokenForm{"ghs_"},     TokenForm{"ghr_"},       TokenForm{"glpat-"},
    TokenForm{"github_pat_"}, TokenForm{"xoxa-"},    TokenForm{"xoxb-"},      TokenForm{"xoxe-"},
    TokenForm{"xoxo-"},       TokenForm{"xoxp-"},    TokenForm{"xoxr-"},      TokenForm{"xoxs-"},
    TokenForm{"xapp-"},       TokenForm{"nvapi-"},   TokenForm{"sk_live_"},   TokenForm{"sk_test_"},
    TokenForm{"rk_live_"},    TokenForm{"whsec_"},   TokenForm{"AKIA", 8},    TokenForm{"ASIA", 8},
    TokenForm{"AIza", 20},    TokenForm{"gsk_", 16}, TokenForm{"dibs_", 20},  TokenForm{"npm_", 20},
    TokenForm{"pypi-Ag", 20}, TokenForm{"r8_", 20},  TokenForm{"dop_v1_", 16}};
constexpr std::string_view jwt = "eyJ";

std::size_t end_of_run(std::string_view word, std::size_t at, bool dots) {
    while (at < word.size() && (is_token_char(word[at]) || (dots && word[at] == '.'))) ++at;
    return at;
}

// A file or a name may begin like a token. A long run with digits counts as a token anyway.
bool is_token(std::string_view word, std::size_t from, std::size_t until) {
    constexpr std::size_t long_run = 20;
    const auto run = word.substr(from, until - from);
    if (run.size() >= long_run && std::any_of(run.begin(), run.end(), is_decimal_digit))
        return true;
    const bool in_path = from > 0 && word[from - 1] == '/';
    return !in_path && (until == word.size() || !is_one_of(word[until], "./="));
}

// The end of the token that begins here. Nothing if none begins here.
std::optional<std::size_t> token_end(std::string_view word, std::size_t at) {
    if (at > 0 && is_token_char(word[at - 1])) return std::nullopt;
    const auto rest = word.substr(at);
    if (rest.starts_with(jwt)) return end_of_run(word, at, true);
    for (const auto& form : token_forms) {
        if (!rest.starts_with(form.beginning)) continue;
        const auto end = end_of_run(word, at, false);
        const bool whole = end - at >= form.beginning.size() + form.least;
        if (whole && is_token(word, at, end)) return end;
    }
    return std::nullopt;
}

// --- options whose names do not show that they take a secret

struct ShortOption {
    std::string_view program;  // the beginning of the program's name
    std::string_view option;
    bool next = true;      // the value is the next word
    bool attached = true;  // the value is in the same word; after "=" for a long option
};
constexpr std::array short_options{ShortOption{"sshpass", "-p"},
                                   ShortOption{"mysql", "-p", false},
                                   ShortOption{"mariadb", "-p", false},
                                   ShortOption{"mongo", "-p"},
                                   ShortOption{"curl", "-u"},
                                   ShortOption{"curl", "-U"},
                                   ShortOption{"curl", "--user"},
                                   ShortOption{"curl", "--proxy-user"},
                                   ShortOption{"lftp", "-u"},
                                   ShortOption{"redis-cli", "-a"},
                                   ShortOption{"smbclient", "-U"},
                                   ShortOption{"ldap", "-w"},
                                   ShortOption{"sqlcmd", "-P"},
                                   ShortOption{"7z", "-p", false},
                                   ShortOption{"zip", "-P"},
                                   ShortOption{"unzip", "-P"},
                                   ShortOption{"wandb", "login", true, false}};

std::string_view base_name(std::string_view word) {
    return word.substr(word.rfind('/') + 1);  // npos + 1 is 0
}

bool is_bearer(std::string_view word) {
    return word == "Bearer" || word == "bearer";
}
bool is_auth_scheme(std::string_view word) {
    return is_bearer(word) || word == "Basic" || word == "basic" || word == "Digest" ||
           word == "Negotiate" || word == "Token" || word == "token";
}

bool is_option(std::string_view word) {
    constexpr std::size_t longest = 20;  // longer words with one dash are more likely a value
    if (word.starts_with("--")) return true;
    return word.size() > 1 && word[0] == '-' && is_token_char(word[1]) && word.size() <= longest;
}

class Masker {
  public:
    explicit Masker(std::string_view line) : line_(line) { out_.reserve(line.size()); }

    std::string run() {
        std::size_t at = 0;
        while (at < line_.size()) {
            const auto begin = std::min(line_.find_first_not_of(blanks, at), line_.size());
            if (quote_ == 0) out_ += line_.substr(at, begin - at);
            at = std::min(line_.find_first_of(blanks, begin), line_.size());
            if (begin < at) take(line_.substr(begin, at - begin), at == line_.size());
        }
        return std::move(out_);
    }

  private:
    void take(std::string_view word, bool is_last) {
        if (quote_ != 0) {
            if (word.find(quote_) != std::string_view::npos) quote_ = 0;
            return;
        }
        if (value_of_ && take_value(word)) return;
        value_of_.reset();
        if (take_option(word)) return;
        is_last_ = is_last;
        scan(word);
    }

    // Handles a word after the name of a secret. False if the word is not its value.
    bool take_value(std::string_view word) {
        if (is_option(word) || is_one_of(word[0], "|&;<>")) return false;
        const auto bare = word.substr(is_one_of(word[0], quotes) ? 1 : 0);
        if (is_auth_scheme(bare)) {
            out_ += word;
            return true;  // the value comes after it
        }
        if (is_no_secret(word, *value_of_)) return false;
        value_of_.reset();
        (void)hide(word, 0, word.size());
        return true;
    }

    // Hides a value that begins here and extends to `end` at most. Returns its end. A quote that is
    // still open at the end of this word continues in the next words.
    std::size_t hide(std::string_view word, std::size_t begin, std::size_t end) {
        const char quote = word[begin];
        const bool quoted = is_one_of(quote, quotes);
        const auto closing = quoted ? word.find(quote, begin + 1) : std::string_view::npos;
        if (closing != std::string_view::npos) {
            out_.append(1, quote).append(mask).append(1, quote);
            return closing + 1;
        }
        out_ += mask;
        if (!quoted) return end;
        quote_ = quote;
        return word.size();
    }

    bool take_option(std::string_view word) {
        const auto base = base_name(word);
        if (is_bearer(word)) return expect_value(word, {});
        for (const auto& row : short_options) {
            if (base.starts_with(row.program)) program_ = row.program;
        }
        if (word[0] != '-' && program_.empty()) return false;
        if (take_short_option(word)) return true;
        const auto dashes = word.find_first_not_of('-');
        if (dashes == 0 || dashes == std::string_view::npos) return false;
        const auto name = word.substr(dashes);
        if (end_of_run(name, 0, true) != name.size()) return false;
        const auto named = secret_name(name);
        return named.secret && !named.no_argument && expect_value(word, named);
    }

    bool take_short_option(std::string_view word) {
        for (const auto& row : short_options) {
            if (program_ != row.program || !word.starts_with(row.option)) continue;
            if (word == row.option) {
                if (row.next) return expect_value(word, {});
                continue;
            }
            const auto rest = word.substr(row.option.size());
            const bool is_long = row.option.starts_with("--");
            if (!row.attached || (is_long && rest[0] != '=')) continue;
            out_.append(row.option).append(is_long ? "=" : "").append(mask);
            return true;
        }
        return false;
    }

    bool expect_value(std::string_view word, const SecretName& name) {
        out_ += word;
        value_of_ = name;
        return true;
    }

    // Copies a word without its secrets.
    void scan(std::string_view word) {
        name_begin_ = 0;
        const auto last_at = word.rfind('@');
        for (std::size_t i = 0; i < word.size();) {
            const char c = word[i];
            if (word.substr(i).starts_with("://")) {
                i = name_begin_ = copy_authority(word, i, last_at);
            } else if (c == '=' || c == ':') {
                out_ += c;
                i = name_begin_ = copy_value(word, i);
            } else if (const auto end = token_end(word, i)) {
                out_ += mask;
                i = name_begin_ = *end;
            } else {
                out_ += c;
                ++i;
                // "env['HF_TOKEN']=" and "\"api_key\":" have these characters before the sign.
                const bool closes =
                    i < word.size() && is_one_of(c, "\"'])") && is_one_of(word[i], "\"']=:");
                if (!is_token_char(c) && c != '.' && !closes) name_begin_ = i;
            }
        }
    }

    // Handles the value after "=" or ":" of a name. Returns the position to continue from.
    std::size_t copy_value(std::string_view word, std::size_t sign) {
        const auto begin = sign + 1;
        const auto name = secret_name(word.substr(name_begin_, sign - name_begin_));
        // "key-server:8080" is an address.
        if (!(word[sign] == ':' ? name.last_is_secret : name.secret)) return begin;
        if (begin == word.size()) {
            if (word[sign] == ':') value_of_ = name;
            return begin;
        }
        const auto before = name_begin_ == 0 ? '\0' : word[name_begin_ - 1];
        const bool in_query = before == '?' || before == '&';
        const auto end =
            in_query ? std::min(word.find_first_of("&#", begin), word.size()) : word.size();
        if (begin == end) return begin;
        const auto value = word.substr(begin, end - begin);
        if (is_no_secret(value, name)) return begin;
        if (is_auth_scheme(value)) {
            value_of_ = name;
            out_ += value;
            return end;
        }
        return hide(word, begin, end);
    }

    // Copies from "://" to the end of host and port. A password may contain "/", and a line may be
    // cut before the "@". Any other text after ":" is a port.
    std::size_t copy_authority(std::string_view word, std::size_t colon, std::size_t last_at) {
        const auto begin = colon + 3;
        const auto end = std::min(word.find_first_of("/?#,\"'", begin), word.size());
        const auto authority = word.substr(begin, end - begin);
        out_ += "://";
        if (const auto at = authority.rfind('@'); at != std::string_view::npos) {
            out_.append(mask).append(authority.substr(at));
            return end;
        }
        const auto port = authority.find(':');
        const bool has_password = port != std::string_view::npos && !authority.starts_with('[') &&
                                  !all_decimal(authority.substr(port + 1));
        const bool at_follows = last_at != std::string_view::npos && last_at > end;
        if (has_password && at_follows) {
            out_ += mask;
            return last_at;
        }
        if (has_password && is_last_) {
            out_ += mask;
            return word.size();
        }
        out_ += authority;
        return end;
    }

    std::string_view line_;
    std::string out_;
    std::string_view program_;              // the program of the short options
    std::optional<SecretName> value_of_{};  // the name, if the next word is its value
    bool is_last_ = false;                  // the current word
    char quote_ = 0;                        // the closing quote of the current value
    std::size_t name_begin_ = 0;            // in the current word
};

}  // namespace

std::string mask_secrets(std::string_view line) {
    return Masker(line).run();
}

}  // namespace dibs
