# The log of a NATS server with JetStream: start, clients, authorization violations, reload, second server on the same port, shutdown.
cat > nats.conf <<T
port: $PORT_A
server_name: broker-1
jetstream { store_dir: "./js", max_mem: 64M, max_file: 64M }
authorization { users: [ {user: writer, password: secret} ] }
T
nats-server -c nats.conf -D 2>&1 & n=$!
sleep 1
python3 - <<T
import socket, json, time
def talk(lines, wait=0.3):
    s = socket.create_connection(('127.0.0.1', $PORT_A)); s.settimeout(wait)
    for l in lines: s.sendall(l.encode())
    try:
        while s.recv(4096): pass
    except OSError: pass
    s.close()
ok = 'CONNECT {"user":"writer","pass":"secret","verbose":false,"name":"orders-client"}\r\n'
talk([ok, 'PING\r\n', 'SUB orders.* 1\r\n', 'PUB orders.new 5\r\nhello\r\n'])
talk(['CONNECT {"user":"writer","pass":"guess"}\r\n', 'PING\r\n'])
talk([ok, 'FROBNICATE now\r\n'])
talk([ok, 'PUB orders.big 99999999\r\n'])
time.sleep(0.3)
T
sed -i 's/server_name: broker-1/server_name: broker-1\nmax_payload: 2048/' nats.conf; nats-server --signal reload=$n; sleep 0.5
nats-server -p $PORT_A; nats-server -c missing.conf
printf 'port: "abc"\n' > bad.conf; nats-server -c bad.conf
kill -TERM $n; wait $n
