# Redis with two replicas and a sentinel: replication, loss of the primary, failover, a stale node coming back.
exec > >(grep --line-buffered -v ' Killed  ') 2>&1
mkdir a b c s; cfg() { printf 'port %s\ndir %s\nsave ""\nlogfile ""\nrepl-diskless-sync-delay 0\n' $1 $2; }
tag() { sed -u "s/^/$1 | /"; }
cfg $PORT_A a > a.conf; cfg $PORT_B b > b.conf; cfg $PORT_C c > c.conf; S=$(( PORT_C > 60000 ? PORT_C - 7 : PORT_C + 7 ))
redis-server a.conf > >(tag node-a) 2>&1 & a=$!; sleep 0.7
redis-server b.conf --replicaof 127.0.0.1 $PORT_A > >(tag node-b) 2>&1 & b=$!
redis-server c.conf --replicaof 127.0.0.1 $PORT_A > >(tag node-c) 2>&1 & c=$!; sleep 1.5
printf 'port 7099\nbind 127.0.0.1\nsentinel monitor main 127.0.0.1 %s 1\nsentinel down-after-milliseconds main 1500\nsentinel failover-timeout main 6000\n' $PORT_A | sed "s/7099/$S/" > s.conf
redis-server s.conf --sentinel > >(tag sentinel | sed -u "s/$S/7099/g") 2>&1 & s=$!; sleep 2
r() { redis-cli -p "$@" 2>&1; }
r $PORT_A set stock:1 40 > /dev/null; for i in 1 2 3 4 5; do sleep 0.1; done; echo "app | value of stock:1 on node-b is $(r $PORT_B get stock:1)"
echo "app | write to replica node-c: $(r $PORT_C set stock:2 1)"
echo "app | WAIT answered by $(r $PORT_A wait 2 1000) replicas"
kill -KILL $a; echo "chaos | node-a killed"; sleep 6
N=$(r $S sentinel get-master-addr-by-name main | tail -1); echo "app | new primary listens on port $N"
echo "app | write after failover: $(r $N set stock:3 9)"; echo "app | stock:1 after failover is $(r $N get stock:1)"; echo "app | stock:77 after failover is $(r $N get stock:77)"
redis-server a.conf > >(tag node-a) 2>&1 & a=$!; sleep 5
echo "app | role of node-a after return: $(r $PORT_A role | head -1)"
echo "app | login with wrong password: $(r $N auth wrong)"
echo "app | config rewrite: $(r $PORT_A config rewrite)"
echo "app | persistence check skipped, appendonly is off by design"
kill $s; kill $a $b $c; wait $s $a $b $c 2> /dev/null; sleep 0.3; echo "chaos | experiment 14 finished"
