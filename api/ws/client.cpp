// The handle of a stream: posts calls from any thread to the loop, where it checks whether the
// session still exists. It owns no socket, so it may outlive the session and the loop.
#include "api/ws/hub_impl.hpp"

#include <utility>

namespace dibs::ws {
namespace {

class Handle : public Client {
  public:
    Handle(const std::shared_ptr<Hub::Impl>& hub, const std::shared_ptr<Subscriber>& session,
           std::any viewer, std::string peer, std::string request_id)
        : loop_(hub->loop),
          hub_(hub),
          session_(session),
          viewer_(std::move(viewer)),
          peer_(std::move(peer)),
          request_id_(std::move(request_id)) {}

    void subscribe(std::string topic) override {
        on_loop([topic = std::move(topic)](Hub::Impl& hub, Subscriber& session) {
            hub.subscribe(session, topic);
        });
    }
    void unsubscribe(std::string topic) override {
        on_loop([topic = std::move(topic)](Hub::Impl& hub, Subscriber& session) {
            hub.unsubscribe(session, topic);
        });
    }
    void send(Frame frame) override {
        on_loop(
            [frame = std::move(frame)](Hub::Impl&, Subscriber& session) { session.answer(frame); });
    }
    void drop_waiting() override {
        on_loop([](Hub::Impl&, Subscriber& session) { session.drop_waiting(); });
    }
    void close(CloseCode code, std::string reason, Frame last_frame) override {
        on_loop([code, reason = std::move(reason), last_frame = std::move(last_frame)](
                    Hub::Impl&, Subscriber& session) { session.end(code, reason, last_frame); });
    }
    [[nodiscard]] const std::any& viewer() const override { return viewer_; }
    [[nodiscard]] const std::string& request_id() const override { return request_id_; }
    [[nodiscard]] const std::string& peer() const override { return peer_; }

  private:
    template <class Call>
    void on_loop(Call call) {
        loop_.run([hub = hub_, session = session_, call = std::move(call)] {
            const auto living_hub = hub.lock();
            const auto living_session = session.lock();
            if (living_hub && living_session) call(*living_hub, *living_session);
        });
    }

    http::LoopHandle loop_;
    std::weak_ptr<Hub::Impl> hub_;
    std::weak_ptr<Subscriber> session_;
    std::any viewer_;
    std::string peer_;
    std::string request_id_;
};

}  // namespace

ClientPtr make_client(const std::shared_ptr<Hub::Impl>& hub,
                      const std::shared_ptr<Subscriber>& session, std::any viewer, std::string peer,
                      std::string request_id) {
    return std::make_shared<Handle>(hub, session, std::move(viewer), std::move(peer),
                                    std::move(request_id));
}

}  // namespace dibs::ws
