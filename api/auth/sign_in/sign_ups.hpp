// Codes that lie in files of UNIX accounts, for whoever can read those to type into the page: who
// does is that account's owner. Known by their digest, in this process alone, for ten minutes. A
// code gets in here once it lies there, so that asking in other names, however often, fills nothing
// and pushes nobody out. The loop's thread owns it.
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
    // Wrong ones from one network end it for that network, so that others do not end it for its
    // owner; and from all of them for everybody.
    static constexpr int wrong_of_network = 5;
    static constexpr int wrong_of_all = 50;

    [[nodiscard]] static std::string fresh_code();  // 43 random bits

    // It lies there, in place of one that lay there before. False: there is no room.
    bool left(const std::string& unix_name, std::string_view code, std::string host,
              Instant expires, Instant now);
    // The host whose account it proves, if this is the code, however it is typed. Else one wrong
    // try more, whatever is wrong.
    [[nodiscard]] std::optional<std::string> host_of(std::string_view unix_name,
                                                     std::string_view typed,
                                                     const std::string& network, Instant now);
    // It has done what it was for.
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
