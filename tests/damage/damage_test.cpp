// One bit flips on the disk, or a file is cut: dibsd reaches the same facts and tables, or names
// the damage. It is never silently wrong. DIBS_FLIPS: number of trials (ops/dev/check uses 2,000).
#include "domain/log/checksum.hpp"
#include "domain/log/record.hpp"
#include "tests/damage/installation.hpp"

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <random>

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

int trials() {
    const char* told = std::getenv("DIBS_FLIPS");
    return told != nullptr ? std::atoi(told) : 100;
}

std::string read_file(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}
void write_file(const fs::path& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}
void flip(std::string& bytes, std::size_t at, unsigned bit) {
    bytes[at] = static_cast<char>(static_cast<unsigned char>(bytes[at]) ^ 1U << bit);
}

class Damage : public ::testing::Test {
  protected:
    std::size_t pick(std::size_t below) { return random_() % below; }
    unsigned bit() { return static_cast<unsigned>(pick(8)); }

    static Installation& house() {
        static Installation made;
        return made;
    }
    // Chooses the first or the last record, a claim, or any record.
    const LogEntry& some_record() {
        const auto& all = house().entries();
        switch (pick(4)) {
            case 0:
                return all.front();
            case 1:
                return all.back();
            case 2:
                for (;;) {
                    const auto& one = all[pick(all.size())];
                    if (parse_record(one.record)->is_claim()) return one;
                }
            default:
                return all[pick(all.size())];
        }
    }
    // Chooses a byte, with equal chances for each part: the previous hash, each line, the body, the
    // checksum.
    std::size_t place_in(const std::string& record) {
        const auto parts = *split_record(record);
        const auto part = pick(15);
        const auto at = [&](std::string_view piece, std::size_t room) {
            return static_cast<std::size_t>(piece.data() - record.data()) + pick(room);
        };
        if (part == 12) return pick(16);
        if (part == 13) return at(parts.body, parts.body.size());
        if (part == 14) return record.size() + pick(checksum_bytes);
        return at(parts.lines[part], parts.lines[part].size() + 1);  // with its line end
    }
    // Flips the bit in each copy of a page with the record, current or old.
    std::string flip_record(const fs::path& file) {
        auto bytes = read_file(file);
        const auto& [offset, record] = some_record();
        const auto place = place_in(record);
        const auto which = bit();
        int copies = 0;
        for (auto at = bytes.find(record); at != std::string::npos;
             at = bytes.find(record, at + record.size())) {
            flip(bytes, at + place, which);
            ++copies;
        }
        EXPECT_GT(copies, 0) << "the record at offset " << offset << " is not in the file";
        write_file(file, bytes);
        return "byte " + std::to_string(place) + " of the record at offset " +
               std::to_string(offset);
    }
    std::string flip_any(const fs::path& file, std::size_t first, std::size_t behind) {
        auto bytes = read_file(file);
        const auto at = first + pick(std::min(behind, bytes.size()) - first);
        flip(bytes, at, bit());
        write_file(file, bytes);
        return "byte " + std::to_string(at) + " of " + file.filename().string();
    }
    std::string cut(const fs::path& file) {
        const auto size = pick(fs::file_size(file));
        fs::resize_file(file, size);
        return file.filename().string() + " cut to " + std::to_string(size);
    }
    // Randomly keeps or removes the tables and the snapshot.
    std::string forget_some(const fs::path& folder) {
        std::string what;
        for (const auto* part : {"tables", "world"}) {
            if (pick(2) == 0) continue;
            fs::remove_all(folder / part);
            what += std::string(", without ") + part;
        }
        return what;
    }
    void count(Verdict verdict, const std::string& what, const std::string& said) {
        ++verdicts_[verdict];
        EXPECT_NE(verdict, Verdict::wrong) << "silently wrong: " << what;
        EXPECT_NE(verdict, Verdict::hung) << what << ": " << said;
    }
    void tell(const std::string& of) {
        std::cerr << of << ": " << verdicts_[Verdict::right] << " right, "
                  << verdicts_[Verdict::named] << " named, " << verdicts_[Verdict::ended]
                  << " ended, " << verdicts_[Verdict::wrong] << " silently wrong\n";
    }

    std::minstd_rand random_{20261122};
    std::map<Verdict, int> verdicts_;
};

TEST_F(Damage, sound_installation_gives_the_written_facts_and_tables) {
    std::string said;
    EXPECT_EQ(judge(house().copy(), house().truth(), true, said), Verdict::right) << said;
    EXPECT_GT(house().truth().position, 80);
}

TEST_F(Damage, flipped_bit_of_a_record_is_reported_with_its_offset) {
    for (int i = 0; i < trials(); ++i) {
        const auto& folder = house().copy();
        auto what = flip_record(folder / "log" / "data.mdb");
        what += forget_some(folder);
        std::string said;
        const auto verdict = judge(folder, house().truth(), true, said);
        count(verdict, what, said);
        EXPECT_EQ(verdict, Verdict::named) << what;
        EXPECT_NE(said.find("offset"), std::string::npos) << what << ": " << said;
    }
    tell("records");
}

TEST_F(Damage, other_flipped_bit_in_the_log_is_harmless_or_reported) {
    for (int i = 0; i < trials() / 2; ++i) {
        const auto& folder = house().copy();
        const auto file = folder / "log" / "data.mdb";
        const auto head = pick(2) * 4096;
        auto what = pick(4) == 0   ? flip_any(folder / "log" / "end", 0, 38)
                    : pick(2) == 0 ? flip_any(file, head, head + 160)
                                   : flip_any(file, 0, fs::file_size(file));
        what += forget_some(folder);
        std::string said;
        count(judge(folder, house().truth(), true, said), what, said);
    }
    tell("pages");
}

TEST_F(Damage, cut_log_is_reported) {
    for (int i = 0; i < trials() / 4; ++i) {
        const auto& folder = house().copy();
        auto what = cut(folder / "log" / "data.mdb");
        what += forget_some(folder);
        std::string said;
        const auto verdict = judge(folder, house().truth(), true, said);
        count(verdict, what, said);
        EXPECT_EQ(verdict, Verdict::named) << what;
    }
    tell("cuts");
}

// If reading them ends the process, the next start deletes them.
TEST_F(Damage, damaged_or_cut_tables_are_rebuilt) {
    for (int i = 0; i < trials() / 2; ++i) {
        const auto& folder = house().copy();
        const auto file = folder / "tables" / "facts" / "data.mdb";
        const auto what = pick(4) == 0 ? cut(file) : flip_any(file, 0, fs::file_size(file));
        std::string said;
        auto verdict = judge(folder, house().truth(), true, said);
        if (verdict == Verdict::ended) verdict = judge(folder, house().truth(), true, said);
        count(verdict, what, said);
        EXPECT_EQ(verdict, Verdict::right) << what << ": " << said;
    }
    tell("tables");
}

// Shows that the other tests can fail.
TEST_F(Damage, log_without_checks_is_sometimes_silently_wrong) {
    for (int i = 0; i < std::max(trials() / 4, 20); ++i) {
        const auto& folder = house().copy();
        flip_record(folder / "log" / "data.mdb");
        fs::remove_all(folder / "tables");
        fs::remove_all(folder / "world");
        std::string said;
        ++verdicts_[judge(folder, house().truth(), false, said)];
    }
    tell("without checks");
    EXPECT_GT(verdicts_[Verdict::wrong], 0);
}

}  // namespace
}  // namespace dibs::test
