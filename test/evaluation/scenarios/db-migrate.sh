# A migration tool over psql: versioned files, checksums, a lock, a rollback; PostgreSQL underneath.
PGBIN=$(ls -d /usr/lib/postgresql/*/bin | tail -1)
as() { if [ "$(id -u)" = 0 ]; then chmod 711 . ; mkdir -p pg && chown -R nobody pg && setpriv --reuid=nobody --clear-groups -- "$@"; else mkdir -p pg; "$@"; fi; }
export PGHOST=127.0.0.1 PGPORT=$PORT_A PGUSER=owner PGDATABASE=crm
{ as $PGBIN/initdb -D pg/data -U owner -A trust --no-sync; as $PGBIN/pg_ctl -D pg/data -w -l pg/log -o "-c listen_addresses=127.0.0.1 -p $PORT_A -k /dev/shm" start; createdb crm; } > /dev/null 2>&1
mkdir mig; w() { printf '%s\n' "$2" > mig/$1; }
w V001__create_customers.sql 'create table customers(id serial primary key, email text unique, name text);'
w V002__create_invoices.sql 'create table invoices(id serial primary key, customer int references customers, cents int not null);'
w V003__seed_customers.sql "insert into customers(email,name) select 'c' || i || '@example.org', 'Customer ' || i from generate_series(1,250) i;"
w V004__index_invoices.sql 'create index invoices_customer on invoices(customer);'
w V005__add_vat_column.sql 'alter table invoices add vat int not null default 19;'
w V006__unique_names.sql "update customers set name='Customer 1' where id=2; alter table customers add constraint name_unique unique(name);"
w V007__drop_legacy.sql 'drop table legacy_orders;'
w V008__audit_trigger.sql 'create function audit() returns trigger language plpgsql as $$ begin return new; end $$; create trigger invoices_audit before insert on invoices for each row execute function audit();'
w V009__reporting_view.sql 'create view revenue as select customer, sum(cents) from invoices group by customer;'
w V010__enable_postgis.sql 'create extension postgis;'
log() { echo "$(date -u '+%Y-%m-%d %H:%M:%S') $1 migrate - $2"; }
psql -q -c 'create table schema_history(version text primary key, checksum text, at timestamptz default now())'
log INFO "connected to crm at 127.0.0.1:$PORT_A, server $(psql -Atc 'show server_version' | cut -d' ' -f1)"
log INFO "schema history table created"
log INFO "advisory lock 7741 acquired: $(psql -Atc 'select pg_try_advisory_lock(7741)')"
ok=0; bad=0
run() { local v=${1%%__*} n=${1#*__}; n=${n%.sql}; if out=$(psql -v ON_ERROR_STOP=1 -1 -q -f mig/$1 2>&1); then psql -q -c "insert into schema_history values ('$v','$(sha1sum mig/$1 | cut -c1-8)')"; ok=$((ok+1)); log INFO "$v $n applied, checksum $(sha1sum mig/$1 | cut -c1-8)"; else bad=$((bad+1)); echo "$out"; log ERROR "$v $n failed, transaction rolled back"; fi; }
for f in V001__create_customers.sql V002__create_invoices.sql V003__seed_customers.sql V004__index_invoices.sql V005__add_vat_column.sql V006__unique_names.sql V007__drop_legacy.sql V008__audit_trigger.sql V009__reporting_view.sql; do run $f; done
log WARN "V010 enable_postgis skipped: marked @manual"
log WARN "V011 backfill_addresses skipped: tenant flag addresses is off"
w V004__index_invoices.sql 'create index invoices_customer2 on invoices(customer);'
for v in V001 V002 V003 V004 V005; do f=$(ls mig/${v}__*); [ "$(psql -Atc "select checksum from schema_history where version='$v'")" = "$(sha1sum $f | cut -c1-8)" ] && log INFO "checksum of $v verified" || log ERROR "checksum of $v differs from the applied one"; done
psql -v ON_ERROR_STOP=1 -q -c "insert into invoices(customer, cents) select 1 + i % 250, i from generate_series(1,1000) i"; log INFO "row count customers=$(psql -Atc 'select count(*) from customers') invoices=$(psql -Atc 'select count(*) from invoices')"
psql -q -c "insert into invoices(customer, cents) values (9999, 5)"; psql -q -c "insert into customers(email) values ('c7@example.org')"
log INFO "undo V009: $(psql -q -c 'drop view revenue' && echo view revenue dropped)"
log INFO "vacuum analyze invoices: $(psql -c 'vacuum analyze invoices')"
psql -q -c 'set statement_timeout=50; select pg_sleep(2)' ; log ERROR "post-migration check slow_query_guard aborted by statement timeout"
psql -Atc "select 'orphaned invoices: ' || count(*) from invoices where customer not in (select id from customers)"
psql -Atc "select 'index ' || indexrelname || ' scans=' || idx_scan from pg_stat_user_indexes order by 1"
createdb crm 2>&1; dropdb crm_test 2>&1; createdb crm_shadow && log INFO "shadow database crm_shadow created"
log INFO "advisory lock 7741 released"
log ERROR "migration finished: $ok applied, $bad failed, 2 skipped"
as $PGBIN/pg_ctl -D pg/data -m fast stop > /dev/null
