# A certificate authority and what openssl says about good, expired and foreign certificates.
q() { echo "\$ openssl $*"; openssl "$@" 2>&1; }
q req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.pem -days 30 -subj /CN=test-ca
q req -newkey rsa:2048 -nodes -keyout web.key -out web.csr -subj /CN=web.example.org
q x509 -req -in web.csr -CA ca.pem -CAkey ca.key -CAcreateserial -out web.pem -days 10
q verify -CAfile ca.pem web.pem
q req -x509 -newkey rsa:2048 -nodes -keyout other.key -out other.pem -days 5 -subj /CN=other-ca
q verify -CAfile other.pem web.pem
q x509 -req -in web.csr -CA ca.pem -CAkey ca.key -out old.pem -days 1 -not_before 20200101000000Z -not_after 20200201000000Z
q verify -attime 2000000000 -CAfile ca.pem web.pem
q x509 -in web.pem -noout -checkend 86400
q x509 -in web.pem -noout -checkend 9999999
q rsa -in web.key -check -noout
echo garbage > broken.pem
q x509 -in broken.pem -noout -text
q dgst -sha256 -sign web.key -out sig.bin ca.pem
openssl x509 -in web.pem -pubkey -noout > web.pub
q dgst -sha256 -verify web.pub -signature sig.bin ca.pem
q dgst -sha256 -verify web.pub -signature sig.bin other.pem
q pkcs12 -export -in web.pem -inkey web.key -passout pass:secret -out web.p12
q pkcs12 -in web.p12 -passin pass:wrong -noout
q enc -d -aes-256-cbc -pbkdf2 -pass pass:x -in ca.pem
q s_client -connect 127.0.0.1:$PORT_B -brief
