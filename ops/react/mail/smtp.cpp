// Uses libcurl. The dialogue shows the rest: the command that the server rejected, and whether it
// has accepted the letter. Nothing is awaited after that. libcurl would wait two minutes for the
// answer to its QUIT, so the receiving half of the socket is closed first.
#include "ops/react/mail/smtp.hpp"

#include "ops/react/event_rendering.hpp"
#include "ops/react/transfer.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <memory>
#include <mutex>
#include <set>
#include <string_view>
#include <thread>

#include <curl/curl.h>
#include <sys/socket.h>
#include <unistd.h>

namespace dibs::mail {
namespace {

constexpr std::size_t most_heard = 64U << 10U;
constexpr std::size_t longest_answer = 500;

using Handle = std::unique_ptr<CURL, void (*)(CURL*)>;
using Lines = std::unique_ptr<curl_slist, void (*)(curl_slist*)>;
using Mime = std::unique_ptr<curl_mime, void (*)(curl_mime*)>;

// Follows the SMTP dialogue.
class Dialogue {
  public:
    // A line of the server. False: the server has sent too much.
    bool hears(std::string_view line) {
        heard_ += line.size();
        if (heard_ > most_heard) return false;
        while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.remove_suffix(1);
        const bool coded =
            line.size() >= 3 && std::all_of(line.begin(), line.begin() + 3, [](char c) {
                return std::isdigit(static_cast<unsigned char>(c)) != 0;
            });
        if (!coded || taken_ || refused_ != 0) return true;  // the result is already known
        if (!goes_on_) answer_.clear();
        goes_on_ = line.size() > 3 && line[3] == '-';
        if (answer_.size() < longest_answer) {
            answer_ += answer_.empty() ? line : line.substr(std::min<std::size_t>(line.size(), 3));
            if (goes_on_) answer_[3] = ' ';
        }
        if (!goes_on_) judge(line);
        return true;
    }
    void says(std::string_view command) {
        greets_ = command.starts_with("EHLO");
        if (command.starts_with("MAIL ") || command.starts_with("RCPT ") ||
            command.starts_with("DATA")) {
            stage_ = command[0];
        }
    }
    int open(int family, int type, int protocol) {
        const std::lock_guard lock(mutex_);
        const int fd = ::socket(family, type | SOCK_CLOEXEC, protocol);
        if (fd >= 0) sockets_.insert(fd);
        return fd;
    }
    int close(int fd) {
        const std::lock_guard lock(mutex_);
        sockets_.erase(fd);
        return ::close(fd);
    }
    // Any thread.
    void shut(int how) {
        const std::lock_guard lock(mutex_);
        for (const int socket : sockets_) ::shutdown(socket, how);
    }

    [[nodiscard]] bool taken() const { return taken_; }
    [[nodiscard]] int refused() const { return refused_; }  // the rejecting code; 0: none
    // True if the rejection concerns this letter, not the connection or the login.
    [[nodiscard]] bool about_the_letter() const { return stage_ == 'R' || stage_ == 'D'; }
    [[nodiscard]] bool came_to_the_letter() const { return stage_ != 0; }
    [[nodiscard]] std::string answer() const { return one_line(answer_.substr(0, longest_answer)); }

  private:
    void judge(std::string_view line) {
        const int code = (line[0] - '0') * 100 + (line[1] - '0') * 10 + (line[2] - '0');
        if (code == 354) {
            content_ = true;
        } else if (code >= 400 && !greets_) {  // to EHLO: libcurl falls back to HELO
            refused_ = code;
        } else if (content_ && code >= 200 && code < 300) {
            taken_ = true;
        }
        if (taken_ || refused_ != 0) {
            shut(SHUT_RD);
        }
    }

    std::mutex mutex_;  // guards `sockets_`
    std::set<int> sockets_;
    std::size_t heard_ = 0;
    std::string answer_;
    bool greets_ = false;   // the last command was EHLO
    bool goes_on_ = false;  // its answer has another line
    bool content_ = false;  // the server waits for the content, or has it
    bool taken_ = false;
    int refused_ = 0;
    char stage_ = 0;  // of the last command about the letter: M, R, D
};

std::size_t on_line(char* data, std::size_t size, std::size_t count, void* dialogue) {
    const bool good = static_cast<Dialogue*>(dialogue)->hears({data, size * count});
    return good ? size * count : 0;
}
int on_debug(CURL*, curl_infotype kind, char* data, std::size_t size, void* dialogue) {
    if (kind == CURLINFO_HEADER_OUT) static_cast<Dialogue*>(dialogue)->says({data, size});
    return 0;
}
curl_socket_t on_open(void* dialogue, curlsocktype, curl_sockaddr* address) {
    auto& its = *static_cast<Dialogue*>(dialogue);
    return its.open(address->family, address->socktype, address->protocol);
}
int on_close(void* dialogue, curl_socket_t fd) {
    return static_cast<Dialogue*>(dialogue)->close(fd);
}

// libcurl blocks while it waits for the answer to the content and ignores its own multi interface.
// Another thread ends that wait by shutting the sockets down.
class Watch {
  public:
    Watch(Dialogue& dialogue, std::chrono::milliseconds deadline, const std::atomic<bool>& stopping)
        : end_(std::chrono::steady_clock::now() + deadline), stopping_(stopping) {
        thread_ = std::thread([this, &dialogue] {
            while (!over_ && why() == Cut::none) std::this_thread::sleep_for(look_every);
            if (!over_) dialogue.shut(SHUT_RDWR);
        });
    }
    ~Watch() {
        over_ = true;
        thread_.join();
    }
    [[nodiscard]] Cut why() const {
        if (stopping_) return Cut::stopping;
        return std::chrono::steady_clock::now() >= end_ ? Cut::deadline : Cut::none;
    }

  private:
    static constexpr std::chrono::milliseconds look_every{20};
    const std::chrono::steady_clock::time_point end_;
    const std::atomic<bool>& stopping_;
    std::atomic<bool> over_{false};
    std::thread thread_;
};

void add_line(Lines& lines, const std::string& line) {
    auto* longer = curl_slist_append(lines.get(), line.c_str());
    if (longer == nullptr) return;
    (void)lines.release();
    lines.reset(longer);
}

void add_text(curl_mime* to, const std::string& text, const std::string& type) {
    auto* part = curl_mime_addpart(to);
    curl_mime_data(part, text.data(), text.size());
    curl_mime_type(part, type.c_str());
    curl_mime_encoder(part, "quoted-printable");
}

// A calendar is an alternative form of the text: programs that support it show it instead. libcurl
// takes the multipart type from the header, and adds the boundary.
void put_together(curl_mime* root, Lines& head, const Letter& letter) {
    add_text(root, body_of(letter.text), "text/plain; charset=utf-8");
    if (!letter.calendar) return;
    add_text(root, letter.calendar->text,
             "text/calendar; charset=utf-8; method=" + letter.calendar->method);
    add_line(head, "Content-Type: multipart/alternative");
}

std::string url_of(const SmtpSettings& settings) {
    const bool ipv6 = settings.server.find(':') != std::string::npos;
    const auto host = ipv6 ? '[' + settings.server + ']' : settings.server;
    const std::string scheme = settings.tls == Tls::tls ? "smtps://" : "smtp://";
    return scheme + host + ':' + std::to_string(settings.port);
}

void set_server(CURL* curl, const SmtpSettings& settings) {
    curl_easy_setopt(curl, CURLOPT_URL, url_of(settings).c_str());
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
    curl_easy_setopt(curl, CURLOPT_PROXY, "");  // ignores a web proxy of the environment
    curl_easy_setopt(
        curl, CURLOPT_USE_SSL,
        static_cast<long>(settings.tls == Tls::none ? CURLUSESSL_NONE : CURLUSESSL_ALL));
    curl_easy_setopt(curl, CURLOPT_SSLVERSION, static_cast<long>(CURL_SSLVERSION_TLSv1_2));
    if (!settings.ca.empty()) curl_easy_setopt(curl, CURLOPT_CAINFO, settings.ca.c_str());
    if (!settings.login.empty()) {
        curl_easy_setopt(curl, CURLOPT_USERNAME, settings.login.c_str());
        curl_easy_setopt(curl, CURLOPT_PASSWORD, settings.password.c_str());
    }
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS,
                     static_cast<long>(settings.connect_deadline.count()));
}

void listen_to(CURL* curl, Dialogue& dialogue) {
    curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, &on_line);
    curl_easy_setopt(curl, CURLOPT_HEADERDATA, &dialogue);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, &on_line);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, &dialogue);
    curl_easy_setopt(curl, CURLOPT_DEBUGFUNCTION, &on_debug);
    curl_easy_setopt(curl, CURLOPT_DEBUGDATA, &dialogue);
    curl_easy_setopt(curl, CURLOPT_VERBOSE, 1L);  // goes to on_debug alone
    curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, &on_open);
    curl_easy_setopt(curl, CURLOPT_OPENSOCKETDATA, &dialogue);
    curl_easy_setopt(curl, CURLOPT_CLOSESOCKETFUNCTION, &on_close);
    curl_easy_setopt(curl, CURLOPT_CLOSESOCKETDATA, &dialogue);
}

Sent send_status_of(const Dialogue& dialogue, const TransferEnd& end, const char* why) {
    // An accepted letter is sent, even if the connection fails afterwards.
    if (dialogue.taken()) return {SendStatus::sent, dialogue.answer()};
    const bool no_server = !dialogue.came_to_the_letter();
    if (const int code = dialogue.refused(); code != 0) {
        const bool never = code >= 500 && dialogue.about_the_letter();
        return {never ? SendStatus::never : SendStatus::later, dialogue.answer(),
                code == 421 || !dialogue.about_the_letter()};
    }
    if (end.cut == Cut::stopping) return {SendStatus::interrupted, "Dibs stops"};
    if (end.cut == Cut::deadline) return {SendStatus::later, "it did not answer in time", true};
    if (end.code == CURLE_WRITE_ERROR) return {SendStatus::later, "it says more than 64 KiB", true};
    const auto code = static_cast<CURLcode>(end.code);
    return {SendStatus::later, one_line(*why != '\0' ? why : curl_easy_strerror(code)), no_server};
}

}  // namespace

Sent send_letter(const Letter& letter, const SmtpSettings& settings, Instant now,
                 const std::atomic<bool>& stopping) {
    if (const auto fault = fault_in(letter, settings.from)) return {SendStatus::never, *fault};
    prepare_libcurl();
    // In this order: closing the handle closes the sockets, which Dialogue counts.
    Dialogue dialogue;
    std::array<char, CURL_ERROR_SIZE> why{};
    Lines head(nullptr, &curl_slist_free_all), to(nullptr, &curl_slist_free_all);
    const Handle curl(curl_easy_init(), &curl_easy_cleanup);
    if (!curl) return {SendStatus::later, "libcurl cannot be used"};
    const Mime mime(curl_mime_init(curl.get()), &curl_mime_free);
    set_server(curl.get(), settings);
    listen_to(curl.get(), dialogue);
    for (const auto& line : head_of(letter, settings.from, now)) add_line(head, line);
    add_line(to, letter.to.address);
    put_together(mime.get(), head, letter);
    curl_easy_setopt(curl.get(), CURLOPT_ERRORBUFFER, why.data());
    curl_easy_setopt(curl.get(), CURLOPT_MAIL_FROM, settings.from.address.c_str());
    curl_easy_setopt(curl.get(), CURLOPT_MAIL_RCPT, to.get());
    curl_easy_setopt(curl.get(), CURLOPT_HTTPHEADER, head.get());
    curl_easy_setopt(curl.get(), CURLOPT_MIMEPOST, mime.get());
    const Watch watch(dialogue, settings.deadline, stopping);
    auto end = run_transfer(curl.get(), settings.deadline, stopping);
    if (end.cut == Cut::none && end.code != CURLE_OK) end.cut = watch.why();
    return send_status_of(dialogue, end, why.data());
}

}  // namespace dibs::mail
