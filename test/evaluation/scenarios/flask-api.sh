# A Flask service with its own log lines and the access log of its server; requests by curl, some repeated.
cat > app.py <<'T'
import logging, sys, sqlite3, hmac, hashlib, time
from flask import Flask, request, jsonify, abort
logging.basicConfig(stream=sys.stdout, level=logging.INFO, format='%(asctime)s [%(levelname)s] %(name)s: %(message)s')
log = logging.getLogger('rooms'); app = Flask('rooms'); db = sqlite3.connect('rooms.db', check_same_thread=False)
db.execute('create table booking(room text, day text, who text, unique(room, day))'); log.info('table booking created')
fails = {}; ROOMS = {'aspen': 4, 'birch': 12, 'cedar': 30}
@app.before_request
def guard():
    if request.path == '/health': return
    key = request.headers.get('X-Key')
    if key is None: log.warning('request to %s without key rejected', request.path); abort(401)
    if fails.get(key, 0) >= 3: log.error('key %s is locked after 3 bad signatures', key); abort(423)
@app.get('/health')
def health(): return 'ok'
@app.get('/rooms')
def rooms(): return jsonify(ROOMS)
@app.post('/bookings')
def book():
    b = request.get_json()
    if b['room'] not in ROOMS: log.warning('booking refused: no room named %s', b['room']); abort(404)
    if b.get('people', 1) > ROOMS[b['room']]: log.warning('booking refused: %d people do not fit into %s (%d seats)', b['people'], b['room'], ROOMS[b['room']]); abort(422)
    try:
        with db: db.execute('insert into booking values (?,?,?)', (b['room'], b['day'], b['who']))
    except sqlite3.IntegrityError: log.warning('booking refused: %s is taken on %s', b['room'], b['day']); abort(409)
    log.info('booked %s on %s for %s', b['room'], b['day'], b['who']); return '', 201
@app.delete('/bookings/<room>/<day>')
def cancel(room, day):
    with db: n = db.execute('delete from booking where room=? and day=?', (room, day)).rowcount
    log.info('cancelled %s on %s: %d booking(s) removed', room, day, n); return '', 204 if n else 404
@app.post('/hooks/calendar')
def hook():
    want = hmac.new(b'secret', request.data, hashlib.sha256).hexdigest()
    if not hmac.compare_digest(want, request.headers.get('X-Signature', '')):
        k = request.headers['X-Key']; fails[k] = fails.get(k, 0) + 1; log.warning('bad signature from key %s (%d of 3)', k, fails[k]); abort(403)
    log.info('calendar sync accepted, %d bytes', len(request.data)); return '', 202
@app.get('/report/<int:month>')
def report(month): return jsonify(1 / (month - 13 if month > 12 else 0) if month == 0 or month > 12 else {'month': month})
@app.post('/mail')
def mail(): log.info('mail to %s not sent: MAIL_ENABLED is off', request.get_json()['to']); return '', 200
app.run('127.0.0.1', int(sys.argv[1]), threaded=False)
T
python3 -u app.py $PORT_A & f=$!
u=http://127.0.0.1:$PORT_A; for i in $(seq 40); do curl -s -o /dev/null $u/health && break; sleep 0.3; done
k() { curl -s -o /dev/null -m 5 -H "X-Key: $1" -H 'Content-Type: application/json' "${@:2}"; }
for i in $(seq 30); do curl -s -o /dev/null $u/health; done
curl -s -o /dev/null $u/rooms; k front-desk $u/rooms
b() { k front-desk -d "$1" $u/bookings; }
b '{"room":"aspen","day":"2026-03-02","who":"Nadia"}'; b '{"room":"birch","day":"2026-03-02","who":"Tomas"}'; b '{"room":"aspen","day":"2026-03-02","who":"Igor"}'
b '{"room":"willow","day":"2026-03-03","who":"Nadia"}'; b '{"room":"aspen","day":"2026-03-04","who":"Greta","people":9}'; b '{"room":"cedar","day":"2026-03-05","who":"Greta","people":9}'
k front-desk -X DELETE $u/bookings/birch/2026-03-02; k front-desk -X DELETE $u/bookings/cedar/2026-04-01
for i in 1 2 3 4; do k partner-9 -H 'X-Signature: 00' -d '{"e":1}' $u/hooks/calendar; done
s=$(printf '{"e":2}' | openssl dgst -sha256 -hmac secret -r | cut -d' ' -f1); k partner-4 -H "X-Signature: $s" -d '{"e":2}' $u/hooks/calendar
k front-desk $u/report/7; k front-desk $u/report/0; k front-desk $u/nowhere; k front-desk -d '{bad' $u/bookings; k front-desk -d '{"to":"nadia@example.org"}' $u/mail
for i in $(seq 30); do curl -s -o /dev/null $u/health; done
kill -TERM $f; wait $f; echo "rooms exited with code $?"
