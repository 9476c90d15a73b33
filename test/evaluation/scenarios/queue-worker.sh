# A task worker in Python over a SQLite queue: retries with back-off, dead letters, time limits, duplicates, a poison message.
cat > worker.py <<'T'
import http.server, json, logging, os, sqlite3, sys, threading, time, urllib.request, urllib.error, zlib
logging.basicConfig(stream=sys.stdout, level=logging.INFO, format='[%(asctime)s: %(levelname)s/%(threadName)s] %(message)s')
log = logging.getLogger('worker'); threading.current_thread().name = 'Worker-1'
calls = {}
class Api(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_): pass
    def do_POST(self):
        calls[self.path] = calls.get(self.path, 0) + 1
        code = 503 if self.path == '/crm' and calls[self.path] < 3 else 410 if self.path == '/fax' else 500 if self.path == '/geo' else 200
        self.send_response(code); self.end_headers()
api = http.server.ThreadingHTTPServer(('127.0.0.1', int(os.environ['PORT_A'])), Api); threading.Thread(target=api.serve_forever, daemon=True, name='Api').start()
db = sqlite3.connect('queue.db'); db.execute('create table task(id text primary key, name text, args text, state text default "pending")')
def put(i, name, **args):
    try: db.execute('insert into task(id, name, args) values(?,?,?)', (i, name, json.dumps(args))); log.info('Task %s[%s] enqueued', name, i)
    except sqlite3.IntegrityError: log.warning('Task %s[%s] rejected as duplicate', name, i)
class Later(Exception): pass
class Never(Exception): pass
def call(path):
    try: urllib.request.urlopen(urllib.request.Request(f"http://127.0.0.1:{os.environ['PORT_A']}{path}", b'{}'), timeout=2)
    except urllib.error.HTTPError as e: raise (Never if e.code == 410 else Later)(f'HTTP {e.code}')
def squeeze(size): return f'{size} -> {len(zlib.compress(bytes(size)))} bytes'
def slow(seconds):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        time.sleep(0.05)
        if time.monotonic() > end - seconds + 0.4: raise TimeoutError('time limit of 0.4 s exceeded')
def parse(text): return len(json.loads(text))
kinds = {'crm.sync': lambda a: call('/crm'), 'fax.send': lambda a: call('/fax'), 'geo.lookup': lambda a: call('/geo'), 'mail.send': lambda a: call('/mail'), 'files.compress': lambda a: squeeze(a['size']), 'reports.render': lambda a: slow(a['seconds']), 'feeds.parse': lambda a: parse(a['text'])}
log.info('worker ready, concurrency 1, prefetch 4')
put('a1', 'mail.send'); put('a2', 'crm.sync'); put('a3', 'fax.send'); put('a4', 'geo.lookup'); put('a5', 'files.compress', size=50000); put('a6', 'reports.render', seconds=0.1); put('a7', 'reports.render', seconds=3); put('a8', 'feeds.parse', text='[1,2,3]'); put('a9', 'feeds.parse', text='[1,2'); put('a5', 'files.compress', size=50000); put('b1', 'video.cut'); put('b2', 'mail.send', expires=0); put('b3', 'mail.send'); put('b4', 'mail.send')
db.execute("update task set state='revoked' where id='b3'")
for i in range(1, 31): put(f'c{i}', 'files.compress', size=1000 * i)
for i, name, args, state in db.execute('select id, name, args, state from task order by rowid').fetchall():
    args = json.loads(args); who = f'{name}[{i}]'
    if state == 'revoked': log.info('Discarding revoked task %s', who); continue
    if args.get('expires') == 0: log.info('Task %s expired before it was run, skipping', who); continue
    if name not in kinds: log.error('Received unregistered task %s, message moved to dead letters', who); continue
    for attempt in range(1, 5):
        try:
            started = time.monotonic(); result = kinds[name](args); log.info('Task %s succeeded on attempt %d: %s', who, attempt, result); break
        except Later as e:
            if attempt == 4: log.error('Task %s gave up after 4 attempts: %s', who, e); break
            log.warning('Task %s retry in %.1fs: %s', who, 0.1 * 2 ** attempt, e); time.sleep(0.1 * 2 ** attempt)
        except Never as e: log.error('Task %s raised permanent error %s, no retry', who, e); break
        except TimeoutError as e: log.error('Hard time limit for %s: %s', who, e); break
        except ValueError as e: log.error('Task %s raised unexpected: %r', who, e); break
log.info('Scheduler: beat cleanup.sessions sent'); log.info('Scheduler: beat stats.daily not due, skipped')
try: urllib.request.urlopen(f"http://127.0.0.1:{os.environ['PORT_B']}/metrics", timeout=1)
except urllib.error.URLError as e: log.error('metrics push failed: %s', e.reason.strerror)
log.info('queue depth 0, dead letters 1'); db.commit(); db.close(); api.shutdown(); log.info('warm shutdown complete')
T
python3 worker.py
