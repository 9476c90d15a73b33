# sqlite3 at work: constraints, missing tables, integrity, a locked database, an import with bad lines.
s() { echo "sqlite> $1"; sqlite3 lib.db "$1" 2>&1 && echo "ok"; }
s 'create table books(id integer primary key, title text not null, isbn text unique)'
s "insert into books values (1, 'Emma', '111')"
s "insert into books values (2, null, '222')"
s "insert into books values (3, 'Dune', '111')"
s 'create table books(id)'
s 'select count(*) from readers'
s 'create index books_title on books(title)'
s 'pragma integrity_check'
s 'pragma foreign_key_check'
s 'vacuum'
s 'alter table books add column shelf text'
s 'alter table books drop column missing'
s 'delete from books where id = 99; select changes()'
printf '7,Ulysses,777,A\n8,Faust\n9,Odyssey,111,B\n' > new.csv; sqlite3 lib.db '.mode csv' '.import new.csv books'; echo ".import new.csv: exit code $?"
sqlite3 lib.db 'begin exclusive; select 1;' '.shell sqlite3 lib.db "insert into books values (20, 1, 1, 1)"'
echo garbage > other.db; sqlite3 other.db '.tables'; sqlite3 /proc/nowhere/x.db '.tables'
s '.backup copy.db'
s 'explain query plan select * from books where isbn = 5'
