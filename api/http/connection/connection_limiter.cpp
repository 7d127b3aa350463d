// Two lists of idle slots: of all, and of each client. A slot is in both lists or in none.
#include "api/http/connection/connection_limiter.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include <boost/intrusive/list.hpp>

namespace dibs::http {

// Tags of the two lists.
struct WaitingPlaces;
struct WaitingPlacesOfClient;

namespace {

namespace intrusive = boost::intrusive;
template <class Tag>
using Hook =
    intrusive::list_base_hook<intrusive::tag<Tag>, intrusive::link_mode<intrusive::auto_unlink>>;

}  // namespace

class ConnectionLimiter::TakenSlot : public ConnectionSlot,
                                     public Hook<WaitingPlaces>,
                                     public Hook<WaitingPlacesOfClient> {
  public:
    TakenSlot(std::shared_ptr<Book> book, std::string client);
    ~TakenSlot() override { leave(); }
    TakenSlot(const TakenSlot&) = delete;
    TakenSlot& operator=(const TakenSlot&) = delete;

    void on_close(std::function<void()> close) override { close_ = std::move(close); }
    void mark_idle() override;
    void mark_busy() override {
        Hook<WaitingPlaces>::unlink();
        Hook<WaitingPlacesOfClient>::unlink();
    }
    void close();

  private:
    void leave();

    std::shared_ptr<Book> book_;  // null after leave()
    const std::string client_;
    std::function<void()> close_;
};

struct ConnectionLimiter::Book {
    template <class Tag>
    using List = intrusive::list<TakenSlot, intrusive::base_hook<Hook<Tag>>,
                                 intrusive::constant_time_size<false>>;
    struct Client {
        std::size_t taken = 0;
        List<WaitingPlacesOfClient> waiting;
    };

    ConnectionLimits limits;
    std::size_t taken = 0;
    List<WaitingPlaces> waiting;
    std::unordered_map<std::string, Client> clients;

    [[nodiscard]] std::size_t per_client() const {
        return std::min(limits.per_client, std::max<std::size_t>(limits.most / 2, 1));
    }
    // Closes the first slot of the list; false if the list is empty.
    template <class AnyList>
    static bool close_first(AnyList& list) {
        if (list.empty()) return false;
        list.front().close();
        return true;
    }
};

ConnectionLimiter::TakenSlot::TakenSlot(std::shared_ptr<Book> book, std::string client)
    : book_(std::move(book)), client_(std::move(client)) {
    if (!client_.empty()) ++book_->clients[client_].taken;
    ++book_->taken;
}

void ConnectionLimiter::TakenSlot::mark_idle() {
    if (!book_) return;
    mark_busy();
    book_->waiting.push_back(*this);
    if (!client_.empty()) book_->clients[client_].waiting.push_back(*this);
}

void ConnectionLimiter::TakenSlot::close() {
    const auto close = std::exchange(close_, nullptr);
    leave();
    if (close) close();
}

void ConnectionLimiter::TakenSlot::leave() {
    if (!book_) return;
    mark_busy();
    const auto book = std::exchange(book_, nullptr);
    --book->taken;
    const auto client = book->clients.find(client_);
    if (client != book->clients.end() && --client->second.taken == 0) book->clients.erase(client);
}

ConnectionLimiter::ConnectionLimiter(ConnectionLimits limits) : book_(std::make_shared<Book>()) {
    book_->limits = limits;
}

ConnectionLimiter::~ConnectionLimiter() = default;

ConnectionLimiter::Taken ConnectionLimiter::take(const std::string& client) {
    Taken result;
    const auto its = book_->clients.find(client);
    if (its != book_->clients.end() && its->second.taken >= book_->per_client()) {
        result.limit = LimitReached::of_client;
        if (!Book::close_first(its->second.waiting)) return result;
    }
    while (book_->taken >= book_->limits.most) {
        result.limit = LimitReached::of_all;
        if (!close_one()) return result;
    }
    result.slot = std::make_shared<TakenSlot>(book_, client);
    return result;
}

bool ConnectionLimiter::close_one() {
    return Book::close_first(book_->waiting);
}

void ConnectionLimiter::set_most(std::size_t most) {
    book_->limits.most = most;
}

std::size_t ConnectionLimiter::most() const {
    return book_->limits.most;
}

std::size_t ConnectionLimiter::taken() const {
    return book_->taken;
}

}  // namespace dibs::http
