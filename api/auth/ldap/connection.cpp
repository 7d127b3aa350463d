// libldap with one handle per conversation: conversations are rare and share nothing.
// /etc/ldap/ldap.conf and the environment are ignored; every option is set here.
#include "api/auth/ldap/connection.hpp"

#include "api/auth/ldap/names.hpp"
#include "api/auth/ldap/socket_deadline.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include <ldap.h>

namespace dibs::auth::ldap {
namespace {

using std::chrono::microseconds;
using std::chrono::seconds;

constexpr seconds connected_within{3};  // per address
constexpr ber_len_t most_answer_bytes = 1U << 20U;
constexpr int most_references = 100;  // to other directories; references are not followed
constexpr std::string_view system_certificates = "/etc/ssl/certs/ca-certificates.crt";

// Runs before main, while there is one thread.
[[maybe_unused]] const int no_configuration = ::setenv("LDAPNOINIT", "1", 1);

timeval as_timeval(microseconds time) {
    constexpr long million = 1'000'000;
    return {.tv_sec = time.count() / million, .tv_usec = time.count() % million};
}

// libldap calls this once it is connected, before TLS begins. It removes the connect timeout: with
// it set, libldap would call GnuTLS in a busy loop without waiting.
int hold(LDAP* handle, Sockbuf* buffer, LDAPURLDesc*, sockaddr*, ldap_conncb* line) {
    int socket = -1;
    auto most = most_answer_bytes;
    constexpr timeval none{.tv_sec = -1, .tv_usec = 0};
    const bool held =
        ber_sockbuf_ctrl(buffer, LBER_SB_OPT_GET_FD, &socket) == 1 &&
        ber_sockbuf_ctrl(buffer, LBER_SB_OPT_SET_MAX_INCOMING, &most) == 1 &&
        ldap_set_option(handle, LDAP_OPT_NETWORK_TIMEOUT, &none) == LDAP_OPT_SUCCESS &&
        static_cast<SocketDeadline*>(line->lc_arg)->hold(socket);
    return held ? 0 : -1;
}
void let_go(LDAP*, Sockbuf*, ldap_conncb*) {}

// libldap's text for a result. A code below zero is libldap's own error, without an answer from the
// directory; the diagnostic message then has the TLS details.
std::string words_for(LDAP* handle, int code) {
    std::string words = ldap_err2string(code);
    char* more = nullptr;
    if (code < 0 && ldap_get_option(handle, LDAP_OPT_DIAGNOSTIC_MESSAGE, &more) == LDAP_SUCCESS &&
        more) {
        if (*more != '\0') (words += ": ") += more;
    }
    ldap_memfree(more);
    // GnuTLS reports no more details.
    if (code == LDAP_CONNECT_ERROR) words += "; is its certificate of the CA, and of that host?";
    return words;
}

bool is_away(int code) {
    const int away[] = {LDAP_SERVER_DOWN, LDAP_TIMEOUT,     LDAP_CONNECT_ERROR,
                        LDAP_BUSY,        LDAP_UNAVAILABLE, LDAP_TIMELIMIT_EXCEEDED};
    return std::find(std::begin(away), std::end(away), code) != std::end(away);
}

tl::unexpected<SignInRejection> went_wrong(LDAP* handle, std::string_view what, int code) {
    return tl::unexpected(
        SignInRejection{is_away(code) ? SignInError::unreachable : SignInError::failed,
                        std::string(what) + ": " + words_for(handle, code)});
}

// The rejection for a failed bind. Directories use many codes for a rejected person, and the code
// depends on the person. Errors in the request itself are reported as such and say nothing about
// the person.
tl::unexpected<SignInRejection> not_bound(LDAP* handle, int code) {
    const bool asked_badly = code < 0 || code == LDAP_PROTOCOL_ERROR ||
                             code == LDAP_CONFIDENTIALITY_REQUIRED ||
                             code == LDAP_STRONG_AUTH_REQUIRED || is_away(code);
    if (asked_badly) return went_wrong(handle, "bind", code);
    return tl::unexpected(SignInRejection{
        SignInError::wrong, std::string("the directory says: ") + ldap_err2string(code)});
}

std::vector<std::string> values_of(LDAP* handle, LDAPMessage* message, const char* attribute) {
    std::vector<std::string> texts;
    berval** values = ldap_get_values_len(handle, message, attribute);
    for (auto** value = values; value && *value; ++value) {
        texts.emplace_back((*value)->bv_val, (*value)->bv_len);
    }
    ldap_value_free_len(values);
    return texts;
}

Entry entry_of(LDAP* handle, LDAPMessage* message) {
    Entry entry;
    if (char* dn = ldap_get_dn(handle, message)) {
        entry.dn = dn;
        ldap_memfree(dn);
    }
    BerElement* place = nullptr;
    char* attribute = ldap_first_attribute(handle, message, &place);
    while (attribute) {
        entry.values[small_letters(attribute)] = values_of(handle, message, attribute);
        ldap_memfree(attribute);
        attribute = ldap_next_attribute(handle, message, place);
    }
    ber_free(place, 0);
    return entry;
}

template <class T>
bool set(LDAP* handle, int option, const T& value) {
    return ldap_set_option(handle, option, &value) == LDAP_OPT_SUCCESS;
}

bool set_tls(LDAP* handle, const Settings& settings) {
    const std::string ca(settings.ca.empty() ? system_certificates : settings.ca.native());
    const int demand = LDAP_OPT_X_TLS_DEMAND, least = LDAP_OPT_X_TLS_PROTOCOL_TLS1_2;
    // Subject alternative names count if the certificate has any.
    const int names = LDAP_OPT_X_TLS_TRY;
    const int client = 0;
    return set(handle, LDAP_OPT_X_TLS_REQUIRE_CERT, demand) &&
           set(handle, LDAP_OPT_X_TLS_REQUIRE_SAN, names) &&
           set(handle, LDAP_OPT_X_TLS_PROTOCOL_MIN, least) &&
           ldap_set_option(handle, LDAP_OPT_X_TLS_CACERTFILE, ca.c_str()) == LDAP_OPT_SUCCESS &&
           set(handle, LDAP_OPT_X_TLS_NEWCTX, client);  // applies the options above
}

}  // namespace

struct Connection::Line {
    explicit Line(Steady::time_point end) : deadline(end) {}

    SocketDeadline deadline;
    ldap_conncb callbacks{&hold, &let_go, &deadline};
};

Connection::Connection(Handle handle, Steady::time_point end)
    : line_(std::make_unique<Line>(end)), handle_(std::move(handle)), end_(end) {}
Connection::Connection(Connection&&) noexcept = default;
Connection::~Connection() = default;

Outcome<Connection> Connection::open(const Settings& settings, Steady::time_point end) {
    LDAP* made = nullptr;
    const int code = ldap_initialize(&made, settings.url.c_str());
    Handle handle(made, [](LDAP* ld) { ldap_unbind_ext(ld, nullptr, nullptr); });
    if (code != LDAP_SUCCESS) return went_wrong(made, "connect", code);
    Connection connection(std::move(handle), end);
    if (auto prepared = connection.prepare(settings); !prepared) {
        return tl::unexpected(prepared.error());
    }
    return connection;
}

Outcome<void> Connection::prepare(const Settings& settings) {
    auto* handle = handle_.get();
    const int version = LDAP_VERSION3, never = LDAP_DEREF_NEVER;
    const auto network = as_timeval(connected_within);
    const bool bounded =
        set(handle, LDAP_OPT_PROTOCOL_VERSION, version) && set(handle, LDAP_OPT_DEREF, never) &&
        ldap_set_option(handle, LDAP_OPT_REFERRALS, LDAP_OPT_OFF) == LDAP_OPT_SUCCESS &&
        ldap_set_option(handle, LDAP_OPT_RESTART, LDAP_OPT_ON) == LDAP_OPT_SUCCESS &&
        set(handle, LDAP_OPT_NETWORK_TIMEOUT, network) &&
        ldap_set_option(handle, LDAP_OPT_CONNECT_CB, &line_->callbacks) == LDAP_OPT_SUCCESS;
    if (!bounded)
        return tl::unexpected(SignInRejection{SignInError::failed, "libldap cannot be set up"});
    if (!set_tls(handle, settings)) {
        return tl::unexpected(
            SignInRejection{SignInError::failed, "the certificates of ca cannot be used"});
    }
    if (auto time = still_time(); !time) return time;
    if (const int code = ldap_connect(handle); code != LDAP_SUCCESS) {
        return went_wrong(handle, "connect", code);
    }
    if (!settings.start_tls || ldap_tls_inplace(handle)) return {};
    if (auto time = still_time(); !time) return time;
    const int code = ldap_start_tls_s(handle, nullptr, nullptr);
    if (code != LDAP_SUCCESS) return went_wrong(handle, "StartTLS", code);
    return {};
}

// Sets libldap's timeout to the time that is left.
Outcome<void> Connection::still_time() {
    const auto left = std::chrono::duration_cast<microseconds>(end_ - Steady::now());
    if (left <= microseconds{0} || !set(handle_.get(), LDAP_OPT_TIMEOUT, as_timeval(left))) {
        return tl::unexpected(SignInRejection{SignInError::unreachable, "it takes too long"});
    }
    return {};
}

Outcome<void> Connection::bind(const std::string& dn, const std::string& password) {
    if (auto time = still_time(); !time) return time;
    std::string secret = password;  // libldap needs it writable
    berval credential{secret.size(), secret.data()};
    const int code = ldap_sasl_bind_s(handle_.get(), dn.c_str(), LDAP_SASL_SIMPLE, &credential,
                                      nullptr, nullptr, nullptr);
    if (code != LDAP_SUCCESS) return not_bound(handle_.get(), code);
    return {};
}

Outcome<std::vector<Entry>> Connection::find(const Search& search) {
    if (auto time = still_time(); !time) return tl::unexpected(time.error());
    std::string names_alone = LDAP_NO_ATTRS;
    auto attributes = search.attributes;
    std::vector<char*> asked;
    for (auto& attribute : attributes) asked.push_back(attribute.data());
    if (asked.empty()) asked.push_back(names_alone.data());
    asked.push_back(nullptr);
    const auto left = std::chrono::duration_cast<microseconds>(end_ - Steady::now());
    auto longest = as_timeval(std::max(left, microseconds{1}));
    int id = 0;
    const int code = ldap_search_ext(handle_.get(), search.base.c_str(), LDAP_SCOPE_SUBTREE,
                                     search.filter.c_str(), asked.data(), 0, nullptr, nullptr,
                                     &longest, static_cast<int>(search.most) + 1, &id);
    if (code != LDAP_SUCCESS) return went_wrong(handle_.get(), "search", code);
    auto found = take(id, search.most);
    if (!found) ldap_abandon_ext(handle_.get(), id, nullptr, nullptr);
    return found;
}

Outcome<std::vector<Entry>> Connection::take(int id, std::size_t most) {
    auto* handle = handle_.get();
    std::vector<Entry> entries;
    int references = 0;
    for (;;) {
        if (auto time = still_time(); !time) return tl::unexpected(time.error());
        LDAPMessage* got = nullptr;
        const int kind = ldap_result(handle, id, LDAP_MSG_ONE, nullptr, &got);
        const std::unique_ptr<LDAPMessage, int (*)(LDAPMessage*)> message(got, &ldap_msgfree);
        int code = kind == 0 ? LDAP_TIMEOUT : LDAP_SUCCESS;
        if (kind < 0) ldap_get_option(handle, LDAP_OPT_RESULT_CODE, &code);
        if (kind <= 0) return went_wrong(handle, "search", code);
        if (kind == LDAP_RES_SEARCH_ENTRY) {
            entries.push_back(entry_of(handle, got));
            if (entries.size() > most) return entries;
        } else if (kind == LDAP_RES_SEARCH_REFERENCE) {
            if (++references > most_references) return went_wrong(handle, "search", LDAP_REFERRAL);
        } else if (kind == LDAP_RES_SEARCH_RESULT) {
            ldap_parse_result(handle, got, &code, nullptr, nullptr, nullptr, nullptr, 0);
            if (code != LDAP_SUCCESS) return went_wrong(handle, "search", code);
            return entries;
        }
    }
}

}  // namespace dibs::auth::ldap
