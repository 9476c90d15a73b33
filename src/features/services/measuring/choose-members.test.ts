/** Which services are asked for together, and what is told of how long measuring took. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentMetrics, type Metrics } from '../../../base/metrics.ts';
import type { KpiSettings } from '../../../contract/kpi-settings.ts';
import { readSelector } from '../managing/check-searches.ts';
import { settleDraft } from '../managing/settle-kpi.ts';
import { chooseMembers } from './choose-members.ts';
import type { Asked } from './find-due-services.ts';
import { createMeasureMeters } from './measure-meters.ts';
import type { KpiPlan } from './plan-slots.ts';

const counting = (field: string): KpiSettings['measure'] => ({
  kind: 'aggregate',
  function: 'dc',
  field,
});

/** A service with measures of these fields, and so many slots. */
function asked(service: string, fields: readonly string[], slotsCount = 1): Asked {
  const selector = readSelector('*');
  const kpis = fields.map((field, at) => ({
    id: `${service}_${at}`,
    settings: settleDraft({ measure: counting(field) }),
  }));
  const slots = Array.from({ length: slotsCount }, (_, at) => at * 60_000);
  const part = { service, text: '*', selector, kpis };
  return { selector, kpis, everySeconds: 60, slots, now: 0, part };
}

async function chosen(
  first: Asked,
  others: readonly Asked[],
  reads: Readonly<Record<string, string | undefined>> = {},
): Promise<string> {
  const readOf = async ({ part }: Asked): Promise<string | undefined> =>
    part.service in reads ? reads[part.service] : 'the same';
  return (await chooseMembers(first, others, readOf)).map(({ part }) => part.service).join(' ');
}

test('those that read the same are asked for together', async () => {
  const [a, b, c] = ['a', 'b', 'c'].map((name) => asked(name, ['x'])) as [Asked, Asked, Asked];

  assert.equal(await chosen(a, [b, c]), 'a b c');
  assert.equal(await chosen(a, [b, c], { b: 'other' }), 'a c');
  assert.equal(await chosen(a, [b, c], { b: undefined }), 'a c');
  assert.equal(await chosen(a, [b, c], { a: undefined, b: undefined }), 'a');
  assert.equal(await chosen(a, []), 'a');
});

test('no service pays for more than twice its own measures', async () => {
  const one = asked('one', ['x']);

  assert.equal(await chosen(one, [asked('two', ['x', 'y'])]), 'one two');
  assert.equal(await chosen(one, [asked('three', ['x', 'y', 'z'])]), 'one');
  assert.equal(await chosen(one, [asked('other', ['y']), asked('third', ['z'])]), 'one other');
});

test('thirty-two services and ten thousand values are the most', async () => {
  const many = Array.from({ length: 40 }, (_, at) => asked(`s${at}`, ['x']));
  const long = (slots: number): Asked[] => [asked('b', ['x'], slots), asked('c', ['x'], 1)];

  assert.equal((await chosen(asked('a', ['x']), many)).split(' ').length, 32);
  assert.equal(await chosen(asked('a', ['x'], 1), long(5_000)), 'a b');
  assert.equal(await chosen(asked('a', ['x'], 1), long(5_001)), 'a c');
});

test('measured slots are counted, with the time until they were noted', () => {
  const reported: unknown[] = [];
  let lag = (): number => -1;
  const metrics: Metrics = {
    ...silentMetrics,
    counter: (name) => ({ add: (count, labels) => void reported.push([name, count, labels]) }),
    histogram: (name, _, buckets) => {
      reported.push([name, buckets]);
      return { observe: (seconds) => void reported.push([name, seconds]) };
    },
    gauge: (_, __, read) => {
      lag = read as () => number;
    },
  };
  const meters = createMeasureMeters(metrics);
  const settings = settleDraft({ measure: counting('x'), everySeconds: 60, delaySeconds: 30 });
  const plan = (fresh: number[], again: number[]) =>
    ({ kpi: { settings }, fresh, again }) as unknown as KpiPlan;
  const slots = 'xplain_kpi_slots_total';
  const lags = 'xplain_kpi_slot_lag_seconds';

  assert.equal(lag(), 0);
  assert.deepEqual(reported.splice(0), [[lags, [1, 2.5, 5, 10, 20, 30, 60, 120, 300, 900, 3_600]]]);
  meters.measured([plan([0, 60_000], [1]), plan([120_000], [2, 3])], 160_000);
  assert.deepEqual(reported.splice(0), [
    [slots, 3, { kind: 'again' }],
    [slots, 3, { kind: 'first' }],
    [lags, 70],
    [lags, 10],
    [lags, 0],
  ]);
  assert.equal(lag(), 70);
  meters.measured([plan([], [])], 500_000);
  assert.deepEqual([reported, lag()], [[], 70]);
});
