/** A node that stood still for longer than its claim lasts, and goes on while another has its run, or after it. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { silentLog } from '../../../base/log.ts';
import { runDue as runDueOf } from '../../../engines/schedule/schedule.ts';
import { HOUR_MS, MINUTE_MS } from '../../../spec/units.ts';
import { fakeClock } from '../../../../test/support/fake-clock.ts';
import { LIMITS } from '../../../../test/support/limits.ts';
import { openSimulatedStore } from '../../../../test/support/store/open-simulated-store.ts';
import { startOneExport } from '../../../../test/support/exports/start-one-export.ts';
import { runExports } from './run-exports.ts';

const storeClock = fakeClock(Date.UTC(2026, 2, 1, 12));
const store = await openSimulatedStore(storeClock);
const never = new AbortController().signal;

/** Node A stands still in its first upload, until it is told to go on. */
async function pauseInUpload(t: TestContext) {
  const started = await startOneExport(t, { store, storeClock });
  const { write, advance, runDue, faults, access, exportNeeds, folder } = started;
  await write('one', 'two');
  advance(HOUR_MS + 2 * MINUTE_MS);
  const stands = Promise.withResolvers<void>();
  const goesOn = Promise.withResolvers<void>();
  faults.upload = async () => {
    stands.resolve();
    await goesOn.promise;
  };
  const first = runDue();
  await stands.promise;
  delete faults.upload;
  advance(LIMITS.schedule.rowLeaseMs + 1);
  const { metadata, clock } = access;
  const needs = { ...exportNeeds, spool: `${folder}/spool-of-the-other-node` };
  const runOnOther = () => runDueOf({ metadata, clock, log: silentLog }, runExports(needs), never);
  const goOn = async (): Promise<void> => {
    goesOn.resolve();
    await first;
  };
  const files = async (): Promise<string[]> => {
    const listed = await started.objects.list(`${started.organization}/`, { limit: 100 });
    return listed.map(({ name }) => name).filter((name) => !name.includes('/manifests/'));
  };
  return { ...started, runOnOther, goOn, files };
}

test('what it had in hand neither takes the place of a finished file nor stays', async (t) => {
  const { runOnOther, goOn, runs, archive, ids, files, show } = await pauseInUpload(t);

  await runOnOther();
  const before = await archive();
  const [named] = before.manifests[0]?.files ?? [];
  await goOn();

  const after = await archive();
  assert.deepEqual(after, before);
  assert.deepEqual(after.ids.toSorted(), ids.toSorted());
  assert.deepEqual(await files(), [
    `${(await files())[0]?.split('/exports/')[0]}/exports/${named?.name}`,
  ]);
  assert.deepEqual([(await runs())[0]?.state, (await show()).health], ['done', 'ok']);
});

test('what it notes about a file does not hold while another node writes that file', async (t) => {
  const { runOnOther, goOn, runs, archive, ids, faults, files } = await pauseInUpload(t);
  const stands = Promise.withResolvers<void>();
  const goesOn = Promise.withResolvers<void>();
  faults.upload = async () => {
    stands.resolve();
    await goesOn.promise;
  };

  const second = runOnOther();
  await stands.promise;
  await goOn();
  const [between] = await runs();
  goesOn.resolve();
  await second;

  assert.deepEqual([between?.state, between?.filesDone], ['running', 0]);
  assert.equal((await runs())[0]?.state, 'done');
  assert.deepEqual((await archive()).ids.toSorted(), ids.toSorted());
  assert.equal((await files()).length, 1);
});

test('a run that was cancelled after its manifest was written leaves neither manifest nor file', async (t) => {
  const started = await startOneExport(t, { store, storeClock });
  const { write, advance, runDue, faults, post, objects, organization, archive, ids } = started;
  await write('one');
  advance(HOUR_MS + 2 * MINUTE_MS);
  faults.tell = async () => void (await post('cancel'));

  await runDue();

  assert.deepEqual(await objects.list(`${organization}/`, { limit: 10 }), []);
  delete faults.tell;
  advance(HOUR_MS);
  await runDue();
  assert.deepEqual((await archive()).ids, ids);
});
