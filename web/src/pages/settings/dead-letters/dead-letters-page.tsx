import { Badge, Button, Group, Table } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DeadLetter } from '../../../../../src/contract/dead-letters.ts';
import { allPages } from '../../../data/all-pages.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { ActionsHead } from '../../../parts/actions-head.tsx';
import { ConfirmChange } from '../../../parts/confirm-change.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { PageFrame } from '../../../parts/page-frame.tsx';
import { QueryView } from '../../../parts/query-view.tsx';
import { sayDone } from '../../../parts/ready-notice.ts';
import { formatBytes, formatCount } from '../../../parts/sizes.ts';
import { TimeText } from '../../../parts/time-text.tsx';
import { WideTable } from '../../../parts/wide-table.tsx';
import { useSignedIn } from '../../../shell/signed-in.tsx';
import { NotFoundPage } from '../../../parts/not-found-page.tsx';
import { RowAction } from '../../../parts/row-action.tsx';

const lettersQuery = queryOptions({
  queryKey: ['dead-letters'],
  queryFn: async ({ signal }) =>
    allPages(async (query) => call(api.listDeadLetters, { query }, signal)),
});

export function DeadLettersPage() {
  const { may } = useSignedIn();
  return may('dead-letters:manage') ? <DeadLetters /> : <NotFoundPage />;
}

function DeadLetters() {
  const letters = useQuery(lettersQuery);
  const [discarded, setDiscarded] = useState<DeadLetter>();
  const replay = useReplay();
  const count = letters.data?.length ?? 0;
  return (
    <PageFrame
      title="Dead-letter queue"
      about="Accepted events that couldn't be stored after all retries. They are not lost: replay or discard them."
      actions={
        <>
          <Button variant="default" onClick={() => void letters.refetch()}>
            Refresh
          </Button>
          {count > 0 && (
            <Button
              loading={replay.isPending && replay.variables === undefined}
              onClick={() => replay.mutate(undefined)}
            >
              Replay all
            </Button>
          )}
        </>
      }
    >
      <ErrorNotice error={replay.error} />
      <QueryView query={letters}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState icon="check" title="Dead-letter queue is empty">
              All accepted events were stored or are being processed.
            </EmptyState>
          ) : (
            <LetterTable letters={all} onReplay={replay.mutate} onDiscard={setDiscarded} />
          )
        }
      </QueryView>
      {discarded !== undefined && (
        <Discard letter={discarded} onClose={() => setDiscarded(undefined)} />
      )}
    </PageFrame>
  );
}

/** Of one letter, or of all. */
function useReplay() {
  const answers = useQueryClient();
  return useMutation({
    mutationFn: async (id: string | undefined) =>
      call(api.replayDeadLetters, { body: id === undefined ? {} : { ids: [id] } }),
    onSuccess: async ({ data }) => {
      await answers.invalidateQueries(lettersQuery);
      sayDone(`${formatCount(data.replayed)} batches replayed`);
    },
  });
}

interface LetterTableProps {
  readonly letters: readonly DeadLetter[];
  readonly onReplay: (id: string) => void;
  readonly onDiscard: (letter: DeadLetter) => void;
}

function LetterTable({ letters, onReplay, onDiscard }: LetterTableProps) {
  return (
    <WideTable label="Dead-letter queue" minWidth={760}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Time</Table.Th>
          <Table.Th>Reason</Table.Th>
          <Table.Th ta="right">Attempts</Table.Th>
          <Table.Th ta="right">Events</Table.Th>
          <Table.Th ta="right">Size</Table.Th>
          <ActionsHead />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {letters.map((letter) => (
          <Table.Tr key={letter.id}>
            <Table.Td>
              <TimeText at={letter.deadAt} form="exact" />
            </Table.Td>
            <Table.Td className="xp-foreign">
              {letter.reason}{' '}
              {letter.isSpilled && (
                <Badge size="xs" color="blue">
                  retried automatically
                </Badge>
              )}
            </Table.Td>
            <Table.Td ta="right">{letter.attempts}</Table.Td>
            <Table.Td ta="right">{formatCount(letter.events)}</Table.Td>
            <Table.Td ta="right">{formatBytes(letter.bytes)}</Table.Td>
            <Table.Td>
              <Group gap={4} justify="flex-end" wrap="nowrap">
                <RowAction label={`Replay batch ${letter.id}`} onClick={() => onReplay(letter.id)}>
                  Replay
                </RowAction>
                <RowAction
                  label={`Discard batch ${letter.id}`}
                  isDanger
                  onClick={() => onDiscard(letter)}
                >
                  Discard
                </RowAction>
              </Group>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  );
}

function Discard({
  letter,
  onClose,
}: {
  readonly letter: DeadLetter;
  readonly onClose: () => void;
}) {
  return (
    <ConfirmChange
      title="Discard events"
      action="Discard permanently"
      change={async () => call(api.discardDeadLetter, { params: { id: letter.id } })}
      stale={lettersQuery}
      done="Events discarded"
      onClose={onClose}
    >
      This permanently deletes {formatCount(letter.events)} events ({formatBytes(letter.bytes)}).
      This can't be undone.
    </ConfirmChange>
  );
}
