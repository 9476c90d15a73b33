import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AlertRule } from '../../../contract/alert-rules.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { openAccess } from '../../../../test/support/open-access.ts';
import { savedSearchesOf } from '../../../../test/support/saved-searches.ts';
import type { Answer } from '../../../../test/support/start-access.ts';
import {
  A_RULE,
  RULES,
  startAlertRules,
} from '../../../../test/support/alerts/start-alert-rules.ts';

const { alerts } = LIMITS;

/** Status, code, and where the first problem stands. */
function seen({ status, body }: Answer): unknown[] {
  const [first] = (body.details ?? []) as readonly { path: string; position?: number }[];
  return [status, body.code, first?.path, first?.position].filter((each) => each !== undefined);
}

test('what a rule cannot ask is refused with its place, and nothing is written', async (t) => {
  const access = await openAccess(t);
  const { call } = startAlertRules(t, access);
  const { id: organization, owner } = await access.newOrganization();
  const searches = savedSearchesOf(access);
  const bounded = { name: 'Bounded', query: 'level=error earliest=-1h' };
  const saved = await searches.create(owner.actor, bounded);
  await searches.create(owner.actor, {
    name: 'Outer',
    query: '| savedsearch "Bounded"',
  });
  const before = await access.auditOf(organization);
  const cases: readonly [change: object, ...expected: unknown[]][] = [
    [{ query: 'a | nonsense' }, 'QUERY_SYNTAX_ERROR', 'query', 4],
    [{ query: 'level=error earliest=-1h' }, 'QUERY_SYNTAX_ERROR', 'query', 12],
    [{ query: 'a latest=now' }, 'QUERY_SYNTAX_ERROR', 'query', 2],
    [{ query: 'a _index_earliest=-1h' }, 'QUERY_SYNTAX_ERROR', 'query', 2],
    [{ query: 'a [search b _index_latest=now | table c]' }, 'QUERY_SYNTAX_ERROR', 'query', 12],
    [{ query: '| tstats count where earliest=-1h' }, 'QUERY_SYNTAX_ERROR', 'query', 21],
    [{ query: 'a | stats count by b | outputlookup c' }, 'QUERY_SYNTAX_ERROR', 'query', 23],
    [
      { query: 'a | append [search b | table c | outputlookup d]' },
      'QUERY_SYNTAX_ERROR',
      'query',
      33,
    ],
    [{ query: '| savedsearch "Bounded"' }, 'VALIDATION_ERROR', 'query'],
    [{ query: '| savedsearch "Outer"' }, 'VALIDATION_ERROR', 'query'],
    [{ query: '| savedsearch "Nobody"' }, 'VALIDATION_ERROR', 'query'],
    [{ query: null }, 'VALIDATION_ERROR', 'query'],
    [{ savedSearch: saved.id }, 'VALIDATION_ERROR', 'savedSearch'],
    [{ query: null, savedSearch: saved.id }, 'VALIDATION_ERROR', 'savedSearch'],
    [{ interval: 600, window: 599 }, 'VALIDATION_ERROR', 'window'],
    [{ title: 'Now {{valu}}' }, 'VALIDATION_ERROR', 'title', 4],
    [{ body: '{{value}} {{channel.secret}}' }, 'VALIDATION_ERROR', 'body', 10],
    [{ body: '{{value' }, 'VALIDATION_ERROR', 'body', 0],
    [{ body: '{{group.}}' }, 'VALIDATION_ERROR', 'body', 0],
    [{ body: '{{constructor}} {{__proto__}}' }, 'VALIDATION_ERROR', 'body', 0],
    [
      { interval: 299, condition: { kind: 'verdict', criteria: 'c' } },
      'VALIDATION_ERROR',
      'interval',
    ],
    [{ basis: 'arrival', condition: { kind: 'change' } }, 'VALIDATION_ERROR', 'basis'],
    [{ condition: { ...A_RULE.condition, of: 'sum' } }, 'VALIDATION_ERROR', 'condition.of'],
    [
      { condition: { ...A_RULE.condition, recoverAt: 6 } },
      'VALIDATION_ERROR',
      'condition.recoverAt',
    ],
    [{ thing: 1 }, 'VALIDATION_ERROR', 'thing'],
    [{ condition: { kind: 'magic' } }, 'VALIDATION_ERROR', 'condition'],
  ];

  for (const [change, ...expected] of cases) {
    const answer = await call(`POST ${RULES}`, { as: owner, body: { ...A_RULE, ...change } });
    const place = seen(answer).slice(0, expected.length + 1);
    assert.deepEqual(place, [400, ...expected], `${JSON.stringify(change)} ${answer.text}`);
  }
  const list = await call(`GET ${RULES}`, { as: owner });
  assert.deepEqual(list.body.data, []);
  assert.deepEqual(await access.auditOf(organization), before);
});

const list = (length: number, name = 'x'): string[] =>
  Array.from({ length }, (_, at) => `${name}${at}`);
const VERDICT = { kind: 'verdict', criteria: 'All is well.' };
const MEMBERS = { kind: 'absence', scope: 'member', by: ['host'] };

/** Of each field what is still taken, and what no more. */
const BOUNDS: readonly [field: string, taken: readonly unknown[], refused: readonly unknown[]][] = [
  [
    'name',
    ['n', 'n'.repeat(alerts.nameCharactersMax)],
    ['', 'n'.repeat(alerts.nameCharactersMax + 1)],
  ],
  [
    'description',
    ['', 'd'.repeat(alerts.descriptionCharactersMax)],
    ['d'.repeat(alerts.descriptionCharactersMax + 1)],
  ],
  [
    'runbook',
    ['r'.repeat(alerts.runbookCharactersMax)],
    ['r'.repeat(alerts.runbookCharactersMax + 1)],
  ],
  [
    'tags',
    [list(alerts.tagsMax), ['t'.repeat(alerts.tagCharactersMax)]],
    [list(alerts.tagsMax + 1), ['t'.repeat(alerts.tagCharactersMax + 1)], ['a', 'a']],
  ],
  ['severity', ['info', 'critical'], ['fatal']],
  [
    'query',
    ['x'.repeat(LIMITS.query.textCharactersMax)],
    ['x'.repeat(LIMITS.query.textCharactersMax + 1), ''],
  ],
  [
    'interval',
    [alerts.intervalSecondsMin, alerts.intervalSecondsMax],
    [alerts.intervalSecondsMin - 1, alerts.intervalSecondsMax + 1, 60.5],
  ],
  [
    'window',
    [alerts.intervalSecondsDefault, alerts.windowSecondsMax],
    [alerts.intervalSecondsDefault - 1, alerts.windowSecondsMax + 1],
  ],
  ['delay', [0, alerts.delaySecondsMax], [-1, alerts.delaySecondsMax + 1]],
  [
    'lateMax',
    [alerts.lateSecondsMin, alerts.lateSecondsMax],
    [alerts.lateSecondsMin - 1, alerts.lateSecondsMax + 1],
  ],
  ['fireAfter', [1, alerts.ticksMax], [0, alerts.ticksMax + 1]],
  ['resolveAfter', [1, alerts.ticksMax], [0, alerts.ticksMax + 1]],
  ['for', [0, alerts.holdSecondsMax], [-1, alerts.holdSecondsMax + 1]],
  ['keepFiring', [0, alerts.holdSecondsMax], [-1, alerts.holdSecondsMax + 1]],
  ['noData', ['keep', 'resolve', 'fire'], ['ignore']],
  ['onError', ['keep', 'fire'], ['resolve']],
  ['maxGroups', [1, alerts.groupsMax], [0, alerts.groupsMax + 1]],
  ['channels', [['chn_owners']], [list(alerts.ruleChannelsMax + 1), ['chn_owners', 'chn_owners']]],
  [
    'renotify',
    [null, alerts.renotifySecondsMin, alerts.renotifySecondsMax],
    [0, alerts.renotifySecondsMin - 1, alerts.renotifySecondsMax + 1],
  ],
  ['groupWait', [0, alerts.groupWaitSecondsMax], [-1, alerts.groupWaitSecondsMax + 1]],
  ['throttle', [0, alerts.throttleSecondsMax], [-1, alerts.throttleSecondsMax + 1]],
  ['samples', [0, alerts.samplesMax], [-1, alerts.samplesMax + 1]],
  [
    'title',
    [null, 't'.repeat(alerts.titleCharactersMax), '{{ rule.name }}: {{group.service.name}}'],
    ['t'.repeat(alerts.titleCharactersMax + 1)],
  ],
  [
    'body',
    [null, 'b'.repeat(alerts.bodyCharactersMax)],
    ['b'.repeat(alerts.bodyCharactersMax + 1)],
  ],
  ['mutedBy', [[]], [list(alerts.mutedByMax + 1)]],
  [
    'condition',
    [
      { ...A_RULE.condition, by: list(alerts.groupFieldsMax) },
      { ...MEMBERS, minSeen: alerts.memberWindowsMax },
      { ...MEMBERS, learn: alerts.memberLearnSecondsMin },
      { ...MEMBERS, learn: alerts.memberLearnSecondsMax },
      { ...MEMBERS, expire: alerts.memberExpireSecondsMin },
      { ...MEMBERS, expire: alerts.memberExpireSecondsMax },
      { ...MEMBERS, maxMembers: alerts.ruleMembersMax },
      {
        ...MEMBERS,
        expected: list(alerts.membersExpectedMax).map((host) => ({ host })),
      },
      { ...MEMBERS, expected: [{ host: 'h'.repeat(alerts.groupValueCharactersMax) }] },
      { kind: 'change', periods: alerts.changePeriodsMax, percent: alerts.changePercentMax },
    ],
    [
      { ...A_RULE.condition, by: list(alerts.groupFieldsMax + 1) },
      { ...MEMBERS, minSeen: alerts.memberWindowsMax + 1 },
      { ...MEMBERS, minSeen: 0 },
      { ...MEMBERS, learn: alerts.memberLearnSecondsMin - 1 },
      { ...MEMBERS, learn: alerts.memberLearnSecondsMax + 1 },
      { ...MEMBERS, expire: alerts.memberExpireSecondsMin - 1 },
      { ...MEMBERS, expire: alerts.memberExpireSecondsMax + 1 },
      { ...MEMBERS, maxMembers: alerts.ruleMembersMax + 1 },
      {
        ...MEMBERS,
        expected: list(alerts.membersExpectedMax + 1).map((host) => ({ host })),
      },
      { ...MEMBERS, expected: [{ host: 'h'.repeat(alerts.groupValueCharactersMax + 1) }] },
      { kind: 'change', periods: alerts.changePeriodsMax + 1 },
      { kind: 'change', periods: 0 },
      { kind: 'change', percent: alerts.changePercentMax + 1 },
    ],
  ],
];

test('both sides of every bound', async (t) => {
  const access = await openAccess(t);
  const { call } = startAlertRules(t, access);
  const { owner } = await access.newOrganization('enterprise');
  let number = 0;
  const ask = async (change: object) => {
    const name = `rule ${(number += 1)}`;
    const interval = 'interval' in change ? { window: alerts.windowSecondsMax } : {};
    const body = { ...A_RULE, name, ...interval, ...change };
    return call(`POST ${RULES}`, { as: owner, body });
  };

  for (const [field, taken, refused] of BOUNDS) {
    for (const value of taken) {
      const answer = await ask({ [field]: value });
      assert.equal(answer.status, 201, `${field} ${JSON.stringify(value)} ${answer.text}`);
    }
    for (const value of refused) {
      const [status, code, path] = seen(await ask({ [field]: value }));
      const place = String(path).split('.')[0];
      assert.deepEqual(
        [status, code, place],
        [400, 'VALIDATION_ERROR', field],
        JSON.stringify(value).slice(0, 200),
      );
    }
  }
});

test('both sides of the bounds of verdicts', async (t) => {
  const access = await openAccess(t);
  const { call } = startAlertRules(t, access);
  const { owner } = await access.newOrganization('enterprise');
  const { id } = (
    await call(`POST ${RULES}`, { as: owner, body: { ...A_RULE, condition: VERDICT } })
  ).body.data as AlertRule;
  let version = 1;
  const ask = async (change: object) => {
    const body = { version, condition: { ...VERDICT, ...change } };
    const { status } = await call(`PATCH ${RULES}/${id}`, { as: owner, body });
    if (status === 200) version += 1;
    return status;
  };

  for (const change of [
    { rows: 1 },
    { rows: alerts.verdictRowsMax },
    { minConfidence: 0 },
    { minConfidence: 1 },
    { creditsPerDay: alerts.verdictCreditsPerDayMax },
    { fireOn: ['not_found'] },
  ]) {
    assert.equal(await ask(change), 200, JSON.stringify(change));
  }
  for (const change of [
    { rows: 0 },
    { rows: alerts.verdictRowsMax + 1 },
    { minConfidence: 1.01 },
    { creditsPerDay: 0 },
    { creditsPerDay: alerts.verdictCreditsPerDayMax + 1 },
    { fireOn: [] },
    { criteria: '' },
  ]) {
    assert.equal(await ask(change), 400, JSON.stringify(change));
  }
});
