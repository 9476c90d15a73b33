import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { OwnInvitation } from '../../../../src/contract/members.ts';
import { call } from '../../api/call.ts';
import * as api from '../../api/endpoints.ts';
import { roleMeaning } from '../../shell/role-meanings.ts';
import { roleName } from '../../shell/role-names.ts';

/** The ID of the invitation that the user continues to, if any. */
export function invitationIn(next: string | undefined): string | undefined {
  return /^\/invitations\/([^/?#]+)$/.exec(next ?? '')?.[1];
}

/** Before anybody has signed in or up: to what they are invited, and by whom. Nothing where no invitation waits. */
export function WhoInvites({ id, voucher }: { readonly id: string; readonly voucher: string }) {
  const preview = useQuery({
    queryKey: ['invitation-preview', id],
    queryFn: async ({ signal }) =>
      (await call(api.previewInvitation, { params: { id }, query: { voucher } }, signal)).data,
    retry: false,
  });
  if (preview.data === undefined) return null;
  return (
    <Alert color="brand" variant="light" mb="sm" p="xs" title="You are invited">
      <InvitationWords invitation={preview.data} />
    </Alert>
  );
}

export function InvitationWords({ invitation }: { readonly invitation: OwnInvitation }) {
  const { organizationName, role, invitedBy } = invitation;
  return (
    <Text className="xp-foreign">
      {invitedBy === null ? (
        'You are invited'
      ) : (
        <>
          <b>{invitedBy.name || invitedBy.email}</b>
          {invitedBy.name === '' ? '' : ` (${invitedBy.email})`} invites you
        </>
      )}{' '}
      to <b>{organizationName}</b> as <b>{roleName(role)}</b>. {roleMeaning(role)}
    </Text>
  );
}
