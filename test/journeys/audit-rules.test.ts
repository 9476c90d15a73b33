/** Rules on the audit log: real entries, and who loses what when a permission is gone. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import {
  ruleOf as exampleRule,
  simulatedStore,
  startConditions,
} from '../support/alerts/start-conditions.ts';
import { AUDIT_STARTER } from '../../web/src/pages/alerts/logic/starters.ts';
import type { Actor } from '../../src/base/actor.ts';
import { AppError } from '../../src/base/errors.ts';
import { silentLog } from '../../src/base/log.ts';
import type { AlertRuleDraft } from '../../src/contract/alert-rule-settings.ts';
import { shipAudit } from '../../src/guard/audit/ship-audit.ts';
import { createApiKey } from '../../src/guard/access/credentials/create-api-key.ts';
import { revokeApiKey } from '../../src/guard/access/credentials/revoke-api-key.ts';
import { changeMemberRole } from '../../src/guard/access/members/manage-members.ts';
import { permissionsOfKey } from '../../src/guard/access/permissions.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../src/spec/units.ts';
import { PLANS } from '../../src/spec/plans.ts';
import { createKnowledge } from '../../src/flow/search/knowledge/manage-knowledge.ts';
import { MACROS } from '../../src/flow/search/macros/macros.ts';
import { createSavedSearch } from '../../src/flow/search/saved-searches/manage-saved-searches.ts';
import {
  changeAlertRule,
  createAlertRule,
  switchAlertRule,
} from '../../src/features/alerts/rules/manage-alert-rules.ts';
import type { RuleNeeds } from '../../src/features/alerts/rules/rule-needs.ts';
import {
  testAlertDraft,
  testAlertRule,
  type TestNeeds,
} from '../../src/features/alerts/rules/test-rules.ts';
import { findRuleRow, ruleOf } from '../../src/features/alerts/tables/alert-rules-table.ts';
import { isQuiet } from '../../src/features/alerts/ticking/quiet.ts';
import { createSharing } from '../../src/features/alerts/conditions/share-counts.ts';
import { startAsking } from '../../src/features/alerts/conditions/asking.ts';

const simulated = await simulatedStore();
const { signal } = new AbortController();
const KEYS: AlertRuleDraft = {
  name: 'Keys',
  query: 'index=_audit action=api_key.created',
  condition: { kind: 'threshold', op: '>', value: 0 },
};

async function start(t: TestContext) {
  const tested = await startConditions(t, simulated);
  const { access } = tested.search;
  const { id: organization, owner } = await access.newOrganization('enterprise');
  const admin = await access.join(organization, 'admin');
  const member = await access.join(organization, 'member');
  const rules: RuleNeeds = {
    metadata: access.metadata,
    clock: access.clock,
    plans: PLANS,
    resetRule: async () => {},
    resetGroup: async () => {},
  };
  const create = async (actor: Actor, draft: Partial<AlertRuleDraft> = {}) =>
    (await createAlertRule(rules, actor, { ...KEYS, ...draft })).id;
  const stored = async (id: string) => {
    const row = await findRuleRow(access.metadata, organization, id);
    assert(row !== undefined);
    return ruleOf(row);
  };
  return {
    ...tested,
    access,
    organization,
    owner,
    admin,
    member,
    rules,
    create,
    stored,
    newKey: (name: string) =>
      createApiKey(access.needs, owner.actor, { name, scope: 'ingest-only' }),
    /** As the platform does it, each entry with its number. */
    ship: async () => {
      await shipAudit({
        metadata: access.metadata,
        clock: access.clock,
        log: silentLog,
        append: async (of, records) => {
          await tested.search.write(of, records);
        },
      });
      access.clock.advance(SECOND_MS);
    },
    /** The groups that hold, or why it cannot be evaluated. */
    evaluated: async (id: string): Promise<string | string[]> => {
      const found = await tested.measure(await stored(id));
      if (found.kind === 'failed') return `${found.code}: ${found.message}`;
      return found.groups
        .filter(({ holds }) => holds === 'true')
        .map(({ key, value }) => `${key === null ? 'all' : Object.values(key).join()} ${value}`);
    },
  };
}

type Started = Awaited<ReturnType<typeof start>>;

/** The clock goes on to an hour of a day, 1 being Monday. */
function goTo({ access: { clock } }: Started, day: number, hour: number): void {
  const at = new Date(clock.now());
  const days = (day - at.getUTCDay() + 7) % 7;
  const then = Math.floor(clock.now() / DAY_MS) * DAY_MS + days * DAY_MS + hour * HOUR_MS;
  clock.advance(then - clock.now() + (then <= clock.now() ? 7 * DAY_MS : 0));
}

test('the starter finds keys that were created outside working hours, and whose', async (t) => {
  const started = await start(t);
  const { ship, newKey, evaluated, owner } = started;
  const draft = AUDIT_STARTER.draft as Partial<AlertRuleDraft>;
  const id = await started.create(started.admin.actor, draft);
  const outcome = async (day: number, hour: number): Promise<string | string[]> => {
    goTo(started, day, hour);
    await newKey(`key ${day} ${hour}`);
    await ship();
    return evaluated(id);
  };

  assert.deepEqual(await outcome(1, 10), []);
  assert.deepEqual(await outcome(2, 17), []);
  assert.deepEqual(await outcome(3, 18), [`${owner.email} 1`]);
  assert.deepEqual(await outcome(5, 7), [`${owner.email} 1`]);
  assert.deepEqual(await outcome(6, 12), [`${owner.email} 1`]);
});

test('who loses the permission loses the evaluation, and gets it back with the permission', async (t) => {
  const started = await start(t);
  const { access, owner, admin, rules } = started;
  const id = await started.create(admin.actor);
  await started.newKey('one');
  await started.ship();
  const role = (to: 'admin' | 'member') =>
    changeMemberRole(access.needs, owner.actor, admin.memberId, to);
  const lost = `FORBIDDEN: ${admin.email} can't read the audit log, but last saved this rule. An Owner or Admin must save it again.`;

  assert.deepEqual(await started.evaluated(id), ['all 1']);
  await role('member');
  assert.equal(await started.evaluated(id), lost);
  await role('admin');
  assert.deepEqual(await started.evaluated(id), ['all 1']);
  await role('member');
  // Switching it says nothing of what it may read.
  await switchAlertRule(rules, owner.actor, id, false);
  await switchAlertRule(rules, owner.actor, id, true);
  assert.equal(await started.evaluated(id), lost);
  const { version } = await started.stored(id);
  await changeAlertRule(rules, owner.actor, id, { version });
  assert.deepEqual(await started.evaluated(id), ['all 1']);
});

test('a rule that a key has saved ends with the key', async (t) => {
  const started = await start(t);
  const { access, owner } = started;
  const key = await createApiKey(access.needs, owner.actor, { name: 'ci', scope: 'full-access' });
  const actor: Actor = {
    ...owner.actor,
    who: { kind: 'api_key', id: key.id, name: 'ci' },
    permissions: permissionsOfKey('full-access'),
  };
  const id = await started.create(actor);
  await started.ship();

  assert.deepEqual(await started.evaluated(id), ['all 1']);
  await revokeApiKey(access.needs, owner.actor, key.id);
  assert.match(String(await started.evaluated(id)), new RegExp(`^FORBIDDEN: ${key.id} can't read`));
});

test('others can neither make nor change nor test such a rule', async (t) => {
  const started = await start(t);
  const { rules, member, owner } = started;
  const id = await started.create(owner.actor);
  const plain = await started.create(owner.actor, { name: 'Plain', query: 'level=error' });
  const testing: TestNeeds = { ...rules, testRule: () => assert.fail('nothing is tested') };
  const refused = { code: 'FORBIDDEN' };

  await assert.rejects(started.create(member.actor, { name: 'Mine' }), refused);
  for (const change of [{ description: 'x' }, { name: 'Other' }, { window: 600 }]) {
    const { version } = await started.stored(id);
    await assert.rejects(changeAlertRule(rules, member.actor, id, { version, ...change }), refused);
  }
  const { version } = await started.stored(plain);
  for (const query of [
    'index=_audit',
    '_index IN (main, _audit)',
    'index=_agents',
    '* | append [search index=_AUDIT]',
    '| tstats count where index=_audit',
  ]) {
    const change = { version, query } as const;
    await assert.rejects(changeAlertRule(rules, member.actor, plain, change), refused, query);
  }
  await assert.rejects(testAlertDraft(testing, member.actor, KEYS, {}, signal), refused);
  await assert.rejects(testAlertRule(testing, member.actor, id, {}, signal), refused);
});

test('what members can change does not open the audit log', async (t) => {
  const started = await start(t);
  const { access, owner, member, organization, rules } = started;
  const needs = { ...access.needs, ...started.search.needs };
  const macro = { name: 'who', definition: 'index=_audit' };
  await createKnowledge(MACROS, needs, member.actor, macro);
  const saved = await createSavedSearch(needs, member.actor, {
    name: 'Keys',
    query: 'index=_audit',
  });
  const refused = (reason: RegExp) => (error: unknown) => {
    assert(error instanceof AppError);
    const [detail] = error.facts.details ?? [];
    assert.equal(error.code, 'VALIDATION_ERROR');
    assert.match(detail?.message ?? '', reason);
    return true;
  };

  for (const draft of [
    { query: '`who`' },
    { query: 'index=_audit `who`' },
    { query: 'index=_audit | append [| savedsearch "Keys"]' },
    { query: undefined, savedSearch: saved.id },
  ]) {
    const settings = { name: 'No', ...draft } as Partial<AlertRuleDraft>;
    await assert.rejects(started.create(owner.actor, settings), refused(/saved searches, macros/));
  }
  // One that became so afterwards is refused at its tick.
  for (const query of ['`who`', '| savedsearch "Keys"', 'index=main | append [search `who`]']) {
    const rule = exampleRule(organization, 'alr_x', KEYS.condition, { query });
    const found = await started.measure({ ...rule, mayReadAudit: true });
    assert.equal(found.kind === 'failed' && found.code, 'FORBIDDEN', query);
  }
  await assert.rejects(
    createAlertRule(rules, owner.actor, {
      ...KEYS,
      condition: { kind: 'verdict', criteria: 'Was a key created?' },
    }),
    refused(/aren't supported/),
  );
});

test('such a rule is asked at every tick, by itself, and no other reads more than before', async (t) => {
  const started = await start(t);
  const { owner, organization, needs, clock } = started;
  const audit = await started.stored(await started.create(owner.actor));
  const plain = await started.stored(
    await started.create(owner.actor, { name: 'Plain', query: 'level=error' }),
  );
  const run = { version: 1, health: 'ok', sparkline: '[0]', ticked_at: 60_000 } as never;
  const quiet = { isQuietSince: () => true, measured: { last: () => 60_000, note: () => {} } };
  const tick = { at: 120_000, skipped: 0 };
  const isSkipped = (rule: typeof audit): boolean =>
    isQuiet(quiet, { rule: { ...rule, version: 1 }, run, groups: [] }, tick);

  assert.deepEqual([isSkipped(plain), isSkipped(audit)], [true, false]);
  const lists = await createSharing({ ...needs, clock }).shareRules([audit, plain, audit]);
  assert.deepEqual(
    lists.map((list) => list.length),
    [2, 1],
  );
  const tree = await needs.trees.of(needs.metadata, plain);
  const asking = await startAsking(needs, plain, tree, { at: 0, timeoutMs: 1, signal });
  assert.equal(asking.actor.permissions.has('audit:read'), false);
  assert.equal(asking.actor.organization, organization);
});
