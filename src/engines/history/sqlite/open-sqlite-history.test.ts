import assert from 'node:assert/strict';
import { mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test, type TestContext } from 'node:test';
import { HistoryUnwritable, type MinuteRow } from '../history.ts';
import { openSqliteHistory } from './open-sqlite-history.ts';
import { removeFolder } from '../../../../test/support/remove-folder.ts';

const minute: MinuteRow = {
  minute: 29_000_000,
  results: 'uuuuuuuu',
  reasons: ',,,,,,,',
  httpMs: 812.5,
  otlpMs: null,
  searchMs: 40,
  serverMs: 12,
};

test('everything is there again after a restart, with the same id and secret', (t) => {
  const file = newFile(t);
  const before = openSqliteHistory(file);
  before.addMinute('here', minute);
  before.setFact('place', 'Frankfurt');
  before.addLine({ nonce: 'n1', writtenAt: 5, text: 'a line', isAccepted: true });
  const identity = [before.probeId, before.secret];
  before[Symbol.dispose]();

  using history = openSqliteHistory(file);

  assert.deepEqual([history.probeId, history.secret], identity);
  assert.deepEqual(history.minutes('here', 0), [minute]);
  assert.equal(history.fact('place'), 'Frankfurt');
  assert.deepEqual(history.lines(5, 6), [
    { nonce: 'n1', writtenAt: 5, text: 'a line', isAccepted: true },
  ]);
  assert.deepEqual(history.lines(6, 9), []);
});

test('a minute keeps its first result, and places do not meet', (t) => {
  using history = openSqliteHistory(newFile(t));

  assert.equal(history.addMinute('here', minute), true);
  assert.equal(history.addMinute('here', { ...minute, results: 'dddddddd' }), false);
  history.addMinutes('there', [{ ...minute, results: 'ssssssss' }, minute]);

  assert.deepEqual(
    history.minutes('here', 0).map(({ results }) => results),
    ['uuuuuuuu'],
  );
  assert.deepEqual(
    history.minutes('there', 0).map(({ results }) => results),
    ['ssssssss'],
  );
  assert.deepEqual(history.minutes('here', minute.minute + 1), []);
});

test('maintenance is appended, and all records of one stay as long as its last end', (t) => {
  using history = openSqliteHistory(newFile(t));
  const record = {
    id: 'mnt_1',
    madeAt: 1,
    from: 100,
    to: 200,
    components: ['api', 'search'],
    text: 'New disks, "quoted"',
    name: 'Ada',
  };

  history.appendMaintenance(record);
  history.appendMaintenance({ ...record, madeAt: 150, to: 300 });

  assert.deepEqual(history.maintenance(250), [record, { ...record, madeAt: 150, to: 300 }]);
  assert.deepEqual(history.maintenance(301), []);
});

test('incidents are listed newest first, with their updates in order', (t) => {
  using history = openSqliteHistory(newFile(t));
  const incident = { title: '', components: ['api'], isOutage: false, closedAt: null };
  history.addIncident({ ...incident, id: 'inc_1', openedAt: 1 });
  history.addIncident({ ...incident, id: 'inc_2', openedAt: 2 });
  const update = { incident: 'inc_1', madeAt: 3, step: 'identified', text: 'A disk', name: 'Ada' };
  history.addUpdate(update);
  history.addUpdate({ ...update, madeAt: 4, step: 'resolved' });
  history.changeIncident({ ...incident, id: 'inc_1', openedAt: 1, isOutage: true, closedAt: 9 });

  assert.deepEqual(
    history.incidents(0, 10).map(({ id }) => id),
    ['inc_2', 'inc_1'],
  );
  assert.deepEqual(
    history.openIncidents().map(({ id }) => id),
    ['inc_2'],
  );
  assert.deepEqual(
    history.updates('inc_1').map(({ step }) => step),
    ['identified', 'resolved'],
  );
  assert.equal(history.incident('inc_1')?.isOutage, true);
  assert.equal(history.countIncidents(), 2);
});

test('what is old is forgotten, and nothing else', (t) => {
  using history = openSqliteHistory(newFile(t));
  const sums = { component: 'api', up: 1, slow: 0, down: 0, maintenance: 0, none: 0 };
  history.addMinutes('here', [minute, { ...minute, minute: minute.minute + 1 }]);
  history.setDay({ day: '2026-01-01', ...sums });
  history.setDay({ day: '2026-01-02', ...sums });
  history.setSubscriber({ id: 'a', address: 'a@example.com', askedAt: 1, isConfirmed: false });
  history.setSubscriber({ id: 'b', address: 'b@example.com', askedAt: 1, isConfirmed: true });

  history.forget({
    minute: minute.minute + 1,
    day: '2026-01-02',
    lineAt: 0,
    incidentClosedAt: 0,
    unconfirmedAt: 2,
  });

  assert.equal(history.minutes('here', 0).length, 1);
  assert.deepEqual(
    history.days().map(({ day }) => day),
    ['2026-01-02'],
  );
  assert.equal(history.subscriber({ id: 'a' }), undefined);
  assert.deepEqual(
    history.confirmedSubscribers().map(({ id }) => id),
    ['b'],
  );
});

test('the file is its owner’s alone, and one of a newer release is refused', (t) => {
  const file = newFile(t);
  openSqliteHistory(file)[Symbol.dispose]();
  assert.equal(statSync(file).mode & 0o777, 0o600);
  const database = new DatabaseSync(file);
  database.exec('pragma user_version = 99');
  database.close();

  assert.throws(() => openSqliteHistory(file), /newer release/);
});

test('a disk that takes nothing is told as such, and reading goes on', (t) => {
  const file = newFile(t);
  using history = openSqliteHistory(file);
  history.addMinute('here', minute);
  // Another process that holds the file for writing is refused like a full disk.
  const other = new DatabaseSync(file);
  other.exec('begin immediate');

  assert.throws(() => history.setFact('a', 'b'), HistoryUnwritable);

  assert.equal(history.minutes('here', 0).length, 1);
  other.exec('rollback');
  other.close();
  history.setFact('a', 'b');
  assert.equal(history.fact('a'), 'b');
});

function newFile(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'xplain-history-'));
  t.after(() => removeFolder(folder));
  return join(folder, 'probe', 'history.sqlite');
}
