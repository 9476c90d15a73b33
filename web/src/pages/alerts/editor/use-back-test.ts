/** Replays the draft on the stored events whenever it has stood still for a moment. */
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AlertTest } from '../../../../../src/contract/alert-tests.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { readFacts } from '../../../query/text/query-facts.ts';
import { bodyOf, type RuleDraft } from '../logic/rule-draft.ts';

export interface BackTest {
  readonly data: AlertTest | undefined;
  readonly error: unknown;
  /** The result belongs to an earlier draft, or there is none yet. */
  readonly isBehind: boolean;
  /** The reason why it cannot run. */
  readonly missing: string | undefined;
  readonly hours: number;
  readonly setHours: (hours: number) => void;
  readonly runNow: () => void;
}

const STILL_MS = 600;
const HOURS_USUAL = 24;

type Asked = Parameters<NonNullable<typeof api.testAlertDraft.types>>[0]['body'];

export function useBackTest(draft: RuleDraft, isAllowed: boolean): BackTest {
  const [hours, setHours] = useState(HOURS_USUAL);
  const missing = isAllowed ? whatIsMissing(draft) : 'You can view rules but not test them.';
  const wanted = JSON.stringify({ rule: testedPart(draft), hours });
  const [still, cancel] = useDebouncedValue(wanted, STILL_MS);
  const [forced, setForced] = useState<string>();
  const asked = forced === wanted ? wanted : still;
  const test = useQuery({
    queryKey: ['alert-test', asked],
    queryFn: async ({ signal }) => {
      const body = JSON.parse(asked) as Asked;
      return (await call(api.testAlertDraft, { body }, signal)).data;
    },
    enabled: missing === undefined && asked === wanted,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  });
  return {
    data: missing === undefined ? test.data : undefined,
    error: missing === undefined && asked === wanted ? test.error : null,
    isBehind: asked !== wanted || test.isFetching,
    missing,
    hours,
    setHours,
    runNow: () => {
      cancel();
      setForced(wanted);
      // The same question again: more may be stored by now.
      if (asked === wanted && missing === undefined) void test.refetch();
    },
  };
}

const UNTESTED: ReadonlySet<string> = new Set(
  'description runbook tags title body channels mutedBy enabled'.split(' '),
);

/** Texts of the rule and its recipients do not affect when it fires. */
function testedPart(draft: RuleDraft): RuleDraft {
  const kept = Object.entries(bodyOf(draft)).filter(([key]) => !UNTESTED.has(key));
  return { ...(Object.fromEntries(kept) as unknown as RuleDraft), name: 'Draft' };
}

function whatIsMissing(draft: RuleDraft): string | undefined {
  const { query, savedSearch, condition } = draft;
  if (savedSearch === '') return 'Select a saved search to run a backtest.';
  const isSaved = savedSearch !== null && savedSearch !== undefined;
  if (!isSaved && (query ?? '').trim() === '') {
    return 'Enter a query to run a backtest.';
  }
  if (!isSaved && readFacts(query ?? '').result.query === undefined) {
    return 'Query syntax error. Fix the query to run a backtest.';
  }
  if (condition.kind === 'verdict' && condition.criteria.trim() === '') {
    return 'Enter an instruction to estimate the cost.';
  }
  const needsFields = condition.kind === 'absence' && condition.scope === 'member';
  if (needsFields && (condition.by ?? []).length === 0) {
    return 'Select a field to group by.';
  }
  return undefined;
}
