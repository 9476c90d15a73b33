# A dump and restore seen from the clients: pg_dump -v, pg_restore, psql with errors, vacuumdb, pgbench.
PGBIN=$(ls -d /usr/lib/postgresql/*/bin | tail -1)
as() { if [ "$(id -u)" = 0 ]; then chmod 711 . ; mkdir -p pg && chown -R nobody pg && setpriv --reuid=nobody --clear-groups -- "$@"; else mkdir -p pg; "$@"; fi; }
export PGHOST=127.0.0.1 PGPORT=$PORT_A PGUSER=admin
{ as $PGBIN/initdb -D pg/data -U admin -A trust --no-sync; as $PGBIN/pg_ctl -D pg/data -w -l pg/log -o "-c listen_addresses=127.0.0.1 -p $PORT_A -k /dev/shm" start; } > /dev/null 2>&1
createdb shop; createdb shop; createdb archive
psql -X -d shop -c 'create table customers(id serial primary key, mail text unique)' -c "insert into customers(mail) values ('a@example.org')" -c "insert into customers(mail) values ('a@example.org')" -c 'create index on customers(id)' -c 'create extension nosuchextension' -c 'alter table customers add column phone text' -c 'drop table if exists legacy_orders' -c 'create table if not exists customers(id int)' -c 'update customers set phone = 1' -c 'grant select on customers to auditor' -c "copy customers to '/proc/nowhere.csv'"
pg_dump -v -Fc -d shop -f shop.dump
pg_restore -v --no-owner -d archive shop.dump
pg_restore -d archive shop.dump
pg_restore -d missing_db shop.dump
vacuumdb -d shop --analyze; reindexdb -d shop -t customers; reindexdb -d shop -t coupons
$PGBIN/pgbench -i -s 1 shop; $PGBIN/pgbench -c 2 -t 50 shop 2>&1 | grep -v '^$'
pg_isready; dropdb archive; dropdb archive; dropuser auditor
as $PGBIN/pg_ctl -D pg/data stop -m fast; pg_isready
