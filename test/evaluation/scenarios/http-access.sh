# A small web server's access log, and curl's view of the same requests.
cat > server.py <<'T'
import http.server, sys
class H(http.server.BaseHTTPRequestHandler):
    def reply(self, code, body=b''):
        self.send_response(code); self.send_header('Content-Length', str(len(body))); self.end_headers(); self.wfile.write(body)
    def do_GET(self):
        codes = {'/': 200, '/health': 200, '/login': 302, '/admin': 403, '/reports/2024': 500, '/profile': 401, '/slow': 504, '/static/app.css': 304}
        self.reply(codes.get(self.path, 404), b'')
    def do_POST(self):
        self.rfile.read(int(self.headers.get('Content-Length', 0)))
        codes = {'/orders': 201, '/orders/7/cancel': 409, '/upload': 413, '/payments': 502}
        self.reply(codes.get(self.path, 404))
    def do_DELETE(self): self.reply(204)
print('server starting'); sys.stdout.flush()
http.server.ThreadingHTTPServer(('127.0.0.1', int(sys.argv[1])), H).serve_forever()
T
python3 server.py $PORT_A 2>&1 & server=$!
sleep 0.7; u=http://127.0.0.1:$PORT_A
for path in / /health /login /admin /profile /reports/2024 /favicon.ico /slow /static/app.css; do curl -s -o /dev/null -w "curl GET $path answered %{http_code} in %{time_total}s\n" $u$path; done
for path in /orders /orders/7/cancel /upload /payments; do curl -s -o /dev/null -d x=1 -w "curl POST $path answered %{http_code}\n" $u$path; done
curl -s -X DELETE -o /dev/null -w "curl DELETE /orders/9 answered %{http_code}\n" $u/orders/9
for i in 1 2 3; do curl -s -o /dev/null $u/health; done
curl -sS http://127.0.0.1:$PORT_B/metrics; curl -sS --max-time 1 http://no-such-host.invalid/; curl -sS -k https://127.0.0.1:$PORT_A/
kill $server; wait $server 2>/dev/null; echo "server stopped"
