import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AUDIT_ACTIONS } from '../../../../../src/spec/audit.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { addressOf, call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { ButtonLink } from '../../../parts/links.tsx';
import { LoadMore } from '../../../parts/load-more.tsx';
import { PageFrame, RowsSkeleton } from '../../../parts/page-frame.tsx';
import { AuditTable } from '../../../shell/audit/audit-table.tsx';
import { useSignedIn } from '../../../shell/signed-in.tsx';
import { type AuditFilter, auditQuery } from './audit-query.ts';
import { ChainState } from './chain-state.tsx';

const TYPING_MS = 400;
const PAGE_ROWS = 100;
const RANGES = [
  { value: '-1d', label: 'Last 24 hours' },
  { value: '-7d', label: 'Last 7 days' },
  { value: '-30d', label: 'Last 30 days' },
  { value: '-365d', label: 'All time' },
];

export function AuditPage() {
  const { may } = useSignedIn();
  const [filter, setFilter] = useState<AuditFilter>({ actor: '', action: '', since: '-7d' });
  return (
    <PageFrame
      title="Audit log"
      about={`Who changed what, when and from where. Entries are immutable and kept for ${LIMITS.audit.retentionDays} days.`}
      actions={
        <>
          <ButtonLink
            to="/search"
            search={{ q: auditQuery(filter), earliest: filter.since }}
            variant="default"
          >
            Open in search
          </ButtonLink>
          {may('audit-streams:manage') && (
            <ButtonLink to="/settings/audit/streams" variant="default">
              Streams
            </ButtonLink>
          )}
          {may('logs:export') && <ExportButton format="csv" label="Export CSV" />}
          {may('logs:export') && <ExportButton format="jsonl" label="Export NDJSON" />}
        </>
      }
    >
      {may('audit:read') && <ChainState />}
      <Filters filter={filter} onChange={setFilter} />
      <Entries filter={filter} />
    </PageFrame>
  );
}

/** A plain link: the server streams the file and the browser saves it. */
function ExportButton({
  format,
  label,
}: {
  readonly format: 'csv' | 'jsonl';
  readonly label: string;
}) {
  return (
    <Button
      component="a"
      variant="default"
      href={addressOf(api.exportAudit, { query: { format } })}
      download
    >
      {label}
    </Button>
  );
}

interface FiltersProps {
  readonly filter: AuditFilter;
  readonly onChange: (filter: AuditFilter) => void;
}

function Filters({ filter, onChange }: FiltersProps) {
  return (
    <Group gap="sm" align="flex-end">
      <TextInput
        label="Actor"
        placeholder="Email, key ID or job"
        w={240}
        value={filter.actor}
        onChange={(event) => onChange({ ...filter, actor: event.currentTarget.value })}
      />
      <NativeSelect
        label="Action"
        w={220}
        value={filter.action}
        data={[{ value: '', label: 'All actions' }, ...actionGroups()]}
        onChange={(event) => onChange({ ...filter, action: event.currentTarget.value })}
      />
      <NativeSelect
        label="Time"
        w={150}
        value={filter.since}
        data={RANGES}
        onChange={(event) => onChange({ ...filter, since: event.currentTarget.value })}
      />
    </Group>
  );
}

/** The actions by what they are about, each group with an entry for all of it. */
function actionGroups() {
  const kinds = [...new Set(AUDIT_ACTIONS.map((action) => action.split('.')[0] ?? ''))];
  return kinds.map((kind) => ({
    group: kind,
    items: [
      { value: `${kind}.*`, label: `${kind}: all` },
      ...AUDIT_ACTIONS.filter((action) => action.startsWith(`${kind}.`)).map((action) => ({
        value: action,
        label: action,
      })),
    ],
  }));
}

function Entries({ filter }: { readonly filter: AuditFilter }) {
  const [actor] = useDebouncedValue(filter.actor, TYPING_MS);
  const query = auditQuery({ actor, action: filter.action });
  const entries = useInfiniteQuery({
    queryKey: ['audit', query, filter.since],
    queryFn: async ({ signal, pageParam }) =>
      call(
        api.listLogs,
        {
          query: {
            query,
            earliest: filter.since,
            limit: PAGE_ROWS,
            ...(pageParam === null ? {} : { cursor: pageParam }),
          },
        },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
  if (entries.data === undefined) {
    return entries.error === null ? (
      <RowsSkeleton rows={8} />
    ) : (
      <ErrorNotice error={entries.error} onRetry={() => void entries.refetch()} />
    );
  }
  const rows = entries.data.pages.flatMap((page) => page.data.rows);
  if (rows.length === 0) {
    return (
      <EmptyState icon="list" title="No matching entries">
        No entries match these filters in this time range. New entries appear within seconds.
      </EmptyState>
    );
  }
  return (
    <Stack gap="sm">
      <AuditTable rows={rows} />
      <LoadMore pages={entries} />
    </Stack>
  );
}
