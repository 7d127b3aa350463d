// See resolver.hpp. The threads share the state with the resolver, so a thread that hangs in a
// lookup may safely outlive the resolver.
#include "ingest/ssh/resolver.hpp"

#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <set>
#include <system_error>
#include <thread>
#include <utility>

namespace dibs::ssh {
namespace {

constexpr int most_threads = 64;
constexpr int most_late = most_threads / 2;
constexpr std::chrono::seconds late{2};
constexpr std::chrono::seconds idle_limit{10};

}  // namespace

struct Resolver::State {
    using Question = std::pair<std::string, std::uint16_t>;
    using Lock = std::unique_lock<std::mutex>;

    explicit State(LookUp its_look_up) : look_up(std::move(its_look_up)) {}

    // Returns the next name to look up, or nothing after a while without one, or at the end.
    [[nodiscard]] std::optional<Question> next(Lock& lock) {
        const auto due = [this] {
            return stopping || !fresh.empty() || (!late_ones.empty() && late_running < most_late);
        };
        ++idle;
        const bool found = wake.wait_for(lock, idle_limit, due) && !stopping;
        --idle;
        if (!found) return std::nullopt;
        auto& queue = fresh.empty() ? late_ones : fresh;
        auto question = std::move(queue.front());
        queue.pop_front();
        return question;
    }

    void answer(const Question& question, const Endpoints& endpoints) {
        const auto waiting = std::move(asked.extract(question).mapped());
        for (const auto& then : waiting) then(endpoints);
    }

    void run() {
        Lock lock(mutex);
        while (const auto question = next(lock)) {
            const bool was_late = known_late.contains(*question);
            late_running += was_late ? 1 : 0;
            lock.unlock();
            const auto begun = std::chrono::steady_clock::now();
            const auto endpoints = look_up(question->first, question->second);
            const bool is_late = std::chrono::steady_clock::now() - begun > late;
            lock.lock();
            late_running -= was_late ? 1 : 0;
            if (stopping) break;
            if (is_late) known_late.insert(*question);
            if (!is_late) known_late.erase(*question);
            wake.notify_one();  // a slow name may now take this thread's turn
            answer(*question, endpoints);
        }
        --threads;
    }

    const LookUp look_up;
    std::mutex mutex;
    std::condition_variable wake;
    std::map<Question, std::vector<Then>> asked;  // callbacks of waiting and running lookups
    std::deque<Question> fresh;
    std::deque<Question> late_ones;
    std::set<Question> known_late;  // the last lookup took too long
    int threads = 0;
    int idle = 0;
    int late_running = 0;
    bool stopping = false;
};

Resolver::Resolver(LookUp look_up) : state_(std::make_shared<State>(std::move(look_up))) {}

Resolver::~Resolver() {
    const std::lock_guard lock(state_->mutex);
    state_->stopping = true;
    state_->wake.notify_all();
}

void Resolver::resolve(const std::string& address, std::uint16_t port, Then then) {
    State& s = *state_;
    const std::lock_guard lock(s.mutex);
    const State::Question question{address, port};
    auto& waiting = s.asked[question];
    waiting.push_back(std::move(then));
    if (waiting.size() > 1) return;
    auto& queue = s.known_late.contains(question) ? s.late_ones : s.fresh;
    queue.push_back(question);
    const auto queued = s.fresh.size() + s.late_ones.size();
    if (queued > static_cast<std::size_t>(s.idle) && s.threads < most_threads) {
        try {
            std::thread([state = state_] { state->run(); }).detach();
            ++s.threads;
        } catch (const std::system_error& error) {
            if (s.threads > 0) return;  // an existing thread will take it
            queue.pop_back();
            s.answer(question,
                     tl::unexpected(RemoteError{
                         .kind = RemoteErrorKind::unreachable,
                         .text = std::string("no thread to look up the name: ") + error.what()}));
            return;
        }
    }
    s.wake.notify_one();
}

}  // namespace dibs::ssh
