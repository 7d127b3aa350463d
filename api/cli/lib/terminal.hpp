// The person at the keyboard, if there is one. Asks nothing when stdin is not a terminal.
#pragma once

#include <string>

namespace dibs::cli {

class Terminal {
  public:
    virtual ~Terminal() = default;
    [[nodiscard]] virtual bool interactive() const = 0;
    // The line typed after the prompt. Throws Failure (usage) if stdin is not a terminal.
    virtual std::string ask(const std::string& prompt) = 0;
    virtual std::string ask_secret(const std::string& prompt) = 0;  // without echo
    virtual std::string read_line() = 0;                            // of stdin, without a prompt
    virtual std::string read_all() = 0;
};

class SystemTerminal : public Terminal {
  public:
    [[nodiscard]] bool interactive() const override;
    std::string ask(const std::string& prompt) override;
    std::string ask_secret(const std::string& prompt) override;
    std::string read_line() override;
    std::string read_all() override;
};

}  // namespace dibs::cli
