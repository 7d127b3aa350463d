// One second of one GPU host: the values that the probe's parser hands on. A value that the driver
// does not give is absent, never 0. Text is valid UTF-8 without control characters. Plain values,
// std only: safe to copy to any thread.
#pragma once

#include "domain/fleet/origin.hpp"
#include "domain/gpu/driver.hpp"
#include "domain/gpu/topology.hpp"
#include "domain/kernel/time.hpp"
#include "domain/usage/sample.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace dibs::probe {

struct GpuReading {
    std::string uuid{};       // "GPU-…" as the driver spells it
    std::string card_uuid{};  // for a slice, in settled readings; frames list slices separately
    int index{-1};            // the driver's; may change when the host restarts
    std::string name{};       // empty if unreadable
    std::optional<std::int64_t> memory_total_mib{};
    Readings values{};  // Subject::gpu
    std::optional<bool> mig_enabled{};
    std::string pci_address{};    // on the host's bus: "0000:81:00"; empty: unknown
    bool slices_known{true};      // its slices are known, or it has none
    bool hides_processes{false};  // the driver does not list its processes

    friend bool operator==(const GpuReading&, const GpuReading&) = default;
};

// A part of a GPU (MIG). The driver gives no utilisation for it.
struct SliceReading {
    std::string uuid{};  // "MIG-…", "MIG-GPU-…/7/0"
    std::string card_uuid{};
    int index{-1};          // among the slices of its GPU
    std::string profile{};  // "1g.10gb"
    std::optional<std::int64_t> memory_total_mib{};
    Readings values{};  // Subject::gpu; read each half minute

    friend bool operator==(const SliceReading&, const SliceReading&) = default;
};

// The owner data from ps: all of it or nothing.
struct ProcessOwner {
    std::string user{};     // UNIX name
    Instant started{};      // may vary by a second
    std::string command{};  // with arguments, cut at about 900 bytes

    friend bool operator==(const ProcessOwner&, const ProcessOwner&) = default;
};

// A GPU that the driver reports as lost.
struct LostReading {
    std::string uuid{};  // empty if that is lost too
    int index{-1};
    std::string words{};

    friend bool operator==(const LostReading&, const LostReading&) = default;
};

struct ProcessReading {
    std::string gpu_uuid{};  // a whole device ("GPU-…") or a slice of one ("MIG-…")
    std::int64_t pid{};
    std::optional<ProcessOwner> owner{};       // none: ps does not see it
    std::optional<fleet::Origin> origin{};     // none: it could not be read
    Readings values{};                         // Subject::process
    std::optional<std::int32_t> sm_percent{};  // its kernels' share of the GPU's time
    std::string card_uuid{};                   // for a slice
    bool slice_unknown{false};                 // on an unknown slice of that device

    friend bool operator==(const ProcessReading&, const ProcessReading&) = default;
};

// The account sees no processes of other accounts in /proc (mount option hidepid).
struct HiddenProcesses {
    std::optional<std::string> group{};  // members do see them: group name or number

    friend bool operator==(const HiddenProcesses&, const HiddenProcesses&) = default;
};

struct HostReading {
    std::string hostname{};
    std::string boot_id{};
    std::string driver_version{};
    std::optional<std::int64_t> cpus{};
    Readings values{};  // Subject::host; CPU since the frame before
    std::optional<HiddenProcesses> hidden{};
    std::optional<Instant> clock{};             // the host's time, to the second; once a stream
    std::string fullest_disk{};                 // its mount point
    std::optional<fleet::Topology> topology{};  // once a stream

    friend bool operator==(const HostReading&, const HostReading&) = default;
};

// Words of nvidia-smi in place of values.
struct ProbeFault {
    std::string text{};

    friend bool operator==(const ProbeFault&, const ProbeFault&) = default;
};

// An XID error in the kernel's log: the last one with that number on the GPU at that address.
struct XidReading {
    std::string address{};
    std::int64_t number{};
    std::int64_t at_ms{};  // since the boot of the host, by its kernel's count

    friend bool operator==(const XidReading&, const XidReading&) = default;
};

// The entries about GPUs in the kernel's log of this boot.
struct KernelLog {
    bool whole{false};  // from the boot without a gap: an error not listed did not happen
    std::vector<XidReading> xids{};

    friend bool operator==(const KernelLog&, const KernelLog&) = default;
};

struct ProbeFrame {
    std::int64_t sequence{};  // counts from 1 in each stream
    HostReading host{};
    fleet::Driver driver{};
    std::vector<GpuReading> gpus{};
    std::vector<LostReading> lost{};
    std::vector<SliceReading> slices{};  // of GPUs in `gpus`
    std::vector<ProcessReading> processes{};
    std::int64_t skipped_processes{0};  // processes beyond the frame's limit, not in `processes`
    std::vector<ProbeFault> faults{};
    std::optional<KernelLog> kernel_log{};  // none: not readable, or not read yet
    // False: nvidia-smi is missing, silent or broken, and `gpus` says nothing about the GPUs.
    bool gpus_known{false};
    // False: an empty `processes` says nothing (start-up, a broken driver).
    bool processes_known{false};
    // The stream is about to end itself: open its successor now.
    bool ends_soon{false};

    friend bool operator==(const ProbeFrame&, const ProbeFrame&) = default;
};

}  // namespace dibs::probe
