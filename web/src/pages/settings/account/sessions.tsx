import { Badge, Button, Group, Stack, Table, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { ActionsHead } from '../../../parts/actions-head.tsx';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { QueryView } from '../../../parts/query-view.tsx';
import { sayDone } from '../../../parts/ready-notice.ts';
import { TimeText } from '../../../parts/time-text.tsx';
import { WideTable } from '../../../parts/wide-table.tsx';
import { deviceName } from '../../../parts/device-name.ts';
import { RowAction } from '../../../parts/row-action.tsx';

const sessionsKey = ['sessions'];
type Session = Awaited<ReturnType<typeof readSessions>>[number];

async function readSessions(signal?: AbortSignal) {
  return call(api.listSessions, {}, signal);
}

/** Where one is signed in, and the way to end it. */
export function Sessions() {
  const sessions = useQuery({
    queryKey: sessionsKey,
    queryFn: async ({ signal }) => readSessions(signal),
  });
  const [isLeaving, setIsLeaving] = useState(false);
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Title order={2}>Sessions</Title>
        <Group gap="xs">
          <EndOthers isOffered={(sessions.data?.length ?? 0) > 1} />
          <Button variant="outline" color="red" onClick={() => setIsLeaving(true)}>
            Sign out all devices
          </Button>
        </Group>
      </Group>
      <QueryView query={sessions} rows={2}>
        {(all) => <SessionTable sessions={all} />}
      </QueryView>
      {isLeaving && <LeaveEverywhere onClose={() => setIsLeaving(false)} />}
    </Stack>
  );
}

function SessionTable({ sessions }: { readonly sessions: readonly Session[] }) {
  const answers = useQueryClient();
  const revoke = useMutation({
    mutationFn: async (token: string) => call(api.revokeSession, { body: { token } }),
    onSuccess: async () => {
      await answers.invalidateQueries({ queryKey: sessionsKey });
      sayDone('Session ended');
    },
  });
  return (
    <>
      <ErrorNotice error={revoke.error} />
      <WideTable label="Sessions" minWidth={640}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Device</Table.Th>
            <Table.Th>IP address</Table.Th>
            <Table.Th>Signed in</Table.Th>
            <Table.Th>Method</Table.Th>
            <Table.Th>Expires</Table.Th>
            <ActionsHead />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sessions.map((session) => (
            <Table.Tr key={session.id}>
              <Table.Td>
                <Group gap={6}>
                  <Text className="xp-foreign" title={session.userAgent ?? undefined}>
                    {deviceName(session.userAgent)}
                  </Text>
                  {session.isCurrent && <Badge size="xs">current</Badge>}
                </Group>
              </Table.Td>
              <Table.Td className="xp-foreign">{session.ipAddress ?? '–'}</Table.Td>
              <Table.Td>
                <TimeText at={session.createdAt} />
              </Table.Td>
              <Table.Td>{session.signedInWith}</Table.Td>
              <Table.Td>
                <TimeText at={session.expiresAt} />
              </Table.Td>
              <Table.Td ta="right">
                {!session.isCurrent && (
                  <RowAction
                    label={`Sign out ${deviceName(session.userAgent)}`}
                    isDanger
                    onClick={() => revoke.mutate(session.token)}
                  >
                    Sign out
                  </RowAction>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </WideTable>
    </>
  );
}

function EndOthers({ isOffered }: { readonly isOffered: boolean }) {
  const answers = useQueryClient();
  const end = useMutation({
    mutationFn: async () => call(api.revokeOtherSessions, {}),
    onSuccess: async () => {
      await answers.invalidateQueries({ queryKey: sessionsKey });
      sayDone('Signed out other devices');
    },
  });
  if (!isOffered) return null;
  return (
    <Button variant="default" loading={end.isPending} onClick={() => end.mutate()}>
      Sign out other devices
    </Button>
  );
}

function LeaveEverywhere({ onClose }: { readonly onClose: () => void }) {
  const answers = useQueryClient();
  const leave = useMutation({
    mutationFn: async () => call(api.revokeSessions, {}),
    onSuccess: () => {
      answers.clear();
      window.location.assign('/sign-in');
    },
  });
  return (
    <ConfirmDialog
      title="Sign out all devices"
      action="Sign out all devices"
      isBusy={leave.isPending}
      error={leave.error}
      onConfirm={() => leave.mutate()}
      onClose={onClose}
    >
      This ends all sessions of your account, including this one. API keys and access tokens keep
      working.
    </ConfirmDialog>
  );
}
