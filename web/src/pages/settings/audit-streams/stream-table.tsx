import { Group, Table, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AuditStream } from '../../../../../src/contract/audit-streams.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { CopyYamlIcon } from '../../../parts/as-code/copy-yaml-icon.tsx';
import { ManagedMark } from '../../../parts/as-code/managed-mark.tsx';
import { ActionsHead } from '../../../parts/actions-head.tsx';
import { messageOf } from '../../../parts/error-notice.tsx';
import { durationText, formatCount } from '../../../parts/sizes.ts';
import { Tag } from '../../../parts/tag.tsx';
import { TimeText } from '../../../parts/time-text.tsx';
import { WideTable } from '../../../parts/wide-table.tsx';
import { RowAction } from '../../../parts/row-action.tsx';
import type { StreamAction } from './stream-action.ts';
import { FORMAT_WORDS, KIND_WORDS, stateOf } from './stream-form.ts';
import { streamsQuery } from './streams-query.ts';

interface StreamTableProps {
  readonly streams: readonly AuditStream[];
  readonly onAction: (action: StreamAction) => void;
}

export function StreamTable({ streams, onAction }: StreamTableProps) {
  return (
    <WideTable label="Audit streams" minWidth={900}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Stream</Table.Th>
          <Table.Th>Status</Table.Th>
          <Table.Th ta="right">Lag</Table.Th>
          <Table.Th ta="right">Last entry</Table.Th>
          <Table.Th>Last delivery</Table.Th>
          <ActionsHead />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {streams.map((stream) => (
          <StreamRow key={stream.id} stream={stream} onAction={onAction} />
        ))}
      </Table.Tbody>
    </WideTable>
  );
}

interface StreamRowProps {
  readonly stream: AuditStream;
  readonly onAction: (action: StreamAction) => void;
}

function StreamRow({ stream, onAction }: StreamRowProps) {
  const test = useTest(stream.id);
  const { name, kind, format, host, waiting, lagSeconds } = stream;
  return (
    <Table.Tr>
      <Table.Td className="xp-foreign" maw={280}>
        <Text fw={500} className="xp-foreign">
          {name} <ManagedMark kind="auditStreams" id={stream.id} />
        </Text>
        <Text size="xs" c="dimmed" className="xp-foreign">
          {KIND_WORDS[kind]}, {FORMAT_WORDS[format]}, {host}
        </Text>
      </Table.Td>
      <Table.Td className="xp-foreign" maw={340}>
        <State stream={stream} />
        <TestResult test={test} />
      </Table.Td>
      <Table.Td ta="right">
        {waiting === 0 ? (
          '0'
        ) : (
          <>
            {durationText(lagSeconds * 1000)}
            <Text size="xs" c="dimmed">
              {formatCount(waiting)} waiting
            </Text>
          </>
        )}
      </Table.Td>
      <Table.Td ta="right">{formatCount(stream.sentTo)}</Table.Td>
      <Table.Td>
        <TimeText at={stream.lastSentAt} none="never" />
      </Table.Td>
      <Table.Td>
        <Actions
          stream={stream}
          isTesting={test.isPending}
          onTest={() => test.mutate()}
          onAction={onAction}
        />
      </Table.Td>
    </Table.Tr>
  );
}

function State({ stream }: { readonly stream: AuditStream }) {
  const { word, tone } = stateOf(stream);
  const { failingSince, failures, lastError, nextAttemptAt, replay } = stream;
  return (
    <>
      <Tag tone={tone} isStrong={tone === 'danger'}>
        {word}
      </Tag>
      {failingSince !== null && (
        <Text size="xs" component="div" className="xp-foreign">
          First failure <TimeText at={failingSince} />, {formatCount(failures)} attempts.{' '}
          {lastError}
          {nextAttemptAt !== null && stream.enabled && (
            <>
              {' '}
              Next attempt <TimeText at={nextAttemptAt} />.
            </>
          )}
        </Text>
      )}
      {replay !== null && (
        <Text size="xs" c="dimmed">
          Entries {formatCount(replay.from)} to {formatCount(replay.to)} to replay
        </Text>
      )}
    </>
  );
}

function useTest(id: string) {
  const answers = useQueryClient();
  return useMutation({
    mutationFn: async () => (await call(api.testAuditStream, { params: { id } })).data,
    onSettled: async () => answers.invalidateQueries(streamsQuery),
  });
}

/** Shows the result of a test next to the button that started it. */
function TestResult({ test }: { readonly test: ReturnType<typeof useTest> }) {
  const error = test.error === null ? test.data?.error : messageOf(test.error);
  if (error !== undefined && error !== null) {
    return (
      <Text size="xs" c="var(--xp-danger)" role="alert" className="xp-foreign">
        Test failed: {error}
      </Text>
    );
  }
  if (test.data === undefined) return null;
  return (
    <Text size="xs" c="var(--xp-success)" component="output" display="block">
      Test accepted in {durationText(test.data.elapsedMs)}.
    </Text>
  );
}

interface ActionsProps extends StreamRowProps {
  readonly isTesting: boolean;
  readonly onTest: () => void;
}

function Actions({ stream, isTesting, onTest, onAction }: ActionsProps) {
  const { name } = stream;
  return (
    <Group gap={2} justify="flex-end" wrap="nowrap">
      <CopyYamlIcon kind="auditStreams" id={stream.id} name={name} />
      <RowAction label={`Test ${name}`} isPending={isTesting} onClick={onTest}>
        Test
      </RowAction>
      <RowAction
        label={`Replay entries to ${name}`}
        onClick={() => onAction({ kind: 'replay', stream })}
      >
        Replay
      </RowAction>
      <RowAction label={`Edit ${name}`} onClick={() => onAction({ kind: 'edit', stream })}>
        Edit
      </RowAction>
      <RowAction
        label={`Delete ${name}`}
        isDanger
        onClick={() => onAction({ kind: 'delete', stream })}
      >
        Delete
      </RowAction>
    </Group>
  );
}
