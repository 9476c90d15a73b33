import assert from 'node:assert/strict';
import type { AlertRule } from '../../../contract/alert-rules.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { PLAN_NAMES, PLANS } from '../../../spec/plans.ts';
import { SECOND_MS } from '../../../spec/units.ts';
import { onBothStores, raced } from '../../../../test/support/open-access.ts';
import {
  A_RULE,
  RULES,
  startAlertRules,
} from '../../../../test/support/alerts/start-alert-rules.ts';
import { createAlertRule } from './manage-alert-rules.ts';

onBothStores('a rule is created, changed, switched, snoozed and deleted', async (t, access) => {
  const { call, create, resets } = startAlertRules(t, access);
  const { id: organization, owner } = await access.newOrganization();
  const viewer = await access.join(organization, 'viewer');

  const created = await create(owner, { name: ' Errors ', tags: ['web '] });
  const at = `${RULES}/${created.id}`;
  access.clock.advance(1_000);
  const changed = await call(`PATCH ${at}`, { as: owner, body: { version: 1, severity: 'error' } });
  const edited = await call(`PATCH ${at}`, { as: owner, body: { version: 2, window: 600 } });
  const off = await call(`POST ${at}/disable`, { as: owner });
  const offAgain = await call(`POST ${at}/disable`, { as: owner });
  const on = await call(`POST ${at}/enable`, { as: owner });
  const snoozed = await call(`POST ${at}/snooze`, { as: owner, body: { seconds: 60 } });
  const seen = await call(`GET ${at}`, { as: viewer });
  const awake = await call(`POST ${at}/snooze`, { as: owner, body: { seconds: 0 } });
  const removed = await call(`DELETE ${at}`, { as: owner });
  const gone = await call(`GET ${at}`, { as: owner });

  assert.deepEqual(created, {
    ...created,
    name: 'Errors',
    version: 1,
    enabled: true,
    kind: 'threshold',
    state: 'pending',
    firing: 0,
    health: 'learning',
    lastTickAt: null,
    snoozedUntil: null,
    sparkline: [],
    tags: ['web'],
    createdBy: owner.email,
    createdAt: '2026-01-15T12:00:00.000Z',
  });
  assert.ok(created.nextTickAt !== null);
  assert.deepEqual(changed.body.data, {
    ...created,
    version: 2,
    severity: 'error',
    updatedAt: '2026-01-15T12:00:01.000Z',
  });
  assert.equal((edited.body.data as AlertRule).window, 600);
  const { version, enabled, health, nextTickAt } = off.body.data as AlertRule;
  assert.deepEqual([version, enabled, health, nextTickAt], [4, false, 'disabled', null]);
  assert.deepEqual(offAgain.body, off.body);
  // The same grid: where the first tick lies a second ahead, switching it on at that second finds the next one.
  const next = (on.body.data as AlertRule).nextTickAt;
  const apart = Date.parse(next ?? '') - Date.parse(created.nextTickAt ?? '');
  assert.ok(
    [0, created.interval * SECOND_MS].includes(apart),
    `${created.nextTickAt}, then ${next}`,
  );
  assert.equal((snoozed.body.data as AlertRule).snoozedUntil, '2026-01-15T12:01:01.000Z');
  assert.deepEqual(seen.body, snoozed.body);
  assert.equal((awake.body.data as AlertRule).snoozedUntil, null);
  assert.equal(removed.status, 200);
  assert.deepEqual([gone.status, gone.body.code], [404, 'NOT_FOUND']);
  // Another severity leaves what is evaluated as it was.
  assert.deepEqual(resets, [
    'Errors v2 rule_edited',
    'Errors v3 rule_disabled',
    'Errors v5 rule_deleted',
  ]);
  const told = (await access.auditOf(organization)).map(({ action }) => action);
  assert.deepEqual(told.toSorted(), [
    'alert_rule.created',
    'alert_rule.deleted',
    'alert_rule.disabled',
    'alert_rule.enabled',
    'alert_rule.snoozed',
    'alert_rule.snoozed',
    'alert_rule.updated',
    'alert_rule.updated',
  ]);
});

onBothStores('of many requests for the last place of a plan one gets it', async (t, access) => {
  const { needs } = startAlertRules(t, access);
  const { owner } = await access.newOrganization('free');
  const max = PLANS.free.resources.alertRules ?? 0;

  const { done, codes } = await raced(max + 3, (at) =>
    createAlertRule(needs, owner.actor, {
      name: `rule ${at}`,
      query: '*',
      enabled: at % 2 === 0,
      condition: { kind: 'threshold', op: '>', value: 1 },
    }),
  );

  assert.equal(done.length, max);
  assert.deepEqual(
    codes,
    Array.from({ length: 3 }, () => 'PLAN_LIMIT_REACHED'),
  );
  assert.deepEqual(
    PLAN_NAMES.map((plan) => PLANS[plan].resources.alertRules),
    [5, 50, 200, null],
  );
});

onBothStores('after a downgrade rules run on, and new ones are refused', async (t, access) => {
  const { call, create } = startAlertRules(t, access);
  const { id: organization, owner } = await access.newOrganization('pro');
  const rules: AlertRule[] = [];
  for (let i = 0; i < 6; i++) rules.push(await create(owner, { name: `rule ${i}` }));

  await access.metadata.db
    .updateTable('organizations')
    .set({ plan: 'free' })
    .where('id', '=', organization)
    .execute();
  const more = await call(`POST ${RULES}`, { as: owner, body: { ...A_RULE, name: 'more' } });
  const at = `${RULES}/${rules[5]?.id}`;
  await call(`POST ${at}/disable`, { as: owner });
  const on = await call(`POST ${at}/enable`, { as: owner });
  const changed = await call(`PATCH ${at}`, { as: owner, body: { version: 3, window: 900 } });
  const list = await call(`GET ${RULES}`, { as: owner });

  assert.deepEqual([more.status, more.body.code], [403, 'PLAN_LIMIT_REACHED']);
  assert.deepEqual([more.body['limit'], more.body['plan']], [5, 'free']);
  assert.deepEqual([on.status, changed.status], [200, 200]);
  const ticking = (list.body.data as AlertRule[]).filter(({ nextTickAt }) => nextTickAt !== null);
  assert.equal(ticking.length, 6);
});

onBothStores('a name is taken once in an organization, and free in another', async (t, access) => {
  const { call, create } = startAlertRules(t, access);
  const { owner } = await access.newOrganization();
  const { owner: other } = await access.newOrganization();
  await create(owner);
  const second = await create(owner, { name: 'Second' });

  const again = await call(`POST ${RULES}`, { as: owner, body: A_RULE });
  const body = { version: 1, name: 'Errors' };
  const renamed = await call(`PATCH ${RULES}/${second.id}`, { as: owner, body });
  const theirs = await create(other);

  assert.deepEqual([again.status, again.body.code], [409, 'CONFLICT']);
  assert.deepEqual([renamed.status, renamed.body.code], [409, 'CONFLICT']);
  assert.equal(theirs.name, 'Errors');
});

onBothStores('of two changes of the same version one is refused', async (t, access) => {
  const { call, create, resets } = startAlertRules(t, access);
  const { id: organization, owner } = await access.newOrganization();
  const { id } = await create(owner);
  const change = (window: number) =>
    call(`PATCH ${RULES}/${id}`, { as: owner, body: { version: 1, window } });

  const answers = await Promise.all([change(600), change(900)]);
  const stale = await change(1_200);

  assert.deepEqual(answers.map(({ status }) => String(status)).toSorted(), ['200', '409']);
  assert.deepEqual([stale.status, stale.body.code, stale.body['version']], [409, 'CONFLICT', 2]);
  assert.equal(resets.filter((line) => line === 'Errors v1 rule_edited').length, 1);
  const updates = (await access.auditOf(organization)).filter(
    ({ action }) => action === 'alert_rule.updated',
  );
  assert.equal(updates.length, 1);
});

onBothStores('a list goes page by page, and by state and health', async (t, access) => {
  const { call, create } = startAlertRules(t, access);
  const { id: organization, owner } = await access.newOrganization();
  const ids: string[] = [];
  for (let i = 0; i < 5; i++) {
    access.clock.advance(i % 2);
    ids.push((await create(owner, { name: `rule ${i}`, enabled: i !== 4 })).id);
  }
  const states = [
    ['firing', 0],
    ['recovering', 1],
    ['pending', 1],
    ['pending', 2],
    ['closed', 3],
  ] as const;
  for (const [state, at] of states) {
    await access.metadata.db
      .insertInto('alert_groups')
      .values({
        organization_id: organization,
        rule_id: ids[at] ?? '',
        group_hash: state,
        group_key: 'null',
        state,
        progress: '{}',
        incident_id: null,
      })
      .execute();
  }
  const tickAll = () =>
    access.metadata.db
      .updateTable('alert_rule_runs')
      .set({ ticked_at: 1 })
      .where('rule_id', 'in', ids)
      .execute();
  const namesOf = async (query: string) => {
    const { body } = await call(`GET ${RULES}?${query}`, { as: owner });
    return (body.data as AlertRule[]).map(({ id }) => ids.indexOf(id)).toSorted((a, b) => a - b);
  };

  const seen: string[] = [];
  let cursor: string | null = '';
  for (let page = 0; cursor !== null && page < 5; page++) {
    const after = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const { body } = await call(`GET ${RULES}?limit=2${after}`, { as: owner });
    seen.push(...(body.data as AlertRule[]).map(({ id }) => id));
    cursor = body['nextCursor'] as string | null;
  }
  const second = await call(`GET ${RULES}/${ids[1]}`, { as: owner });

  assert.equal(seen.length, 5);
  assert.deepEqual(new Set(seen), new Set(ids));
  assert.deepEqual(await namesOf('state=firing'), [0, 1]);
  assert.deepEqual(await namesOf('state=pending'), [2, 3, 4]);
  assert.deepEqual(await namesOf('state=normal'), []);
  await tickAll();
  assert.deepEqual(await namesOf('state=pending'), [2]);
  assert.deepEqual(await namesOf('state=normal'), [3, 4]);
  assert.deepEqual(await namesOf('health=disabled'), [4]);
  const { state, firing } = second.body.data as AlertRule;
  assert.deepEqual([state, firing], ['firing', 1]);
});

onBothStores('rules that are judged are few, changed ones included', async (t, access) => {
  const { call, create } = startAlertRules(t, access);
  const { owner } = await access.newOrganization('enterprise');
  const { owner: other } = await access.newOrganization('enterprise');
  const verdict = { condition: { kind: 'verdict', criteria: 'All is well.' } };
  const max = LIMITS.alerts.verdictRulesMax;
  for (let i = 0; i < max; i++) await create(owner, { ...verdict, name: `verdict ${i}` });
  const plain = await create(owner, { interval: 300 });

  const more = await call(`POST ${RULES}`, {
    as: owner,
    body: { ...A_RULE, ...verdict, name: 'm' },
  });
  const body = { version: 1, ...verdict };
  const turned = await call(`PATCH ${RULES}/${plain.id}`, { as: owner, body });
  const { data } = (await call(`GET ${RULES}?limit=200`, { as: owner })).body;
  const [last] = (data as AlertRule[]).filter(({ kind }) => kind === 'verdict');
  const kept = await call(`PATCH ${RULES}/${last?.id}`, { as: owner, body });

  assert.deepEqual(
    [more.status, more.body.code, more.body['limit']],
    [403, 'PLAN_LIMIT_REACHED', max],
  );
  assert.equal(turned.body.code, 'PLAN_LIMIT_REACHED');
  assert.equal(kept.status, 200);
  await create(other, verdict);
});
