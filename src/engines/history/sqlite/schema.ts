/** The tables of a probe. A later version adds a step; one that is released never changes. */
export const STEPS: readonly string[] = [
  `
  create table facts (name text primary key, value text not null) strict;
  create table minutes (
    place text not null, minute integer not null, results text not null, reasons text not null,
    http_ms real, otlp_ms real, search_ms real, server_ms real,
    primary key (place, minute)
  ) strict, without rowid;
  create table days (
    day text not null, component text not null, up integer not null, slow integer not null,
    down integer not null, maintenance integer not null, none integer not null,
    primary key (day, component)
  ) strict, without rowid;
  create table lines (
    nonce text primary key, written_at integer not null, text text not null, is_accepted integer not null
  ) strict, without rowid;
  create index lines_by_time on lines (written_at);
  create table maintenance (
    sequence integer primary key, id text not null, made_at integer not null, begins_at integer not null,
    ends_at integer not null, components text not null, text text not null, name text not null
  ) strict;
  create table incidents (
    id text primary key, title text not null, components text not null, is_outage integer not null,
    opened_at integer not null, closed_at integer
  ) strict;
  create index incidents_by_time on incidents (opened_at desc, id);
  create index incidents_open on incidents (opened_at) where closed_at is null;
  create table updates (
    sequence integer primary key, incident text not null references incidents (id) on delete cascade,
    made_at integer not null, step text not null, text text not null, name text not null
  ) strict;
  create index updates_by_incident on updates (incident, sequence);
  create table subscribers (
    id text primary key, address text not null unique, asked_at integer not null, is_confirmed integer not null
  ) strict;
  create table mails (
    id text primary key, address text not null, subject text not null, text text not null, leave_url text,
    made_at integer not null, attempts integer not null, due_at integer not null
  ) strict;
  create index mails_due on mails (due_at);
  `,
  `
  create table calls (
    id text primary key, url text not null, body text not null, made_at integer not null,
    attempts integer not null, due_at integer not null
  ) strict;
  create index calls_due on calls (due_at);
  `,
];
