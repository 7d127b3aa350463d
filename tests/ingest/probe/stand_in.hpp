// A stand-in nvidia-smi for tests. With --query-gpu and --query-compute-apps it prints the files
// gpus.csv and apps.csv beside it, once or in a loop. With pmon it prints pmon.txt each second, if
// the file exists. The files list.txt, details.xml and topo.txt are the output of -L, -q -x and
// topo -m. The file health.csv is the output if the UUID is the first queried field.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

namespace dibs::test {

inline constexpr const char* stand_in_nvidia_smi = R"SH(#!/bin/sh
here=$(dirname "$0")
pause=
for word in "$@"; do
    case $word in --loop-ms=*) pause=${word#--loop-ms=} ;; esac
done
while :; do
    case $1 in
    --query-gpu=uuid,*) cat "$here/health.csv" ;;
    --query-gpu=*) cat "$here/gpus.csv" ;;
    --query-compute-apps=*) cat "$here/apps.csv" ;;
    -L) cat "$here/list.txt" ;;
    topo) cat "$here/topo.txt" ;;
    -q) echo asked >>"$here/asked"; cat "$here/details.xml" ;;
    pmon) pause=1000; cat "$here/pmon.txt" || exit 3 ;;
    esac
    [ -n "$pause" ] || exit 0
    sleep $((pause / 1000)).$((pause % 1000))
done
)SH";

inline void write_text(const std::filesystem::path& file, const std::string& text) {
    const auto part = file.string() + ".part";
    std::ofstream(part) << text;
    std::filesystem::rename(part, file);
}

inline void write_program(const std::filesystem::path& file, const std::string& text) {
    write_text(file, text);
    std::filesystem::permissions(file, std::filesystem::perms::owner_all |
                                           std::filesystem::perms::others_read |
                                           std::filesystem::perms::others_exec);
}

// `index` of `count` GPUs.
inline std::string gpu_csv(int index, int count) {
    return std::to_string(index) + ", " + std::to_string(count) +
           ", GPU-0a1b2c3d-0000-4aaa-8bbb-00000000000" + std::to_string(index) +
           ", NVIDIA L40S, 550.54.15, 46068, 1024, 37, 41, 145.32, 2520, 9001, 12, 350.00, 0, 30, "
           "0, 0, [N/A], 0x0000000000000000, [N/A]\n";
}

inline std::string app_csv(int gpu, long pid) {
    return "GPU-0a1b2c3d-0000-4aaa-8bbb-00000000000" + std::to_string(gpu) + ", " +
           std::to_string(pid) + ", 512\n";
}

}  // namespace dibs::test
