import type { KpiTemplateName } from '../../../../../src/spec/services.ts';
/** Services that the logs already name: tick, and create them with their KPIs. */
import { Button, Checkbox, Group, Stack, Table, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ServiceSuggestion } from '../../../../../src/contract/service-suggestions.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { everyServiceQuery, serviceSuggestionsQuery } from '../../../data/services-queries.ts';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { ButtonLink } from '../../../parts/links.tsx';
import { sayDone } from '../../../parts/ready-notice.ts';
import { countOf, formatCount } from '../../../parts/sizes.ts';
import { WaitingLines } from '../../../parts/waiting-lines.tsx';
import { WideTable } from '../../../parts/wide-table.tsx';
import { useSignedIn } from '../../../shell/signed-in.tsx';

const { suggestionsCreatedMax } = LIMITS.services;

interface SuggestionsProps {
  /** There is no service yet: this is all that the page shows. */
  readonly isFirst: boolean;
  readonly onDone: () => void;
}

export function Suggestions({ isFirst, onDone }: SuggestionsProps) {
  const { may } = useSignedIn();
  const found = useQuery(serviceSuggestionsQuery);
  const list = found.data?.suggestions ?? [];
  return (
    <Stack gap="sm" component="section" aria-label="Services discovered in your logs">
      {isFirst && (
        <EmptyState icon="gauge" title="No services yet">
          Xplain measures a service's KPIs from its log events. From the KPIs it calculates a health
          score, lists every deduction, and tracks your SLOs.
        </EmptyState>
      )}
      <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />
      {found.data === undefined && found.error === null && (
        <WaitingLines label="Discovering services in your logs" lines={4} height={24} />
      )}
      {found.data !== undefined && list.length === 0 && <NoneFound isFirst={isFirst} />}
      {list.length > 0 && (
        <Picks
          suggestions={list}
          isCut={found.data?.isCut === true}
          mayCreate={may('services:write')}
          onDone={onDone}
        />
      )}
    </Stack>
  );
}

function NoneFound({ isFirst }: { readonly isFirst: boolean }) {
  return (
    <Stack align={isFirst ? 'center' : 'flex-start'} gap="xs">
      <Text c="dimmed" ta={isFirst ? 'center' : 'left'}>
        No new services found. Xplain looks at the fields <code>service</code> (last 24 hours) and{' '}
        <code>service.name</code> (last hour). You can also define a service by any search.
      </Text>
      {isFirst && (
        <ButtonLink to="/onboarding" variant="default">
          Send logs
        </ButtonLink>
      )}
    </Stack>
  );
}

interface PicksProps {
  readonly suggestions: readonly ServiceSuggestion[];
  readonly isCut: boolean;
  readonly mayCreate: boolean;
  readonly onDone: () => void;
}

function Picks({ suggestions, isCut, mayCreate, onDone }: PicksProps) {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const chosen = suggestions.filter((each) => picked.has(keyOf(each)));
  const create = useCreate(onDone);
  const kpis = chosen.reduce((sum, { templates }) => sum + templates.length, 0);
  return (
    <>
      <Title order={2}>Discovered services</Title>
      <PickTable
        suggestions={suggestions}
        picked={picked}
        mayPick={mayCreate}
        onChange={setPicked}
      />
      {isCut && <Text c="dimmed">Showing the services with the most events.</Text>}
      <ErrorNotice error={create.error} />
      {mayCreate && (
        <Group gap="sm">
          <Button
            loading={create.isPending}
            disabled={chosen.length === 0}
            onClick={() => create.mutate(chosen)}
          >
            {chosen.length === 0
              ? 'Select services'
              : `Create ${countOf(chosen.length, 'service')} with ${countOf(kpis, 'KPI')}`}
          </Button>
          <Text size="xs" c="dimmed">
            Thresholds are derived from the last 7 days, which are backfilled immediately. At most{' '}
            {suggestionsCreatedMax} services at a time.
          </Text>
        </Group>
      )}
    </>
  );
}

interface PickTableProps {
  readonly suggestions: readonly ServiceSuggestion[];
  readonly picked: ReadonlySet<string>;
  readonly mayPick: boolean;
  readonly onChange: (picked: ReadonlySet<string>) => void;
}

function PickTable({ suggestions, picked, mayPick, onChange }: PickTableProps) {
  const most = suggestions.slice(0, suggestionsCreatedMax).map(keyOf);
  const isAll = picked.size === most.length;
  const toggle = (key: string): void => {
    const next = new Set(picked);
    if (!next.delete(key)) next.add(key);
    onChange(next);
  };
  return (
    <WideTable label="Suggested services" minWidth={560}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={32}>
            <Checkbox
              aria-label="Select all services"
              disabled={!mayPick}
              checked={isAll}
              indeterminate={!isAll && picked.size > 0}
              onChange={() => onChange(new Set(isAll ? [] : most))}
            />
          </Table.Th>
          <Table.Th>Service</Table.Th>
          <Table.Th ta="right">Events</Table.Th>
          <Table.Th ta="right">Errors</Table.Th>
          <Table.Th>Suggested KPIs</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {suggestions.map((each) => {
          const key = keyOf(each);
          const isFull = picked.size >= suggestionsCreatedMax;
          return (
            <SuggestionRow
              key={key}
              suggestion={each}
              isPicked={picked.has(key)}
              isOff={!mayPick || (isFull && !picked.has(key))}
              onToggle={() => toggle(key)}
            />
          );
        })}
      </Table.Tbody>
    </WideTable>
  );
}

interface SuggestionRowProps {
  readonly suggestion: ServiceSuggestion;
  readonly isPicked: boolean;
  readonly isOff: boolean;
  readonly onToggle: () => void;
}

function SuggestionRow({ suggestion, isPicked, isOff, onToggle }: SuggestionRowProps) {
  const { name, selector, events, hours, errorShare, templates } = suggestion;
  return (
    <Table.Tr>
      <Table.Td>
        <Checkbox aria-label={name} checked={isPicked} disabled={isOff} onChange={onToggle} />
      </Table.Td>
      <Table.Td className="xp-foreign">
        <Text fw={500} className="xp-foreign">
          {name}
        </Text>
        <Text size="xs" c="dimmed" className="xp-mono xp-foreign">
          {selector}
        </Text>
      </Table.Td>
      <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
        {formatCount(events)}
        <Text size="xs" c="dimmed">
          {hours === 1 ? 'last hour' : `last ${hours} h`}
        </Text>
      </Table.Td>
      <Table.Td ta="right">{Math.round(errorShare * 10) / 10}%</Table.Td>
      <Table.Td>{templates.map((template) => TEMPLATE_WORDS[template]).join(', ')}</Table.Td>
    </Table.Tr>
  );
}

function useCreate(onDone: () => void) {
  const answers = useQueryClient();
  return useMutation({
    mutationFn: async (chosen: readonly ServiceSuggestion[]) => {
      const services = chosen.map(({ field, value }) => ({ field, value }));
      return call(api.createSuggestedServices, { body: { services } });
    },
    onSuccess: async ({ data }) => {
      await answers.invalidateQueries(everyServiceQuery);
      sayDone(`${countOf(data.services.length, 'service')} created`);
      onDone();
    },
  });
}

function keyOf({ field, value }: Pick<ServiceSuggestion, 'field' | 'value'>): string {
  return `${field}=${value}`;
}

const TEMPLATE_WORDS: Readonly<Record<KpiTemplateName, string>> = {
  errors: 'error rate',
  throughput: 'throughput',
  latency: 'latency',
  saturation: 'saturation',
  freshness: 'freshness',
};
