// Requests that two HTTP implementations may read differently (RFC 9112 section 11.2, and attacks
// published since). Each must be refused and its connection closed, so that nothing hidden behind
// it is taken for a request.
#include "tests/api/http/running_server.hpp"

#include <array>

#include <gtest/gtest.h>

namespace dibs::http {
namespace {

using namespace std::string_literals;

struct Ambiguous {
    const char* what;
    std::string bytes;
    int status = 400;
};

const std::string post_head = "POST /echo HTTP/1.1\r\nHost: x\r\n";
const std::string get_head = "GET /hello HTTP/1.1\r\nHost: x\r\n";
const std::string hidden = "GET /items/smuggled HTTP/1.1\r\nHost: x\r\n\r\n";
const std::string chunked = "0\r\n\r\n" + hidden;
const std::string chunks = post_head + "Transfer-Encoding: chunked\r\n\r\n";

const std::vector<Ambiguous> corpus{
    // Two framings.
    {"CL.TE", post_head + "Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n" + chunked},
    {"TE.CL", post_head + "Transfer-Encoding: chunked\r\nContent-Length: 6\r\n\r\n" + chunked},
    {"CL 0 and TE",
     post_head + "Content-Length: 0\r\nTransfer-Encoding: chunked\r\n\r\n" + chunked},
    {"TE twice", post_head + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n"},
    {"TE chunked, identity",
     post_head + "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n" + chunked},
    {"TE list", post_head + "Transfer-Encoding: gzip, chunked\r\n\r\n" + chunked},
    {"TE list reversed", post_head + "Transfer-Encoding: chunked, identity\r\n\r\n" + chunked},
    {"TE identity", post_head + "Transfer-Encoding: identity\r\n\r\n" + hidden},
    {"TE xchunked", post_head + "Transfer-Encoding: xchunked\r\n\r\n" + chunked},
    {"TE quoted", post_head + "Transfer-Encoding: \"chunked\"\r\n\r\n" + chunked},
    {"TE with parameter", post_head + "Transfer-Encoding: chunked;q=1\r\n\r\n" + chunked},
    {"TE empty", post_head + "Transfer-Encoding:\r\n\r\n" + chunked},
    {"TE with vertical tab", post_head + "Transfer-Encoding: \vchunked\r\n\r\n" + chunked},
    {"TE with NUL", post_head + "Transfer-Encoding: chunked\0\r\n\r\n"s + chunked},
    {"TE folded", post_head + "Transfer-Encoding:\r\n chunked\r\n\r\n" + chunked},
    {"TE, space before colon", post_head + "Transfer-Encoding : chunked\r\n\r\n" + chunked},
    {"TE, tab before colon", post_head + "Transfer-Encoding\t: chunked\r\n\r\n" + chunked},
    {"TE with underscore", post_head + "Transfer_Encoding: chunked\r\n\r\n" + chunked},
    {"TE behind a bare LF", post_head + "X: y\nTransfer-Encoding: chunked\r\n\r\n" + chunked},
    {"TE behind a bare CR", post_head + "X: y\rTransfer-Encoding: chunked\r\n\r\n" + chunked},
    {"TE in HTTP/1.0", "POST /echo HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n" + chunked},
    {"TE of a GET", get_head + "Transfer-Encoding: chunked\r\n\r\n" + chunked},
    {"TE of a TRACE",
     "TRACE /hello HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" + chunked},
    // Chunks.
    {"chunk extension", chunks + "3;a=b\r\nabc\r\n" + chunked},
    {"extension of the last chunk", chunks + "0;a\r\n\r\n" + hidden},
    {"trailer", chunks + "0\r\nX: y\r\n\r\n" + hidden},
    {"trailer with a length", chunks + "0\r\nContent-Length: 40\r\n\r\n" + hidden},
    {"no empty line at the end", chunks + "0\r\n" + hidden},
    {"chunk size without digits", chunks + "\r\n" + chunked},
    {"chunk size with 0x", chunks + "0x3\r\nabc\r\n" + chunked},
    {"chunk size with plus", chunks + "+3\r\nabc\r\n" + chunked},
    {"chunk size with minus", chunks + "-3\r\nabc\r\n" + chunked},
    {"chunk size with a blank before", chunks + " 3\r\nabc\r\n" + chunked},
    {"chunk size with a blank behind", chunks + "3 \r\nabc\r\n" + chunked},
    {"chunk size over 64 bits", chunks + "10000000000000003\r\nabc\r\n" + chunked},
    {"chunk size of nine digits", chunks + "000000003\r\nabc\r\n" + chunked},
    {"chunk larger than a body", chunks + "10001\r\nabc\r\n" + chunked},
    {"bare LF behind a chunk size", chunks + "3\nabc\r\n" + chunked},
    {"bare CR behind a chunk size", chunks + "3\rabc\r\n" + chunked},
    {"bare LF behind a chunk", chunks + "3\r\nabc\n" + chunked},
    {"chunk longer than it says", chunks + "3\r\nabcd\r\n" + chunked},
    {"chunk shorter than it says", chunks + "5\r\nabc\r\n" + chunked},
    // Content-Length.
    {"CL twice, different", post_head + "Content-Length: 0\r\nContent-Length: 40\r\n\r\n" + hidden},
    {"CL twice, equal", post_head + "Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc"},
    {"CL list", post_head + "Content-Length: 3, 3\r\n\r\nabc"},
    {"CL with plus", post_head + "Content-Length: +3\r\n\r\nabc"},
    {"CL with minus", post_head + "Content-Length: -3\r\n\r\nabc"},
    {"CL hexadecimal", post_head + "Content-Length: 0x3\r\n\r\nabc"},
    {"CL octal-like", post_head + "Content-Length: 003\r\n\r\nabc"},
    {"CL with decimals", post_head + "Content-Length: 3.0\r\n\r\nabc"},
    {"CL with exponent", post_head + "Content-Length: 3e0\r\n\r\nabc"},
    {"CL empty", post_head + "Content-Length:\r\n\r\nabc"},
    {"CL blank inside", post_head + "Content-Length: 1 3\r\n\r\nabc"},
    {"CL with underscore", post_head + "Content_Length: 3\r\n\r\nabc"},
    {"CL, space before colon", post_head + "Content-Length : 3\r\n\r\nabc"},
    {"CL over 64 bits", post_head + "Content-Length: 18446744073709551619\r\n\r\nabc"},
    {"CL with NUL", post_head + "Content-Length: 3\0\r\n\r\nabc"s},
    {"CL folded", post_head + "Content-Length:\r\n 3\r\n\r\nabc"},
    {"CL of a GET", get_head + "Content-Length: 43\r\n\r\n" + hidden},
    {"CL of a HEAD", "HEAD /hello HTTP/1.1\r\nHost: x\r\nContent-Length: 43\r\n\r\n" + hidden},
    // Lines.
    {"bare LF everywhere", "GET /hello HTTP/1.1\nHost: x\n\n" + hidden},
    {"head ended by LF LF", "GET /hello HTTP/1.1\r\nHost: x\n\n" + hidden},
    {"an empty line first", "\r\n" + get_head + "\r\n"},
    {"a blank line with a space", get_head + " \r\n\r\n" + hidden},
    {"folded field", get_head + "X: a\r\n b\r\n\r\n"},
    {"field without colon", get_head + "nonsense\r\n\r\n"},
    {"field without name", get_head + ": value\r\n\r\n"},
    {"field name with a space", get_head + "X Y: z\r\n\r\n"},
    {"field name with a control character", get_head + "X\x01Y: z\r\n\r\n"},
    // Request line, version and host.
    {"two spaces in the request line", "GET  /hello HTTP/1.1\r\nHost: x\r\n\r\n"},
    {"tab in the request line", "GET\t/hello HTTP/1.1\r\nHost: x\r\n\r\n"},
    {"HTTP/0.9", "GET /hello\r\n\r\n"},
    {"HTTP/1.1 with blanks", "GET /hello HTTP/1.1 \r\nHost: x\r\n\r\n"},
    {"HTTP/2", "GET /hello HTTP/2.0\r\nHost: x\r\n\r\n", 505},
    {"absolute target elsewhere", "GET http://y/hello HTTP/1.1\r\nHost: x\r\n\r\n"},
    {"absolute target nowhere", "GET http:///hello HTTP/1.1\r\nHost: x\r\n\r\n"},
    {"absolute target of somebody", "GET http://a@x/hello HTTP/1.1\r\nHost: x\r\n\r\n"},
    {"absolute target, another port", "GET http://x:80/hello HTTP/1.1\r\nHost: x\r\n\r\n"},
    {"absolute target without Host", "GET http://x/hello HTTP/1.0\r\n\r\n"},
    {"the whole server, but for OPTIONS", "GET * HTTP/1.1\r\nHost: x\r\n\r\n"},
    {"Host twice", "GET /hello HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n"},
    {"Host absent", "GET /hello HTTP/1.1\r\n\r\n"},
    {"Host with a path", "GET /hello HTTP/1.1\r\nHost: x/y\r\n\r\n"},
    {"dot segments, encoded", "GET /items/%2e%2e/hello HTTP/1.1\r\nHost: x\r\n\r\n"},
};

TEST(Smuggling, ambiguous_requests_are_refused_and_closed) {
    RunningServer running;
    const auto& requests = corpus;
    ASSERT_EQ(requests.size(), 84U);
    for (const auto& request : requests) {
        auto socket = running.connect();
        const auto response = socket.ask(request.bytes);
        EXPECT_EQ(response.status, request.status) << request.what << "\n" << response.body;
        EXPECT_EQ(response.header("connection"), "close") << request.what;
        socket.end_sending();
        EXPECT_TRUE(socket.closed()) << request.what << ": open, or a second answer";
    }
    for (const auto& seen : running.observer.seen()) {
        EXPECT_EQ(seen.route, "refused") << "a hidden request was routed";
    }
    EXPECT_EQ(running.get("/hello").status, 200);
}

TEST(Smuggling, hidden_request_alone_is_answered) {
    const RunningServer running;
    EXPECT_EQ(running.connect().ask(hidden).body, "smuggled");
}

}  // namespace
}  // namespace dibs::http
