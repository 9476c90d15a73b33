# Our own server's JSON log: start, requests that are refused, a second start on the same port, shutdown.
export XPLAIN_DATA=$PWD/data XPLAIN_HOST=127.0.0.1 XPLAIN_PORT=$PORT_A
node $SOURCE_ROOT/src/main.ts & x=$!
for i in $(seq 60); do curl -s -o /dev/null http://127.0.0.1:$PORT_A/healthz && break; sleep 0.5; done
u=http://127.0.0.1:$PORT_A
curl -s -o /dev/null $u/api/v1/search; curl -s -o /dev/null -X POST -H 'Content-Type: application/json' -d '{"message":"x"}' $u/api/v1/logs; curl -s -o /dev/null $u/api/v1/nowhere; curl -s -o /dev/null -X POST -H 'content-type: application/json' -d '{bad' $u/api/v1/logs; curl -s -o /dev/null $u/readyz; curl -s -o /dev/null $u/
XPLAIN_PORT=$PORT_A XPLAIN_DATA=$PWD/other timeout 60 node $SOURCE_ROOT/src/main.ts
XPLAIN_PORT=none timeout 20 node $SOURCE_ROOT/src/main.ts
kill -TERM $x; wait $x
