import { testOutcomes } from './translated.suite.ts';

testOutcomes([
  [
    'SELECT argMax(body, (timestamp, row_id)) AS x FROM logs',
    'SELECT arg_max("body", ch_event_key(epoch_ms("timestamp"), "row_id")) AS "x" FROM logs_ AS logs',
  ],
  [
    'SELECT argMax(body, tuple(timestamp, row_id)) AS x FROM logs',
    'SELECT arg_max("body", ch_event_key(epoch_ms("timestamp"), "row_id")) AS "x" FROM logs_ AS logs',
  ],
  [
    'SELECT argMax(body, concat(timestamp, row_id)) AS x FROM logs',
    `SELECT arg_max("body", (strftime(CAST("timestamp" AS TIMESTAMP), '%Y-%m-%d %H:%M:%S.%g') || CAST("row_id" AS VARCHAR))) AS "x" FROM logs_ AS logs`,
  ],
  [
    'SELECT argMax(body, (timestamp, body)) AS x FROM logs',
    `SELECT arg_max("body", {'t1': "timestamp", 't2': "body"}) AS "x" FROM logs_ AS logs`,
  ],
  [
    'SELECT argMax(body, (received_at, row_id)) AS x FROM logs',
    `SELECT arg_max("body", {'t1': "received_at", 't2': "row_id"}) AS "x" FROM logs_ AS logs`,
  ],
  [
    'SELECT argMax(body, (timestamp, row_id, body)) AS x FROM logs',
    `SELECT arg_max("body", {'t1': "timestamp", 't2': "row_id", 't3': "body"}) AS "x" FROM logs_ AS logs`,
  ],
  [
    'SELECT argMax(body, (-toUnixTimestamp64Milli(timestamp), bitNot(row_id))) AS x FROM logs',
    'SELECT arg_max("body", ch_event_key(-epoch_ms("timestamp"), ~"row_id")) AS "x" FROM logs_ AS logs',
  ],
  [
    'SELECT argMax(body, (toUnixTimestamp64Milli(timestamp), bitNot(row_id))) AS x FROM logs',
    `SELECT arg_max("body", {'t1': epoch_ms("timestamp"), 't2': (~"row_id")}) AS "x" FROM logs_ AS logs`,
  ],
  [
    'SELECT argMax(body, (-toUnixTimestamp64Milli(received_at), bitNot(row_id))) AS x FROM logs',
    `SELECT arg_max("body", {'t1': (-epoch_ms("received_at")), 't2': (~"row_id")}) AS "x" FROM logs_ AS logs`,
  ],
  [
    'SELECT argMax(body, (-toUnixTimestamp64Milli(timestamp), row_id)) AS x FROM logs',
    `SELECT arg_max("body", {'t1': (-epoch_ms("timestamp")), 't2': "row_id"}) AS "x" FROM logs_ AS logs`,
  ],
  [
    'SELECT argMax(body, (-toUnixTimestamp64Milli(timestamp), bitNot(retention_days))) AS x FROM logs',
    `SELECT arg_max("body", {'t1': (-epoch_ms("timestamp")), 't2': (~"retention_days")}) AS "x" FROM logs_ AS logs`,
  ],
  [
    'SELECT argMax(body, timestamp) AS x FROM logs',
    'SELECT arg_max("body", "timestamp") AS "x" FROM logs_ AS logs',
  ],
  [
    'SELECT argMax(x, tuple) AS y FROM (SELECT body AS x, level AS tuple FROM logs)',
    'SELECT arg_max("x", "tuple") AS "y" FROM (SELECT "body" AS "x", "level" AS "tuple" FROM logs_ AS logs)',
  ],
  [
    'SELECT body FROM logs ORDER BY timestamp, row_id LIMIT 1 BY host',
    'SELECT "body" FROM logs_ AS logs QUALIFY row_number() OVER (PARTITION BY "host" ORDER BY ch_event_key(epoch_ms("timestamp"), "row_id")) <= 1 ORDER BY "timestamp" NULLS LAST, "row_id" NULLS LAST',
  ],
  [
    'SELECT body FROM logs ORDER BY timestamp DESC, row_id DESC LIMIT 1 BY host',
    'SELECT "body" FROM logs_ AS logs QUALIFY row_number() OVER (PARTITION BY "host" ORDER BY ch_event_key(epoch_ms("timestamp"), "row_id") DESC) <= 1 ORDER BY "timestamp" DESC NULLS LAST, "row_id" DESC NULLS LAST',
  ],
  [
    'SELECT body FROM logs ORDER BY timestamp DESC, row_id LIMIT 1 BY host',
    'SELECT "body" FROM logs_ AS logs QUALIFY row_number() OVER (PARTITION BY "host" ORDER BY "timestamp" DESC NULLS LAST, "row_id" NULLS LAST) <= 1 ORDER BY "timestamp" DESC NULLS LAST, "row_id" NULLS LAST',
  ],
  [
    'SELECT body FROM logs ORDER BY timestamp, row_id DESC LIMIT 1 BY host',
    'SELECT "body" FROM logs_ AS logs QUALIFY row_number() OVER (PARTITION BY "host" ORDER BY "timestamp" NULLS LAST, "row_id" DESC NULLS LAST) <= 1 ORDER BY "timestamp" NULLS LAST, "row_id" DESC NULLS LAST',
  ],
  [
    'SELECT body FROM logs ORDER BY timestamp LIMIT 1 BY host',
    'SELECT "body" FROM logs_ AS logs QUALIFY row_number() OVER (PARTITION BY "host" ORDER BY "timestamp" NULLS LAST) <= 1 ORDER BY "timestamp" NULLS LAST',
  ],
  [
    'SELECT body FROM logs ORDER BY timestamp, row_id, body LIMIT 1 BY host',
    'SELECT "body" FROM logs_ AS logs QUALIFY row_number() OVER (PARTITION BY "host" ORDER BY "timestamp" NULLS LAST, "row_id" NULLS LAST, "body" NULLS LAST) <= 1 ORDER BY "timestamp" NULLS LAST, "row_id" NULLS LAST, "body" NULLS LAST',
  ],
  [
    'SELECT body FROM logs ORDER BY received_at, row_id LIMIT 1 BY host',
    'SELECT "body" FROM logs_ AS logs QUALIFY row_number() OVER (PARTITION BY "host" ORDER BY "received_at" NULLS LAST, "row_id" NULLS LAST) <= 1 ORDER BY "received_at" NULLS LAST, "row_id" NULLS LAST',
  ],
  [
    'SELECT body FROM logs ORDER BY timestamp, body LIMIT 1 BY host',
    'SELECT "body" FROM logs_ AS logs QUALIFY row_number() OVER (PARTITION BY "host" ORDER BY "timestamp" NULLS LAST, "body" NULLS LAST) <= 1 ORDER BY "timestamp" NULLS LAST, "body" NULLS LAST',
  ],
  [
    'SELECT body FROM logs LIMIT 1 BY host',
    'SELECT "body" FROM logs_ AS logs QUALIFY row_number() OVER (PARTITION BY "host" ) <= 1',
  ],
]);
