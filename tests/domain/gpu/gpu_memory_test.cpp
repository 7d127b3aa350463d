// The nominal memory size of a card, from totals that drivers report.
#include "domain/gpu/gpu_memory.hpp"

#include <gtest/gtest.h>

namespace dibs {
namespace {

struct Card {
    std::int64_t total_mib;
    const char* model;
    std::int64_t sold_gb;
};

TEST(GpuMemory, size_is_the_nominal_size) {
    for (const auto& [total_mib, model, sold_gb] : std::initializer_list<Card>{
             {81'559, "NVIDIA H100 80GB HBM3", 80},
             {81'559, "NVIDIA H100 PCIe", 80},
             {95'830, "NVIDIA H100 NVL", 94},
             {143'771, "NVIDIA H200", 141},
             {183'359, "NVIDIA B200", 180},
             {97'871, "NVIDIA H20", 96},
             {81'920, "NVIDIA A100-SXM4-80GB", 80},
             {40'536, "A100-SXM4-40GB", 40},
             {40'960, "NVIDIA A100-PCIE-40GB", 40},
             {16'376, "NVIDIA GeForce RTX 4080", 16},
             {24'564, "NVIDIA GeForce RTX 4090", 24},
             {24'268, "NVIDIA GeForce RTX 3090", 24},
             {32'607, "NVIDIA GeForce RTX 5090", 32},
             {11'019, "NVIDIA GeForce RTX 2080 Ti", 11},
             {46'068, "NVIDIA L40S", 48},
             {45'634, "NVIDIA A40", 48},
             {49'140, "NVIDIA RTX 6000 Ada Generation", 48},
             {97'887, "NVIDIA RTX PRO 6000 Blackwell Workstation Edition", 96},
             {23'034, "NVIDIA L4", 24},
             {22'731, "NVIDIA A10", 24},
             {15'109, "Tesla T4", 16},
             {32'510, "Tesla V100-SXM2-32GB", 32},
             {11'441, "Tesla K80", 12},
             {9'856, "NVIDIA A100-SXM4-80GB MIG 1g.10gb", 10},
             {4'864, "NVIDIA A100-SXM4-40GB MIG 1g.5gb", 5},
             {16'384, "NVIDIA H200 MIG 1g.18gb", 18}}) {
        EXPECT_EQ(nominal_memory_mib(total_mib, model), sold_gb * 1024) << model;
    }
}

TEST(GpuMemory, request_for_a_larger_card_does_not_find_a_smaller_one) {
    EXPECT_FALSE(has_memory(143'771, "NVIDIA H200", 144 * 1024));
    EXPECT_FALSE(has_memory(95'830, "NVIDIA H100 NVL", 96 * 1024));
    EXPECT_FALSE(has_memory(11'019, "NVIDIA GeForce RTX 2080 Ti", 12 * 1024));
    EXPECT_FALSE(has_memory(40'960, "NVIDIA A100-PCIE-40GB", 80 * 1024));
    EXPECT_TRUE(has_memory(81'559, "NVIDIA H100 80GB HBM3", 81'920));
    EXPECT_TRUE(has_memory(81'559, "NVIDIA H100 80GB HBM3", 40 * 1024));
}

TEST(GpuMemory, unknown_memory_fits_only_requests_without_a_size) {
    EXPECT_FALSE(has_memory(std::nullopt, "NVIDIA GB10", 1024));
    EXPECT_TRUE(has_memory(std::nullopt, "NVIDIA GB10", 0));
}

TEST(GpuMemory, odd_total_is_unchanged) {
    EXPECT_EQ(nominal_memory_mib(50'000, "Odd"), 50'000);
    EXPECT_EQ(nominal_memory_mib(0, ""), 0);
    EXPECT_EQ(nominal_memory_mib(500'000, "Odd 99999999999999999999GB"), 500'000);
}

}  // namespace
}  // namespace dibs
