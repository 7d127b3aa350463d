// The method of every benchmark here: baseline and product alternate (A B A B …). The result is the
// ratio in each pair: the median over the pairs, with its range. The machine is noisy; ratios
// within one run are comparable, absolute figures are not.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include <sys/resource.h>

namespace dibs::bench {

struct Spread {
    double median = 0, least = 0, most = 0;
};

inline Spread spread_of(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return {values[values.size() / 2], values.front(), values.back()};
}

inline double percentile(std::vector<double> values, double p) {
    std::sort(values.begin(), values.end());
    const auto at = static_cast<std::size_t>(p / 100.0 * static_cast<double>(values.size() - 1));
    return values[at];
}

inline double seconds_of(const std::function<void()>& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

inline double cpu_seconds(__rusage_who of = RUSAGE_SELF) {  // or RUSAGE_THREAD
    rusage usage{};
    getrusage(of, &usage);
    const auto seconds = [](const timeval& t) {
        return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) / 1e6;
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

// Runs both `pairs` times; each returns its figure. Prints one line: figures, ratio, goal.
inline void compare(const std::string& name, const std::string& unit, int pairs,
                    const std::function<double()>& raw, const std::function<double()>& ours,
                    const std::string& goal) {
    std::vector<double> raws, own, ratios;
    for (int i = 0; i < pairs; ++i) {
        raws.push_back(raw());
        own.push_back(ours());
        ratios.push_back(own.back() / raws.back());
    }
    const auto r = spread_of(raws);
    const auto o = spread_of(own);
    const auto q = spread_of(ratios);
    const bool noisy = r.most > 1.3 * r.median || r.least < 0.7 * r.median;
    std::printf(
        "%-44s raw %.4g (%.4g-%.4g)  ours %.4g (%.4g-%.4g) %s  ratio %.2f (%.2f-%.2f)  %s%s\n",
        name.c_str(), r.median, r.least, r.most, o.median, o.least, o.most, unit.c_str(), q.median,
        q.least, q.most, goal.c_str(), noisy ? "  NOISY: run again" : "");
    std::fflush(stdout);
}

}  // namespace dibs::bench
