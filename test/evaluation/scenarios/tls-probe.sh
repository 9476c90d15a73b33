# TLS endpoints probed with curl -v and openssl s_client: good, expired, wrong name, old protocol, client certificates.
q() { openssl "$@" > /dev/null 2>&1; }
q req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.pem -days 30 -subj '/CN=Probe Root CA'
mk() { q req -newkey rsa:2048 -nodes -keyout $1.key -out $1.csr -subj "/CN=$2"; printf "subjectAltName=DNS:$2" > ext; q x509 -req -in $1.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days $3 -extfile ext -out $1.pem; }
mk portal portal.example.org 20; mk legacy legacy.example.org 20; mk client agent-7 20
faketime=$(python3 - <<'T'
from cryptography import x509; from cryptography.hazmat.primitives import hashes, serialization; from datetime import datetime
ca = x509.load_pem_x509_certificate(open('ca.pem','rb').read()); k = serialization.load_pem_private_key(open('ca.key','rb').read(), None); me = serialization.load_pem_private_key(open('portal.key','rb').read(), None)
n = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, 'billing.example.org')])
c = x509.CertificateBuilder().subject_name(n).issuer_name(ca.subject).public_key(me.public_key()).serial_number(77).not_valid_before(datetime(2024,1,1)).not_valid_after(datetime(2025,1,1)).add_extension(x509.SubjectAlternativeName([x509.DNSName('billing.example.org')]), False).sign(k, hashes.SHA256())
open('billing.pem','wb').write(c.public_bytes(serialization.Encoding.PEM)); print('ok')
T
)
cp portal.key billing.key
srv() { openssl s_server -quiet -www -accept 127.0.0.1:$1 -cert $2.pem -key $2.key "${@:3}" > /dev/null 2>&1 & pids="$pids $!"; sleep 0.5; }
stopall() { kill $pids 2> /dev/null; wait $pids 2> /dev/null; pids=; sleep 0.2; }
log() { echo "== $(date -u +%H:%M:%S) probe $*"; }
c() { local host=$1 port=$2; shift 2; curl -sS -v -o /dev/null -m 5 --cacert ca.pem --connect-to $host:443:127.0.0.1:$port "$@" https://$host/ 2>&1 | grep -v '^[{}] \[\|bytes data\|^  % Total\|--:--' | tr -d '\r'; echo "curl exit ${PIPESTATUS[0]}"; }
srv $PORT_A portal -alpn http/1.1; srv $PORT_B billing; srv $PORT_C legacy -tls1_2
log portal.example.org; c portal.example.org $PORT_A
log billing.example.org; c billing.example.org $PORT_B
log intranet.example.org "(served by portal)"; c intranet.example.org $PORT_A
log legacy.example.org; c legacy.example.org $PORT_C
log legacy.example.org "TLS 1.3 only"; c legacy.example.org $PORT_C --tlsv1.3
stopall
log shop.example.org; c shop.example.org $PORT_A
srv $PORT_A portal -Verify 1 -CAfile ca.pem -verify_return_error
log "mutual TLS with certificate of agent-7"; c portal.example.org $PORT_A --cert client.pem --key client.key
log "mutual TLS without certificate"; c portal.example.org $PORT_A --tls-max 1.2
log "s_client portal.example.org"; echo Q | openssl s_client -connect 127.0.0.1:$PORT_A -servername portal.example.org -CAfile ca.pem -cert client.pem -key client.key -brief 2>&1 | grep -v '^DONE'
stopall
openssl verify -CAfile ca.pem portal.pem legacy.pem 2>&1; openssl verify -CAfile ca.pem billing.pem 2>&1
for h in portal billing; do openssl x509 -noout -checkend 604800 -in $h.pem > /dev/null && echo "$h.pem: more than 7 days left" || echo "$h.pem: expires within 7 days or is expired"; done
echo "OCSP check skipped: no responder URL in certificates"; echo "HSTS preload check not performed (offline mode)"
