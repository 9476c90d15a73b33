import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { AlertRule } from '../../../../../src/contract/alert-rules.ts';
import { alertChannelsQuery, alertRulesQuery } from '../../../data/alerts-queries.ts';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { ButtonLink } from '../../../parts/links.tsx';
import { PageFrame } from '../../../parts/page-frame.tsx';
import { QueryView } from '../../../parts/query-view.tsx';
import { useSignedIn } from '../../../shell/signed-in.tsx';
import { matchesRule, NO_FILTER, sortRules } from '../logic/rule-filter.ts';
import { watchWords } from '../logic/watch-words.ts';
import { useClock } from '../use-clock.ts';
import { RuleFilters } from './rule-filters.tsx';
import { RuleTable } from './rule-table.tsx';
import { Starters } from './starters.tsx';

export function RulesPage() {
  const { may } = useSignedIn();
  const rules = useQuery(alertRulesQuery);
  return (
    <PageFrame
      title="Alert rules"
      isWide
      about={rules.data === undefined ? undefined : <Watched rules={rules.data} />}
      actions={
        may('alerts:write') && (
          <ButtonLink to="/alerts/rules/$id" params={{ id: 'new' }}>
            Create rule
          </ButtonLink>
        )
      }
    >
      <QueryView query={rules} rows={6}>
        {(list) => (list.length === 0 ? <Starters /> : <Rules rules={list} />)}
      </QueryView>
    </PageFrame>
  );
}

function Watched({ rules }: { readonly rules: readonly AlertRule[] }) {
  return <>{watchWords(rules, useClock())}</>;
}

function Rules({ rules }: { readonly rules: readonly AlertRule[] }) {
  const [filter, setFilter] = useState(NO_FILTER);
  const channels = useQuery(alertChannelsQuery);
  const shown = useMemo(
    () => sortRules(rules.filter((rule) => matchesRule(rule, filter))),
    [rules, filter],
  );
  return (
    <>
      <RuleFilters rules={rules} filter={filter} onChange={setFilter} />
      {shown.length === 0 ? (
        <EmptyState icon="filter" title="No matching rules">
          None of {rules.length} rules matches these filters.
        </EmptyState>
      ) : (
        <RuleTable rules={shown} channels={channels.data ?? []} />
      )}
      {shown.length > 0 && shown.length < rules.length && (
        <Text c="dimmed">
          {shown.length} of {rules.length} rules
        </Text>
      )}
    </>
  );
}
