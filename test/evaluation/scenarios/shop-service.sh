# An order service in Python that logs key=value lines; work is done by threads against SQLite.
cat > shop.py <<'T'
import logging, sqlite3, threading, time, sys
logging.basicConfig(stream=sys.stdout, level=logging.INFO, format='%(asctime)s %(levelname)s %(name)s: %(message)s')
orders, pay, ship, jobs = (logging.getLogger(n) for n in ('shop.orders', 'shop.payment', 'shop.shipping', 'shop.jobs'))
db = sqlite3.connect('shop.db', check_same_thread=False)
db.execute('create table orders(id integer primary key, total real, state text)')
orders.info('schema ready tables=1')
def order(i, total):
    orders.info('order created order=%d total=%.2f', i, total)
    if total <= 0: orders.error('order rejected order=%d reason="total must be positive"', i); return
    for attempt in (1, 2, 3):
        ok = not (i == 1002 and attempt < 2) and i != 1003
        if ok: pay.info('payment captured order=%d attempt=%d', i, attempt); break
        pay.warning('payment attempt failed order=%d attempt=%d code=51', i, attempt)
    else: pay.error('payment given up order=%d', i); return
    try: db.execute('insert into orders values (?,?,?)', (i if i != 1005 else 1001, total, 'paid'))
    except sqlite3.IntegrityError as e: orders.error('order not stored order=%d error="%s"', i, e); return
    if i == 1004: ship.info('shipping skipped order=%d reason="digital goods"', i)
    else: ship.info('label printed order=%d carrier=%s', i, 'DHL' if i % 2 else 'UPS')
for i, t in ((1001, 20), (1002, 35), (1003, 12), (1004, 5), (1005, 9), (1006, -1)): order(i, t)
jobs.info('nightly report finished rows=%d errors=0', db.execute('select count(*) from orders').fetchone()[0])
try: open('/proc/nowhere/export.csv', 'w')
except OSError: jobs.exception('export of invoices failed')
jobs.info('stock sync disabled by configuration, not run')
t = threading.Thread(target=lambda: 1 / 0, name='price-import'); t.start(); t.join()
jobs.info('newsletter queue drained sent=12 failed=0')
jobs.warning('loyalty points recalculated with 3 failures')
db.close(); orders.info('shutdown complete')
T
python3 shop.py 2>&1
