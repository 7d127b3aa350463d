// Arbitrary bytes as a GPU request, whole and partial. Nothing crashes, every refusal has a
// sentence, and the echo reads back to the same request. There are few near wishes.
#include "api/gpu_request/gpu_request.hpp"

#include <cstdint>
#include <cstdlib>

namespace {

using namespace dibs;

void must(bool holds) {
    if (!holds) std::abort();
}

std::vector<placement::Gpu> site() {
    std::vector<placement::Gpu> gpus;
    for (const char* host : {"gpu01", "gpu02", "a", "7"}) {
        for (int i = 0; i < 4; ++i) {
            placement::Gpu gpu{};
            gpu.host_name = host;
            gpu.index = i;
            gpu.model = i < 2 ? "NVIDIA A100-SXM4-80GB" : "NVIDIA RTX 6000 Ada Generation";
            gpu.memory_total_mib = 81'920;
            gpus.push_back(gpu);
        }
    }
    return gpus;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const auto gpus = site();
    static const gpu_request::KnownGpus known(gpus);
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    for (const bool partial : {false, true}) {
        const auto request = gpu_request::read_gpu_request({text, {}, {}, partial}, known);
        if (!request) {
            must(!request.error().detail.empty() && request.error().field == "text");
            continue;
        }
        if (partial && request->echo.empty()) continue;  // no words about GPUs
        const auto again = gpu_request::read_gpu_request({request->echo}, known);
        must(again.has_value() && again->echo == request->echo);
    }
    must(gpu_request::near_wishes({text, {}, {}, true}, known).size() <= 3);
    return 0;
}
