# A data pipeline in Python with its own step runner; retries, a skipped step, a timeout.
cat > etl.py <<'T'
import csv, io, json, sys, time, urllib.request, subprocess
def log(msg): print(time.strftime('%H:%M:%S'), msg, flush=True)
def step(name, fn, tries=1):
    for n in range(1, tries + 1):
        log(f'[{name}] started (try {n}/{tries})')
        try: log(f'[{name}] finished: {fn(n)}'); return True
        except Exception as e: log(f'[{name}] error: {type(e).__name__}: {e}')
    log(f'[{name}] gave up after {tries} tries'); return False
def extract(n):
    if n < 3: raise ConnectionResetError('connection reset by peer')
    return '500 rows extracted'
def clean(n): return f'{len(list(csv.reader(io.StringIO("a,b")))[0])} columns cleaned, 0 rows dropped'
def enrich(n): urllib.request.urlopen('http://127.0.0.1:' + sys.argv[1] + '/geo', timeout=1)
def validate(n): raise ValueError('17 rows violate schema: column price is negative')
def render(n): subprocess.run(['sleep', '5'], timeout=0.3)
step('extract', extract, 3); step('clean', clean); step('enrich', enrich, 2); step('validate', validate)
log('[dedupe] skipped: input already deduplicated'); step('load-warehouse', lambda n: '483 rows loaded into sales_fact'); step('render-report', render)
step('archive', lambda n: 'raw files moved to archive/2024'); log('[notify] disabled in this environment'); step('cleanup-temp', lambda n: 'removed 14 temporary files')
log('pipeline finished with status partial: 5 steps ok, 3 failed, 2 skipped')
T
python3 etl.py $PORT_B
