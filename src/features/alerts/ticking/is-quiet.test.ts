import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  exampleRule,
  measuredGroup,
  threshold,
} from '../../../../test/support/alerts/example-rule.ts';
import type { AlertRuleSettings } from '../../../contract/alert-rule-settings.ts';
import type { AlertRuleRunRow } from '../../../engines/metadata/tables/alerts.ts';
import { advance } from '../states/advance.ts';
import { firstRun } from '../states/next-run.ts';
import { isQuiet } from './quiet.ts';
import type { RuleBefore } from './tick-needs.ts';

const TICK = Date.UTC(2026, 0, 15, 12);
const INTERVAL_MS = 60_000;

interface Differing {
  readonly settings?: Partial<AlertRuleSettings>;
  readonly run?: Partial<AlertRuleRunRow>;
  readonly before?: Partial<RuleBefore>;
  readonly measuredAt?: number | undefined;
  readonly isQuietStore?: boolean;
}

/** Whether a rule that counted 0 a minute ago is quiet, but for what a test is about; and since when it asked. */
function asked(differing: Differing = {}): { isQuiet: boolean; since: number | undefined } {
  const rule = exampleRule({ query: 'level=error', delay: 7, ...differing.settings });
  const run: AlertRuleRunRow = {
    ...firstRun(rule),
    health: 'ok',
    ticked_at: TICK - INTERVAL_MS,
    sparkline: '[3,0]',
    ...differing.run,
  };
  const measuredAt = 'measuredAt' in differing ? differing.measuredAt : TICK - INTERVAL_MS;
  let since: number | undefined;
  const needs = {
    measured: { last: () => measuredAt, note: () => {} },
    isQuietSince: (_organization: string, at: number) => {
      since = at;
      return differing.isQuietStore ?? true;
    },
  };
  const before = { rule, run, groups: [], members: [], ...differing.before };
  return { isQuiet: isQuiet(needs, before, { at: TICK, skipped: 0 }), since };
}

test('a count of 0 is still 0 when nothing was stored since the window before', () => {
  assert.deepEqual(asked(), { isQuiet: true, since: TICK - 67_000 });
  assert.deepEqual(asked({ isQuietStore: false }), { isQuiet: false, since: TICK - 67_000 });
  assert.equal(asked({ settings: { condition: threshold({ value: 0 }) } }).isQuiet, true);
});

const FIRING = advance(
  exampleRule(),
  [],
  {
    kind: 'measured',
    groups: [measuredGroup('true')],
    isCut: false,
    behind: [],
    isLearning: false,
  },
  { at: TICK },
).groups;

const DOUBTS: readonly (readonly [string, Differing])[] = [
  [
    'another kind of condition',
    { settings: { condition: { ...threshold(), kind: 'change' } as never } },
  ],
  ['another comparison', { settings: { condition: threshold({ op: '>=' }) } }],
  ['a value that is no count', { settings: { condition: threshold({ of: 'avg' }) } }],
  ['more than less than nothing', { settings: { condition: threshold({ value: -1 }) } }],
  ['a saved search', { settings: { query: null } }],
  ['commands', { settings: { query: 'level=error | head 3' } }],
  ['the own time of events', { settings: { basis: 'event' } }],
  ['a group that is not normal', { before: { groups: FIRING } }],
  ['no tick before', { before: { run: undefined } }],
  ['another version', { run: { version: 0 } }],
  ['another health', { run: { health: 'behind' } }],
  ['a count', { run: { sparkline: '[0,1]' } }],
  ['no value', { run: { sparkline: '[0,null]' } }],
  ['an older tick', { run: { ticked_at: TICK - 2 * INTERVAL_MS } }],
  ['no tick of this node', { measuredAt: undefined }],
];

for (const [name, differing] of DOUBTS) {
  test(`any doubt means no: ${name}`, () => {
    assert.deepEqual(asked(differing), { isQuiet: false, since: undefined });
  });
}

test('the next tick still reaches back to the one at which the store was asked', () => {
  const windowMs = 300_000;

  assert.equal(asked({ measuredAt: TICK + INTERVAL_MS - windowMs }).isQuiet, true);
  assert.equal(asked({ measuredAt: TICK + INTERVAL_MS - windowMs - 1 }).isQuiet, false);
});
