// See frame_parser.hpp. Collects whole lines and reads them by their first letter. Processes, their
// owners, shares and slices come as separate lines and are joined at the end of the frame.
#include "ingest/probe/parser/frame_parser.hpp"

#include "ingest/probe/parser/driver_words.hpp"
#include "ingest/probe/parser/text_values.hpp"
#include "ingest/probe/parser/value_lines.hpp"
#include "ingest/probe/script/fields.hpp"
#include "ingest/probe/script/script.hpp"

#include <algorithm>
#include <limits>

namespace dibs::probe {
namespace {

constexpr std::size_t max_name_bytes = 128;
constexpr std::size_t max_command_bytes = 900;
constexpr std::size_t max_fault_bytes = 500;
constexpr std::int64_t max_mib = 1'000'000'000;
constexpr std::int64_t max_unix_s = 253'402'300'799;  // the year 9999
constexpr std::int64_t max_int64 = std::numeric_limits<std::int64_t>::max();

// Returns a name; the placeholders of drivers and of the script are not names.
std::string name_of(std::string_view text) {
    return text == "-" || text.starts_with('[') ? std::string{} : clean_text(text, max_name_bytes);
}

std::optional<std::string> word_or_none(std::string_view text) {
    auto word = name_of(text);
    if (word.empty()) return std::nullopt;
    return word;
}

constexpr std::string_view between = ", ";
constexpr std::string_view lost_mark = "[GPU is lost]";
// index, count, uuid, name, driver, memory, the metrics' answers, MIG mode
constexpr std::size_t all_columns = 6 + answers_of(gpu_fields) + 1;

// The name is the only column that may contain the separator. It is what remains after the other
// columns, counted from both ends.
std::string_view cut_name(std::string_view& rest, std::size_t columns) {
    auto end = rest.find(between);
    for (auto more = columns; more > all_columns && end != std::string_view::npos; --more) {
        end = rest.find(between, end + between.size());
    }
    const auto name = rest.substr(0, end);
    rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + between.size());
    return name;
}

std::size_t columns_in(std::string_view line) {
    std::size_t count = 1;
    for (auto at = line.find(between); at != std::string_view::npos;
         at = line.find(between, at + between.size())) {
        ++count;
    }
    return count;
}

std::optional<bool> mig_mode(std::string_view text) {
    return text == "Enabled"    ? std::optional{true}
           : text == "Disabled" ? std::optional{false}
                                : std::nullopt;
}

}  // namespace

void FrameParser::feed(std::string_view bytes, std::vector<ProbeFrame>& frames) {
    stats_.bytes += bytes.size();
    while (!bytes.empty()) {
        const auto at = bytes.find('\n');
        const auto piece = bytes.substr(0, at);
        line_bytes_ += piece.size();
        if (line_bytes_ <= max_line_bytes) {
            line_.append(piece);
        }
        if (at == std::string_view::npos) {
            return;
        }
        end_line(frames);
        bytes.remove_prefix(at + 1);
    }
}

void FrameParser::end_line(std::vector<ProbeFrame>& frames) {
    frame_bytes_ += line_bytes_ + 1;
    if (in_frame_ && frame_bytes_ > max_frame_bytes) {
        drop();
    } else if (line_bytes_ > max_line_bytes) {
        ++stats_.bad_lines;
    } else {
        take_line(line_, frames);
    }
    line_.clear();
    line_bytes_ = 0;
}

void FrameParser::take_line(std::string_view line, std::vector<ProbeFrame>& frames) {
    if (!started_) {
        started_ = line == script_sentinel;
        stats_.noise_lines += started_ ? 0 : 1;
        return;
    }
    const char kind = line.empty() ? ' ' : line[0];
    const auto rest = line.size() > 2 && line[1] == ' ' ? line.substr(2) : std::string_view{};
    if (kind == 'B') {
        begin(rest);
    } else if (!in_frame_) {
        ++stats_.bad_lines;
    } else if (kind == 'E') {
        end(rest, frames);
    } else {
        value_line(kind, rest);
    }
}

void FrameParser::begin(std::string_view rest) {
    if (in_frame_) {
        drop();
    }
    const auto sequence = whole_number(rest, 1, max_int64);
    if (!sequence) {
        ++stats_.bad_lines;
        return;
    }
    in_frame_ = true;
    frame_bytes_ = 0;
    frame_ = {};
    frame_.sequence = *sequence;
    process_at_.clear();
    owners_.clear();
    shares_.clear();
    hidden_.clear();
    origins_.clear();
    slices_.clear();
    health_.clear();
    topology_.clear();
    xids_.clear();
}

void FrameParser::drop() {
    in_frame_ = false;
    ++stats_.dropped_frames;
}

void FrameParser::end(std::string_view rest, std::vector<ProbeFrame>& frames) {
    if (whole_number(rest, 1, max_int64) != frame_.sequence) {
        drop();
        return;
    }
    join_owners();
    origins_.join(frame_);
    join_shares();
    join_hidden();
    join_health();
    xids_.join(frame_);
    frame_.host.topology = topology_.topology();
    slices_.join(frame_);
    if (frame_.driver.fails()) {
        frame_.processes_known = false;
    } else if (!frame_.gpus.empty() || !frame_.lost.empty()) {
        frame_.driver.state = fleet::DriverState::working;
        frame_.gpus_known = true;
    }
    in_frame_ = false;
    ++stats_.frames;
    frames.push_back(std::move(frame_));
}

void FrameParser::join_owners() {
    for (auto& process : frame_.processes) {
        if (const auto owner = owners_.find(process.pid); owner != owners_.end()) {
            process.owner = owner->second;
        }
    }
}

// pmon names GPUs by index, and also lists processes that are not compute processes.
void FrameParser::join_shares() {
    for (const auto& [of, percent] : shares_) {
        for (const auto& gpu : frame_.gpus) {
            if (gpu.index != of.first) continue;
            const auto at = process_at_.find(gpu.uuid + ' ' + std::to_string(of.second));
            if (at != process_at_.end()) frame_.processes[at->second].sm_percent = percent;
        }
    }
}

void FrameParser::join_hidden() {
    for (auto& gpu : frame_.gpus) {
        gpu.hides_processes = hidden_.contains("-") || hidden_.contains(gpu.uuid);
    }
}

void FrameParser::join_health() {
    for (const auto& [uuid, values, address] : health_) {
        for (auto& gpu : frame_.gpus) {
            if (gpu.uuid != uuid) continue;
            gpu.pci_address = address;
            for (Column i = 0; i < metrics_of(Subject::gpu).size(); ++i) {
                gpu.values.set(i, values[i]);
            }
        }
    }
}

void FrameParser::value_line(char kind, std::string_view rest) {
    stats_.bad_lines += read_line(kind, rest) ? 0 : 1;
}

bool FrameParser::read_line(char kind, std::string_view rest) {
    switch (kind) {
        case 'H':
            return host_line(rest);
        case 'L':
            return read_load(rest, frame_.host);
        case 'W':
            return read_traffic(rest, frame_.host);
        case 'F':
            return read_disks(rest, frame_.host);
        case 'V':
            return health_line(rest);
        case 'J':
            return xids_.log_line(rest);
        case 'Z':
            return xids_.xid_line(rest);
        case 'A':
            return topology_.take_line(rest);
        case 'T':
            return clock_line(rest);
        case 'G':
            return gpu_line(rest);
        case 'P':
            return process_line(rest);
        case 'p':
            return read_skipped(rest, frame_);
        case 'U':
            return owner_line(rest);
        case 'C':
            return origins_.take_line(rest);
        case 'O':
            frame_.host.hidden = HiddenProcesses{word_or_none(rest)};
            return true;
        case 'S':
            return share_line(rest);
        case 'X':
            return fault_line(rest);
        case 'D':
            return driver_line(rest);
        case 'N':
            return hidden_line(rest);
        case 'Y':
            return slices_.known_line(rest);
        case 'M':
            return slices_.slice_line(rest);
        case 'I':
            return slices_.value_line(rest);
        case 'Q':
            return slices_.place_line(rest);
        case 'K':
            frame_.processes_known = true;
            return true;
        case 'R':
            frame_.ends_soon = true;
            return true;
        default:
            return false;
    }
}

bool FrameParser::host_line(std::string_view rest) {
    frame_.host.hostname = name_of(cut_word(rest));
    frame_.host.boot_id = name_of(cut_word(rest));
    return !frame_.host.hostname.empty();
}

bool FrameParser::clock_line(std::string_view rest) {
    const auto seconds = whole_number(rest, 0, max_unix_s);
    if (seconds) frame_.host.clock = from_unix_ms(*seconds * 1000);
    return seconds.has_value();
}

bool FrameParser::gpu_line(std::string_view rest) {
    if (frame_.gpus.size() + frame_.lost.size() >= max_gpus) {
        return false;
    }
    const auto whole = rest;
    const auto next = [&rest] { return cut(rest, between); };
    GpuReading gpu;
    const auto index = whole_number(next(), 0, 100'000);
    static_cast<void>(next());  // the driver's GPU count, which only the script uses
    gpu.uuid = next();
    const bool lost = whole.find(lost_mark) != std::string_view::npos;
    if (!index || lost || !is_device_uuid(gpu.uuid)) {
        return index && lost ? lost_gpu(gpu.uuid, *index, whole) : fault_line(whole);
    }
    gpu.index = static_cast<int>(*index);
    gpu.name = name_of(cut_name(rest, columns_in(whole)));
    const auto driver = name_of(next());
    if (!driver.empty()) frame_.host.driver_version = driver;
    gpu.memory_total_mib = whole_number(next(), 0, max_mib);
    read_fields(rest, gpu_fields, gpu.values);
    gpu.mig_enabled = mig_mode(next());
    frame_.gpus.push_back(std::move(gpu));
    return true;
}

// The driver's words replace the values.
bool FrameParser::lost_gpu(std::string_view uuid, std::int64_t index, std::string_view line) {
    frame_.lost.push_back({is_device_uuid(uuid) ? std::string(uuid) : std::string(),
                           static_cast<int>(index), std::string(lost_mark)});
    return fault_line(line);
}

bool FrameParser::driver_line(std::string_view rest) {
    const auto driver = driver_of(rest);
    if (!driver) return false;
    frame_.driver = *driver;
    return fault_line(driver->words);
}

bool FrameParser::hidden_line(std::string_view rest) {
    if ((rest != "-" && !is_device_uuid(rest)) || hidden_.size() >= max_gpus) {
        return false;
    }
    hidden_.emplace(rest);
    return true;
}

bool FrameParser::health_line(std::string_view rest) {
    const auto uuid = cut(rest, between);
    if (!is_device_uuid(uuid) || health_.size() >= max_gpus) return false;
    auto& line = health_.emplace_back();
    line.uuid = uuid;
    read_fields(rest, health_fields, line.values);
    line.pci_address = pci_address(cut(rest, between)).value_or("");
    return true;
}

bool FrameParser::process_line(std::string_view rest) {
    ProcessReading process;
    process.gpu_uuid = cut(rest, ", ");
    const auto pid = whole_number(cut(rest, ", "), 1, max_int64);
    if (!pid || !is_device_uuid(process.gpu_uuid)) {
        return false;
    }
    process.pid = *pid;
    if (const auto milli = thousandths(cut(rest, between))) {
        constexpr auto memory = column_of(Subject::process, "memory_used_mib");
        process.values.set(memory, steps_of(metrics_of(Subject::process)[memory], *milli));
    }
    auto key = process.gpu_uuid + ' ' + std::to_string(*pid);
    if (const auto known = process_at_.find(key); known != process_at_.end()) {
        frame_.processes[known->second] = std::move(process);  // twice a second: the newest counts
        return true;
    }
    if (frame_.processes.size() >= max_processes) {
        return false;
    }
    process_at_.emplace(std::move(key), frame_.processes.size());
    frame_.processes.push_back(std::move(process));
    return true;
}

bool FrameParser::owner_line(std::string_view rest) {
    const auto pid = whole_number(cut_word(rest), 1, max_int64);
    if (!pid || owners_.size() >= max_processes) {
        return false;
    }
    const auto user = name_of(cut_owner(rest));
    const auto started = ps_start_time(rest);
    if (user.empty() || !started) {
        return false;
    }
    owners_.insert_or_assign(*pid,
                             ProcessOwner{user, *started, clean_text(rest, max_command_bytes)});
    return true;
}

bool FrameParser::share_line(std::string_view rest) {
    const auto index = whole_number(cut_word(rest), 0, 100'000);
    const auto pid = whole_number(cut_word(rest), 1, max_int64);
    const auto percent = whole_number(rest, 0, 100);
    if (!index || !pid || !percent || shares_.size() >= max_processes) {
        return false;
    }
    shares_.insert_or_assign({*index, *pid}, static_cast<std::int32_t>(*percent));
    return true;
}

bool FrameParser::fault_line(std::string_view rest) {
    if (frame_.faults.size() >= max_faults) {
        return false;
    }
    frame_.faults.push_back({clean_text(rest, max_fault_bytes)});
    return true;
}

}  // namespace dibs::probe
