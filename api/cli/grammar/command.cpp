// Forwards each call to CLI11.
#include "api/cli/grammar/command.hpp"

#include "api/cli/grammar/mistyped.hpp"

#include <CLI/CLI.hpp>

namespace dibs::cli {
namespace {

// For a CLI::App and all below it.
void let_options_stand_behind(CLI::App& app) {
    for (auto* command : app.get_subcommands([](CLI::App*) { return true; })) {
        command->fallthrough();
        let_options_stand_behind(*command);
    }
}

}  // namespace

Option Option::required() const {
    option_->required();
    return *this;
}

Option Option::type_name(const std::string& name) const {
    option_->type_name(name);
    return *this;
}

Option Option::one_of(const std::vector<std::string>& words) const {
    option_->check(CLI::IsMember(words));
    return *this;
}

Option Option::between(std::int64_t least, std::int64_t most) const {
    option_->check(CLI::Range(least, most));
    return *this;
}

Option Option::excludes(Option other) const {
    option_->excludes(other.option_);
    return *this;
}

Option Option::needs(Option other) const {
    option_->needs(other.option_);
    return *this;
}

Option Option::one_value() const {
    option_->allow_extra_args(false);
    return *this;
}

Option Option::hidden() const {
    option_->group("");
    return *this;
}

bool Option::given() const {
    return option_->count() > 0;
}

Command Command::add_subcommand(const std::string& name, const std::string& help) const {
    return Command(*app_->add_subcommand(name, help));
}

Command Command::alias(const std::string& name) const {
    app_->alias(name);
    return *this;
}

Command Command::footer(const std::string& text) const {
    app_->footer(text);
    return *this;
}

Command Command::hidden() const {
    app_->group("");
    return *this;
}

void Command::group_the_rest(const std::string& heading) const {
    const CLI::App fresh;
    for (auto* command : app_->get_subcommands(
             [&](CLI::App* one) { return one->get_group() == fresh.get_group(); })) {
        command->group(heading);
    }
}

std::string Command::help_of(const std::vector<std::string>& path) const {
    const auto names = command_path(command_tree(*this), path);
    const CLI::App* found = app_;
    std::string text = names.front();
    for (std::size_t i = 1; i < names.size(); ++i) {
        found = found->get_subcommand(names[i]);
        text += ' ' + names[i];
    }
    return found->get_formatter()->make_help(found, text, CLI::AppFormatMode::Normal);
}

void Command::needs_subcommand() const {
    app_->require_subcommand(1);
}

void Command::may_have_subcommand() const {
    app_->require_subcommand(0, 1);
}

bool Command::has_subcommand() const {
    return !app_->get_subcommands().empty();
}

void Command::callback(std::function<void()> run) const {
    app_->callback(std::move(run));
}

Option Command::add_option(const std::string& name, std::string& value,
                           const std::string& help) const {
    return Option(*app_->add_option(name, value, help));
}

Option Command::add_option(const std::string& name, std::vector<std::string>& values,
                           const std::string& help) const {
    return Option(*app_->add_option(name, values, help));
}

Option Command::add_option(const std::string& name, int& value, const std::string& help) const {
    return Option(*app_->add_option(name, value, help));
}

Option Command::add_option(const std::string& name, std::size_t& value,
                           const std::string& help) const {
    return Option(*app_->add_option(name, value, help));
}

Option Command::add_option(const std::string& name, std::int64_t& value,
                           const std::string& help) const {
    return Option(*app_->add_option(name, value, help));
}

Option Command::add_flag(const std::string& name, bool& value, const std::string& help) const {
    return Option(*app_->add_flag(name, value, help));
}

Option Command::add_flag(const std::string& name, const std::string& help) const {
    return Option(*app_->add_flag(name, help));
}

void Command::set_version_flag(const std::string& name, const std::string& shown) const {
    app_->set_version_flag(name, shown);
}

Program::Program(const std::string& help, const std::string& name)
    : app_(std::make_unique<CLI::App>(help, name)) {}

Program::~Program() = default;

void Program::let_options_stand_anywhere() {
    let_options_stand_behind(*app_);
}

std::optional<Exit> Program::parse(const std::vector<std::string>& arguments, std::ostream& out,
                                   std::ostream& err) {
    try {
        std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
        app_->parse(std::move(reversed));  // the order that CLI11 expects
        return std::nullopt;
    } catch (const CLI::Success& help) {
        app_->exit(help, out, err);
        return Exit::ok;
    } catch (const CLI::ParseError& error) {
        const auto words = mistyped(command_tree(command()), app_->remaining(true), arguments);
        err << (words.empty() ? incomplete(command_tree(command()), arguments, error.what())
                              : words)
            << '\n';
        return Exit::usage;
    }
}

}  // namespace dibs::cli
