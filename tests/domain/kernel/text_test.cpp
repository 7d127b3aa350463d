// Names, titles and labels in normal form.
#include "domain/kernel/text.hpp"

#include <gtest/gtest.h>

namespace dibs {
namespace {

std::string normal(std::string_view text) {
    const auto line = normal_line(text, "title", "A title", {1, 10});
    return line ? *line : "refused: " + line.error().field;
}

TEST(NormalLine, line_becomes_nfc_without_surrounding_blanks) {
    EXPECT_EQ(normal("Zoe\u0308"), "Zo\u00eb");
    EXPECT_EQ(normal("Zo\u00eb"), "Zo\u00eb");
    EXPECT_EQ(normal("  a b \n"), "a b");
    EXPECT_EQ(normal("\u3000a\u00a0"), "a");
    EXPECT_EQ(normal("\u1112\u1161\u11ab"), "\ud55c");
    EXPECT_EQ(normal("\u2126"), "\u03a9") << "the ohm sign is an omega";
    EXPECT_EQ(normal("\u2764\ufe0f"), "\u2764\ufe0f");
}

TEST(NormalLine, rejects_invisible_characters) {
    for (const std::string_view text : {"a\u200bb",
                                        "a\u200db",
                                        "a\u202eb",
                                        "a\u2066b",
                                        "a\ufeff"
                                        "b",
                                        "a\u00adb",
                                        "a\u061cb",
                                        "a\u2028b",
                                        "a\u3164b",
                                        "a\u034fb",
                                        "a\u0007b",
                                        "a\tb",
                                        "a\nb",
                                        "a\u007fb",
                                        "a\u0085b",
                                        "\U000e0041a",
                                        "a\u2060",
                                        "\u200b",
                                        "\xff\xfe",
                                        "\xed\xa0\x80"}) {
        EXPECT_EQ(normal(text), "refused: title") << text;
    }
    using namespace std::string_view_literals;
    EXPECT_EQ(normal("a\0b"sv), "refused: title");
}

TEST(NormalLine, line_length_counts_characters) {
    EXPECT_EQ(normal(""), "refused: title");
    EXPECT_EQ(normal("   "), "refused: title");
    EXPECT_EQ(normal("żółtażółta"), "żółtażółta");
    EXPECT_EQ(normal("żółtażółtaż"), "refused: title");
    EXPECT_EQ(normal("  aaaaaaaaaa  "), "aaaaaaaaaa");
    const auto refused = normal_line("", "label", "A label", {1, 100});
    EXPECT_EQ(refused.error().detail, "A label has 1 to 100 characters.");
}

TEST(UnixName, unix_name_follows_the_rules_of_adduser) {
    for (const auto* good :
         {"ann", "a", "_ann", "jan.kowalski", "ann-2", "a234567890123456789012345678901b"}) {
        EXPECT_TRUE(is_unix_name(good)) << good;
    }
    for (const auto* wrong : {"", "Ann", "2ann", "-ann", ".ann", "ann smith", "ann$", "a:b", "zoë",
                              "a2345678901234567890123456789012b"}) {
        EXPECT_FALSE(is_unix_name(wrong)) << wrong;
    }
}

TEST(UnixName, directory_name_includes_its_domain) {
    for (const auto* good : {"ann.lee@ad.example.org", "Ann.Lee@AD.EXAMPLE.ORG", R"(CORP\jdoe)",
                             R"(corp.example.org\jdoe)", "CORP+jdoe", "123456@uni.example", "ann@x",
                             R"(LAB_2\_svc-1)"}) {
        EXPECT_TRUE(is_unix_name(good)) << good;
    }
    EXPECT_TRUE(is_unix_name(std::string(64, 'a') + '@' + std::string(63, 'b')));
    EXPECT_FALSE(is_unix_name(std::string(65, 'a') + '@' + std::string(63, 'b')));
    EXPECT_FALSE(is_unix_name(std::string(64, 'a') + '@' + std::string(64, 'b')));
}

// Characters with a special meaning in a shell, an option, a filter, a path, a table or a terminal.
TEST(UnixName, directory_name_has_no_special_characters) {
    for (const auto* wrong : {"@ad.example.org", "ann@",         "ann@@x",       R"(CORP\)",
                              R"(\ann)",         R"(CORP\\ann)", R"(A\B\ann)",   R"(CORP\ann@x)",
                              "ann@x+y",         "-ann@x",       "ann@-x",       "ann@x-",
                              "ann@.x",          "ann@x.",       R"(-oProxy\x)", R"(CORP\-ann)",
                              R"(CORP\ann lee)", "ann lee@x",    "ann@x y",      "ann@x;id",
                              "ann@$(id)",       "ann`id`@x",    "ann@x|y",      "ann@x&y",
                              "ann@x>y",         "ann'@x",       "ann\"@x",      "ann@x*",
                              "ann(@x",          "ann@x/y",      "../ann@x",     "=ann@x",
                              "ann@x,y",         "ann@x:y",      "ann@x%0a",     "ann@x\n",
                              "ann\x1b[2J@x",    "ann@x\x7f",    "аnn@x",        "ann@\u0445",
                              "ann\u200b@x",     "ann@x\u202e"}) {
        EXPECT_FALSE(is_unix_name(wrong)) << wrong;
    }
    using namespace std::string_view_literals;
    EXPECT_FALSE(is_unix_name("ann@x\0"sv));
}

TEST(UnixName, directory_name_ignores_case) {
    EXPECT_TRUE(is_same_account(R"(CORP\jdoe)", R"(corp\JDoe)"));
    EXPECT_TRUE(is_same_account("Ann@AD.example.org", "ann@ad.example.org"));
    EXPECT_EQ(account_key(R"(CORP\jdoe)"), R"(corp\jdoe)");
    EXPECT_FALSE(is_same_account("Ann", "ann")) << "a host has both";
    EXPECT_FALSE(is_same_account("ann", "ann@ad.example.org"));
    EXPECT_FALSE(is_same_account(R"(CORP\ann)", "CORP+ann"));
    EXPECT_EQ(without_directory(R"(CORP\jdoe)"), "jdoe");
    EXPECT_EQ(without_directory("ann@x"), "ann");
    EXPECT_EQ(without_directory("ann"), "ann");
}

TEST(HostAddress, host_address_is_a_dns_name_or_an_ip_address) {
    for (const auto* good : {"gpu01", "gpu01.example.org", "192.0.2.7", "::1", "fe80::1%eth0",
                             "_gpu", "GPU-01.example.org."}) {
        EXPECT_TRUE(is_host_address(good)) << good;
    }
    for (const auto* wrong : {"", "-oProxyCommand=x", ".gpu", "%eth0", "gpu 1", "gpu/1", "gpuż"}) {
        EXPECT_FALSE(is_host_address(wrong)) << wrong;
    }
    EXPECT_TRUE(is_host_address(std::string(253, 'a')));
    EXPECT_FALSE(is_host_address(std::string(254, 'a')));
}

}  // namespace
}  // namespace dibs
