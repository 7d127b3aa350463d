// Turns the bytes of one probe stream into frames (format: script.cpp). Bytes may be split anywhere
// with the same result. The host may be hostile: everything is bounded, and excess data is counted
// and left out. After garbage, parsing resumes at the next "B" line. Never throws on input. One
// parser per stream, on the thread that feeds it.
#pragma once

#include "ingest/probe/parser/frame.hpp"
#include "ingest/probe/parser/origins.hpp"
#include "ingest/probe/parser/slices.hpp"
#include "ingest/probe/parser/topology.hpp"
#include "ingest/probe/parser/xids.hpp"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace dibs::probe {

inline constexpr std::size_t max_line_bytes = 4096;
inline constexpr std::size_t max_frame_bytes = 1024 * 1024;
inline constexpr std::size_t max_gpus = 64;
inline constexpr std::size_t max_processes = 4096;
inline constexpr std::size_t max_faults = 16;

struct ParserStats {
    std::uint64_t frames{};
    std::uint64_t bytes{};
    std::uint64_t noise_lines{};     // before the sentinel
    std::uint64_t bad_lines{};       // too long, of an unknown kind, or beyond a limit
    std::uint64_t dropped_frames{};  // torn or too large

    friend bool operator==(const ParserStats&, const ParserStats&) = default;
};

class FrameParser {
  public:
    // Appends each frame that these bytes completed to `frames`.
    void feed(std::string_view bytes, std::vector<ProbeFrame>& frames);

    // True once the script has sent its first line.
    [[nodiscard]] bool started() const { return started_; }
    [[nodiscard]] const ParserStats& stats() const { return stats_; }

  private:
    struct HealthLine {
        std::string uuid;
        Readings values;
        std::string pci_address;
    };

    void end_line(std::vector<ProbeFrame>& frames);
    void take_line(std::string_view line, std::vector<ProbeFrame>& frames);
    void begin(std::string_view rest);
    void end(std::string_view rest, std::vector<ProbeFrame>& frames);
    void drop();
    void value_line(char kind, std::string_view rest);
    [[nodiscard]] bool read_line(char kind, std::string_view rest);
    [[nodiscard]] bool host_line(std::string_view rest);
    [[nodiscard]] bool clock_line(std::string_view rest);
    [[nodiscard]] bool gpu_line(std::string_view rest);
    [[nodiscard]] bool process_line(std::string_view rest);
    [[nodiscard]] bool owner_line(std::string_view rest);
    [[nodiscard]] bool fault_line(std::string_view rest);
    [[nodiscard]] bool share_line(std::string_view rest);
    [[nodiscard]] bool driver_line(std::string_view rest);
    [[nodiscard]] bool hidden_line(std::string_view rest);
    [[nodiscard]] bool health_line(std::string_view rest);
    [[nodiscard]] bool lost_gpu(std::string_view uuid, std::int64_t index, std::string_view line);
    void join_owners();
    void join_shares();
    void join_hidden();
    void join_health();

    std::string line_;
    std::size_t line_bytes_{0};  // of the incoming line, kept or not
    bool started_{false};
    bool in_frame_{false};
    std::size_t frame_bytes_{0};
    ProbeFrame frame_;
    std::unordered_map<std::string, std::size_t> process_at_;  // "uuid pid" -> index in the frame
    std::unordered_map<std::int64_t, ProcessOwner> owners_;
    std::map<std::pair<std::int64_t, std::int64_t>, std::int32_t> shares_;  // GPU's index, pid
    std::vector<HealthLine> health_;
    OriginTable origins_;
    SliceTable slices_;
    TopologyTable topology_;
    XidTable xids_;
    std::set<std::string, std::less<>> hidden_;  // UUIDs of GPUs that hide their processes, or "-"
    ParserStats stats_;
};

}  // namespace dibs::probe
