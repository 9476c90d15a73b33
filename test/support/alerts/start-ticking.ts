import type { Actor } from '../../../src/base/actor.ts';
import type { OrganizationId } from '../../../src/base/ids.ts';
import { type Log, silentLog } from '../../../src/base/log.ts';
import type { AlertRuleDraft } from '../../../src/contract/alert-rule-settings.ts';
import type { AlertRule } from '../../../src/contract/alert-rules.ts';
import type { Metadata } from '../../../src/engines/metadata/metadata.ts';
import type {
  AlertBatchRow,
  AlertEventRow,
  AlertGroupRow,
  AlertIncidentRow,
  AlertRuleRunRow,
} from '../../../src/engines/metadata/tables/alerts.ts';
import { runDue } from '../../../src/engines/schedule/schedule.ts';
import type {
  Known,
  Measurement,
  Tick,
} from '../../../src/features/alerts/conditions/measurement.ts';
import type { Rule } from '../../../src/features/alerts/rule.ts';
import { createAlertRule } from '../../../src/features/alerts/rules/manage-alert-rules.ts';
import type { RuleNeeds } from '../../../src/features/alerts/rules/rule-needs.ts';
import { resetGroup, resetRule } from '../../../src/features/alerts/states/reset-rule.ts';
import type { Notice } from '../../../src/features/alerts/states/settle-needs.ts';
import { createMeasuredTicks } from '../../../src/features/alerts/ticking/quiet.ts';
import { runBatches } from '../../../src/features/alerts/ticking/run-batch.ts';
import { openStoreTime } from '../../../src/features/alerts/ticking/store-time.ts';
import type { TickOutcome } from '../../../src/features/alerts/ticking/tick-meters.ts';
import type { TickNeeds } from '../../../src/features/alerts/ticking/tick-needs.ts';
import { SECOND_MS } from '../../../src/spec/units.ts';
import { PLANS } from '../../../src/spec/plans.ts';
import { measured, measuredGroup } from './example-rule.ts';
import type { FakeClock } from '../fake-clock.ts';
import type { AccessUnderTest } from '../open-access.ts';

export type Answer = (rule: Rule, tick: Tick, known: Known) => Measurement | Promise<Measurement>;

/** Alert rules on a real metadata store, with a store of events whose time a test moves and whose answers it gives. */
export interface Ticking {
  readonly organization: OrganizationId;
  readonly actor: Actor;
  readonly rules: RuleNeeds;
  /** What the store answers from now on; safe, unless a test says otherwise. */
  answer(answer: Answer): void;
  /** Ticks at which the store was asked, in order. */
  readonly asked: number[];
  readonly outcomes: TickOutcome[];
  /** From the deciding row to firing, at most. */
  readonly firedAfter: string[];
  /** Every node of the test goes by it. */
  readonly storeClock: FakeClock;
  /** Undefined: the frontier is the time of the store. */
  frontier: (() => Promise<number>) | undefined;
  isQuiet: boolean;
  isCaughtUp: boolean;
  addRule(draft?: Partial<AlertRuleDraft>): Promise<AlertRule>;
  /** A node of its own, on the same rows. */
  node(facts?: { readonly metadata?: Metadata; readonly clock?: FakeClock }): TickingNode;
  /** The first node works off what is due; then the time moves on by as many ticks as are said, one by one. */
  tick(count?: number): Promise<void>;
  read(): Promise<TickingRows>;
}

export interface TickingNode {
  readonly needs: TickNeeds;
  /** Works off what is due for it. */
  run(): Promise<void>;
}

export interface TickingRows {
  readonly batches: readonly AlertBatchRow[];
  readonly runs: readonly AlertRuleRunRow[];
  readonly groups: readonly AlertGroupRow[];
  readonly incidents: readonly AlertIncidentRow[];
  readonly events: readonly AlertEventRow[];
  /** `fired inc_…` and the like, of transactions that have committed. */
  readonly messages: readonly string[];
  readonly notices: readonly Notice[];
}

const WAITS_MAX = 20;

export const A_DRAFT: AlertRuleDraft = {
  name: 'Errors',
  query: 'level=error',
  condition: { kind: 'threshold', op: '>', value: 5 },
};

export async function startTicking(
  access: AccessUnderTest,
  options: { readonly log?: Log } = {},
): Promise<Ticking> {
  const { metadata, clock } = access;
  const { id: organization, owner } = await access.newOrganization('enterprise');
  const { actor } = owner;
  let give: Answer = () => measured([measuredGroup('safe')]);
  const asked: number[] = [];
  const outcomes: TickOutcome[] = [];
  const settling = createSettling(organization);
  const rules: RuleNeeds = {
    metadata,
    clock,
    plans: PLANS,
    resetRule: (unit, rule, reason) => resetRule(unit, { ...settling, clock }, rule, reason),
    resetGroup: (unit, rule, hash, reason) =>
      resetGroup(unit, { ...settling, clock }, rule, { hash, reason }),
  };
  const ticking: Ticking = {
    organization,
    actor,
    rules,
    asked,
    outcomes,
    firedAfter: [],
    storeClock: clock,
    frontier: undefined,
    isQuiet: false,
    isCaughtUp: true,
    answer: (answer) => void (give = answer),
    addRule: (draft = {}) => createAlertRule(rules, actor, { ...A_DRAFT, ...draft }),
    node: (facts = {}) =>
      createNode(
        ticking,
        { metadata, clock, log: options.log ?? silentLog, ...facts },
        settling,
        (...asking) => give(...asking),
      ),
    async tick(count = 1) {
      for (let turn = 0; turn < count; turn++) {
        const { batches } = await ticking.read();
        const next = Math.min(...batches.map(({ due_at: dueAt }) => dueAt ?? Infinity));
        clock.advance(Math.max(0, next - clock.now()));
        await first.run();
      }
    },
    read: () => readAll(metadata, organization),
  };
  const first = ticking.node();
  return ticking;
}

/** Messages and notices as rows of the transaction, so that a roll-back takes them with it. */
function createSettling(
  organization: OrganizationId,
): Pick<TickNeeds, 'queueMessages' | 'queueNotice'> {
  let count = 0;
  const note = async (
    unit: Parameters<TickNeeds['queueMessages']>[0],
    kind: string,
    value: string,
  ) => {
    const key = `${organization}:${kind}:${String((count += 1)).padStart(8, '0')}`;
    await unit.db.insertInto('settings').values({ key, value, changed_at: 0 }).execute();
  };
  return {
    async queueMessages(unit, _rule, reported) {
      for (const { incident, transition } of reported) {
        await note(unit, 'message', `${transition.kind} ${incident.id}`);
      }
    },
    queueNotice: (unit, _organization, notice) => note(unit, 'notice', JSON.stringify(notice)),
  };
}

async function readAll({ db }: Metadata, organization: OrganizationId): Promise<TickingRows> {
  const notes = await db.selectFrom('settings').selectAll().orderBy('key').execute();
  const of = (kind: string): string[] =>
    notes.filter(({ key }) => key.startsWith(`${organization}:${kind}:`)).map(({ value }) => value);
  const where = ['organization_id', '=', organization] as const;
  return {
    batches: await db
      .selectFrom('alert_batches')
      .selectAll()
      .where(...where)
      .execute(),
    runs: await db
      .selectFrom('alert_rule_runs')
      .selectAll()
      .where(...where)
      .execute(),
    groups: await db
      .selectFrom('alert_groups')
      .selectAll()
      .where(...where)
      .execute(),
    incidents: await db
      .selectFrom('alert_incidents')
      .selectAll()
      .where(...where)
      .orderBy('fired_at')
      .execute(),
    events: await db
      .selectFrom('alert_events')
      .selectAll()
      .where(...where)
      .execute(),
    messages: of('message'),
    notices: of('notice').map((text) => JSON.parse(text) as Notice),
  };
}

interface NodeFacts {
  readonly metadata: Metadata;
  readonly clock: FakeClock;
  readonly log: Log;
}

function createNode(
  ticking: Ticking,
  node: NodeFacts,
  settling: Pick<TickNeeds, 'queueMessages' | 'queueNotice'>,
  give: Answer,
): TickingNode {
  let stop = new AbortController();
  let waits = 0;
  const frontier = async (): Promise<number> =>
    ticking.frontier?.() ?? Math.floor(ticking.storeClock.now() / SECOND_MS) * SECOND_MS;
  const needs: TickNeeds = {
    ...settling,
    ...node,
    storeTime: openStoreTime({ frontier }, node.clock),
    log: node.log,
    meters: {
      ticked: (outcome, count) =>
        void ticking.outcomes.push(...Array.from({ length: count }, () => outcome)),
      evaluated: () => {},
      shared: () => {},
      late: () => {},
      fired: () => {},
      firedAfter: (ms, hasDefaultTiming) =>
        void ticking.firedAfter.push(`${ms / SECOND_MS} s${hasDefaultTiming ? '' : ', custom'}`),
    },
    openAsks: () => ({
      measureRule: async (rule, tick, known) => {
        ticking.asked.push(tick.at);
        return give(rule, tick, known);
      },
      searchText: async ({ settings }) => settings.query ?? '',
      findSamples: async () => ['evt_1'],
    }),
    sharing: {
      shareRules: async (rules) => rules.map((rule) => [rule]),
      countShared: async () => ({ counts: new Map(), statements: 0 }),
    },
    pace: { begin: () => ({ run: (work) => work(), end: () => {} }) },
    quiet: {
      isQuietSince: () => ticking.isQuiet,
      catchUp: async () => ticking.isCaughtUp,
      measured: createMeasuredTicks(),
    },
    // The time of the test does not move by itself: a node that believes it is later would wait for ever.
    wait: async () => {
      waits += 1;
      if (waits > WAITS_MAX) stop.abort();
    },
  };
  const batches = runBatches(needs);
  return {
    needs,
    run: () => {
      stop = new AbortController();
      waits = 0;
      return runDue({ ...node, log: node.log }, batches, stop.signal);
    },
  };
}
