# A session with redis-cli: answers and errors.
redis-server --port $PORT_A --dir . --save '' --daemonize no > /dev/null & r=$!
sleep 1; c() { echo "> $*"; redis-cli -p $PORT_A "$@"; }
c ping; c set greeting hello; c get greeting; c incr greeting; c get nothing; c lpush jobs one two; c llen jobs; c get jobs
c setnx greeting other; c expire greeting 100; c ttl greeting; c del greeting; c exists greeting
c config set maxmemory 1mb; c config set maxmemory-policy sometimes; c auth wrong; c acl setuser reader on '>pw' '~public:*' +get
redis-cli -p $PORT_A --user reader --pass pw set private:1 x 2>&1; redis-cli -p $PORT_A --user reader --pass bad ping 2>&1
c eval 'return redis.call("nosuch")' 0; c script flush; c multi; c exec; c xadd stream '*' k v; c xgroup create stream workers 0; c xgroup create stream workers 0
c cluster info; c flushall; c bgsave; c shutdown nosave; wait $r
redis-cli -p $PORT_B ping
