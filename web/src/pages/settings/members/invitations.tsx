import { Group, Table, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Invitation } from '../../../../../src/contract/members.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { ActionsHead } from '../../../parts/actions-head.tsx';
import { ConfirmChange } from '../../../parts/confirm-change.tsx';
import { CopyButton } from '../../../parts/copy-button.tsx';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { QueryView } from '../../../parts/query-view.tsx';
import { sayDone } from '../../../parts/ready-notice.ts';
import { StateBadge } from '../../../parts/state-badge.tsx';
import { TimeText } from '../../../parts/time-text.tsx';
import { WideTable } from '../../../parts/wide-table.tsx';
import { RowAction } from '../../../parts/row-action.tsx';
import { roleName } from '../../../shell/role-names.ts';
import { useIsMailSent } from '../../../shell/signed-in.tsx';
import { invitationsQuery } from './members-queries.ts';

/** Those that still wait, and those that waited too long: both can be sent again. */
export function Invitations() {
  const invitations = useQuery(invitationsQuery);
  const [revoked, setRevoked] = useState<Invitation>();
  const resend = useResend();
  return (
    <QueryView query={invitations} rows={2}>
      {(all) => {
        const open = all.filter(({ state }) => state === 'pending' || state === 'expired');
        if (open.length === 0) return <Text c="dimmed">No pending invitations</Text>;
        return (
          <>
            <ErrorNotice error={resend.error} />
            <InvitationTable
              invitations={open}
              busyId={resend.isPending ? resend.variables.id : undefined}
              onResend={(invitation) => resend.mutate(invitation)}
              onRevoke={setRevoked}
            />
            {revoked !== undefined && (
              <RevokeInvitation invitation={revoked} onClose={() => setRevoked(undefined)} />
            )}
          </>
        );
      }}
    </QueryView>
  );
}

function useResend() {
  const answers = useQueryClient();
  const isMailSent = useIsMailSent();
  return useMutation({
    mutationFn: async (invitation: Invitation) =>
      call(api.resendInvitation, { params: { id: invitation.id } }),
    onSuccess: async () => {
      await answers.invalidateQueries(invitationsQuery);
      sayDone(isMailSent ? 'Invitation sent again' : 'Invitation renewed. Copy the new link.');
    },
  });
}

interface InvitationTableProps {
  readonly invitations: readonly Invitation[];
  readonly busyId: string | undefined;
  readonly onResend: (invitation: Invitation) => void;
  readonly onRevoke: (invitation: Invitation) => void;
}

function InvitationTable({ invitations, busyId, onResend, onRevoke }: InvitationTableProps) {
  const isMailSent = useIsMailSent();
  return (
    <WideTable label="Invitations" minWidth={680}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Email</Table.Th>
          <Table.Th>Role</Table.Th>
          <Table.Th>Status</Table.Th>
          <Table.Th>Expires</Table.Th>
          <Table.Th>Invited by</Table.Th>
          <ActionsHead />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {invitations.map((invitation) => (
          <Table.Tr key={invitation.id}>
            <Table.Td className="xp-foreign">{invitation.email}</Table.Td>
            <Table.Td>{roleName(invitation.role)}</Table.Td>
            <Table.Td>
              <StateBadge state={invitation.state} />
            </Table.Td>
            <Table.Td>
              <TimeText at={invitation.expiresAt} />
            </Table.Td>
            <Table.Td className="xp-foreign">{invitation.invitedBy}</Table.Td>
            <Table.Td>
              <Group gap={4} justify="flex-end" wrap="nowrap">
                {invitation.link !== null && (
                  <CopyButton value={invitation.link} what={`link for ${invitation.email}`} />
                )}
                <RowAction
                  label={`${isMailSent ? 'Resend to' : 'Renew invitation for'} ${invitation.email}`}
                  isPending={busyId === invitation.id}
                  onClick={() => onResend(invitation)}
                >
                  {isMailSent ? 'Resend' : 'Renew'}
                </RowAction>
                {invitation.state === 'pending' && (
                  <RowAction
                    label={`Revoke invitation for ${invitation.email}`}
                    isDanger
                    onClick={() => onRevoke(invitation)}
                  >
                    Revoke
                  </RowAction>
                )}
              </Group>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  );
}

interface RevokeInvitationProps {
  readonly invitation: Invitation;
  readonly onClose: () => void;
}

function RevokeInvitation({ invitation, onClose }: RevokeInvitationProps) {
  return (
    <ConfirmChange
      title="Revoke invitation"
      action="Revoke invitation"
      change={async () => call(api.revokeInvitation, { params: { id: invitation.id } })}
      stale={invitationsQuery}
      done={'Invitation revoked'}
      onClose={onClose}
    >
      The invite link for <b>{invitation.email}</b> will stop working.
    </ConfirmChange>
  );
}
