# The server log of PostgreSQL: start, sign-ins, errors, a deadlock, a cancelled query, shutdown, recovery.
PGBIN=$(ls -d /usr/lib/postgresql/*/bin | tail -1)
as() { if [ "$(id -u)" = 0 ]; then chmod 711 . ; mkdir -p pg && chown -R nobody pg && setpriv --reuid=nobody --clear-groups -- "$@"; else mkdir -p pg; "$@"; fi; }
export PGHOST=127.0.0.1 PGPORT=$PORT_A PGUSER=admin PGCONNECT_TIMEOUT=3
{ echo adminpass > pw; chmod 644 pw; as $PGBIN/initdb -D pg/data -U admin --pwfile=pw -A scram-sha-256 --no-sync; } > /dev/null 2>&1
export PGPASSWORD=adminpass
start() { as $PGBIN/pg_ctl -D pg/data -w -o "-c listen_addresses=127.0.0.1 -p $PORT_A -k /dev/shm -c log_connections=on -c log_min_duration_statement=200 -c log_checkpoints=on -c log_lock_waits=on -c deadlock_timeout=200ms" start > /dev/null 2>> pg.out; }
( start ) 2>&1 | cat; as $PGBIN/pg_ctl -D pg/data stop -m fast > /dev/null
as sh -c "$PGBIN/postgres -D pg/data -c listen_addresses=127.0.0.1 -p $PORT_A -k /dev/shm -c log_connections=on -c log_min_duration_statement=200 -c log_lock_waits=on -c deadlock_timeout=200ms -c log_line_prefix='%m [%p] %q%u@%d '" 2>&1 & sleep 2
p() { psql -q -X -d postgres "$@" > /dev/null 2>&1; }
p -c 'create table orders(id int primary key, total numeric check (total > 0))' -c 'create table stock(id int primary key, n int)' -c 'insert into stock values (1,1),(2,2)' -c 'insert into orders values (1, 10)'
p -c 'insert into orders values (1, 20)'; p -c 'insert into orders values (2, -5)'; p -c 'select * from invoices'; p -c 'select 1/0'; p -c 'selec 1'
p -c "select pg_sleep(0.3)"; p -c "set statement_timeout=200" -c "select pg_sleep(3)"
PGPASSWORD=wrong psql -d postgres -c 'select 1' > /dev/null 2>&1; psql -d warehouse -c 'select 1' > /dev/null 2>&1; psql -U reporting -d postgres -c 'select 1' > /dev/null 2>&1
( p -c 'begin' -c 'update stock set n=1 where id=1' -c 'select pg_sleep(0.6)' -c 'update stock set n=1 where id=2' -c commit ) & ( p -c 'begin' -c 'update stock set n=2 where id=2' -c 'select pg_sleep(0.6)' -c 'update stock set n=2 where id=1' -c commit ) & sleep 3
p -c checkpoint
as $PGBIN/pg_ctl -D pg/data stop -m immediate > /dev/null; sleep 1
as sh -c "$PGBIN/postgres -D pg/data -c listen_addresses=127.0.0.1 -p $PORT_A -k /dev/shm" 2>&1 & sleep 2
as sh -c "$PGBIN/postgres -D pg/data -c listen_addresses=127.0.0.1 -p $PORT_B -k /dev/shm" 2>&1
as $PGBIN/pg_ctl -D pg/data stop -m fast > /dev/null; sleep 1
