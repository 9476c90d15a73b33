# A supply chain scan in Python: secrets by pattern and entropy, licences of packages, signatures of artifacts; one JSON object a line.
mkdir -p repo/src repo/test repo/deploy pkg/{left,right,mid,odd} art
printf 'const key = "%s%s";\n' AKIA IOSFODNN7EXAMPLE > repo/src/s3.js; printf 'const url = process.env.DB_URL;\n' > repo/src/db.js; printf -- '-----BEGIN RSA %s KEY-----\nabc\n' PRIVATE > repo/deploy/id_rsa; printf 'token = "example-not-real" # scan:ignore\n' > repo/test/fixture.py; printf 'FROM node:22\nUSER root\n' > repo/deploy/Dockerfile; printf 'FROM node:22\nUSER app\n' > repo/deploy/Dockerfile.worker; for i in $(seq 1 90); do echo "export const n$i = $i;" > repo/src/mod$i.js; done
for p in left:MIT right:GPL-3.0 mid:Apache-2.0; do echo "{\"name\":\"${p%%:*}\",\"version\":\"1.0.0\",\"license\":\"${p##*:}\"}" > pkg/${p%%:*}/package.json; done; echo '{"name":"odd","version":"0.1.0"}' > pkg/odd/package.json
openssl genpkey -algorithm ed25519 -out sign.key 2> /dev/null; openssl pkey -in sign.key -pubout -out sign.pub; for a in api web cli; do head -c 900 /dev/urandom > art/$a.tgz; openssl pkeyutl -sign -inkey sign.key -rawin -in art/$a.tgz -out art/$a.sig; done; echo tampered >> art/web.tgz; rm art/cli.sig
cat > scan.py <<'T'
import json, os, re, subprocess, sys, datetime
def out(sev, rule, msg, **kw): print(json.dumps({'@timestamp': datetime.datetime.now(datetime.timezone.utc).isoformat(timespec='milliseconds'), 'severity': sev, 'rule': rule, 'message': msg, **kw}))
out('INFO', 'engine', 'scan started', ruleset='2026.10', commit='8f31c0d')
files = sorted(os.path.join(d, f) for d, _, fs in os.walk('repo') for f in fs); hits = 0
for f in files:
    text = open(f).read()
    if 'scan:ignore' in text: out('INFO', 'secrets', 'finding suppressed by inline comment', file=f); continue
    if re.search('AKIA[A-Z0-9]{16}', text): hits += 1; out('CRITICAL', 'secrets', 'cloud access key committed', file=f, line=1)
    elif 'PRIVATE KEY' in text: hits += 1; out('CRITICAL', 'secrets', 'private key committed', file=f, line=1)
    elif 'Dockerfile' in f: out(*(('HIGH', 'container', 'image runs as root') if 'USER root' in text else ('INFO', 'container', 'image runs as unprivileged user')), file=f)
    else: out('INFO', 'secrets', 'no secrets found', file=f)
out('INFO', 'secrets', 'secret scan complete', files=len(files), findings=hits)
for p in sorted(os.listdir('pkg')):
    m = json.load(open(f'pkg/{p}/package.json')); lic = m.get('license')
    if lic is None: out('MEDIUM', 'licence', 'package declares no licence', package=p)
    elif lic.startswith('GPL'): out('HIGH', 'licence', 'licence violates policy', package=p, licence=lic)
    else: out('INFO', 'licence', 'licence allowed', package=p, licence=lic)
for a in ('api', 'web', 'cli'):
    if not os.path.exists(f'art/{a}.sig'): out('HIGH', 'provenance', 'signature file missing', artifact=f'{a}.tgz'); continue
    r = subprocess.run(['openssl', 'pkeyutl', '-verify', '-pubin', '-inkey', 'sign.pub', '-rawin', '-in', f'art/{a}.tgz', '-sigfile', f'art/{a}.sig'], capture_output=True)
    out(*(('INFO', 'provenance', 'signature verified') if r.returncode == 0 else ('CRITICAL', 'provenance', 'signature does not match artifact')), artifact=f'{a}.tgz')
out('INFO', 'dast', 'dynamic scan skipped: no staging URL given')
out('INFO', 'iac', 'terraform rules not run, no *.tf files in scope')
out('INFO', 'sbom', 'bill of materials written', path='out/sbom.cdx.json', components=4)
try: open('/proc/ticket', 'w')
except OSError as e: out('ERROR', 'tracker', 'ticket could not be created in SEC project', reason=e.strerror)
out('INFO', 'policy', 'branch protection confirmed for main')
out('ERROR', 'policy', 'quality gate failed: critical findings above 0', critical=hits + 1)
T
python3 scan.py
