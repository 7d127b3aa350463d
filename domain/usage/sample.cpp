// Converts a subject to text: its own id, whose prefix shows the kind. For a process, its GPU
// follows.
#include "domain/usage/sample.hpp"

namespace dibs {

std::string to_text(const SubjectId& id) {
    switch (id.kind) {
        case Subject::gpu:
            return to_text(GpuId{id.uuid});
        case Subject::host:
            return to_text(HostId{id.uuid});
        case Subject::process:
            break;
    }
    return to_text(ProcessId{id.uuid}) + '@' + to_text(GpuId{id.on});
}

std::optional<SubjectId> parse_subject(std::string_view text) {
    if (const auto gpu = parse_id<GpuId>(text)) return *gpu;
    if (const auto host = parse_id<HostId>(text)) return *host;
    const auto at = text.find('@');
    if (at == std::string_view::npos) return std::nullopt;
    const auto process = parse_id<ProcessId>(text.substr(0, at));
    const auto gpu = parse_id<GpuId>(text.substr(at + 1));
    if (!process || !gpu) return std::nullopt;
    return SubjectId(*process, *gpu);
}

}  // namespace dibs
