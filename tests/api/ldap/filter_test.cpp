// Typed text is a value of a filter and never a part of its syntax; names of entries have one
// normal form.
#include "api/auth/ldap/filter.hpp"

#include "api/auth/ldap/names.hpp"

#include <gtest/gtest.h>

namespace dibs::auth::ldap {
namespace {

using namespace std::string_literals;

TEST(Filter, inserted_value_is_escaped) {
    EXPECT_EQ(escaped("ann.nowak-2_x"), "ann.nowak-2_x");
    EXPECT_EQ(escaped("*"), "\\2a");
    EXPECT_EQ(escaped(")(uid=*"), "\\29\\28uid=\\2a");
    EXPECT_EQ(escaped("a\\2ab"), "a\\5c2ab");
    EXPECT_EQ(escaped("a\0b"s), "a\\00b");
    EXPECT_EQ(escaped("ż"), "\\c5\\bc");
    EXPECT_EQ(escaped(" a\n"), "\\20a\\0a");
    EXPECT_EQ(escaped(""), "");
}

TEST(Filter, each_placeholder_is_filled_once_and_not_expanded_again) {
    EXPECT_EQ(filled("(uid={name})", {.name = "ann"}), "(uid=ann)");
    EXPECT_EQ(filled("(&(objectClass=person)(|(uid={name})(cn={name})))", {.name = "a*"}),
              "(&(objectClass=person)(|(uid=a\\2a)(cn=a\\2a)))");
    EXPECT_EQ(filled("(|(member={dn})(memberUid={name}))", {"ann", "cn=Ann (2),dc=org"}),
              "(|(member=cn=Ann\\20\\282\\29,dc=org)(memberUid=ann))");
    EXPECT_EQ(filled("({name}={dn})", {"{dn}", "x"}), "({dn}=x)");
    EXPECT_EQ(filled("(a={nam})", {.name = "ann"}), "(a={nam})");
}

TEST(Filter, filter_needs_balanced_brackets) {
    for (const char* good : {"(uid={name})", "(&(a=b)(c=d))", "(!(a=b))"}) {
        EXPECT_TRUE(is_filter(good)) << good;
    }
    for (const char* bad :
         {"", "()", "uid={name}", "(a=b", "(a=b))", "(a=b)(c=d)", ")a=b(", "(a=b) "}) {
        EXPECT_FALSE(is_filter(bad)) << bad;
    }
}

TEST(EntryName, spellings_of_a_name_have_one_normal_form) {
    const std::string one = "cn=gpu users,ou=groups,dc=example,dc=org";
    for (const char* written :
         {"cn=gpu users,ou=groups,dc=example,dc=org", "CN=GPU Users, OU=Groups, DC=example, DC=org",
          "cn=gpu\\20users,ou=groups,dc=example,dc=org"}) {
        EXPECT_EQ(normal_dn(written), one) << written;
    }
    EXPECT_NE(normal_dn("cn=gpu users,ou=others,dc=example,dc=org"), one);
    // An escaped comma does not begin another part.
    EXPECT_NE(normal_dn("cn=a\\,ou=b,dc=org"), normal_dn("cn=a,ou=b,dc=org"));
}

TEST(EntryName, invalid_name_has_no_normal_form) {
    for (const auto& text : {""s, "gpu users"s, "cn="s + std::string(2000, 'a'), "cn=a\0,dc=org"s,
                             "=a,dc=org"s, "cn=a,"s}) {
        EXPECT_FALSE(normal_dn(text)) << text;
    }
}

}  // namespace
}  // namespace dibs::auth::ldap
