// What a command says of itself: its name, what it takes, and what it does. CLI11 stands behind it,
// in command.cpp alone: it is all headers, and takes each file that includes it seven seconds.
// The names are those of CLI11.
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

// An option, a flag, or an argument at its place. It belongs to its command, as a Command belongs
// to its Program: a copy is the same option.
class Option {
  public:
    explicit Option(CLI::Option& option) : option_(&option) {}

    Option required() const;
    Option type_name(const std::string& name) const;  // what it takes, in the help and for Tab
    Option one_of(const std::vector<std::string>& words) const;
    Option between(std::int64_t least, std::int64_t most) const;
    Option excludes(Option other) const;
    Option needs(Option other) const;
    Option one_value() const;  // each time it is written: what stands behind it is something else
    Option hidden() const;     // in the help
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
    Command hidden() const;  // in the help
    // Puts the commands added since the last such call under this heading of the help.
    void group_the_rest(const std::string& heading) const;
    // What `COMMAND --help` prints for a command below this one. Throws Failure (usage) for one
    // that does not exist.
    [[nodiscard]] std::string help_of(const std::vector<std::string>& path) const;
    void needs_subcommand() const;
    void may_have_subcommand() const;
    [[nodiscard]] bool has_subcommand() const;  // in what was typed
    // Called once all that was typed is read.
    void callback(std::function<void()> run) const;

    // What is typed is put into `value`, which must live until the Program is parsed.
    Option add_option(const std::string& name, std::string& value,
                      const std::string& help = {}) const;
    Option add_option(const std::string& name, std::vector<std::string>& values,
                      const std::string& help = {}) const;
    Option add_option(const std::string& name, int& value, const std::string& help) const;
    Option add_option(const std::string& name, std::size_t& value, const std::string& help) const;
    Option add_option(const std::string& name, std::int64_t& value, const std::string& help) const;
    Option add_flag(const std::string& name, bool& value, const std::string& help) const;
    Option add_flag(const std::string& name, const std::string& help) const;  // says what is so
    void set_version_flag(const std::string& name, const std::string& shown) const;

    // For those who read what was declared.
    [[nodiscard]] const CLI::App& declared() const { return *app_; }

  private:
    CLI::App* app_;
};

// `dibs` itself: the command that has all others.
class Program {
  public:
    Program(const std::string& help, const std::string& name);
    ~Program();
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    [[nodiscard]] Command command() const { return Command(*app_); }
    // Options of the program may stand behind any command that there is by now.
    void let_options_stand_anywhere();
    // Reads what was typed, without the program's name. What it ends with where there is nothing to
    // run: help was asked for and shown, or something is wrong with it, which `err` was told.
    [[nodiscard]] std::optional<Exit> parse(const std::vector<std::string>& arguments,
                                            std::ostream& out, std::ostream& err);

  private:
    std::unique_ptr<CLI::App> app_;
};

}  // namespace dibs::cli
