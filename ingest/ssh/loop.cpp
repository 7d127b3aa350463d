// One round of the thread: wait for events, run the inbox, run the timers, destroy finished
// connections. An exception from an observer costs one log line; the other hosts go on.
#include "ingest/ssh/loop.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

#include <pthread.h>
#include <signal.h>
#include <spdlog/spdlog.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace dibs::ssh {
namespace {

constexpr std::uint64_t wake_mark = 0;  // connection ids start at 1

// A handshake step takes a millisecond of CPU, with a large RSA key 20. Handshakes get this much
// time before streams have their turn again.
constexpr std::chrono::milliseconds handshakes_at_once{20};

Endpoints look_up_name(const std::string& address, std::uint16_t port) {
    return resolve(address, port, false);
}

// The value in an epoll event: a connection and the slot of one of its descriptors.
constexpr int slot_bits = 16;
constexpr std::uint64_t slot_mask = (std::uint64_t{1} << slot_bits) - 1;

Fd checked(int fd, const char* what) {
    if (fd < 0) {
        throw std::system_error(errno, std::generic_category(), what);
    }
    return Fd(fd);
}

}  // namespace

Pool::Loop::Loop(PoolOptions options)
    : options_(std::move(options)),
      epoll_(checked(::epoll_create1(EPOLL_CLOEXEC), "epoll_create1")),
      wake_(checked(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC), "eventfd")),
      work_(
          options_.work,
          [this](const HostTarget& target, std::unique_ptr<Stream> stream) {
              place(target, std::move(stream));
          },
          [this](std::function<void()> task) { post(std::move(task)); }),
      key_(options_.private_key_file),
      resolver_(options_.look_up ? options_.look_up : &look_up_name) {
    epoll_event event{.events = EPOLLIN, .data = {.u64 = wake_mark}};
    ::epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, wake_.get(), &event);
    // New threads inherit the mask: a write to a vanished peer must give an error, not a signal.
    sigset_t pipe;
    sigset_t before;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    ::pthread_sigmask(SIG_BLOCK, &pipe, &before);
    thread_ = std::thread([this] { run(); });
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void Pool::Loop::stop() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    wake();
    if (thread_.joinable()) thread_.join();
    std::vector<std::function<void()>> dropped;  // holds promises that other threads wait for
    const std::lock_guard lock(mutex_);
    dropped.swap(inbox_);
}

void Pool::Loop::post(std::function<void()> task) {
    {
        const std::lock_guard lock(mutex_);
        if (stopping_) return;
        inbox_.push_back(std::move(task));
    }
    wake();
}

void Pool::Loop::schedule(SteadyTime when, std::function<void()> task) {
    post([this, when, task = std::move(task)] { timers_.emplace(when, task); });
}

void Pool::Loop::wake() {
    const std::uint64_t one = 1;
    static_cast<void>(!::write(wake_.get(), &one, sizeof one));
}

void Pool::Loop::run() {
    id_ = std::this_thread::get_id();
    while (!stopping_) {
        try {
            wait_for_events();
            run_inbox();
            run_timers();
            sweep();
        } catch (const std::exception& error) {  // from an observer: the other hosts go on
            spdlog::error("ssh pool: {}", error.what());
        }
    }
    for (const auto& [stream, connection] : by_stream_) {
        connections_.at(number(connection))->silence(StreamId{stream});
    }
    work_.clear();
    const auto all = std::exchange(connections_, {});  // their destructors look each other up
}

// A task that fails must not drop those behind it.
void Pool::Loop::run_guarded(const std::function<void()>& task) {
    try {
        task();
    } catch (const std::exception& error) {
        spdlog::error("ssh pool: {}", error.what());
    }
}

int Pool::Loop::wait_ms() const {
    constexpr std::int64_t longest = 60'000;
    if (timers_.empty()) {
        return static_cast<int>(longest);
    }
    const auto left =
        std::chrono::ceil<Duration>(timers_.begin()->first - std::chrono::steady_clock::now());
    return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, longest));
}

void Pool::Loop::wait_for_events() {
    std::array<epoll_event, 64> events;
    const int count =
        ::epoll_wait(epoll_.get(), events.data(), static_cast<int>(events.size()), wait_ms());
    std::vector<Connection*> logging_in;
    for (int i = 0; i < count; ++i) {
        const auto mark = events[static_cast<std::size_t>(i)].data.u64;
        if (mark == wake_mark) {
            std::uint64_t ignored{};
            static_cast<void>(!::read(wake_.get(), &ignored, sizeof ignored));
        } else if (auto* const connection = find(ConnectionId{mark >> slot_bits})) {
            if (connection->live()) {
                connection->on_ready(mark & slot_mask);
            } else {
                logging_in.push_back(connection);
            }
        }
    }
    const auto until = std::chrono::steady_clock::now() + handshakes_at_once;
    for (auto* const connection : logging_in) {
        if (std::chrono::steady_clock::now() >= until) {
            break;  // they stay ready for the next round
        }
        connection->on_ready(0);
    }
}

void Pool::Loop::run_inbox() {
    std::vector<std::function<void()>> tasks;
    {
        const std::lock_guard lock(mutex_);
        tasks.swap(inbox_);
    }
    for (const auto& task : tasks) run_guarded(task);
}

void Pool::Loop::run_timers() {
    const auto now = std::chrono::steady_clock::now();
    while (!timers_.empty() && timers_.begin()->first <= now) {
        const auto task = std::move(timers_.begin()->second);
        timers_.erase(timers_.begin());
        run_guarded(task);
    }
}

// Destroys finished connections; no other code does. Only connections used since the last sweep can
// be finished. The end of one may finish its jump's connection.
void Pool::Loop::sweep() {
    while (!touched_.empty()) {
        for (const auto id : std::exchange(touched_, {})) {
            const auto at = connections_.find(number(id));
            if (at == connections_.end() || !(at->second->over() || at->second->broken())) {
                continue;
            }
            std::erase_if(by_key_, [id](const auto& entry) { return entry.second == id; });
            std::erase_if(by_stream_, [id](const auto& entry) { return entry.second == id; });
            const auto ended = std::move(at->second);
            connections_.erase(at);
        }
    }
}

Connection* Pool::Loop::find(ConnectionId id) {
    const auto at = connections_.find(number(id));
    if (at == connections_.end()) {
        return nullptr;
    }
    touched_.push_back(id);
    return at->second.get();
}

Connection& Pool::Loop::add_connection(const HostTarget& target, Duration limit, Carries carries,
                                       OnHostKey on_host_key) {
    const ConnectionId id{++last_connection_};
    touched_.push_back(id);
    auto& connection = connections_[number(id)];
    connection =
        std::make_unique<Connection>(id, target, limit, *this, carries, std::move(on_host_key));
    return *connection;
}

void Pool::Loop::ask_host_key(const HostTarget& target, OnHostKey answer) {
    add_connection(target, options_.connect_limit, Carries::streams, std::move(answer)).start();
}

Pool::Loop::Key Pool::Loop::key_of(const HostTarget& target, Carries carries) {
    return {carries,        target.address,         target.port,
            target.account, target.pinned_host_key, target.jumps};
}

Connection* Pool::Loop::known_connection(const Key& key, bool (*fits)(const Connection&)) {
    const auto [first, last] = by_key_.equal_range(key);
    for (auto known = first; known != last; ++known) {
        auto* const connection = find(known->second);
        if (connection != nullptr && fits(*connection)) {
            return connection;
        }
    }
    return nullptr;
}

Connection& Pool::Loop::connection_to(const HostTarget& target) {
    const auto key = key_of(target, Carries::streams);
    if (auto* const known = known_connection(key, [](const auto& one) { return one.has_room(); })) {
        return *known;
    }
    auto& connection = add_connection(target, options_.connect_limit, Carries::streams);
    by_key_.emplace(key, connection.id());
    return connection;
}

void Pool::Loop::stream_ended(StreamId stream) {
    by_stream_.erase(number(stream));
}

void Pool::Loop::open(StreamId id, const HostTarget& target, RemoteCommand command,
                      std::shared_ptr<StreamObserver> observer) {
    const bool is_work = command.stream_class == StreamClass::work;
    auto stream = std::make_unique<Stream>(id, std::move(command), std::move(observer));
    if (!is_work) {
        place(target, std::move(stream));
        return;
    }
    const auto deadline = std::chrono::steady_clock::now() + options_.connect_limit;
    work_.add(target, std::move(stream), deadline);
    timers_.emplace(deadline, [this, deadline] { work_.expire(deadline); });
}

void Pool::Loop::place_refused(const HostTarget& target, std::unique_ptr<Stream> stream) {
    if (by_key_.count(key_of(target, Carries::streams)) < most_connections) {
        place(target, std::move(stream));
    } else {
        by_stream_.erase(number(stream->id()));
        stream->finish(
            {.kind = RemoteErrorKind::ended, .text = "the host takes no more commands at once"});
    }
}

void Pool::Loop::place(const HostTarget& target, std::unique_ptr<Stream> stream) {
    const auto before = last_connection_;
    auto& connection = connection_to(target);
    const bool is_new = last_connection_ != before;
    by_stream_.insert_or_assign(number(stream->id()), connection.id());
    connection.add(std::move(stream));
    if (is_new) {
        connection.start();
    }
}

Connection* Pool::Loop::connection_of(StreamId id) {
    const auto at = by_stream_.find(number(id));
    return at == by_stream_.end() ? nullptr : find(at->second);
}

void Pool::Loop::silence(StreamId id) {
    if (auto* const connection = connection_of(id)) {
        connection->silence(id);
    } else {
        work_.remove(id);
    }
}

void Pool::Loop::pause(StreamId id) {
    if (auto* const connection = connection_of(id)) connection->pause(id);
}

void Pool::Loop::update(StreamId id, const std::function<void(Stream&)>& change) {
    if (auto* const connection = connection_of(id)) {
        connection->update(id, change);
    } else if (auto* const waiting = work_.find(id)) {
        change(*waiting);
    }
}

void Pool::Loop::close(StreamId id) {
    if (auto* const connection = connection_of(id)) {
        connection->remove(id);
    }
    by_stream_.erase(number(id));
}

void Pool::Loop::resolve(ConnectionId id, const HostTarget& target) {
    resolver_.resolve(target.address, target.port, [this, id](const Endpoints& endpoints) {
        post([this, id, endpoints] {
            if (auto* const connection = find(id)) {
                connection->on_resolved(endpoints);
            }
        });
    });
}

void Pool::Loop::watch(ConnectionId id, int fd, std::uint32_t events, std::size_t slot) {
    epoll_event event{.events = events, .data = {.u64 = number(id) << slot_bits | slot}};
    if (::epoll_ctl(epoll_.get(), EPOLL_CTL_MOD, fd, &event) != 0) {
        ::epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, fd, &event);
    }
}

void Pool::Loop::unwatch(int fd) {
    ::epoll_ctl(epoll_.get(), EPOLL_CTL_DEL, fd, nullptr);
}

void Pool::Loop::wake_at(ConnectionId id, SteadyTime when) {
    timers_.emplace(when, [this, id] {
        if (auto* const connection = find(id)) {
            connection->on_time(std::chrono::steady_clock::now());
        }
    });
}

}  // namespace dibs::ssh
