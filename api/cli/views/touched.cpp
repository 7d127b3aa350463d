// Asks for the effect, shows it as a table or as lines before a question, and sends the command.
#include "api/cli/views/touched.hpp"

#include "api/cli/lib/failure.hpp"
#include "api/cli/lib/table.hpp"
#include "api/cli/views/lookup.hpp"
#include "api/cli/views/views.hpp"

#include <algorithm>
#include <array>

namespace dibs::cli {
namespace {

// Members of the contract's answer, the most severe first.
constexpr std::array kinds{"cancelled", "released", "suspended", "revived"};
constexpr std::size_t kinds_of_loss = 3;
constexpr std::size_t most_lines_of_kind = 10;  // a question follows them

Json send(Context& context, const Consequential& command, bool dry_run) {
    std::vector<std::pair<std::string, std::string>> headers;
    if (command.version > 0) {
        headers.emplace_back("If-Match", "\"v" + std::to_string(command.version) + '"');
    }
    const auto path = command.path + (dry_run ? "?dry_run=true" : "");
    const auto body = command.body.is_null() ? "" : command.body.dump();
    return context.client.checked(
        context.client.send(command.method, path, body, std::move(headers)));
}

// Whether a person would lose something.
bool loses(const Json& touched) {
    return std::any_of(kinds.begin(), kinds.begin() + kinds_of_loss,
                       [&](const char* kind) { return !touched[kind].items().empty(); });
}

void show_as_data(Context& context, const Json& touched) {
    if (context.out.form() == Form::json && context.out.settings.fields.empty()) {
        return context.out.json(touched);
    }
    std::vector<Json> rows;
    for (const char* kind : kinds) {
        for (auto booking : touched[kind].items()) {
            booking.set("would_be", kind);
            rows.push_back(std::move(booking));
        }
    }
    auto columns = reservation_columns(context.clock, short_id_size(rows));
    // Replaces the state, which shows a revived one only as upcoming.
    columns[1] = member("WOULD BE", "would_be");
    context.out.list(rows, columns, "It would touch no reservation.");
}

void show_in_brief(Context& context, const Json& touched) {
    for (const char* kind : kinds) {
        const auto bookings = touched[kind].items();
        if (bookings.empty()) continue;
        context.out.note(std::to_string(bookings.size()) +
                         (bookings.size() == 1 ? " reservation" : " reservations") + " would be " +
                         kind + ':');
        for (std::size_t i = 0; i < std::min(bookings.size(), most_lines_of_kind); ++i) {
            context.out.note("  " + printable(bookings[i]["owner_name"].text()) + "  " +
                             printable(where_and_when(bookings[i], context.clock)));
        }
        if (bookings.size() > most_lines_of_kind) {
            context.out.note("  and " + std::to_string(bookings.size() - most_lines_of_kind) +
                             " more: --dry-run shows all of them");
        }
    }
}

}  // namespace

void add_dry_run(Command verb, bool& dry_run) {
    verb.add_flag("--dry-run", dry_run, "Only show what it would do to reservations");
}

std::optional<Json> send_once_agreed(Context& context, const Consequential& command,
                                     const Preview& preview) {
    if (preview.dry_run) {
        show_as_data(context, send(context, command, true));
        return std::nullopt;
    }
    if (!context.assume_yes) {
        const auto touched = send(context, command, true);
        show_in_brief(context, touched);
        const bool needs_confirmation =
            preview.confirmation == Confirmation::always || loses(touched);
        if (needs_confirmation && !confirm(context, preview.question)) {
            throw Failure(Exit::failure, "Nothing was changed.", "");
        }
    }
    return send(context, command, false);
}

}  // namespace dibs::cli
