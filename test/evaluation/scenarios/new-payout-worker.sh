cat > worker.py <<'PY'
import json, logging, socket, sqlite3, sys, time

class Json(logging.Formatter):
    def format(self, r):
        row = {"ts": "2026-03-02T06:%02d:%02d.%03dZ" % (Json.n // 60, Json.n % 60, 120 + Json.n), "level": r.levelname.lower(), "logger": r.name, "msg": r.getMessage()}
        Json.n += 1
        row.update(getattr(r, "f", {}))
        if r.exc_info:
            row["error"] = "%s: %s" % (r.exc_info[0].__name__, r.exc_info[1])
        return json.dumps(row)
Json.n = 0
h = logging.StreamHandler(sys.stdout); h.setFormatter(Json())
logging.basicConfig(level=logging.DEBUG, handlers=[h])
def log(name, level, msg, exc=False, **f):
    logging.getLogger(name).log(getattr(logging, level), msg, exc_info=exc, extra={"f": f})

log("worker", "INFO", "worker booted", pid=4211, version="3.8.1")
db = sqlite3.connect("payouts.db")
db.executescript("create table payout(id text primary key, iban text not null, cents integer check (cents > 0), state text);")
log("schema", "INFO", "schema migrated", revision=17)
try:
    open("fees.json")
except OSError:
    log("fees", "WARNING", "fee table unreadable, falling back to defaults", exc=True, path="fees.json")
for pid, iban, cents in [("po-1001", "DE02", 125000), ("po-1002", None, 9900), ("po-1003", "FR76", -300), ("po-1001", "DE02", 125000), ("po-1004", "NL91", 4500), ("po-1005", "ES12", 77000)]:
    log("payout", "INFO", "processing payout", payout=pid)
    try:
        with db:
            db.execute("insert into payout values (?,?,?,'booked')", (pid, iban, cents))
        log("payout", "INFO", "payout booked", payout=pid, cents=cents, duration_ms=12 + len(pid) * (1 if cents != 77000 else 90))
    except sqlite3.Error:
        log("payout", "ERROR", "payout not booked", exc=True, payout=pid)
s = socket.socket(); s.settimeout(0.3)
try:
    s.connect(("127.0.0.1", 9))
    log("bank", "INFO", "bank gateway connected")
except OSError:
    log("bank", "ERROR", "bank gateway call failed", exc=True, gateway="sepa-1", attempt=1)
    log("bank", "ERROR", "bank gateway call failed", exc=True, gateway="sepa-1", attempt=2)
    log("bank", "CRITICAL", "circuit opened", gateway="sepa-1")
srv = socket.socket(); srv.bind(("127.0.0.1", 0)); srv.listen()
c = socket.create_connection(srv.getsockname())
log("bank", "INFO", "bank gateway call succeeded", gateway="sepa-2", attempt=1, duration_ms=41)
c.settimeout(0.2)
try:
    c.recv(10)
except TimeoutError:
    log("ledger", "ERROR", "no confirmation within 200 ms", exc=True, ledger="eu-west")
n = db.execute("select count(*) from payout").fetchone()[0]
log("report", "INFO", "daily report written", rows=n, file="daily-2026-03-02.csv")
log("report", "INFO", "weekly report skipped", reason="not a monday")
log("mail", "DEBUG", "mail notifications disabled by configuration")
db.execute("delete from payout where state = 'cancelled'")
log("cleanup", "INFO", "cleanup done", deleted=db.total_changes - n)
try:
    {}["webhook"]
except KeyError:
    log("webhook", "ERROR", "webhook for merchant m-77 not sent", exc=True, merchant="m-77")
log("webhook", "INFO", "webhook delivered", merchant="m-12", status=204)
log("webhook", "WARNING", "webhook answered", merchant="m-31", status=502)
log("worker", "INFO", "worker drained", open_jobs=0)
PY
python3 worker.py
