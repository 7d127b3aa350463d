// Runs one fixed command: the name, the uid and the code come as its input, because other users can
// list command lines. The command reports its outcome in one line, behind any output of the
// account's own start files.
#include "ingest/ssh/account_code.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

namespace dibs::ssh {
namespace {

// One line without ! and ', so that any login shell hands it to /bin/sh unchanged. It writes
// nothing in these cases: another account than the requested one, a link in place of the folder, a
// folder of another owner. The file is written under another name and renamed into place.
constexpr std::string_view sign_up_command =
    "exec /bin/sh -c '"
    R"SH(umask 077; say() { echo "#dibs-sign-up $1"; exit 0; }; )SH"
    R"SH(IFS= read -r name && IFS= read -r least && IFS= read -r code || say input; )SH"
    R"SH([ "$(id -un | tr A-Z a-z)" = "$name" ] || say another-account; )SH"
    R"SH([ "$(id -u)" -ge "$least" ] || say system-account; )SH"
    R"SH(cd && [ -O . ] || say no-home; home=$(pwd -P); )SH"
    R"SH([ -L .dibs ] && say link; [ -d .dibs ] || mkdir .dibs || say no-folder; )SH"
    R"SH(cd .dibs && [ "$(pwd -P)" = "$home/.dibs" ] || say link; )SH"
    R"SH([ -O . ] && chmod 700 . || say no-folder; [ -d sign-up-code ] && say no-file; )SH"
    R"SH(rm -f sign-up-code.new && (set -C; echo "$code" >sign-up-code.new) && )SH"
    R"SH(mv -f sign-up-code.new sign-up-code || say no-file; say written)SH"
    "'";

constexpr std::string_view sign_up_mark = "#dibs-sign-up ";
constexpr std::size_t most_output = 64 * 1024;

constexpr std::array<std::pair<std::string_view, std::string_view>, 8> words{{
    {"written", ""},
    {"input", "the host did not get what is to be written"},
    {"another-account", "the login ends in an account of another name"},
    {"system-account", "its uid is below [sign_up] lowest_uid"},
    {"no-home", "it has no home folder of its own"},
    {"link", "~/.dibs is a link"},
    {"no-folder", "~/.dibs cannot be made, or is not its own"},
    {"no-file", "~/.dibs/sign-up-code cannot be written"},
}};

// Makes text from the host printable: it may hold any bytes.
std::string printable(std::string text) {
    constexpr std::size_t longest = 300;
    if (text.size() > longest) text.resize(longest);
    std::replace_if(
        text.begin(), text.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
    return text;
}

// All calls come on the one thread of the adapter.
class Leaving final : public StreamObserver {
  public:
    explicit Leaving(std::function<void(const std::string&)> then) : then_(std::move(then)) {}

    void opened() override {}
    void bytes(std::string_view output) override {
        if (output_.size() < most_output) output_.append(output);
        if (auto said = outcome()) finish(*said);
    }
    void closed(const RemoteError& why) override {
        finish("no code was left: " + std::string(to_text(why.kind)) + ", " + printable(why.text));
    }
    void finish(const std::string& why_not) {
        if (const auto then = std::exchange(then_, nullptr)) then(why_not);
    }

  private:
    // Returns the outcome once one of our lines is complete.
    [[nodiscard]] std::optional<std::string> outcome() const {
        const auto at = output_.find(sign_up_mark);
        const auto end = at == output_.npos ? at : output_.find('\n', at);
        if (end == output_.npos) return std::nullopt;
        const auto word = std::string_view(output_).substr(at + sign_up_mark.size(),
                                                           end - at - sign_up_mark.size());
        for (const auto& [name, text] : words) {
            if (word == name) return std::string(text);
        }
        return "it said something else";
    }

    std::function<void(const std::string&)> then_;
    std::string output_;
};

}  // namespace

void leave_code(Remote& remote, const AccountCode& wanted,
                std::function<void(const std::string&)> then) {
    const auto leaving = std::make_shared<Leaving>(std::move(then));
    RemoteCommand sent{.line = std::string(sign_up_command),
                       .input = wanted.target.account + '\n' + std::to_string(wanted.lowest_uid) +
                                '\n' + wanted.code + '\n',
                       .close_input = true};
    const auto stream = remote.open(wanted.target, std::move(sent), leaving);
    remote.schedule(account_code_limit, [&remote, leaving, stream] {
        leaving->finish("no code was left: the host did not answer in time");
        remote.close(stream);
    });
}

}  // namespace dibs::ssh
