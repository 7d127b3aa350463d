// Built files from memory: variants, caching, the page for deep paths, nothing from outside.
#include "api/http/static_files.hpp"

#include <fstream>

#include <gtest/gtest.h>
#include <unistd.h>

namespace dibs::http {
namespace {

namespace fs = std::filesystem;

class StaticFilesTest : public testing::Test {
  protected:
    void SetUp() override {
        base_ = fs::temp_directory_path() / ("dibs-static-" + std::to_string(::getpid()));
        fs::create_directories(base_ / "web" / "assets");
        write("web/index.html", "<page>");
        write("web/assets/app-1a2b3c4d.js", "plain");
        write("web/assets/app-1a2b3c4d.js.br", "brotli");
        write("web/assets/app-1a2b3c4d.js.gz", "gzip");
        write("web/.secret", "hidden");
        write("outside.txt", "outside");
        files_ = StaticFiles::load(base_ / "web").value();
    }
    void TearDown() override { fs::remove_all(base_); }
    void write(const std::string& name, const std::string& text) const {
        std::ofstream(base_ / name) << text;
    }
    [[nodiscard]] Response get(const std::string& path, const std::string& accepts = {},
                               const std::string& etag = {}) const {
        Request request;
        request.path = path;
        if (!accepts.empty()) request.headers.add("Accept-Encoding", accepts);
        if (!etag.empty()) request.headers.add("If-None-Match", etag);
        return files_.serve(request);
    }
    fs::path base_;
    StaticFiles files_;
};

TEST_F(StaticFilesTest, best_accepted_variant_is_sent) {
    const auto* path = "/assets/app-1a2b3c4d.js";
    EXPECT_EQ(get(path, "gzip, deflate, br").body.view(), "brotli");
    EXPECT_EQ(get(path, "gzip, deflate, br").header("content-encoding"), "br");
    EXPECT_EQ(get(path, "gzip, br;q=0").body.view(), "gzip");
    EXPECT_EQ(get(path, "*").body.view(), "brotli");
    EXPECT_EQ(get(path, "identity").body.view(), "plain");
    EXPECT_EQ(get(path).header("vary"), "Accept-Encoding");
    EXPECT_EQ(get(path).content_type, "text/javascript; charset=utf-8");
}

TEST_F(StaticFilesTest, hashed_names_are_immutable_and_pages_revalidated) {
    EXPECT_NE(get("/assets/app-1a2b3c4d.js").header("cache-control").find("immutable"),
              std::string_view::npos);
    EXPECT_EQ(get("/").header("cache-control"), "no-cache");
}

TEST_F(StaticFilesTest, unchanged_file_is_304_and_each_variant_has_its_own_etag) {
    const auto* path = "/assets/app-1a2b3c4d.js";
    const std::string tag(get(path, "br").header("etag"));
    EXPECT_EQ(get(path, "br", tag).status, 304);
    EXPECT_EQ(get(path, "br", tag).header("etag"), tag);
    EXPECT_EQ(get(path, "gzip", tag).status, 200);
}

TEST_F(StaticFilesTest, page_beside_the_application_is_found_without_suffix) {
    EXPECT_EQ(get("/api").status, 404);
    write("web/api.html", "<a href=\"./assets/app.js\">");
    const auto files = StaticFiles::load(base_ / "web", "/dibs").value();
    Request request;
    request.path = "/api";
    const auto found = files.serve(request);
    EXPECT_EQ(found.body.view(), "<a href=\"/dibs/assets/app.js\">");
    EXPECT_EQ(found.content_type, "text/html; charset=utf-8");
    request.path = "/api/v2";
    EXPECT_EQ(files.serve(request).status, 404);
}

TEST_F(StaticFilesTest, application_path_gets_the_page) {
    EXPECT_EQ(get("/").body.view(), "<page>");
    EXPECT_EQ(get("/calendar/2026").body.view(), "<page>");
    EXPECT_EQ(get("/calendar/").body.view(), "<page>");
}

TEST_F(StaticFilesTest, host_name_with_dots_gets_the_page) {
    EXPECT_EQ(get("/fleet/gpu03.example.org").body.view(), "<page>");
    EXPECT_EQ(get("/favicon.ico").status, 404);
}

TEST_F(StaticFilesTest, path_like_a_file_or_an_api_gets_no_page) {
    for (const auto* path :
         {"/wp-login.php", "/wp-admin/setup-config.php", "/calendar/data.json", "/boards/x.js",
          "/fleet/gpu03/app.js", "/fleet/.env", "/.git/config", "/admin.d/users", "/v1/gpus",
          "/V2/gpus", "/API/v1/gpus", "/Api", "/graphql", "/rest/gpus", "/metrics/", "/livez/x",
          "/assets/", "/assets/app", "/fleet//gpu03"}) {
        EXPECT_EQ(get(path).status, 404) << path;
    }
    for (const auto* path : {"/violations", "/fleet", "/fleet/gpu03", "/boards/brd_1", "/apiary",
                             "/vault", "/fleet/v1.example.org"}) {
        EXPECT_EQ(get(path).body.view(), "<page>") << path;
    }
}

TEST_F(StaticFilesTest, path_prefix_is_written_into_the_page_sent_uncompressed) {
    write("web/index.html", R"(<meta content="./"><script src="./assets/a.js">./ stays)");
    write("web/index.html.br", "without the prefix");
    files_ = StaticFiles::load(base_ / "web", "/dibs").value();
    EXPECT_EQ(get("/", "br").body.view(),
              R"(<meta content="/dibs/"><script src="/dibs/assets/a.js">./ stays)");
}

TEST_F(StaticFilesTest, missing_file_is_404_not_the_page) {
    EXPECT_EQ(get("/assets/app-00000000.js").status, 404);
}

TEST_F(StaticFilesTest, outside_and_hidden_files_are_not_reachable) {
    for (const auto* path : {"/../outside.txt", "/%2e%2e/outside.txt", "/..%2foutside.txt",
                             "/assets/../../outside.txt", "/.secret", "//etc/passwd.txt",
                             "/\\..\\outside.txt", "/%"}) {
        const auto response = get(path);
        EXPECT_EQ(response.status, 404) << path << " " << response.body.view();
    }
}

TEST_F(StaticFilesTest, missing_directory_is_a_clear_error) {
    const auto loaded = StaticFiles::load(base_ / "nowhere");
    ASSERT_FALSE(loaded);
    EXPECT_NE(loaded.error().field.find("nowhere"), std::string::npos);
}

}  // namespace
}  // namespace dibs::http
