# The log of a Redis server: start, save, failed save, replica without primary, shutdown, bad configuration.
redis-server --port $PORT_A --dir . --save '1 1' --daemonize no --logfile '' & r=$!
sleep 1; c="redis-cli -p $PORT_A"
$c set a 1 > /dev/null; $c save > /dev/null; $c bgsave > /dev/null; sleep 1
$c config set dir /proc/nowhere > /dev/null 2>&1; $c replicaof 127.0.0.1 $PORT_B > /dev/null; sleep 2; $c replicaof no one > /dev/null
$c debug sleep 0 > /dev/null 2>&1; $c bgrewriteaof > /dev/null; sleep 1
redis-server --port $PORT_A --dir . --logfile ''
printf 'maxmemory lots\n' > bad.conf; redis-server bad.conf --port $PORT_C
$c shutdown nosave; wait $r
printf 'REDIS0011broken' > dump.rdb; redis-server --port $PORT_C --dir . --logfile ''
