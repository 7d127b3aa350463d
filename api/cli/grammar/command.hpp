// How a command declares its name, its options and its action. Wraps CLI11, which only command.cpp
// includes: it is header-only and adds seven seconds to each unit. Names follow CLI11.
#pragma once

#include "api/cli/lib/failure.hpp"

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace dibs::cli {

// An option, a flag or a positional argument. Its Command owns it, as a Program owns its Command: a
// copy refers to the same option.
class Option {
  public:
    explicit Option(CLI::Option& option) : option_(&option) {}

    Option required() const;
    // the name of its value, for the help and completion
    Option type_name(const std::string& name) const;
    Option one_of(const std::vector<std::string>& words) const;
    Option between(std::int64_t least, std::int64_t most) const;
    Option excludes(Option other) const;
    Option needs(Option other) const;
    Option one_value() const;  // takes one value per occurrence; the next word is not a value
    Option hidden() const;     // from the help
    [[nodiscard]] bool given() const;

  private:
    CLI::Option* option_;
};

class Command {
  public:
    explicit Command(CLI::App& app) : app_(&app) {}

    [[nodiscard]] Command add_subcommand(const std::string& name, const std::string& help) const;
    Command alias(const std::string& name) const;
    Command footer(const std::string& text) const;
    Command hidden() const;  // from the help
    // Puts the commands added since the last call under this heading of the help.
    void group_the_rest(const std::string& heading) const;
    // The text of `COMMAND --help` for a subcommand. Throws Failure (usage) if it does not exist.
    [[nodiscard]] std::string help_of(const std::vector<std::string>& path) const;
    void needs_subcommand() const;
    void may_have_subcommand() const;
    [[nodiscard]] bool has_subcommand() const;  // on the command line
    // `run` is called after the whole command line is parsed.
    void callback(std::function<void()> run) const;

    // The value is written to `value`, which must outlive the Program's parsing.
    Option add_option(const std::string& name, std::string& value,
                      const std::string& help = {}) const;
    Option add_option(const std::string& name, std::vector<std::string>& values,
                      const std::string& help = {}) const;
    Option add_option(const std::string& name, int& value, const std::string& help) const;
    Option add_option(const std::string& name, std::size_t& value, const std::string& help) const;
    Option add_option(const std::string& name, std::int64_t& value, const std::string& help) const;
    Option add_flag(const std::string& name, bool& value, const std::string& help) const;
    Option add_flag(const std::string& name, const std::string& help) const;  // read with given()
    void set_version_flag(const std::string& name, const std::string& shown) const;

    // For code that reads the declarations.
    [[nodiscard]] const CLI::App& declared() const { return *app_; }

  private:
    CLI::App* app_;
};

// `dibs` itself: the root command.
class Program {
  public:
    Program(const std::string& help, const std::string& name);
    ~Program();
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    [[nodiscard]] Command command() const { return Command(*app_); }
    // Allows the program's options after any command added so far.
    void let_options_stand_anywhere();
    // Parses the arguments, without the program's name. Returns an exit code if there is nothing to
    // run: help was printed to `out`, or an error to `err`.
    [[nodiscard]] std::optional<Exit> parse(const std::vector<std::string>& arguments,
                                            std::ostream& out, std::ostream& err);

  private:
    std::unique_ptr<CLI::App> app_;
};

}  // namespace dibs::cli
