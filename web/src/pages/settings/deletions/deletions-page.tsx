import { Badge, Button, Table, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { LogDeletion } from '../../../../../src/contract/log-deletions.ts';
import { allPages } from '../../../data/all-pages.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { PageFrame } from '../../../parts/page-frame.tsx';
import { QueryView } from '../../../parts/query-view.tsx';
import { formatCount } from '../../../parts/sizes.ts';
import { TimeText } from '../../../parts/time-text.tsx';
import { WideTable } from '../../../parts/wide-table.tsx';
import { texts } from '../../../shell/search-text.ts';
import { useSignedIn } from '../../../shell/signed-in.tsx';
import { NotFoundPage } from '../../../parts/not-found-page.tsx';

const NewDeletion = lazy(async () => {
  const { NewDeletion: component } = await import('./new-deletion.tsx');
  return { default: component };
});

const WHILE_WORKING_MS = 1_000;

const deletionsQuery = queryOptions({
  queryKey: ['log-deletions'],
  queryFn: async ({ signal }) =>
    allPages(async (query) => call(api.listLogDeletions, { query }, signal)),
  refetchInterval: ({ state }) =>
    state.data?.some(isUnderWay) === true ? WHILE_WORKING_MS : false,
});

export function DeletionsPage() {
  const { may } = useSignedIn();
  return may('logs:delete') ? <Deletions /> : <NotFoundPage />;
}

function Deletions() {
  const deletions = useQuery(deletionsQuery);
  const { search, forget } = useGivenSearch();
  const [isAsking, setIsAsking] = useState(search !== undefined);
  const close = (): void => {
    setIsAsking(false);
    forget();
  };
  return (
    <PageFrame
      title="Deletions"
      about="Permanently delete events that match a search. Each deletion is verified afterwards and recorded in the audit log."
      actions={
        <Button color="red" onClick={() => setIsAsking(true)}>
          Delete events
        </Button>
      }
    >
      <QueryView query={deletions}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState icon="trash" title="No deletions yet">
              Deletions and their results are listed here.
            </EmptyState>
          ) : (
            <DeletionTable deletions={all} />
          )
        }
      </QueryView>
      <Suspense>
        {isAsking && (
          <NewDeletion search={search} onClose={close} onAsked={() => void deletions.refetch()} />
        )}
      </Suspense>
    </PageFrame>
  );
}

/**
 * Reads the search to delete from the URL. Once the dialog is closed, the URL is cleared, so that going back does not
 * ask again.
 */
function useGivenSearch() {
  const given = useSearch({ strict: false });
  const navigate = useNavigate();
  const { q, earliest = '-1h', latest = 'now' } = texts(given, ['q', 'earliest', 'latest']);
  const search = useMemo(
    () => (q === undefined ? undefined : { query: q, earliest, latest }),
    [q, earliest, latest],
  );
  const forget = (): void => {
    if (q !== undefined) void navigate({ to: '/settings/deletions', search: {}, replace: true });
  };
  return { search, forget };
}

function isUnderWay({ state }: LogDeletion): boolean {
  return state === 'waiting' || state === 'running';
}

const STATES = {
  waiting: { label: 'queued', color: 'gray' },
  running: { label: 'running', color: 'blue' },
  done: { label: 'done', color: 'green' },
  failed: { label: 'failed', color: 'red' },
} as const satisfies Record<LogDeletion['state'], { label: string; color: string }>;

function DeletionTable({ deletions }: { readonly deletions: readonly LogDeletion[] }) {
  return (
    <WideTable label="Deletions" minWidth={820}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Requested</Table.Th>
          <Table.Th>Search</Table.Th>
          <Table.Th>Status</Table.Th>
          <Table.Th ta="right">Found</Table.Th>
          <Table.Th ta="right">Deleted</Table.Th>
          <Table.Th ta="right">Remaining</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {deletions.map((deletion) => (
          <Table.Tr key={deletion.id}>
            <Table.Td>
              <TimeText at={deletion.createdAt} form="exact" />
              <Text size="xs" c="dimmed" className="xp-foreign">
                {deletion.requestedBy}
              </Text>
            </Table.Td>
            <Table.Td>
              <Text ff="monospace" size="xs" className="xp-foreign">
                {deletion.query}
              </Text>
              <Text size="xs" c="dimmed">
                <TimeText at={deletion.from} form="exact" /> –{' '}
                <TimeText at={deletion.to} form="exact" />
              </Text>
            </Table.Td>
            <Table.Td>
              <Badge
                size="sm"
                variant="light"
                color={STATES[deletion.state].color}
                c="var(--mantine-color-text)"
              >
                {STATES[deletion.state].label}
              </Badge>
              <Proof deletion={deletion} />
            </Table.Td>
            {[deletion.matched, deletion.deleted, deletion.remaining].map((count, i) => (
              <Table.Td key={COUNTS[i]} ta="right">
                {count === null ? '–' : formatCount(count)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  );
}

/** Shows the result of the verification after a deletion. */
function Proof({ deletion: { state, remaining, endedAt } }: { readonly deletion: LogDeletion }) {
  if (endedAt === null) return null;
  return (
    <Text size="xs" c="dimmed">
      {state === 'failed' ? 'Failed' : 'Verified'} <TimeText at={endedAt} form="exact" />
      {remaining !== null && `: ${remaining === 0 ? '0' : formatCount(remaining)} remaining`}
    </Text>
  );
}

const COUNTS = ['matched', 'deleted', 'remaining'] as const;
