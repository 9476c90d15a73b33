# A rotation of service certificates with openssl, logged like a cluster component: issue, verify, swap, revoke, refuse.
n=100; k() { n=$((n + 7)); printf '%s%s rotator.go:%d] %s\n' "$1" "$(date '+%m%d %T.%6N')" "$n" "$2"; }
q() { openssl "$@" 2> ossl.err; }
mkdir ca new old; q req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout ca/ca.key -out ca/ca.pem -subj '/CN=Mesh Root G2' -days 900; q req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout ca/g1.key -out ca/g1.pem -subj '/CN=Mesh Root G1' -days 900
issue() { q req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout "$1.key" -out "$1.csr" -subj "/CN=$2"; printf 'subjectAltName=DNS:%s\n' "$2" > san; q x509 -req -in "$1.csr" -CA "ca/$4.pem" -CAkey "ca/$4.key" -CAcreateserial -days "$3" -extfile san -out "$1.pem"; }
for s in gateway billing search mail; do issue old/$s $s.mesh.local 2 g1; done
k I 'certificate rotation started, issuer "Mesh Root G2"'
k I "root bundle loaded, $(cat ca/*.pem | grep -c BEGIN) certificates"
for s in gateway billing search mail; do openssl x509 -checkend 604800 -noout -in old/$s.pem > /dev/null && k I "$s: current certificate valid beyond 7 days" || k W "$s: current certificate expires within 7 days"; done
issue new/gateway gateway.mesh.local 90 ca; issue new/billing billing.mesh.local 90 g1; issue new/search serach.mesh.local 90 ca; issue new/mail mail.mesh.local 90 ca
for s in gateway billing search mail; do r=$(openssl verify -CAfile ca/ca.pem new/$s.pem 2>&1) && k I "$s: new certificate chains to the root" || k E "$s: chain verification failed: $(sed -n 's/^error [0-9]* at [0-9]* depth lookup: //p' <<< "$r")"; done
for s in gateway search mail; do openssl x509 -noout -checkhost $s.mesh.local -in new/$s.pem | grep -q 'does match' && k I "$s: host name matches" || k E "$s: host name $s.mesh.local is not covered by $(openssl x509 -noout -ext subjectAltName -in new/$s.pem | tail -n 1 | xargs)"; done
cp old/mail.key new/mail.key; for s in gateway mail; do [ "$(openssl pkey -in new/$s.key -pubout)" = "$(openssl x509 -in new/$s.pem -noout -pubkey)" ] && k I "$s: key belongs to certificate" || k E "$s: key mismatch, certificate not installed"; done
openssl s_server -accept "127.0.0.1:$PORT_A" -cert new/gateway.pem -key new/gateway.key -CAfile ca/ca.pem -Verify 1 -verify_return_error -quiet > /dev/null 2>&1 & server=$!
sleep 0.5; k I 'gateway: listener reloaded with the new certificate'
issue new/probe probe.mesh.local 5 ca; issue new/rogue rogue.mesh.local 5 g1
hs() { echo | timeout 5 openssl s_client -connect "127.0.0.1:$PORT_A" -CAfile ca/ca.pem -servername gateway.mesh.local "$@" 2>&1; }
hs -cert new/probe.pem -key new/probe.key | grep -q 'Verify return code: 0' && k I 'gateway: handshake as probe.mesh.local succeeded'
hs -tls1_1 | grep -qE 'alert|no protocols|error' && k I 'gateway: TLS 1.1 handshake refused'
{ sleep 1; echo; } | timeout 5 openssl s_client -connect "127.0.0.1:$PORT_A" -CAfile ca/ca.pem -cert new/rogue.pem -key new/rogue.key 2>&1 | grep -q 'alert' && k I 'gateway: client rogue.mesh.local turned away, unknown issuer'
kill $server; wait $server 2> /dev/null
touch index.txt; echo 01 > crlnumber; printf '[ca]\ndefault_ca=d\n[d]\ndatabase=index.txt\ncrlnumber=crlnumber\ndefault_md=sha256\ndefault_crl_days=7\n' > ca.cnf
q ca -config ca.cnf -keyfile ca/g1.key -cert ca/g1.pem -revoke old/gateway.pem && k I 'gateway: old certificate revoked'
q ca -config ca.cnf -keyfile ca/g1.key -cert ca/g1.pem -gencrl -out g1.crl && k I "CRL published with $(openssl crl -in g1.crl -noout -text | grep -c 'Serial Number') entry"
q ca -config ca.cnf -keyfile ca/g1.key -cert ca/g1.pem -revoke old/gateway.pem || k W "gateway: second revocation ignored, $(grep -o 'Already revoked' ossl.err | tr A-Z a-z)"
k I 'search: swap skipped because of earlier errors'
k I 'OCSP responder update skipped, responder is not deployed here'
curl -s -m 2 "http://127.0.0.1:$PORT_B/v1/inventory" || k E "inventory update failed: connect to 127.0.0.1:$PORT_B refused (curl exit $?)"
chmod 400 new/gateway.key; k I "gateway: key file mode is 0$(stat -c %a new/gateway.key)"
k I "key algorithm of gateway: $(openssl x509 -in new/gateway.pem -noout -text | sed -n 's/.*NIST CURVE: //p')"
k I 'next rotation scheduled for 2027-02-01'
k W 'certificate rotation finished: 1 swapped, 3 not swapped'
