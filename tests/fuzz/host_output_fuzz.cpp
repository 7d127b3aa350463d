// The output of a GPU host under an attacker's control: any bytes, in any pieces. The parser must
// not crash. It gives the same frames in pieces as at once, keeps its limits and passes on clean
// text only. The watches after it must handle every frame.
#include "ingest/probe/gpu_watch.hpp"
#include "ingest/probe/parser/driver_words.hpp"
#include "ingest/probe/parser/frame_parser.hpp"
#include "ingest/probe/parser/text_values.hpp"
#include "ingest/probe/process_watch.hpp"
#include "ingest/probe/script/script.hpp"

#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace {

using namespace dibs::probe;

void require(bool condition) {
    if (!condition) {
        std::abort();
    }
}

bool is_clean(const std::string& text) {
    return clean_text(text, text.size()) == text;
}

void check(const ProbeFrame& frame) {
    require(frame.gpus.size() <= max_gpus && frame.processes.size() <= max_processes &&
            frame.faults.size() <= max_faults);
    for (const auto& gpu : frame.gpus) {
        require(is_clean(gpu.name) && is_clean(gpu.uuid) && gpu.index >= 0);
        const auto used = gpu.values[column_of(dibs::Subject::gpu, "utilization_percent")];
        require(!used || (*used >= 0 && *used <= 100));
    }
    require(is_clean(frame.host.fullest_disk));
    if (const auto& topology = frame.host.topology) {
        const auto most = static_cast<std::size_t>(dibs::fleet::most_linked_gpus);
        require(topology->links.size() <= most * most && topology->numa.size() <= most);
        for (const auto& link : topology->links) require(link.from < link.to && link.nvlinks >= 0);
    }
    for (const auto& process : frame.processes) {
        const auto& owner = process.owner;
        require(process.pid > 0 && (!owner || (is_clean(owner->command) && is_clean(owner->user) &&
                                               !owner->user.empty())));
    }
    require(is_clean(frame.driver.words) && frame.driver.words.size() <= max_driver_words);
    require(frame.lost.size() <= max_gpus);
    for (const auto& fault : frame.faults) {
        require(is_clean(fault.text));
    }
}

// The first bytes select the sizes of the pieces.
void check_stream(std::string_view sizes, std::string_view stream) {
    FrameParser at_once;
    std::vector<ProbeFrame> whole;
    at_once.feed(stream, whole);

    FrameParser in_parts;
    std::vector<ProbeFrame> parts;
    for (std::size_t i = 0; !stream.empty(); ++i) {
        const auto size = static_cast<unsigned char>(sizes[i % sizes.size()]) + std::size_t{1};
        const auto piece = stream.substr(0, size);
        in_parts.feed(piece, parts);
        stream.remove_prefix(piece.size());
    }
    require(whole == parts && at_once.stats() == in_parts.stats());

    ProcessWatch watch;
    GpuWatch gpus;
    for (const auto& frame : whole) {
        check(frame);
        gpus.observe(frame);
        require(watch.observe(frame).appeared.size() <= max_processes);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    constexpr std::size_t head = 4;
    if (size <= head) {
        return 0;
    }
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    check_stream(input.substr(0, head), input.substr(head));
    // most inputs would never contain the first word by chance
    check_stream(input.substr(0, head),
                 std::string(script_sentinel) + '\n' + std::string(input.substr(head)));
    return 0;
}
