/** Every example of the page about alerts, run. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { openAccess } from '../../../../test/support/open-access.ts';
import { startAccess } from '../../../../test/support/start-access.ts';
import { RULES, startAlertRules } from '../../../../test/support/alerts/start-alert-rules.ts';
import {
  settleMembers,
  simulatedStore,
  startConditions,
} from '../../../../test/support/alerts/start-conditions.ts';
import type { AlertRuleDraft } from '../../../contract/alert-rule-settings.ts';
import { CONDITION_KINDS, PLACEHOLDERS } from '../../../spec/alerts.ts';
import type { FindingStatus } from '../../../spec/evaluation.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { DAY_MS, MINUTE_MS } from '../../../spec/units.ts';
import type { Judge } from '../conditions/judge.ts';
import type { GroupKey } from '../conditions/measurement.ts';
import type { Rule } from '../rule.ts';
import { alertSilenceRoutes } from '../silences/silence-routes.ts';
import { settleDraft } from './settle-settings.ts';

interface Example {
  readonly rule: AlertRuleDraft;
  readonly logged: readonly Logged[];
  /** What the evaluator says of each item. */
  readonly judged?: Readonly<Record<string, FindingStatus>>;
  readonly fires: readonly GroupKey[];
}

interface Logged {
  readonly minutesAgo: number;
  readonly times?: number;
  readonly level?: string;
  readonly event?: string;
  readonly source?: string;
  readonly fields?: Readonly<Record<string, string>>;
}

const page = readFileSync(new URL('../../../../docs/alerts.md', import.meta.url), 'utf8');
const blocks = (head: string): unknown[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${head}\\n(.*?)^\`\`\``, 'gms'))].map(
    ([, text = '']) => JSON.parse(text) as unknown,
  );
const examples = blocks('json example') as Example[];
const simulated = await simulatedStore();

for (const { rule: draft, logged, judged, fires } of examples) {
  test(`the example “${draft.name}” fires for whom the page says`, async (t) => {
    const tested = await startConditions(t, simulated, judgeOf(judged));
    const end = tested.clock.now() + 3 * DAY_MS;
    for (const { minutesAgo, times = 1, event, ...facts } of inOrder(logged)) {
      tested.clock.advance(end - minutesAgo * MINUTE_MS - tested.clock.now());
      const body = event === undefined ? {} : { body: event };
      await tested.write(Array.from({ length: times }, () => ({ ...body, ...facts })));
    }
    tested.clock.advance(end - tested.clock.now());
    const rule: Rule = {
      ...tested.newRule(draft.condition),
      settings: settleDraft(draft),
    };

    const learning = await tested.measured(rule, end - MINUTE_MS);
    const members = settleMembers(rule, [], learning);
    const memory = learning.memory ?? '';
    const { groups } = await tested.measured(rule, end, { members, memory });

    const firing = groups.filter(({ holds }) => holds === 'true').map(({ key }) => key);
    assert.deepEqual(firing, fires, JSON.stringify(groups));
  });
}

function inOrder(logged: readonly Logged[]): readonly Logged[] {
  return logged.toSorted((a, b) => b.minutesAgo - a.minutesAgo);
}

function judgeOf(judged: Example['judged']): Judge {
  const findings = Object.entries(judged ?? {}).map(([id, status]) => ({
    id,
    status,
    confidence: 0.9,
    isIncomplete: false,
    eventIds: [],
  }));
  return {
    judge: () => Promise.resolve({ findings, creditsSpent: 1 }),
    estimate: () => Promise.resolve(1),
  };
}

test('the API takes every rule and silence of the page', async (t) => {
  const access = await openAccess(t);
  const { call } = startAlertRules(t, access);
  const silences = startAccess(t, access, { mount: (app) => alertSilenceRoutes(app, access) });
  const { owner } = await access.newOrganization();
  const rules = [...blocks('json'), ...examples.map(({ rule }) => rule)];

  for (const body of rules) {
    const answer = await call(`POST ${RULES}`, { as: owner, body });
    assert.equal(answer.status, 201, answer.text);
  }
  for (const body of blocks('json test')) {
    const answer = await call(`POST ${RULES}/test`, { as: owner, body });
    assert.equal(answer.status, 200, answer.text);
  }
  for (const body of blocks('json silence')) {
    const answer = await silences.call('POST /api/v1/alert-silences', { as: owner, body });
    assert.equal(answer.status, 201, answer.text);
  }
  assert.ok(rules.length > 5);
});

test('every kind of condition has an example, and numbers are those of the limits', () => {
  const shown = examples.map(({ rule }) => rule.condition.kind);
  const { alerts } = LIMITS;

  assert.deepEqual(new Set(shown), new Set(CONDITION_KINDS));
  for (const name of PLACEHOLDERS) assert.ok(page.includes(`{{${name}}}`), name);
  assert.match(page, new RegExp(`up to ${alerts.groupFieldsMax} fields`));
  assert.match(page, new RegExp(`over ${alerts.onTimeSecondsMax} seconds after`));
  assert.match(page, new RegExp(`at most ${alerts.verdictRulesMax} such rules`));
  assert.match(page, new RegExp(`up\\s+to ${alerts.testHoursMax}`));
  assert.match(page, new RegExp(`up to ${alerts.silenceMsMax / DAY_MS} days`));
});
