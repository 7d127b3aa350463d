// Sign-up codes in files of UNIX accounts. A person who can read the file and type the code into
// the page owns that account. Kept by digest, in this process only, for ten minutes. A code is
// added once its file is written, so requests in other names fill nothing and push no code out. The
// loop's thread owns it.
#pragma once

#include "domain/kernel/time.hpp"
#include "domain/people/people.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace dibs::auth {

class SignUps {
  public:
    static constexpr Duration lifetime = std::chrono::minutes{10};
    static constexpr std::size_t most = 10'000;
    // Limits on wrong tries. Above the network's limit the code is closed to that network, so that
    // others do not close it for its owner. Above the limit of all networks it is removed.
    static constexpr int wrong_of_network = 5;
    static constexpr int wrong_of_all = 50;

    [[nodiscard]] static std::string fresh_code();  // 43 random bits

    // Records that the code's file is written; replaces an earlier code. False: there is no room.
    bool add(const std::string& unix_name, std::string_view code, std::string host, Instant expires,
             Instant now);
    // The host of the proven account, if the code matches, in any spelling. Otherwise counts one
    // wrong try.
    [[nodiscard]] std::optional<std::string> host_of(std::string_view unix_name,
                                                     std::string_view typed,
                                                     const std::string& network, Instant now);
    // Removes the code after its use.
    void forget(std::string_view unix_name);
    [[nodiscard]] std::size_t size() const { return waiting_.size(); }

  private:
    struct Waiting {
        people::Digest code;
        std::string host;
        Instant expires;
        std::map<std::string, int> wrong{};  // by network
        int wrong_in_all = 0;
    };

    std::map<std::string, Waiting, std::less<>> waiting_;  // by UNIX name
};

}  // namespace dibs::auth
