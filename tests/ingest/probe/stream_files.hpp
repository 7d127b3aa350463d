// The probe streams under data/, and their frames.
#pragma once

#include "ingest/probe/parser/frame_parser.hpp"

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace dibs::test {

inline std::string stream_file(const std::string& name) {
    std::ifstream in(std::string(DIBS_SOURCE_DIR) + "/tests/ingest/probe/data/" + name);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

inline std::vector<probe::ProbeFrame> frames_of(std::string_view bytes,
                                                probe::ParserStats* stats = nullptr) {
    probe::FrameParser parser;
    std::vector<probe::ProbeFrame> frames;
    parser.feed(bytes, frames);
    if (stats != nullptr) {
        *stats = parser.stats();
    }
    return frames;
}

// A whole stream: one frame with these lines.
inline std::string one_frame(const std::string& lines) {
    return "#dibs-probe 1\nB 1\n" + lines + "E 1\n";
}

}  // namespace dibs::test
