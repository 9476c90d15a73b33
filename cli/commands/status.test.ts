import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ADMIN_TOKEN,
  startStatusPage,
  type StatusUnderTest,
} from '../../test/support/status/status-under-test.ts';
import { HOUR_MS } from '../../src/spec/units.ts';
import { runCommand as run } from '../../test/support/programs/run-command.ts';

function at({ clock }: StatusUnderTest, hours: number): string {
  return new Date(clock.now() + hours * HOUR_MS).toISOString();
}

test('maintenance is announced, and the answer says whether it counts', async (t) => {
  const page = await startStatusPage(t);
  const environment = { XPLAIN_PROBE_ADMIN_TOKEN: ADMIN_TOKEN, XPLAIN_STATUS_URL: page.url };
  const words = ['--components', 'all', '--text', 'New disks', '--name', 'Ada'];
  const announce = (hours: number) => {
    const times = ['--from', at(page, hours), '--to', at(page, hours + 1)];
    return run(['status', 'maintenance', ...times, ...words], environment);
  };

  const inTime = await announce(48);
  const late = await announce(47);

  assert.equal(inTime.code, 0, inTime.complained);
  assert.match(inTime.printed, /^Announced mnt_\w+\. It doesn't count as downtime\.$/);
  assert.match(late.printed, /less than 48 hours, so downtime counts/);
  const id = /mnt_\w+/.exec(inTime.printed)?.[0] ?? '';
  const cancel = ['status', 'maintenance', '--id', id, '--cancel', '--name', 'Ada'];
  assert.equal((await run(cancel, environment)).code, 0);
  assert.equal(page.history.maintenance(0).length, 3);
});

test('an incident is opened and resolved', async (t) => {
  const page = await startStatusPage(t);
  const environment = { XPLAIN_PROBE_ADMIN_TOKEN: ADMIN_TOKEN };
  const base = ['status', 'incident', '--url', `${page.url}/`, '--name', 'Ada', '--text', 'Words'];
  const open = ['--title', 'Slow', '--components', 'search,api', '--step', 'investigating'];

  const opened = await run([...base, ...open, '--outage'], environment);
  const id = /inc_\w+/.exec(opened.printed)?.[0] ?? '';
  const resolved = await run([...base, '--id', id, '--step', 'resolved'], environment);

  assert.deepEqual([opened.code, resolved.code], [0, 0], opened.complained + resolved.complained);
  const incident = page.history.incident(id);
  assert.deepEqual([incident?.components, incident?.isOutage], [['api', 'search'], true]);
  assert.notEqual(incident?.closedAt, null);
});

test('what is wrong is said: no token, a wrong one, a bad value, nobody there', async (t) => {
  const page = await startStatusPage(t);
  const environment = { XPLAIN_PROBE_ADMIN_TOKEN: ADMIN_TOKEN, XPLAIN_STATUS_URL: page.url };
  const words = ['--components', 'api', '--text', 'x', '--name', 'Ada'];
  const call = ['status', 'maintenance', '--from', 'tomorrow', '--to', at(page, 2), ...words];

  const bad = await run(call, environment);
  assert.equal(bad.code, 1);
  assert.match(bad.complained, /from: Expected a time with a time zone/);
  assert.equal((await run(call)).code, 2);
  assert.match((await run(call)).complained, /XPLAIN_PROBE_ADMIN_TOKEN is not set/);
  const wrong = await run(call, { ...environment, XPLAIN_PROBE_ADMIN_TOKEN: 'wrong' });
  assert.match(wrong.complained, /requires the operator token/);
  const nobody = await run([...call, '--url', 'http://127.0.0.1:1'], environment);
  assert.match(nobody.complained, /Can't reach http:\/\/127\.0\.0\.1:1/);
  assert.equal((await run(['status', 'incident', '--id', '../x'], environment)).code, 2);
  assert.match((await run(['status', 'maintenanc'])).complained, /Did you mean status maintenance/);
  assert.match(
    (await run(['help', 'status', 'incident'])).printed,
    /Usage: xplain status incident/,
  );
});
