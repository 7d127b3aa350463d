// Converts words of nvidia-smi and of the kernel to steps of metrics; each form of answer has its
// own rule.
#include "ingest/probe/parser/value_lines.hpp"

#include "ingest/probe/parser/text_values.hpp"

#include <charconv>

namespace dibs::probe {
namespace {

constexpr std::int64_t max_kib = 1'000'000'000'000;
constexpr std::int64_t max_bytes_per_second = 1'000'000'000'000'000;
constexpr std::size_t max_mount_bytes = 128;

// Sets a reading from thousandths of the metric's unit; an absent one stays absent.
void set(Readings& values, Subject subject, Column column, std::optional<std::int64_t> milli) {
    if (milli) values.set(column, steps_of(metrics_of(subject)[column], *milli));
}

std::optional<std::int64_t> bits_in(std::string_view text, std::uint32_t wanted) {
    if (!text.starts_with("0x")) return std::nullopt;
    std::uint64_t bits = 0;
    const auto* const end = text.data() + text.size();
    const auto [stopped, error] = std::from_chars(text.data() + 2, end, bits, 16);
    if (error != std::errc{} || stopped != end) return std::nullopt;
    return (bits & wanted) != 0 ? 100'000 : 0;
}

bool is_word(std::string_view text) {
    const auto is_letter = [](char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); };
    return !text.empty() && is_letter(text.front()) && text.find("Unknown") == text.npos &&
           text != "N/A" && text.find("ERR") == text.npos && !is_device_uuid(text);
}

std::optional<std::int64_t> milli_of(const GpuField& field, std::string_view text) {
    switch (field.reads) {
        case Reads::number:
            return thousandths(text);
        case Reads::bits:
            return bits_in(text, field.bits);
        case Reads::yes_no:
            if (text == "Yes") return 1000;
            if (text == "No") return 0;
            return std::nullopt;
        case Reads::trouble:
            if (!is_word(text)) return std::nullopt;
            return text == "None" ? 0 : 1000;
    }
    return std::nullopt;
}

std::optional<std::int64_t> milli_mib_of_kib(std::optional<std::int64_t> kib) {
    if (!kib) return std::nullopt;
    return *kib * 1000 / 1024;
}

std::optional<std::int64_t> milli_mib_of_bytes(std::optional<std::int64_t> bytes) {
    if (!bytes) return std::nullopt;
    return *bytes * 1000 / (1024 * 1024);
}

std::optional<std::int64_t> kib_in(std::string_view& rest) {
    return whole_number(cut_word(rest), 0, max_kib);
}

}  // namespace

void read_fields(std::string_view& line, std::span<const GpuField> fields, Readings& values) {
    std::string_view answer;
    for (const auto& field : fields) {
        if (!field.asked.empty()) answer = cut(line, ", ");
        set(values, Subject::gpu, field.column, milli_of(field, answer));
    }
}

bool read_load(std::string_view rest, HostReading& host) {
    const auto put = [&](Column column, std::optional<std::int64_t> milli) {
        set(host.values, Subject::host, column, milli);
    };
    put(column_of(Subject::host, "load"), thousandths(cut_word(rest)));
    host.cpus = whole_number(cut_word(rest), 1, 100'000);
    put(column_of(Subject::host, "cpu_percent"), thousandths(cut_word(rest)));
    const auto total = kib_in(rest);
    const auto available = kib_in(rest);
    put(column_of(Subject::host, "memory_total_mib"), milli_mib_of_kib(total));
    if (total && available && *available <= *total) {
        put(column_of(Subject::host, "memory_used_mib"), milli_mib_of_kib(*total - *available));
    }
    return true;
}

bool read_traffic(std::string_view rest, HostReading& host) {
    const auto put = [&](Column column, std::optional<std::int64_t> milli) {
        set(host.values, Subject::host, column, milli);
    };
    put(column_of(Subject::host, "uptime_s"), thousandths(cut_word(rest)));
    const auto total = kib_in(rest);
    const auto free = kib_in(rest);
    put(column_of(Subject::host, "swap_total_mib"), milli_mib_of_kib(total));
    if (total && free && *free <= *total) {
        put(column_of(Subject::host, "swap_used_mib"), milli_mib_of_kib(*total - *free));
    }
    const auto rate = [&] { return whole_number(cut_word(rest), 0, max_bytes_per_second); };
    put(column_of(Subject::host, "network_received_mib_s"), milli_mib_of_bytes(rate()));
    put(column_of(Subject::host, "network_sent_mib_s"), milli_mib_of_bytes(rate()));
    put(column_of(Subject::host, "disk_read_mib_s"), milli_mib_of_bytes(rate()));
    put(column_of(Subject::host, "disk_written_mib_s"), milli_mib_of_bytes(rate()));
    return true;
}

bool read_disks(std::string_view rest, HostReading& host) {
    const auto put = [&](Column column, std::optional<std::int64_t> milli) {
        set(host.values, Subject::host, column, milli);
    };
    const auto fullest = thousandths(cut_word(rest));
    const auto used = kib_in(rest);
    const auto total = kib_in(rest);
    if (!fullest || !used || !total || *used > *total || !rest.starts_with('/')) return false;
    put(column_of(Subject::host, "disk_fullest_percent"), fullest);
    put(column_of(Subject::host, "disk_used_mib"), milli_mib_of_kib(used));
    put(column_of(Subject::host, "disk_total_mib"), milli_mib_of_kib(total));
    host.fullest_disk = clean_text(rest, max_mount_bytes);
    return true;
}

bool read_skipped(std::string_view rest, ProbeFrame& frame) {
    const auto count = whole_number(rest, 1, 1'000'000'000);
    frame.skipped_processes = count.value_or(0);
    return count.has_value();
}

}  // namespace dibs::probe
