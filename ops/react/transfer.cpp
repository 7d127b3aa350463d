// Uses the multi interface: curl_easy_perform() checks for a stop once a second, and waits at its
// end for a name server that hangs.
#include "ops/react/transfer.hpp"

#include <memory>

#include <curl/curl.h>

namespace dibs {
namespace {

using std::chrono::steady_clock;
constexpr int transfer_poll_interval_ms = 50;

using Multi = std::unique_ptr<CURLM, CURLMcode (*)(CURLM*)>;

int result_of(CURLM* multi) {
    int left = 0;
    const auto* message = curl_multi_info_read(multi, &left);
    return message && message->msg == CURLMSG_DONE ? message->data.result : CURLE_FAILED_INIT;
}

}  // namespace

void prepare_libcurl() {
    static const auto once = curl_global_init(CURL_GLOBAL_DEFAULT);
    (void)once;
}

TransferEnd run_transfer(void* easy, std::chrono::milliseconds deadline,
                         const std::atomic<bool>& stopping) {
    const Multi multi(curl_multi_init(), &curl_multi_cleanup);
    if (!multi) return {CURLE_FAILED_INIT};
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);  // does not wait for the resolver thread
    if (curl_multi_add_handle(multi.get(), easy) != CURLM_OK) return {CURLE_FAILED_INIT};
    const auto end = steady_clock::now() + deadline;
    TransferEnd its;
    for (;;) {
        int running = 0;
        if (curl_multi_perform(multi.get(), &running) != CURLM_OK) {
            its.code = CURLE_FAILED_INIT;
            break;
        }
        if (running == 0) {
            its.code = result_of(multi.get());
            break;
        }
        its.cut = stopping ? Cut::stopping : steady_clock::now() >= end ? Cut::deadline : Cut::none;
        if (its.cut != Cut::none) break;
        curl_multi_poll(multi.get(), nullptr, 0, transfer_poll_interval_ms, nullptr);
    }
    curl_multi_remove_handle(multi.get(), easy);
    return its;
}

}  // namespace dibs
