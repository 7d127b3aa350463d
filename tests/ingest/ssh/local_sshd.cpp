// See local_sshd.hpp. Code between fork() and exec() uses system calls only.
#include "tests/ingest/ssh/local_sshd.hpp"

#include <chrono>
#include <cstdlib>
#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <thread>

#include <arpa/inet.h>
#include <libssh/libssh.h>
#include <pwd.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace dibs::test {
namespace {

namespace fs = std::filesystem;
using std::chrono::steady_clock;

[[noreturn]] void fail(const std::string& what) {
    throw std::runtime_error("test SSH server: " + what);
}

fs::path find_sshd() {
    if (const char* const named = std::getenv("DIBS_SSHD"); named != nullptr && *named != '\0') {
        if (::access(named, X_OK) != 0) {
            fail("DIBS_SSHD names " + std::string(named) + ", which is no program");
        }
        return fs::absolute(named);
    }
    const char* const path = std::getenv("PATH");
    std::istringstream folders((path != nullptr ? path : "") +
                               std::string(":/usr/sbin:/usr/local/sbin"));
    for (std::string folder; std::getline(folders, folder, ':');) {
        const auto candidate = fs::path(folder) / "sshd";
        if (folder.starts_with('/') && ::access(candidate.c_str(), X_OK) == 0) {
            return candidate;
        }
    }
    fail(
        "no sshd found. Name one in DIBS_SSHD; without installing the package: "
        "apt-get download openssh-server libwrap0, dpkg-deb -x each into one folder");
}

// Returns the root folder of an unpacked package: …/usr/sbin/sshd -> …
fs::path prefix_of(const fs::path& sshd) {
    return sshd.parent_path().parent_path().parent_path();
}

std::string read_file(const fs::path& file) {
    std::ifstream in(file);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

void write_file(const fs::path& file, const std::string& text, fs::perms mode) {
    std::ofstream(file) << text;
    fs::permissions(file, mode);
}

constexpr auto private_mode = fs::perms::owner_read | fs::perms::owner_write;

// Writes passwd with a user `sshd`, and shadow with an unlocked root. Both are bound over the real
// files in the server's own mount namespace.
void write_accounts(const fs::path& folder) {
    auto passwd = read_file("/etc/passwd");
    if (passwd.find("\nsshd:") == std::string::npos) {
        passwd += "sshd:x:64998:65534::/run/sshd:/usr/sbin/nologin\n";
    }
    write_file(folder / "passwd", passwd,
               private_mode | fs::perms::group_read | fs::perms::others_read);
    std::istringstream shadow(read_file("/etc/shadow"));
    std::string changed;
    for (std::string line; std::getline(shadow, line);) {
        changed += line.starts_with("root:!") ? "root:*:20000:0:99999:7:::" : line;
        changed += '\n';
    }
    write_file(folder / "shadow", changed, private_mode);
}

// In a chroot "/" is no mount and cannot be made private. Then it mounts only if no mount of the
// first process propagates.
bool nothing_is_shared() {
    const auto mounts = read_file("/proc/1/mountinfo");
    return !mounts.empty() && mounts.find(" shared:") == std::string::npos;
}

// Runs in the child, as root. False if this machine does not allow it: then the machine needs a
// user sshd.
bool enter_own_namespace(const char* passwd, const char* shadow, bool unshared_anyway) {
    return ::unshare(CLONE_NEWNS) == 0 &&
           (::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 || unshared_anyway) &&
           ::mount(passwd, "/etc/passwd", nullptr, MS_BIND, nullptr) == 0 &&
           ::mount(shadow, "/etc/shadow", nullptr, MS_BIND, nullptr) == 0 &&
           ::mount("none", "/run", "tmpfs", 0, nullptr) == 0 && ::mkdir("/run/sshd", 0755) == 0;
}

std::multimap<int, int> children_by_parent() {
    std::multimap<int, int> children;
    for (const auto& entry : fs::directory_iterator("/proc")) {
        const auto name = entry.path().filename().string();
        if (name.find_first_not_of("0123456789") != std::string::npos) {
            continue;
        }
        const auto stat = read_file(entry.path() / "stat");
        const auto behind_name = stat.rfind(')');
        if (behind_name == std::string::npos) {
            continue;
        }
        std::istringstream rest(stat.substr(behind_name + 1));
        std::string state;
        int parent = 0;
        rest >> state >> parent;
        if (state != "Z") {
            children.emplace(parent, std::stoi(name));
        }
    }
    return children;
}

// Kills them and waits until they are gone. Their parents die too, so this process reaps them.
void kill_all(std::vector<int> pids) {
    for (const int pid : pids) {
        ::kill(pid, SIGKILL);
    }
    for (int round = 0; round < 500 && !pids.empty(); ++round) {
        std::erase_if(pids, [](int pid) {
            return ::waitpid(pid, nullptr, WNOHANG) == pid || ::kill(pid, 0) != 0;
        });
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
}

}  // namespace

KeyPair make_key(const fs::path& file) {
    ssh_key made = nullptr;
    if (ssh_pki_generate(SSH_KEYTYPE_ED25519, 0, &made) != SSH_OK) {
        fail("cannot make a key");
    }
    const std::unique_ptr<ssh_key_struct, decltype(&ssh_key_free)> key(made, &ssh_key_free);
    fs::remove(file);
    if (ssh_pki_export_privkey_file(made, nullptr, nullptr, nullptr, file.c_str()) != SSH_OK) {
        fail("cannot write " + file.string());
    }
    fs::permissions(file, private_mode);
    char* base64 = nullptr;
    ssh_pki_export_pubkey_base64(made, &base64);
    unsigned char* hash = nullptr;
    std::size_t length = 0;
    ssh_get_publickey_hash(made, SSH_PUBLICKEY_HASH_SHA256, &hash, &length);
    char* fingerprint = ssh_get_fingerprint_hash(SSH_PUBLICKEY_HASH_SHA256, hash, length);
    KeyPair pair{file.string(), "ssh-ed25519 " + std::string(base64), fingerprint};
    ssh_string_free_char(base64);
    ssh_string_free_char(fingerprint);
    ssh_clean_pubkey_hash(&hash);
    return pair;
}

std::uint16_t free_port() {
    const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof address;
    auto* const generic = reinterpret_cast<sockaddr*>(&address);
    if (::bind(fd, generic, length) != 0 || ::getsockname(fd, generic, &length) != 0) {
        fail("no free port");
    }
    ::close(fd);
    return ntohs(address.sin_port);
}

LocalSshd::LocalSshd(std::string more) : sshd_(find_sshd()), more_(std::move(more)) {
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);  // adopts the remains of killed sessions
    auto pattern = (fs::temp_directory_path() / "dibs-sshd-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) {
        fail("cannot make a folder in " + fs::temp_directory_path().string());
    }
    folder_ = pattern;
    fs::create_directory(folder_ / "bin");
    host_key_ = make_key(folder_ / "host_key");
    client_key_ = make_key(folder_ / "client_key");
    write_file(folder_ / "authorized_keys", client_key_.public_line + "\n", private_mode);
    if (::getuid() == 0) {
        write_accounts(folder_);
    }
    start();
}

LocalSshd::~LocalSshd() {
    stop();
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
}

void LocalSshd::write_config() const {
    std::ostringstream config;
    config << "ListenAddress 127.0.0.1\nPort " << port_ << "\nHostKey " << host_key_.private_file
           << "\nAuthorizedKeysFile " << (folder_ / "authorized_keys").string()
           << "\nPidFile none\nUsePAM no\nStrictModes no\nPermitRootLogin yes\n"
           << "PasswordAuthentication no\nKbdInteractiveAuthentication no\nUseDNS no\n"
           << "MaxStartups 100\nLogLevel VERBOSE\nSetEnv PATH=" << (folder_ / "bin").string()
           << ":/usr/local/bin:/usr/bin:/bin\n"
           << more_;
    const auto helpers = prefix_of(sshd_) / "usr/lib/openssh";  // OpenSSH 10 has several programs
    for (const auto& [option, name] :
         {std::pair{"SshdSessionPath", "sshd-session"}, std::pair{"SshdAuthPath", "sshd-auth"}}) {
        if (fs::exists(helpers / name)) {
            config << option << ' ' << (helpers / name).string() << '\n';
        }
    }
    write_file(folder_ / "config", config.str(), private_mode);
}

void LocalSshd::start() {
    constexpr int attempts = 5;
    const bool unshared_anyway = nothing_is_shared();
    for (int attempt = 0; attempt < attempts; ++attempt) {
        port_ = port_ == 0 || attempt > 0 ? free_port() : port_;
        write_config();
        const std::string passwd = folder_ / "passwd";
        const std::string shadow = folder_ / "shadow";
        const std::string config = folder_ / "config";
        const std::string log_file = folder_ / "log";
        const std::string libraries =
            "LD_LIBRARY_PATH=" + (prefix_of(sshd_) / "usr/lib/x86_64-linux-gnu").string() + ":" +
            (prefix_of(sshd_) / "usr/lib/aarch64-linux-gnu").string();
        const char* const args[] = {sshd_.c_str(), "-D",           "-E",   log_file.c_str(),
                                    "-f",          config.c_str(), nullptr};
        const char* const unpacked[] = {"PATH=/usr/bin:/bin", libraries.c_str(), nullptr};
        pid_ = ::fork();
        if (pid_ == 0) {
            if (::getuid() == 0) {
                static_cast<void>(
                    enter_own_namespace(passwd.c_str(), shadow.c_str(), unshared_anyway));
            }
            ::execve(sshd_.c_str(), const_cast<char* const*>(args),
                     const_cast<char* const*>(unpacked));
            ::_exit(127);
        }
        if (listens()) {
            return;
        }
        stop();
    }
    fail(sshd_.string() +
         " does not start (as root it needs the right to unshare, or a user "
         "sshd and /run/sshd); it says: " +
         log());
}

bool LocalSshd::listens() const {
    const auto deadline = steady_clock::now() + std::chrono::seconds(60);
    while (steady_clock::now() < deadline) {
        const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(port_);
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        const bool up =
            ::connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
        ::close(fd);
        if (up) {
            return true;
        }
        siginfo_t ended{};
        ::waitid(P_PID, static_cast<id_t>(pid_), &ended, WEXITED | WNOHANG | WNOWAIT);
        if (ended.si_pid == pid_) {
            return false;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
}

std::vector<int> LocalSshd::processes() const {
    std::vector<int> found;
    if (pid_ < 0) {
        return found;
    }
    const auto children = children_by_parent();
    std::vector<int> open{pid_};
    while (!open.empty()) {
        const auto [from, to] = children.equal_range(open.back());
        open.pop_back();
        for (auto at = from; at != to; ++at) {
            found.push_back(at->second);
            open.push_back(at->second);
        }
    }
    return found;
}

void LocalSshd::kill_sessions() {
    kill_all(processes());
}

void LocalSshd::stop() {
    if (pid_ < 0) {
        return;
    }
    auto all = processes();
    all.push_back(pid_);
    kill_all(std::move(all));
    pid_ = -1;
}

void LocalSshd::let_in(const KeyPair& key) const {
    std::ofstream(folder_ / "authorized_keys", std::ios::app) << key.public_line << '\n';
}

void LocalSshd::reject_logins() const {
    std::ofstream(folder_ / "authorized_keys", std::ios::trunc);
}

fleet::Jump LocalSshd::jump() const {
    const auto self = target("");
    return {self.address, self.port, self.account, self.pinned_host_key};
}

int LocalSshd::logged(const std::string& words) const {
    const auto text = log();
    int count = 0;
    for (auto at = text.find(words); at != text.npos; at = text.find(words, at + 1)) ++count;
    return count;
}

void LocalSshd::change_host_key() {
    host_key_ = make_key(folder_ / "host_key");
}

void LocalSshd::install(const std::string& name, const std::string& script) {
    write_file(folder_ / "bin" / name, script,
               fs::perms::owner_all | fs::perms::group_read | fs::perms::group_exec |
                   fs::perms::others_read | fs::perms::others_exec);
}

ssh::HostTarget LocalSshd::target(const std::string& name) const {
    return {.name = name,
            .address = "127.0.0.1",
            .port = port_,
            .account = ::getpwuid(::getuid())->pw_name,
            .pinned_host_key = host_key_.fingerprint};
}

std::string LocalSshd::log() const {
    return read_file(folder_ / "log");
}

}  // namespace dibs::test
