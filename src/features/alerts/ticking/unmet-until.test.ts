import assert from 'node:assert/strict';
import {
  failedMeasurement,
  measured,
  measuredGroup,
} from '../../../../test/support/alerts/example-rule.ts';
import { onBothStores } from '../../../../test/support/open-access.ts';
import { startTicking } from '../../../../test/support/alerts/start-ticking.ts';
import { SECOND_MS } from '../../../spec/units.ts';

const firing = () => measured([measuredGroup('true')]);
const safe = () => measured([measuredGroup('safe')]);

onBothStores('a rule that fires tells how long its row waited at most', async (_t, access) => {
  const ticking = await startTicking(access);
  await ticking.addRule();
  await ticking.tick();
  ticking.answer(() => {
    access.clock.advance(2 * SECOND_MS);
    return firing();
  });
  await ticking.tick();

  // The check before, a minute ago, did not find it yet.
  assert.deepEqual(ticking.firedAfter, ['62 s']);
  await ticking.tick();
  assert.equal(ticking.firedAfter.length, 1, 'what fires still does not fire again');
});

onBothStores('the first check of a rule tells nothing', async (_t, access) => {
  const ticking = await startTicking(access);
  await ticking.addRule();
  ticking.answer(firing);
  await ticking.tick();

  assert.equal((await ticking.read()).incidents.length, 1);
  assert.deepEqual(ticking.firedAfter, []);
});

for (const [what, draft, failed, met, after] of [
  ['failed checks', {}, 2, 1, '180 s'],
  ['the delay', { delay: 30 }, 0, 1, '90 s, custom'],
  ['checks in a row', { fireAfter: 3 }, 0, 3, '180 s, custom'],
  ['a longer interval', { interval: 120 }, 0, 1, '120 s, custom'],
] as const) {
  onBothStores(`${what}: part of the wait`, async (_t, access) => {
    const ticking = await startTicking(access);
    await ticking.addRule(draft);
    ticking.answer(safe);
    await ticking.tick();
    ticking.answer(() => failedMeasurement);
    await ticking.tick(failed);
    ticking.answer(firing);
    await ticking.tick(met);

    assert.deepEqual(ticking.firedAfter, [after]);
  });
}

onBothStores('a check that fires without a row has not waited for one', async (_t, access) => {
  const ticking = await startTicking(access);
  await ticking.addRule({ onError: 'fire' });
  await ticking.tick();
  ticking.answer(() => failedMeasurement);
  await ticking.tick(5);

  assert.equal((await ticking.read()).incidents.length, 1);
  assert.deepEqual(ticking.firedAfter, []);
});
