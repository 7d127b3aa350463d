"""The parts of a browser that a sign-in over several sites needs: a cookie jar with SameSite,
redirects, and forms. Sites are hosts: localhost differs from 127.0.0.1."""
import http.client
import html.parser
import urllib.parse

from patience import PATIENCE_S


class Form(html.parser.HTMLParser):
    """The first form of a page."""

    def __init__(self, text):
        super().__init__()
        self.action, self.fields = None, {}
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if tag == "form" and self.action is None:
            self.action = attrs.get("action")
        elif tag == "input" and attrs.get("name"):
            self.fields[attrs["name"]] = attrs.get("value") or ""


class Page:
    def __init__(self, url, response):
        self.url, self.status, self.headers = url, response.status, response.headers
        self.text = response.read().decode(errors="replace")

    @property
    def query(self):
        return dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(self.url).query))

    def __repr__(self):
        return f"{self.status} {self.url} {self.text[:400]!r}"


class Browser:
    def __init__(self):
        # (host, port, name) -> (value, attributes): stricter than browsers, which ignore ports
        self.cookies = {}

    def take_cookies(self, url, headers):
        at = urllib.parse.urlsplit(url)
        for line in headers.get_all("Set-Cookie") or []:
            first, *rest = [part.strip() for part in line.split(";")]
            name, _, value = first.partition("=")
            attributes = {a.partition("=")[0].lower(): a.partition("=")[2] for a in rest}
            key = (at.hostname, at.port, name)
            if attributes.get("max-age") == "0" or "1970" in attributes.get("expires", ""):
                self.cookies.pop(key, None)
            else:
                self.cookies[key] = (value, attributes)

    def cookie_line(self, url, from_elsewhere):
        at = urllib.parse.urlsplit(url)
        return "; ".join(
            f"{name}={value}" for (host, port, name), (value, attributes) in self.cookies.items()
            if (host, port) == (at.hostname, at.port)
            and at.path.startswith(attributes.get("path", "/"))
            and not (from_elsewhere and attributes.get("samesite", "lax").lower() == "strict"))

    def cookie(self, url, name):
        """The cookie's value and attributes, or None."""
        at = urllib.parse.urlsplit(url)
        return self.cookies.get((at.hostname, at.port, name))

    def ask(self, url, form=None, from_elsewhere=False):
        """Sends one request."""
        at = urllib.parse.urlsplit(url)
        connection = http.client.HTTPConnection(at.hostname, at.port, timeout=PATIENCE_S)
        head = {"Accept": "text/html"}
        cookies = self.cookie_line(url, from_elsewhere)
        if cookies:
            head["Cookie"] = cookies
        body = None
        if form is not None:
            body = urllib.parse.urlencode(form)
            head["Content-Type"] = "application/x-www-form-urlencoded"
        path = urllib.parse.urlunsplit(("", "", at.path or "/", at.query, ""))
        try:
            connection.request("GET" if form is None else "POST", path, body, head)
            page = Page(url, connection.getresponse())
        finally:
            connection.close()
        self.take_cookies(url, page.headers)
        return page

    def open(self, url, form=None, until=lambda url: False, come_from=None):
        """Follows redirects, but not to URLs for which `until` is true: then the last answer is
        the redirect."""
        site, crossed = urllib.parse.urlsplit(come_from or url).hostname, False
        for _ in range(20):
            crossed = crossed or urllib.parse.urlsplit(url).hostname != site
            page = self.ask(url, form, crossed)
            if page.status not in (301, 302, 303, 307):
                return page
            url, form = urllib.parse.urljoin(url, page.headers["Location"]), None
            if until(url):
                page.url = url
                return page
        raise AssertionError(f"more than 20 redirects, the last to {url}")

    def send(self, page, fields, **more):
        """Fills in the form of a page and sends it."""
        form = Form(page.text)
        assert form.action, f"no form in {page}"
        return self.open(urllib.parse.urljoin(page.url, form.action), {**form.fields, **fields},
                         come_from=page.url, **more)
