import { Group, NativeSelect, SegmentedControl } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { INCIDENT_STATUSES, SEVERITIES } from '../../../../../src/spec/alerts.ts';
import {
  alertRulesQuery,
  type IncidentFilter,
  incidentsQuery,
} from '../../../data/alerts-queries.ts';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { ButtonLink } from '../../../parts/links.tsx';
import { LoadMore } from '../../../parts/load-more.tsx';
import { PageFrame } from '../../../parts/page-frame.tsx';
import { QueryView } from '../../../parts/query-view.tsx';
import { watchWords } from '../logic/watch-words.ts';
import { useClock } from '../use-clock.ts';
import { IncidentTable } from './incident-table.tsx';

const route = getRouteApi('/signed-in/alerts/');

/** Current and past incidents. */
export function IncidentsPage() {
  const { filter, status, change } = useFilter();
  const pages = useInfiniteQuery(incidentsQuery(filter));
  const incidents = pages.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <PageFrame title="Alerts" isWide about={<Watching />}>
      <Group gap="xs">
        <SegmentedControl
          aria-label="Filter incidents"
          value={status}
          data={[
            { value: 'firing', label: 'Firing' },
            { value: 'resolved', label: 'Resolved' },
            { value: 'all', label: 'All' },
          ]}
          onChange={(value) => change({ status: value })}
        />
        <NativeSelect
          aria-label="Severity"
          value={filter.severity ?? ''}
          data={[{ value: '', label: 'Any severity' }, ...SEVERITIES]}
          onChange={(event) => change({ severity: event.currentTarget.value })}
        />
        <RuleChoice ruleId={filter.ruleId ?? ''} onChange={(rule) => change({ rule })} />
      </Group>
      <QueryView query={pages} rows={6}>
        {() =>
          incidents.length === 0 ? (
            <Nothing
              isFiltered={filter.severity !== undefined || filter.ruleId !== undefined}
              status={status}
            />
          ) : (
            <IncidentTable incidents={incidents} />
          )
        }
      </QueryView>
      <LoadMore pages={pages} />
    </PageFrame>
  );
}

/** The URL contains the filter, so that a link shows the same list. */
function useFilter() {
  const given = route.useSearch();
  const navigate = useNavigate();
  const known = INCIDENT_STATUSES.find((each) => each === given.status);
  const status = given.status === 'all' ? 'all' : (known ?? 'firing');
  const severity = SEVERITIES.find((each) => each === given.severity);
  const filter: IncidentFilter = {
    ...(status === 'all' ? {} : { status }),
    ...(severity === undefined ? {} : { severity }),
    ...(given.rule === undefined || given.rule === '' ? {} : { ruleId: given.rule }),
  };
  const change = (part: Readonly<Record<string, string>>): void => {
    const next = Object.entries({ ...given, ...part }).filter(([, value]) => value !== '');
    void navigate({ to: '/alerts', search: Object.fromEntries(next), replace: true });
  };
  return { filter, status, change };
}

function Watching() {
  const rules = useQuery(alertRulesQuery);
  const now = useClock();
  return rules.data === undefined ? null : <>{watchWords(rules.data, now)}</>;
}

interface RuleChoiceProps {
  readonly ruleId: string;
  readonly onChange: (ruleId: string) => void;
}

function RuleChoice({ ruleId, onChange }: RuleChoiceProps) {
  const rules = useQuery(alertRulesQuery);
  const known = rules.data ?? [];
  const isGone = ruleId !== '' && known.every(({ id }) => id !== ruleId);
  return (
    <NativeSelect
      aria-label="Rule"
      value={ruleId}
      data={[
        { value: '', label: 'Any rule' },
        ...known.map(({ id, name }) => ({ value: id, label: name })),
        ...(isGone ? [{ value: ruleId, label: 'Deleted rule' }] : []),
      ]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

interface NothingProps {
  readonly isFiltered: boolean;
  readonly status: string;
}

function Nothing({ isFiltered, status }: NothingProps) {
  const rules = useQuery(alertRulesQuery);
  const now = useClock();
  if (isFiltered) {
    return (
      <EmptyState icon="filter" title="No matching incidents">
        This rule and severity has no {status === 'firing' ? 'firing' : 'stored'} incidents.
      </EmptyState>
    );
  }
  if (rules.data?.length === 0) {
    return (
      <EmptyState
        icon="bell"
        title="No alert rules yet"
        action={<ButtonLink to="/alerts/rules">Create your first rule</ButtonLink>}
      >
        Create a rule to be notified about problems in your logs.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon="check" title={status === 'firing' ? 'No firing incidents' : 'No incidents'}>
      {rules.data === undefined ? '' : `${watchWords(rules.data, now)}.`}
    </EmptyState>
  );
}
