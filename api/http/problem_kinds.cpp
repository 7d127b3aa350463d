// The table of problems. Texts are for people and may change; codes and their statuses are
// permanent.
#include "api/http/problem_kinds.hpp"

#include <algorithm>
#include <array>

namespace dibs::http {
namespace {

constexpr std::array kinds = {
    ProblemKind{400, "malformed", "The request cannot be understood",
                "It is not JSON, a field has another type than it should, or a field is unknown, "
                "missing or given twice. Nothing was done.",
                "Mend what errors names: each entry has the field, and the rule that it breaks."},
    ProblemKind{400, "bad-request", "Bad request",
                "The bytes that arrived break the rules of HTTP: its request line, a header, or "
                "how the end of the body is marked. Nothing was done.",
                "Send it with a well-kept HTTP client, and without a proxy that rewrites requests. "
                "The detail names the rule."},
    ProblemKind{
        401, "not-signed-in", "Sign in first",
        "The request has no credential, or one that is not valid any more; or the name or the "
        "password was wrong.",
        "Sign in (dibs auth login), or send a token that is valid: Authorization: Bearer dibs_…"},
    ProblemKind{401, "second-factor-needed", "A code is needed too",
                "The password was right, and this account asks for a code of its second factor "
                "too. Nobody was signed in.",
                "Send the same again with code: what the authenticator shows now, or one of the "
                "recovery codes."},
    ProblemKind{403, "not-allowed", "Not allowed",
                "Who asks may not do this: it is somebody else's, it needs an admin, the token "
                "lacks a scope, or a page of another site sent it.",
                "Ask its owner or an admin, or use a token with the scope that the detail names."},
    ProblemKind{403, "needs-approval", "It would need approval",
                "Changed so, it would rest on a grant that asks for approval.",
                "Cancel it and book anew, which asks for it, or change it less."},
    ProblemKind{403, "no-grant", "No grant covers this",
                "The owner of the booking may not use this GPU at that time.",
                "Ask whom the detail names for access, or book another GPU."},
    ProblemKind{
        403, "wrong-password", "This is not the current password",
        "Changing one's own password needs the current one, and the one that was sent is another.",
        "Type the current password again. Who has forgotten it asks an admin for a new one."},
    ProblemKind{403, "wrong-code", "This code does not fit",
                "The code is none that the authenticator shows now, or it was used already: each "
                "opens once.",
                "Wait for the next code. If none fits, set the clock of the authenticator right, "
                "or use a recovery code; who has none left asks an admin to turn the second factor "
                "off."},
    ProblemKind{404, "not-found", "Not found",
                "There is nothing at this address, or nothing that who asks may see.",
                "Look at the list of such things: it may have another id, or be gone."},
    ProblemKind{405, "method-not-allowed", "Method not allowed",
                "There is something at this path, but it does not take this method.",
                "Use a method that the header Allow names."},
    ProblemKind{
        408, "request-timeout", "Request timeout",
        "The request took too long to arrive, and the connection was closed. Nothing was done.",
        "Send it again. If it happens often, the network loses packets or a proxy holds requests "
        "back."},
    ProblemKind{409, "slot-taken", "The slot is taken",
                "Another reservation holds a GPU at that time. conflicts names each, with its "
                "owner and its end; nothing was booked.",
                "Take one of the alternatives, move the time, or ask the owner."},
    ProblemKind{409, "driver-broken", "The GPU is lost, or its driver does not work",
                "The GPU cannot be used now, and the booking starts within 24 h. The detail has "
                "the driver's own words, where it has some.",
                "Take one of the alternatives, or have an admin look at that host."},
    ProblemKind{409, "gpu-unhealthy", "The GPU is unhealthy",
                "By the rules of the site the GPU is of no use: it counted memory errors, or its "
                "driver asks for a reset. The detail says which; about names the GPU.",
                "Take one of the alternatives. It can be booked again once it is healthy."},
    ProblemKind{409, "already-ended", "It has already ended",
                "It is finished, cancelled or released, and never changes again.", "Book anew."},
    ProblemKind{409, "already-exists", "It already exists",
                "Something has this id or this name already.",
                "Choose another, or use the one that is there."},
    ProblemKind{409, "not-ready", "Not in the state this needs",
                "The thing is in a state in which this cannot be done; the detail says which.",
                "Look at it, and do first what the detail says."},
    ProblemKind{412, "changed-meanwhile", "It was changed meanwhile",
                "The version in If-Match is not the current one: somebody changed it in between. "
                "Nothing was done; the answer has the current state.",
                "Look at the current state, and send the change again with its version if it is "
                "still wanted."},
    ProblemKind{413, "content-too-large", "Content too large", "A body has at most 64 KiB.",
                "Send less at once."},
    ProblemKind{414, "uri-too-long", "URI too long",
                "The request line is too long: it and the headers have 8 KiB together.",
                "Ask for less at once, in several requests."},
    ProblemKind{415, "unsupported-media-type", "Unsupported media type", "A body is JSON in UTF-8.",
                "Send Content-Type: application/json."},
    ProblemKind{417, "expectation-failed", "Expectation failed",
                "The request expects what this server does not do.",
                "Leave the header Expect away."},
    ProblemKind{421, "misdirected-request", "Misdirected request",
                "The request names a server that this one is not.",
                "Use the address that the server prints at its start; an admin names others with "
                "public_url in its configuration."},
    ProblemKind{422, "out-of-range", "A value is out of range",
                "The request is well-formed, but a value lies beyond what its field allows.",
                "Mend what errors names: each entry has the field, and what it allows."},
    ProblemKind{422, "interval-reversed", "The interval ends before it starts",
                "until is not after from.", "Name a later end."},
    ProblemKind{422, "in-the-past", "That time has passed",
                "It would start in the past, or change what has already happened.",
                "Name a later time."},
    ProblemKind{422, "too-short", "Too short",
                "A rule of this site asks for a longer booking; rule names it.",
                "Book for longer."},
    ProblemKind{422, "too-long", "Too long",
                "A rule of this site asks for a shorter booking; rule names it.", "Book for less."},
    ProblemKind{422, "too-far-ahead", "Too far ahead",
                "A rule of this site allows no booking that far ahead; rule names it.",
                "Name an earlier time."},
    ProblemKind{422, "too-soon", "Too soon",
                "A limit asks for bookings to be made longer ahead; rule names it.",
                "Name a later time, or one so soon that the limit is relaxed."},
    ProblemKind{422, "over-limit", "More than one may have",
                "With what you, or your group, have booked already it would be more than a limit "
                "allows; rule names it.",
                "Book less, give something back, or ask an admin to change the limit."},
    ProblemKind{422, "ambiguous-time", "The time can mean several things",
                "The words mean more than one time, and taking one would be a guess.",
                "Take one of the alternatives, or write it so that it means one thing."},
    ProblemKind{422, "unknown-zone", "Unknown time zone", "There is no time zone of this name.",
                "Use a name of the tz database, as Europe/Warsaw."},
    ProblemKind{422, "weak-password", "The password is too easy to guess",
                "It is among the first that anybody would try: a common one, a name, a row of keys "
                "or a repetition.",
                "Take four words that do not belong together."},
    ProblemKind{422, "unknown-gpu", "Unknown GPU", "There is no GPU of this id or name.",
                "Look at the list of GPUs."},
    ProblemKind{422, "unknown-host", "Unknown host", "There is no host of this id or name.",
                "Look at the list of hosts."},
    ProblemKind{422, "unknown-person", "Unknown person", "There is nobody of this id or name.",
                "Look at the list of people."},
    ProblemKind{422, "key-reused", "The idempotency key was used for another request",
                "The key in Idempotency-Key was sent with another request before, so this is no "
                "repeat of it. Nothing was done.",
                "Make a new key for each new request, and use it again only to repeat that one."},
    ProblemKind{426, "upgrade-required", "Upgrade required",
                "This path speaks WebSocket, version 13, and nothing else.",
                "Open it with a WebSocket client."},
    ProblemKind{428, "precondition-required", "Precondition required",
                "A change names the version that it means, so that nobody overwrites what they "
                "have not seen.",
                "Read the thing, and send its ETag as If-Match (or If-Match: * for whatever "
                "version there is)."},
    ProblemKind{429, "too-many-requests", "Too many requests",
                "The limit of how often this may be asked is used up. RateLimit-Policy names it, "
                "and RateLimit how much of it is left.",
                "Wait as Retry-After says."},
    ProblemKind{429, "too-many-keys", "Too many idempotency keys",
                "Keys are remembered for seven days, and an account's share of them is used up.",
                "Send commands that need no repeat without a key, or wait."},
    ProblemKind{431, "request-header-fields-too-large", "Request header fields too large",
                "The request line and the headers have 8 KiB together.",
                "Send fewer or shorter headers; cookies of other sites on the same name may be the "
                "reason."},
    ProblemKind{
        500, "internal", "Dibs made a mistake",
        "A programming error at this command. Nothing was done, and the server's log says more.",
        "Tell an admin the request id."},
    ProblemKind{500, "internal-server-error", "Internal server error",
                "A programming error. The server's log says more.",
                "Tell an admin the request id."},
    ProblemKind{501, "not-implemented", "Not implemented",
                "The request uses something of HTTP that this server does not do.",
                "Leave away what the detail names."},
    ProblemKind{503, "busy", "Too much to do at the moment",
                "The server has more to do than it can, and did not begin with this.",
                "Ask again as Retry-After says."},
    ProblemKind{
        503, "unavailable", "Not available at the moment",
        "The log or the tables cannot be used now. Whether a command was done may be unknown.",
        "Repeat it with the same Idempotency-Key: it is done once. If it lasts, ask an admin to "
        "look at /readyz."},
    ProblemKind{503, "reading-log", "Reading the log",
                "The server has just started and reads its log; progress is the share done. "
                "Nothing was done.",
                "Ask again as Retry-After says."},
    ProblemKind{503, "rebuilding", "Being rebuilt",
                "The tables that this needs are made anew after an update; all else is answered. "
                "progress is the share done.",
                "Ask again as Retry-After says."},
    ProblemKind{503, "service-unavailable", "Service unavailable",
                "The server cannot answer this now.", "Ask again as Retry-After says."},
    ProblemKind{505, "http-version-not-supported", "HTTP version not supported",
                "This server speaks HTTP/1.1.", "Use a client that does too."},
};

}  // namespace

std::span<const ProblemKind> problem_kinds() {
    return kinds;
}

const ProblemKind* find_problem_kind(std::string_view code) {
    const auto* found = std::find_if(kinds.begin(), kinds.end(),
                                     [&](const ProblemKind& kind) { return kind.code == code; });
    return found == kinds.end() ? nullptr : found;
}

}  // namespace dibs::http
