/** What rules are measured with, where a test says what the store counts. */
import { silentLog } from '../../src/base/log.ts';
import type { AlertCondition } from '../../src/contract/alert-conditions.ts';
import type { AlertRuleSettings } from '../../src/contract/alert-rule-settings.ts';
import { bind, type Sql } from '../../src/engines/store/sql.ts';
import type { QueryAnswer } from '../../src/engines/store/store.ts';
import type { ConditionNeeds } from '../../src/features/alerts/conditions/condition-needs.ts';
import type { Judge } from '../../src/features/alerts/conditions/judge.ts';
import { measureRule } from '../../src/features/alerts/conditions/measure-rule.ts';
import type { Known, Measurement, Tick } from '../../src/features/alerts/conditions/measurement.ts';
import { settleCondition } from '../../src/contract/alert-rule-form.ts';
import { createRuleTrees } from '../../src/features/alerts/conditions/rule-trees.ts';
import { needsWithoutStore } from './needs-without-store.ts';
import { exampleRule } from './alerts/example-rule.ts';

/** A row of an answer: its values in the order in which the statement names them. */
export type ScriptedRow = readonly unknown[];

interface Counted {
  readonly key?: readonly string[];
  readonly own?: number;
  readonly storing?: number;
  readonly count: number;
  readonly late?: number;
  readonly lateTimes?: readonly [number, number];
  readonly storedTimes?: readonly [number, number];
  readonly windows?: number;
}

/** A row of a count of arrivals. */
export function counted(row: Counted): ScriptedRow {
  const { key = [], own = 0, storing = 0, count, late = 0, windows = 0 } = row;
  const { lateTimes, storedTimes } = row;
  const times = [...(lateTimes ?? [null, null]), ...(storedTimes ?? [null, null])];
  return [...key, own, storing, count, late, ...times, windows];
}

/** The tick that is measured. */
export const AT = Date.UTC(2026, 0, 15, 12);

export interface Setting {
  readonly settings?: Partial<AlertRuleSettings>;
  readonly known?: Partial<Known>;
  readonly tick?: Partial<Tick>;
  /** Events of the window may be missing. */
  readonly isBehind?: boolean;
  readonly gaps?: readonly ScriptedGap[];
  readonly judge?: Judge;
}

export type Measured = Extract<Measurement, { kind: 'measured' }>;

interface Outcome {
  readonly measurement: Measurement;
  /** The same, where it is expected to go well. */
  readonly measured: Measured;
  /** The statements that were asked, with their values. */
  readonly asked: readonly string[];
}

/** Measures a rule. Each statement has the next of the answers; without one, nothing was found. */
export async function measure(
  condition: AlertCondition,
  answers: readonly (readonly ScriptedRow[])[],
  { settings = {}, known = {}, tick = {}, isBehind = false, gaps, judge = NOBODY }: Setting = {},
): Promise<Outcome> {
  const { needs, asked } = scriptedNeeds(answers, { gaps: gaps ?? (isBehind ? [GAP] : []), judge });
  const rule = exampleRule({ condition: settleCondition(condition), ...settings });
  const { signal } = new AbortController();
  const measurement = await measureRule(
    needs,
    rule,
    { at: AT, timeoutMs: 5_000, signal, ...tick },
    { members: [], memory: '', groups: new Set(), ...known },
  );
  return { measurement, measured: measurement as Measured, asked };
}

/** A stretch of time of which events may be missing. */
export interface ScriptedGap {
  readonly kind: string;
  readonly from_ms: number;
  readonly to_ms: number | null;
}

/** What a rule is measured with. Each statement has the next of the answers; without one, nothing was found. */
export function scriptedNeeds(
  answers: readonly (readonly ScriptedRow[])[],
  { gaps = [], judge = NOBODY }: { gaps?: readonly ScriptedGap[]; judge?: Judge } = {},
): { readonly needs: ConditionNeeds; readonly asked: readonly string[] } {
  const asked: string[] = [];
  const waiting = [...answers];
  const query = async (statement: Sql): Promise<QueryAnswer> => {
    const { text, parameters } = bind(statement);
    asked.push(`${text} ${[...parameters].join(' ')}`);
    return answerOf(text, waiting.shift() ?? []);
  };
  const search = { ...needsWithoutStore({ now: AT }), store: { query }, searchKind: 'alert' };
  const needs: ConditionNeeds = {
    search: search as unknown as ConditionNeeds['search'],
    metadata: { db: gapsOnly(gaps) },
    trees: createRuleTrees(),
    judge,
    log: silentLog,
  };
  return { needs, asked };
}

const GAP: ScriptedGap = { kind: 'lag', from_ms: AT - 1, to_ms: null };

/** As much of the metadata store as a measurement asks for: whether there are gaps. It has no rules. */
function gapsOnly(rows: readonly object[]): ConditionNeeds['metadata']['db'] {
  const asking: object = new Proxy(
    {},
    {
      get: (_, name) => {
        if (name === 'execute') return async () => rows;
        return name === 'executeTakeFirst' ? async () => undefined : () => asking;
      },
    },
  );
  return asking as never;
}

const NOBODY: Judge = {
  judge: () => Promise.reject(new Error('this test has nothing judged')),
  estimate: () => Promise.reject(new Error('this test has nothing judged')),
};

function answerOf(text: string, rows: readonly ScriptedRow[]): QueryAnswer {
  const named = (/^SELECT (.+?) FROM /.exec(text)?.[1] ?? '').split(', ');
  const names = named.map((name) => /`([^`]+)`$/.exec(name)?.[1] ?? name);
  return {
    queryId: '',
    columns: names.map((name, i) => ({
      name,
      type: 'String',
      values: rows.map((values) => values[i]),
    })),
    rowCount: rows.length,
    statistics: { rowsRead: 0, bytesRead: 0, elapsedMs: 0 },
  };
}
