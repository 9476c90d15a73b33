import { Button, Group, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AlertSilence } from '../../../../../src/contract/alert-silences.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { alertRulesQuery, alertSilencesQuery } from '../../../data/alerts-queries.ts';
import { CopyYamlIcon } from '../../../parts/as-code/copy-yaml-icon.tsx';
import { ManagedMark } from '../../../parts/as-code/managed-mark.tsx';
import { ActionsHead } from '../../../parts/actions-head.tsx';
import { ConfirmChange } from '../../../parts/confirm-change.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { PageFrame } from '../../../parts/page-frame.tsx';
import { QueryView } from '../../../parts/query-view.tsx';
import { Tag } from '../../../parts/tag.tsx';
import { TimeText } from '../../../parts/time-text.tsx';
import { useNow } from '../../../parts/use-now.ts';
import { WideTable } from '../../../parts/wide-table.tsx';
import { RowAction } from '../../../parts/row-action.tsx';
import { useSignedIn } from '../../../shell/signed-in.tsx';
import { matchWords, weeklyWords } from '../logic/silence-draft.ts';
import { SilenceDialog } from './silence-dialog.tsx';

type Action =
  | { readonly kind: 'create' }
  | { readonly kind: 'edit' | 'end'; readonly silence: AlertSilence };

export function SilencesPage() {
  const { may } = useSignedIn();
  const silences = useQuery(alertSilencesQuery);
  const [action, setAction] = useState<Action>();
  const onClose = (): void => setAction(undefined);
  return (
    <PageFrame
      title="Silences"
      isWide
      about="Silences suppress notifications. Rules keep running; only notifications stop."
      actions={
        may('alerts:write') && (
          <Button onClick={() => setAction({ kind: 'create' })}>Create silence</Button>
        )
      }
    >
      <QueryView query={silences}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState icon="pause" title="No silences">
              All notifications are sent. Create a silence for planned work, such as a nightly
              restart or a migration.
            </EmptyState>
          ) : (
            <SilenceTable silences={list} onAction={setAction} />
          )
        }
      </QueryView>
      {action?.kind === 'create' && <SilenceDialog onClose={onClose} />}
      {action?.kind === 'edit' && <SilenceDialog silence={action.silence} onClose={onClose} />}
      {action?.kind === 'end' && (
        <ConfirmChange
          title="End silence"
          action="End silence"
          change={async () => call(api.endAlertSilence, { params: { id: action.silence.id } })}
          stale={alertSilencesQuery}
          done={'Silence ended'}
          onClose={onClose}
        >
          This ends <b>{action.silence.name}</b>. Notifications that it suppresses are sent again.
        </ConfirmChange>
      )}
    </PageFrame>
  );
}

interface SilenceTableProps {
  readonly silences: readonly AlertSilence[];
  readonly onAction: (action: Action) => void;
}

function SilenceTable({ silences, onAction }: SilenceTableProps) {
  return (
    <WideTable label="Silences" minWidth={820}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Status</Table.Th>
          <Table.Th>Silence</Table.Th>
          <Table.Th>Suppresses</Table.Th>
          <Table.Th>Schedule</Table.Th>
          <ActionsHead />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {silences.map((silence) => (
          <SilenceRow key={silence.id} silence={silence} onAction={onAction} />
        ))}
      </Table.Tbody>
    </WideTable>
  );
}

interface SilenceRowProps {
  readonly silence: AlertSilence;
  readonly onAction: (action: Action) => void;
}

function SilenceRow({ silence, onAction }: SilenceRowProps) {
  const { may } = useSignedIn();
  const rules = useQuery(alertRulesQuery);
  const nameOf = (id: string): string =>
    rules.data?.find((rule) => rule.id === id)?.name ?? 'a deleted rule';
  return (
    <Table.Tr>
      <Table.Td>
        <SilenceState silence={silence} />
      </Table.Td>
      <Table.Td className="xp-foreign">
        <Group gap={6}>
          <Text fw={500}>{silence.name}</Text>
          <ManagedMark kind="silences" id={silence.id} />
        </Group>
        <Text size="xs" c="dimmed">
          by {silence.createdBy}
        </Text>
      </Table.Td>
      <Table.Td className="xp-foreign">{matchWords(silence, nameOf)}</Table.Td>
      <Table.Td className="xp-foreign">
        {silence.times.kind === 'weekly' ? (
          weeklyWords(silence.times)
        ) : (
          <>
            <TimeText at={silence.times.from} form="exact" /> –{' '}
            <TimeText at={silence.times.to} form="exact" />
          </>
        )}
      </Table.Td>
      <Table.Td>
        <Group gap={2} justify="flex-end" wrap="nowrap">
          <CopyYamlIcon kind="silences" id={silence.id} name={silence.name} />
          {may('alerts:write') && (
            <>
              <RowAction
                label={`Edit ${silence.name}`}
                onClick={() => onAction({ kind: 'edit', silence })}
              >
                Edit
              </RowAction>
              <RowAction
                label={`End ${silence.name}`}
                isDanger
                onClick={() => onAction({ kind: 'end', silence })}
              >
                End
              </RowAction>
            </>
          )}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

function SilenceState({ silence }: { readonly silence: AlertSilence }) {
  const now = useNow();
  if (silence.active) {
    return (
      <>
        <Tag tone="info" isStrong>
          active
        </Tag>
        {silence.until !== null && (
          <Text size="xs" c="dimmed" component="div">
            ends <TimeText at={silence.until} />
          </Text>
        )}
      </>
    );
  }
  const isOver = silence.times.kind === 'range' && Date.parse(silence.times.to) <= now;
  return <Tag tone="quiet">{isOver ? 'ended' : 'scheduled'}</Tag>;
}
