import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SECOND_MS } from '../../../spec/units.ts';
import {
  exampleRule,
  failedMeasurement,
  measured,
  measuredGroup,
  threshold,
} from '../../../../test/support/alerts/example-rule.ts';
import { seededRandom, type SeededRandom } from '../../../../test/support/seeded-random.ts';
import type { Measurement } from '../conditions/measurement.ts';
import type { Rule } from '../rule.ts';
import { advance, type Advance, type GroupState } from './advance.ts';

const SEQUENCES = 400;
const TICKS = 80;
const HOSTS = ['a', 'b', 'c'];

test('whatever ticks find, a group has one open incident and nothing resolves on a guess', () => {
  const first = Number(process.env['XPLAIN_TEST_SEED'] ?? Date.now() % 1_000_000);
  const told = { fired: 0, resolved: 0, began_flapping: 0 };
  for (let seed = first; seed < first + SEQUENCES; seed++) {
    const random = seededRandom(seed);
    const rule = someRule(random);
    const measurements = Array.from({ length: TICKS }, () => someMeasurement(random));
    const steps = replay(rule, measurements);
    checkIncidents(steps, measurements, `seed ${seed}`);
    for (const { kind } of steps.flatMap(({ transitions }) => transitions)) {
      if (kind in told) told[kind as keyof typeof told] += 1;
    }

    // The same ticks again come to the same, also when their states were copied in between.
    assert.deepEqual(replay(rule, measurements), steps, `seed ${seed}`);
    const kept = replay(rule, measurements, (groups) => structuredClone(groups));
    assert.deepEqual(kept, steps, `seed ${seed}`);
  }
  for (const [kind, count] of Object.entries(told)) assert.ok(count > 100, `${count} ${kind}`);
});

function replay(
  rule: Rule,
  measurements: readonly Measurement[],
  keep: (groups: readonly GroupState[]) => readonly GroupState[] = (groups) => groups,
): Advance[] {
  let groups: readonly GroupState[] = [];
  return measurements.map((measurement, index) => {
    const at = index * rule.settings.interval * SECOND_MS;
    const step = advance(rule, groups, measurement, { at });
    groups = keep(openIncidents(step.groups, index));
    return step;
  });
}

/** As settling does: what fires gets an incident, and keeps it. */
function openIncidents(groups: readonly GroupState[], tick: number): readonly GroupState[] {
  return groups.map((group) =>
    group.state === 'firing' && group.incidentId === null
      ? { ...group, incidentId: `inc_${group.hash}_${tick}` }
      : group,
  );
}

function checkIncidents(
  steps: readonly Advance[],
  measurements: readonly Measurement[],
  where: string,
): void {
  const open = new Set<string>();
  for (const [index, { transitions, groups }] of steps.entries()) {
    const place = `${where}, tick ${index}`;
    const measurement = measurements[index];
    const isGuess =
      measurement?.kind !== 'measured' || measurement.isCut || measurement.behind.length > 0;
    for (const transition of transitions) {
      const { hash, kind } = transition;
      if (kind === 'fired') {
        assert.ok(!open.has(hash), `${place}: a second incident`);
        open.add(hash);
        continue;
      }
      assert.ok(open.has(hash), `${place}: ${kind} without an incident`);
      assert.notEqual(transition.incidentId, null, place);
      if (kind !== 'resolved') continue;
      assert.ok(!isGuess, `${place}: resolved while behind, cut or failed`);
      open.delete(hash);
    }
    const firing = groups.filter(({ state }) => state === 'firing' || state === 'recovering');
    assert.deepEqual(new Set(firing.map(({ hash }) => hash)), open, place);
    assert.equal(new Set(groups.map(({ hash }) => hash)).size, groups.length, place);
  }
}

function someRule(random: SeededRandom): Rule {
  return exampleRule({
    condition: threshold(random.chance(0.5) ? { of: 'avg' } : { by: ['host'] }),
    fireAfter: random.integer(1, 3),
    resolveAfter: random.integer(1, 3),
    for: random.pick([0, 60, 120]),
    keepFiring: random.pick([0, 60, 300]),
    noData: random.pick(['keep', 'resolve', 'fire']),
    onError: random.pick(['keep', 'fire']),
  });
}

function someMeasurement(random: SeededRandom): Measurement {
  if (random.chance(0.05)) return failedMeasurement;
  const groups = HOSTS.filter(() => random.chance(0.9)).map((host) => {
    const holds = random.pick(['true', 'true', 'safe', 'safe', 'between', 'unknown']);
    return measuredGroup(holds, host, random.chance(0.1) ? { value: null } : {});
  });
  return measured(groups, {
    isCut: random.chance(0.05),
    behind: random.chance(0.05) ? ['lag'] : [],
  });
}
