// Invalid settings of [ldap], each reported with its key; above all no password without TLS.
#include "api/auth/ldap/settings.hpp"

#include <gtest/gtest.h>

namespace dibs::auth::ldap {
namespace {

Settings good() {
    Settings settings;
    settings.url = "ldap://ldap.example.org";
    settings.base = "dc=example,dc=org";
    return settings;
}
std::string key_at_fault(const Settings& settings) {
    const auto fault = fault_in(settings);
    return fault ? std::string(fault->key) : "";
}

TEST(DirectorySettings, usual_settings_are_accepted) {
    EXPECT_EQ(key_at_fault(good()), "");
    for (const char* url : {"ldaps://ldap.example.org", "ldap://10.0.0.1:3890", "ldaps://[::1]:636",
                            "ldap://a.example.org ldap://b.example.org:389"}) {
        auto settings = good();
        settings.url = url;
        EXPECT_EQ(key_at_fault(settings), "") << url;
    }
}

TEST(DirectorySettings, invalid_urls_are_refused) {
    for (const char* url :
         {"ldap.example.org", "http://ldap.example.org", "ldap://", "ldap:///dc=a", "ldap://a/dc=b",
          "ldap://user@a", "ldap://a:0x1", "ldap://a:65536", "ldap://a:", "ldapi://%2frun%2fldapi",
          "ldap://[::1", "ldap://a,ldap://b", "ldap://a?sub", "ldaps://a http://b"}) {
        auto settings = good();
        settings.url = url;
        EXPECT_EQ(key_at_fault(settings), "url") << url;
    }
}

TEST(DirectorySettings, tls_is_optional_only_on_this_machine) {
    auto settings = good();
    settings.start_tls = false;
    for (const char* url : {"ldap://localhost", "ldap://127.0.0.1:3890", "ldap://[::1]",
                            "ldaps://ldap.example.org", "ldap://127.0.0.1 ldaps://b.example.org"}) {
        settings.url = url;
        EXPECT_EQ(key_at_fault(settings), "") << url;
    }
    for (const char* url :
         {"ldap://ldap.example.org", "ldap://10.0.0.1", "ldap://localhost.evil.example",
          "ldap://127.0.0.1.evil.example", "ldaps://a ldap://b"}) {
        settings.url = url;
        EXPECT_EQ(key_at_fault(settings), "start_tls") << url;
    }
}

TEST(DirectorySettings, wrong_setting_is_named_by_its_key) {
    const auto with = [](auto change) {
        auto settings = good();
        change(settings);
        return key_at_fault(settings);
    };
    EXPECT_EQ(with([](auto& s) { s.base = ""; }), "base");
    EXPECT_EQ(with([](auto& s) { s.base = "example.org"; }), "base");
    EXPECT_EQ(with([](auto& s) { s.bind_dn = "dibs"; }), "bind_dn");
    EXPECT_EQ(with([](auto& s) { s.group_base = "groups"; }), "group_base");
    EXPECT_EQ(with([](auto& s) { s.filter = "(uid=ann)"; }), "filter");
    EXPECT_EQ(with([](auto& s) { s.filter = "uid={name}"; }), "filter");
    EXPECT_EQ(with([](auto& s) { s.filter = "(uid={name}))"; }), "filter");
    EXPECT_EQ(with([](auto& s) { s.group_filter = "(cn=*)"; }), "group_filter");
    EXPECT_EQ(with([](auto& s) { s.name = std::string(41, 'n'); }), "name");
    EXPECT_EQ(with([](auto& s) { s.attributes.unix_name = ""; }), "unix_name_attribute");
    EXPECT_EQ(with([](auto& s) { s.attributes.name = "cn,mail"; }), "name_attribute");
    EXPECT_EQ(with([](auto& s) { s.attributes.mail = "*"; }), "mail_attribute");
    EXPECT_EQ(with([](auto& s) { s.attributes.subject = "1.1"; }), "subject_attribute");
    EXPECT_EQ(with([](auto& s) { s.attributes.groups = "+"; }), "groups_attribute");
    EXPECT_EQ(with([](auto& s) { s.attributes.groups = ""; }), "") << "no groups at all";
}

}  // namespace
}  // namespace dibs::auth::ldap
