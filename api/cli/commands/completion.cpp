// dibs completion bash|zsh|fish prints a script for the shell. The script calls the hidden `dibs
// __complete -- WORD...`. So candidates match this program, with the current hosts, bookings,
// people, groups and grants.
#include "api/cli/commands/commands.hpp"
#include "api/cli/grammar/candidates.hpp"
#include "api/cli/lib/failure.hpp"
#include "api/cli/lib/table.hpp"
#include "api/cli/views/views.hpp"

#include <array>
#include <utility>

namespace dibs::cli {
namespace {

struct Script {
    std::string_view shell, text;
};

constexpr std::array scripts{
    Script{"bash", R"sh(# dibs completion bash > ~/.local/share/bash-completion/completions/dibs
_dibs() {
    mapfile -t COMPREPLY < <(dibs __complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
    COMPREPLY=("${COMPREPLY[@]%%$'\t'*}")
}
complete -F _dibs dibs
)sh"},
    Script{"zsh", R"sh(#compdef dibs
# dibs completion zsh > a folder of $fpath, as _dibs
_dibs() {
    local line
    local -a found
    for line in ${(f)"$(dibs __complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)"}; do
        found+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}")
    done
    _describe dibs found
}
if [ "$funcstack[1]" = _dibs ]; then _dibs "$@"; else compdef _dibs dibs; fi
)sh"},
    Script{"fish", R"sh(# dibs completion fish > ~/.config/fish/completions/dibs.fish
function __dibs_complete
    set -l words (commandline -opc) (commandline -ct)
    dibs __complete -- $words[2..-1] 2>/dev/null
end
complete -c dibs -f -a '(__dibs_complete)'
)sh"}};

// One member of each item as the word, and another as its help.
std::vector<CompletionCandidate> listed(Context& context, const char* path, const char* word,
                                        const char* help) {
    std::vector<CompletionCandidate> found;
    for (const auto& one : context.client.list(path)) {
        found.push_back({one[word].text(), one[help].text()});
    }
    return found;
}

// By name. A shell would split a name with blanks or quotes, so its id is used.
std::vector<CompletionCandidate> list_names(Context& context, const char* path) {
    auto found = listed(context, path, "name", "id");
    for (auto& [word, help] : found) {
        constexpr const char* special = " \t'\"`$\\!*?[](){}<>|&;#~";
        if (word.find_first_of(special) != std::string::npos) std::swap(word, help);
    }
    return found;
}

// Own reservations that are not over.
std::vector<CompletionCandidate> reservations(Context& context) {
    std::vector<CompletionCandidate> found{{"current", "the one that runs"},
                                           {"last", "the one made last"}};
    const auto mine = context.client.get("/session")["person"]["id"].text();
    for (const auto& one : context.client.list("/reservations", {{"owner", mine}})) {
        found.push_back({one["id"].text(), where_and_when(one, context.clock)});
    }
    return found;
}

std::vector<CompletionCandidate> budgets(Context& context) {
    std::vector<CompletionCandidate> found;
    for (const auto& one : context.client.list("/budgets")) {
        const auto of = one["project"] ? one["project"].text() : one["group_name"].text();
        found.push_back({one["id"].text(), of + ", " + one["period"].text()});
    }
    return found;
}

// Without a sign-in or a server there are no names. Errors are not shown: completion must stay
// silent.
std::vector<CompletionCandidate> names_of(Context& context, const std::string& kind) {
    try {
        if (kind == "HOST") return listed(context, "/hosts", "name", "address");
        if (kind == "PERSON") return listed(context, "/people", "unix_name", "name");
        if (kind == "GROUP") return list_names(context, "/groups");
        if (kind == "GRANT") return list_names(context, "/grants");
        if (kind == "PROJECT") return listed(context, "/projects", "project", "last_from");
        if (kind == "BUDGET") return budgets(context);
        if (kind == "RESERVATION") return reservations(context);
    } catch (const Failure&) {
    }
    return {};
}

void complete(Context& context, const CommandText& tree, const std::vector<std::string>& words) {
    const auto names = [&](const std::string& kind) { return names_of(context, kind); };
    for (const auto& [word, help] : candidates(tree, words, names)) {
        context.out.line(printable(word) + '\t' + printable(help));
    }
}

void add_question(Command app, Action& action) {
    const auto verb = app.add_subcommand("__complete", "").hidden();
    auto words = std::make_shared<std::vector<std::string>>();
    verb.add_option("words", *words);
    verb.callback([app, &action, words] {
        action = [app, words](Context& context) { complete(context, command_tree(app), *words); };
    });
}

}  // namespace

void add_completion(Command app, Action& action) {
    const auto noun = app.add_subcommand("completion", "A script for completion with Tab");
    noun.needs_subcommand();
    for (const auto& script : scripts) {
        const auto help = "For " + std::string(script.shell);
        noun.add_subcommand(std::string(script.shell), help).callback([&action, script] {
            action = [script](Context& context) { context.out.line(script.text); };
        });
    }
    add_question(app, action);
}

}  // namespace dibs::cli
