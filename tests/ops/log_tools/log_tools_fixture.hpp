// An embedded log of random commands in its own data directory, with its keys, for the tools of
// ops/log_tools; and functions that damage it.
#pragma once

#include "ingest/log/facts/lmdb_log.hpp"
#include "ops/log_setup.hpp"
#include "ops/log_tools/tools.hpp"
#include "projections/projector.hpp"
#include "tests/projections/store/random_facts.hpp"
#include "tests/projections/store/scratch.hpp"
#include "tests/support/record_maker.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

namespace dibs::test {

namespace fs = std::filesystem;

inline std::string read_file(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}
inline void write_file(const fs::path& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}
// Flips the last byte of that text, in all of its copies.
inline void flip(const fs::path& file, const std::string& text) {
    auto bytes = read_file(file);
    int copies = 0;
    for (auto at = bytes.find(text); at != std::string::npos; at = bytes.find(text, at + 1)) {
        bytes[at + text.size() - 1] = static_cast<char>(bytes[at + text.size() - 1] ^ 4);
        ++copies;
    }
    ASSERT_GT(copies, 0) << text;
    write_file(file, bytes);
}

// The output and the end of a tool.
struct ToolRun {
    int code = log_tools::fine;
    std::string out, why;
};
template <class Tool, class... Args>
ToolRun run_tool(Tool tool, const Args&... args) {
    std::ostringstream out;
    const auto done = tool(args..., out);
    if (done) return {log_tools::fine, out.str(), {}};
    return {done.error().code, out.str(), done.error().text};
}

inline void expect_text(const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << "no \"" << part << "\" in: " << text;
}

class LogTools : public ::testing::Test {
  protected:
    LogTools() {
        config_.data_directory = scratch_.path() / "data";
        fs::create_directories(config_.data_directory);
        keys_ = Keys::create(log_place_of(config_).keys).value();
        maker_.now = ten;
        std::vector<std::string> records{
            maker_.next(false, created_type,
                        R"({"id":"the-log","keys":")" + keys_->check() + R"("})"),
            maker_.claim("first")};
        for (const auto& command : RandomFacts(7).make(400)) {
            maker_.now = command.at;
            for (auto& record : maker_.command(command.events, command.origin, *keys_)) {
                records.push_back(std::move(record));
            }
            last_ += static_cast<Position>(command.events.size());
            commands_.push_back({last_, command.events.size(), command.origin.request_id});
        }
        append(*open_log(config_).value(), std::move(records));
    }

    struct Command {
        Position last = 0;
        std::size_t facts = 0;
        std::string request;
    };
    // A command in the middle of the log; `single`: with one fact, else with several.
    [[nodiscard]] const Command& command(bool single) const {
        return *std::find_if(commands_.begin() + 30, commands_.end(),
                             [=](const auto& one) { return (one.facts == 1) == single; });
    }
    [[nodiscard]] fs::path log_file() const { return log_place_of(config_).folder() / "data.mdb"; }
    void damage(const Command& command) { flip(log_file(), '\n' + command.request); }

    // The rows that dibsd makes of the log.
    std::string tables_of(const Config& config) {
        const auto log = open_log(config).value();
        const auto model = ReadModel::open({config.data_directory / "tables"}).value();
        Projector projector(*log, *keys_, *model,
                            {.batch = 8192, .wait = std::chrono::milliseconds{1}, .pause = {}});
        for (int idle = 0; idle < 3;) idle += projector.step() ? 0 : 1;
        return model->facts().dump();
    }
    // Another installation, with the keys of this one.
    [[nodiscard]] Config another() const {
        Config config;
        config.data_directory = scratch_.path() / "another";
        fs::create_directories(config.data_directory);
        fs::copy_file(log_place_of(config_).keys, log_place_of(config).keys);
        return config;
    }
    [[nodiscard]] fs::path file(const std::string& name) const { return scratch_.path() / name; }

    ToolRun verify(const std::string& head = "") {
        return run_tool(log_tools::verify_log, log_place_of(config_), head);
    }
    ToolRun show(log_tools::Shown shown) {
        return run_tool(log_tools::show_log, log_place_of(config_), shown);
    }
    ToolRun export_to(const fs::path& path, Position to = log_tools::last_position) {
        return run_tool(log_tools::export_log, log_place_of(config_), path, to);
    }
    ToolRun import_from(const fs::path& path, const Config& into) {
        return run_tool(log_tools::import_log, log_place_of(into), path);
    }
    ToolRun cut(Position after, bool yes = true) {
        const log_tools::Cut wanted{after, ten, file("backup"), [&](const std::string& question) {
                                        asked_ = question;
                                        return yes;
                                    }};
        return run_tool(log_tools::cut_log, log_place_of(config_), wanted);
    }

    Scratch scratch_;
    Config config_;
    std::unique_ptr<Keys> keys_;
    RecordMaker maker_;
    std::vector<Command> commands_;
    Position last_ = 0;
    std::string asked_;
};

}  // namespace dibs::test
