// What one GPU host said about itself in one second: the values that the probe's parser hands on.
// A value the driver does not give is absent, never 0. Text is valid UTF-8 without
// control characters. Plain values, std only: safe to copy to any thread.
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
    std::string card_uuid{};  // of a slice, in what settled: of a frame they stand apart
    int index{-1};            // the driver's; may change when the host restarts
    std::string name{};       // empty where it cannot be read
    std::optional<std::int64_t> memory_total_mib{};
    Readings values{};  // Subject::gpu
    std::optional<bool> mig_enabled{};
    std::string pci_address{};    // on the bus of its host: "0000:81:00"; empty: not known
    bool slices_known{true};      // nvidia-smi has told what it is cut into, or it is not cut
    bool hides_processes{false};  // the driver does not tell what runs on it

    friend bool operator==(const GpuReading&, const GpuReading&) = default;
};

// A part of a card (MIG). The driver gives no utilisation of it.
struct SliceReading {
    std::string uuid{};  // "MIG-…", "MIG-GPU-…/7/0"
    std::string card_uuid{};
    int index{-1};          // among the slices of its card
    std::string profile{};  // "1g.10gb"
    std::optional<std::int64_t> memory_total_mib{};
    Readings values{};  // Subject::gpu; asked each half minute

    friend bool operator==(const SliceReading&, const SliceReading&) = default;
};

// What ps says of a process: all of it or nothing.
struct ProcessOwner {
    std::string user{};     // UNIX name
    Instant started{};      // may wander by a second
    std::string command{};  // with arguments, cut at about 900 bytes

    friend bool operator==(const ProcessOwner&, const ProcessOwner&) = default;
};

// A GPU in whose place the driver says that it is lost.
struct LostReading {
    std::string uuid{};  // empty where that is lost, too
    int index{-1};
    std::string words{};

    friend bool operator==(const LostReading&, const LostReading&) = default;
};

struct ProcessReading {
    std::string gpu_uuid{};  // a whole device ("GPU-…") or a slice of one ("MIG-…")
    std::int64_t pid{};
    std::optional<ProcessOwner> owner{};       // none: ps does not see it
    std::optional<fleet::Origin> origin{};     // none: nobody could look
    Readings values{};                         // Subject::process
    std::optional<std::int32_t> sm_percent{};  // its kernels' share of the GPU's time
    std::string card_uuid{};                   // of a slice
    bool slice_unknown{false};                 // on a slice of that device, nobody knows which

    friend bool operator==(const ProcessReading&, const ProcessReading&) = default;
};

// The account sees no other's processes in /proc (mount option hidepid).
struct HiddenProcesses {
    std::optional<std::string> group{};  // whose members do see them: its name, or its number

    friend bool operator==(const HiddenProcesses&, const HiddenProcesses&) = default;
};

struct HostReading {
    std::string hostname{};
    std::string boot_id{};
    std::string driver_version{};
    std::optional<std::int64_t> cpus{};
    Readings values{};  // Subject::host; CPU since the frame before
    std::optional<HiddenProcesses> hidden{};
    std::optional<Instant> clock{};  // what it says the time is, to the second; once a stream
    std::string fullest_disk{};      // where its fullest local file system is mounted
    std::optional<fleet::Topology> topology{};  // once a stream

    friend bool operator==(const HostReading&, const HostReading&) = default;
};

// Something that nvidia-smi said instead of values, in its own words.
struct ProbeFault {
    std::string text{};

    friend bool operator==(const ProbeFault&, const ProbeFault&) = default;
};

// An XID error in the kernel's log: the last one with that number of the card at that address.
struct XidReading {
    std::string address{};
    std::int64_t number{};
    std::int64_t at_ms{};  // since the host was started, as its kernel counts

    friend bool operator==(const XidReading&, const XidReading&) = default;
};

// What the kernel's log of this boot says of cards.
struct KernelLog {
    bool whole{false};  // from the start of the host without a gap: what is not here did not come
    std::vector<XidReading> xids{};

    friend bool operator==(const KernelLog&, const KernelLog&) = default;
};

struct ProbeFrame {
    std::int64_t sequence{};  // counts from 1 in each stream
    HostReading host{};
    fleet::Driver driver{};
    std::vector<GpuReading> gpus{};
    std::vector<LostReading> lost{};
    std::vector<SliceReading> slices{};  // of cards that are in `gpus`
    std::vector<ProcessReading> processes{};
    std::int64_t skipped_processes{0};  // more than a frame takes: they are not in `processes`
    std::vector<ProbeFault> faults{};
    std::optional<KernelLog> kernel_log{};  // none: the account may not read it, or nobody has yet
    // Without this `gpus` does not say what there is: nvidia-smi is missing, silent or broken.
    bool gpus_known{false};
    // Without this an empty `processes` says nothing (start-up, a broken driver).
    bool processes_known{false};
    // The stream ends itself in a moment: open its successor now.
    bool ends_soon{false};

    friend bool operator==(const ProbeFrame&, const ProbeFrame&) = default;
};

}  // namespace dibs::probe
