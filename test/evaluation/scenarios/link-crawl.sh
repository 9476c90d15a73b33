# wget walks a small site: recursion, broken links, a redirect, a loop, robots, a timeout, a resumed download.
cat > site.py <<'T'
import http.server, sys, time
PAGES = {'/': '<a href="/docs/">d</a><a href="/old">o</a><a href="/gone.html">g</a><a href="/private/x.html">p</a><a href="/img/logo.png">i</a><a href="/team.html">t</a>', '/docs/': '<a href="/docs/install.html">a</a><a href="/docs/faq.html">b</a><a href="/docs/missing.html">c</a>', '/docs/install.html': 'install', '/docs/faq.html': 'faq', '/new': 'new', '/team.html': 'team', '/robots.txt': 'User-agent: *\nDisallow: /private/\n'}
class H(http.server.BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.0'
    def log_message(self, *a): pass
    def do_HEAD(self): self.do_GET(False)
    def do_GET(self, body=True):
        p = self.path
        if p == '/old': self.send_response(301); self.send_header('Location', '/new'); self.end_headers(); return
        if p == '/loop': self.send_response(302); self.send_header('Location', '/loop'); self.end_headers(); return
        if p == '/slow': time.sleep(3)
        if p == '/img/logo.png': data, kind = b'\x89PNG' + b'0' * 400, 'image/png'
        elif p == '/manual.pdf': data, kind = b'%PDF' + b'1' * 6000, 'application/pdf'
        elif p == '/admin': self.send_response(401); self.end_headers(); return
        elif p == '/status': self.send_response(503); self.end_headers(); return
        elif p in PAGES: data, kind = ('<html>%s</html>' % PAGES[p]).encode() if p != '/robots.txt' else PAGES[p].encode(), 'text/html' if p != '/robots.txt' else 'text/plain'
        else: self.send_response(404); self.end_headers(); return
        r = self.headers.get('Range'); off = int(r.split('=')[1].split('-')[0]) if r else 0
        self.send_response(206 if r else 200); self.send_header('Content-Type', kind); self.send_header('Content-Length', str(len(data) - off))
        if r: self.send_header('Content-Range', 'bytes %d-%d/%d' % (off, len(data) - 1, len(data)))
        self.end_headers()
        if body: self.wfile.write(data[off:])
http.server.ThreadingHTTPServer(('127.0.0.1', int(sys.argv[1])), H).serve_forever()
T
python3 site.py $PORT_A & s=$!; sleep 0.8; u=http://127.0.0.1:$PORT_A
w() { echo "\$ wget $*"; wget --no-config --progress=dot:mega "$@"; echo "[wget exit status $?]"; }
w -r -l 3 -nv -P mirror $u/
w --spider -r -l 3 -nd $u/docs/
w -t 1 -T 1 $u/slow
w -t 1 --max-redirect=5 $u/loop
printf '%%PDF1111' > manual.pdf; w -c $u/manual.pdf
w -q --spider $u/team.html && echo "team.html is alive"
w --spider $u/admin
w -t 2 --waitretry=0 --retry-on-http-error=503 $u/status
w -t 3 --waitretry=0 --retry-connrefused http://127.0.0.1:$PORT_B/feed.xml
w -nc $u/manual.pdf
w -O checksum.txt $u/checksums.sha256
w --spider http://no-such-host.invalid/
(cd mirror/127.0.0.1:$PORT_A && find . -type f | sort | while read f; do echo "mirrored: $f $(stat -c %s "$f") bytes"; done)
echo "external links not checked (--no-external)"
kill $s
