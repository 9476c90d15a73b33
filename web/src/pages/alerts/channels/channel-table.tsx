import { Group, Table, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AlertChannel } from '../../../../../src/contract/alert-channels.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { alertChannelsQuery } from '../../../data/alerts-queries.ts';
import { membersQuery } from '../../../data/members-query.ts';
import { CopyYamlIcon } from '../../../parts/as-code/copy-yaml-icon.tsx';
import { ManagedMark } from '../../../parts/as-code/managed-mark.tsx';
import { ActionsHead } from '../../../parts/actions-head.tsx';
import { messageOf } from '../../../parts/error-notice.tsx';
import { sayDone, sayFailed } from '../../../parts/ready-notice.ts';
import { durationText } from '../../../parts/sizes.ts';
import { Tag } from '../../../parts/tag.tsx';
import { TimeText } from '../../../parts/time-text.tsx';
import { useNow } from '../../../parts/use-now.ts';
import { WideTable } from '../../../parts/wide-table.tsx';
import { RowAction } from '../../../parts/row-action.tsx';
import { CHANNEL_KIND_FACTS, targetWords } from '../logic/channel-draft.ts';
import type { ChannelAction } from './channel-action.ts';

interface ChannelTableProps {
  readonly channels: readonly AlertChannel[];
  readonly mayManage: boolean;
  readonly onAction: (action: ChannelAction) => void;
}

export function ChannelTable({ channels, mayManage, onAction }: ChannelTableProps) {
  return (
    <WideTable label="Channels" minWidth={900}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Channel</Table.Th>
          <Table.Th>Recipients</Table.Th>
          <Table.Th>Status</Table.Th>
          <Table.Th>Last notification</Table.Th>
          <Table.Th ta="right">Failed</Table.Th>
          <ActionsHead />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {channels.map((channel) => (
          <ChannelRow
            key={channel.id}
            channel={channel}
            mayManage={mayManage}
            onAction={onAction}
          />
        ))}
      </Table.Tbody>
    </WideTable>
  );
}

interface ChannelRowProps {
  readonly channel: AlertChannel;
  readonly mayManage: boolean;
  readonly onAction: (action: ChannelAction) => void;
}

function ChannelRow({ channel, mayManage, onAction }: ChannelRowProps) {
  const members = useQuery({ ...membersQuery, enabled: channel.members.length > 0 });
  const nameOf = (id: string): string =>
    members.data?.find((member) => member.id === id)?.email ?? 'a member';
  const test = useTest(channel.id);
  return (
    <Table.Tr>
      <Table.Td className="xp-foreign">
        <Group gap={6}>
          <Text fw={500}>{channel.name}</Text>
          <ManagedMark kind="channels" id={channel.id} />
        </Group>
        <Text size="xs" c="dimmed">
          {CHANNEL_KIND_FACTS[channel.kind].name}
        </Text>
      </Table.Td>
      <Table.Td className="xp-foreign" maw={300}>
        {channel.isBuiltIn ? 'all Owners' : targetWords(channel, nameOf)}
      </Table.Td>
      <Table.Td className="xp-foreign" maw={320}>
        <ChannelState channel={channel} />
        <TestResult test={test} />
      </Table.Td>
      <Table.Td>
        <TimeText at={channel.lastSentAt} none="never" />
      </Table.Td>
      <Table.Td ta="right">
        {channel.dead === 0 ? '0' : <Tag tone="danger">{channel.dead}</Tag>}
      </Table.Td>
      <Table.Td>
        <Group gap={2} justify="flex-end" wrap="nowrap">
          {!channel.isBuiltIn && (
            <CopyYamlIcon kind="channels" id={channel.id} name={channel.name} />
          )}
          {mayManage && (
            <Actions
              channel={channel}
              isTesting={test.isPending}
              onTest={() => test.mutate()}
              onAction={onAction}
            />
          )}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

function useTest(id: string) {
  const answers = useQueryClient();
  return useMutation({
    mutationFn: async () => (await call(api.testAlertChannel, { params: { id } })).data,
    onSettled: async () => {
      await answers.invalidateQueries(alertChannelsQuery);
      void answers.invalidateQueries({ queryKey: ['alert-deliveries'] });
    },
  });
}

function ChannelState({ channel }: { readonly channel: AlertChannel }) {
  const now = useNow();
  const { enabled, disabledReason, failingSince, lastError, pausedUntil } = channel;
  if (!enabled) {
    return (
      <>
        <Tag tone="danger">disabled</Tag>
        <Text size="xs">{disabledReason ?? 'Disabled manually.'}</Text>
      </>
    );
  }
  if (failingSince !== null) {
    return (
      <>
        <Tag tone="danger" isStrong>
          failing
        </Tag>
        <Text size="xs" component="div">
          First failure <TimeText at={failingSince} />. {lastError ?? ''}
        </Text>
      </>
    );
  }
  if (pausedUntil !== null && Date.parse(pausedUntil) > now) {
    return (
      <>
        <Tag tone="warning">paused</Tag>
        <Text size="xs" component="div">
          Rate limited by the receiver. Resumes <TimeText at={pausedUntil} />.
        </Text>
      </>
    );
  }
  return <Tag tone="success">ok</Tag>;
}

/** The result of the test message, shown where it was requested. */
function TestResult({ test }: { readonly test: ReturnType<typeof useTest> }) {
  if (test.error !== null) {
    return (
      <Text size="xs" c="var(--xp-danger)" role="alert">
        {messageOf(test.error)}
      </Text>
    );
  }
  if (test.data === undefined) return null;
  const { state, status, elapsedMs, error } = test.data;
  if (state === 'sent' && error !== undefined) {
    return (
      <Text size="xs" c="var(--xp-warning)" component="output" display="block">
        {error}
      </Text>
    );
  }
  if (state === 'sent') {
    return (
      <Text size="xs" c="var(--xp-success)" component="output" display="block">
        Test notification delivered{status === null ? '' : ` (${status})`} in{' '}
        {durationText(elapsedMs)}.
      </Text>
    );
  }
  return (
    <Text size="xs" c="var(--xp-danger)" role="alert">
      Test notification failed: {error ?? `the receiver returned ${status ?? 'no response'}.`}
    </Text>
  );
}

interface DeedsProps {
  readonly channel: AlertChannel;
  readonly isTesting: boolean;
  readonly onTest: () => void;
  readonly onAction: (action: ChannelAction) => void;
}

function Actions({ channel, isTesting, onTest, onAction }: DeedsProps) {
  const { name } = channel;
  const enable = useEnable(channel);
  return (
    <>
      <RowAction label={`Test ${name}`} isPending={isTesting} onClick={onTest}>
        Test
      </RowAction>
      {!channel.isBuiltIn && (
        <>
          {!channel.enabled && (
            <RowAction
              label={`Enable ${name}`}
              isPending={enable.isPending}
              onClick={() => enable.mutate()}
            >
              Enable
            </RowAction>
          )}
          {channel.kind === 'webhook' && (
            <RowAction
              label={`Rotate secret of ${name}`}
              onClick={() => onAction({ kind: 'rotate', channel })}
            >
              Rotate
            </RowAction>
          )}
          <RowAction label={`Edit ${name}`} onClick={() => onAction({ kind: 'edit', channel })}>
            Edit
          </RowAction>
          <RowAction
            label={`Delete ${name}`}
            isDanger
            onClick={() => onAction({ kind: 'delete', channel })}
          >
            Delete
          </RowAction>
        </>
      )}
    </>
  );
}

function useEnable({ id, version }: AlertChannel) {
  const answers = useQueryClient();
  return useMutation({
    mutationFn: async () =>
      call(api.changeAlertChannel, { params: { id }, body: { version, enabled: true } }),
    onSuccess: async () => {
      await answers.invalidateQueries(alertChannelsQuery);
      sayDone('Channel enabled');
    },
    onError: (error) => sayFailed(messageOf(error)),
  });
}
