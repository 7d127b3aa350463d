// Parses `nvidia-smi topo -m`: the output of driver 590 for one GPU, and the same form for several.
#include "ingest/probe/parser/topology.hpp"

#include "tests/ingest/probe/stream_files.hpp"

#include <gtest/gtest.h>

namespace dibs::probe {
namespace {

using fleet::LinkKind;
using test::frames_of;

// Sends the matrix in the script's form.
std::optional<fleet::Topology> parsed_topology(const std::string& matrix,
                                               ParserStats* stats = nullptr) {
    std::string frame = "#dibs-probe 1\nB 1\n";
    std::size_t from = 0;
    while (from < matrix.size()) {
        const auto end = std::min(matrix.find('\n', from), matrix.size());
        frame += "A " + matrix.substr(from, end - from) + '\n';
        from = end + 1;
    }
    return frames_of(frame + "E 1\n", stats).at(0).host.topology;
}

const std::string one_card =
    "\t\x1b[4mGPU0\tCPU Affinity\tNUMA Affinity\tGPU NUMA ID\x1b[0m\n"
    "GPU0\t X \t0-23\t0\t\tN/A\n"
    "\nLegend:\n\n  X    = Self\n"
    "  NV#  = Connection traversing a bonded set of # NVLinks\n";

const std::string four_cards =
    "\tGPU0\tGPU1\tGPU2\tGPU3\tNIC0\tCPU Affinity\tNUMA Affinity\n"
    "GPU0\t X \tNV12\tPXB\tSYS\tPIX\t0-31\t0\n"
    "GPU1\tNV12\t X \tNODE\tSYS\tPIX\t0-31\t0\n"
    "GPU2\tPXB\tNODE\t X \tPHB\tSYS\t32-63\t1\n"
    "GPU3\tSYS\tSYS\tPHB\t X \tSYS\t32-63\tN/A\n"
    "NIC0\tPIX\tPIX\tSYS\tSYS\t X \t\t\n";

TEST(Topology, single_gpu_gives_its_numa_node) {
    ParserStats stats;
    EXPECT_EQ(parsed_topology(one_card, &stats), (fleet::Topology{{}, {{0, 0}}}));
    EXPECT_EQ(stats.bad_lines, 0U);
}

TEST(Topology, topology_has_each_pair_once_and_no_network_cards) {
    const fleet::Topology all{{{0, 1, LinkKind::nvlink, 12},
                               {0, 2, LinkKind::pxb, 0},
                               {0, 3, LinkKind::sys, 0},
                               {1, 2, LinkKind::node, 0},
                               {1, 3, LinkKind::sys, 0},
                               {2, 3, LinkKind::phb, 0}},
                              {{0, 0}, {1, 0}, {2, 1}}};
    ParserStats stats;
    EXPECT_EQ(parsed_topology(four_cards, &stats), all);
    EXPECT_EQ(stats.bad_lines, 0U);
}

TEST(Topology, incomplete_topology_is_unknown) {
    EXPECT_EQ(parsed_topology(""), std::nullopt);
    EXPECT_EQ(
        parsed_topology("NVIDIA-SMI has failed because it couldn't communicate with the driver.\n"),
        std::nullopt);
    EXPECT_EQ(parsed_topology(four_cards.substr(0, four_cards.find("GPU3\tSYS"))), std::nullopt);
    EXPECT_EQ(parsed_topology(four_cards.substr(four_cards.find("GPU0\t"))), std::nullopt)
        << "without a head";
}

TEST(Topology, unknown_word_is_no_link) {
    for (const auto* word : {"N/A", "NV", "NV0", "NV-1", "NVX", "nv4", "ERR!", "NV99999999999"}) {
        const auto found =
            parsed_topology(std::string("\tGPU0\tGPU1\nGPU0\tX\t") + word + "\nGPU1\tX\tX\n");
        ASSERT_TRUE(found) << word;
        EXPECT_TRUE(found->links.empty()) << word;
    }
}

TEST(Topology, topology_keeps_only_the_first_32_gpus) {
    std::string head;
    std::string rows;
    for (int i = 0; i < 200; ++i) {
        head += "\tGPU" + std::to_string(i);
        std::string row = "GPU" + std::to_string(i);
        for (int j = 0; j < 200; ++j) row += "\tSYS";
        rows += row + '\n';
    }
    const auto found = parsed_topology(head + '\n' + rows + rows);
    ASSERT_TRUE(found);
    const auto most = static_cast<std::size_t>(fleet::most_linked_gpus);
    EXPECT_EQ(found->links.size(), most * (most - 1) / 2) << "the first 32 cards";
}

TEST(Topology, pair_listed_twice_is_kept_once) {
    const auto found = parsed_topology(
        "\tGPU0\tGPU1\tGPU1\tNUMA Affinity\nGPU0\tX\tSYS\tPIX\t0\n"
        "GPU0\tX\tPXB\tPIX\t1\nGPU1\tX\tX\tX\t0\n");
    ASSERT_TRUE(found);
    EXPECT_EQ(found->links.size(), 1U);
    EXPECT_EQ(found->numa.size(), 2U);
}

}  // namespace
}  // namespace dibs::probe
