/** A dashboard while it is edited: what it was, what it is now, and the way back. */
import { useMemo, useState } from 'react';
import type { Dashboard } from '../../../../../src/contract/dashboards.ts';
import type { CompleteDefinition } from '../../../../../src/contract/definition-form.ts';
import { fillDefinition } from '../logic/fill-definition.ts';
import { isSame } from '../logic/merge-definitions.ts';

/** Steps that can be taken back. */
const STEPS_MAX = 50;

export interface Draft {
  /** The version that is changed. */
  readonly base: Dashboard;
  readonly now: CompleteDefinition;
  readonly isChanged: boolean;
  readonly change: (next: CompleteDefinition) => void;
  /** Undefined where there is nothing to take back. */
  readonly undo: (() => void) | undefined;
  readonly redo: (() => void) | undefined;
  /** Continues from another version of the dashboard, with these changes. */
  readonly restart: (base: Dashboard, now: CompleteDefinition) => void;
}

interface Steps {
  readonly base: Dashboard;
  readonly before: readonly CompleteDefinition[];
  readonly now: CompleteDefinition;
  readonly after: readonly CompleteDefinition[];
}

export function useDraft(dashboard: Dashboard): Draft {
  const [steps, setSteps] = useState<Steps>(() => ({
    base: dashboard,
    before: [],
    now: fillDefinition(dashboard.definition),
    after: [],
  }));
  const { base, before, now, after } = steps;
  const start = useMemo(() => fillDefinition(base.definition), [base]);
  const isChanged = useMemo(() => !isSame(start, now), [start, now]);
  const previous = before.at(-1);
  const [next] = after;
  return {
    base,
    now,
    isChanged,
    change: (changed) =>
      setSteps((present) => ({
        ...present,
        before: [...present.before, present.now].slice(-STEPS_MAX),
        now: changed,
        after: [],
      })),
    undo:
      previous === undefined
        ? undefined
        : () =>
            setSteps({ base, before: before.slice(0, -1), now: previous, after: [now, ...after] }),
    redo:
      next === undefined
        ? undefined
        : () => setSteps({ base, before: [...before, now], now: next, after: after.slice(1) }),
    restart: (version, changed) => setSteps({ base: version, before: [], now: changed, after: [] }),
  };
}
