import { Button, Stack, Title } from '@mantine/core';
import { useState } from 'react';
import { PageFrame } from '../../../parts/page-frame.tsx';
import { useSignedIn } from '../../../shell/signed-in.tsx';
import { Elevations } from './elevations.tsx';
import { InviteMember } from './invite-member.tsx';
import { Invitations } from './invitations.tsx';
import { MemberList } from './member-list.tsx';
import { RoleTable } from './role-table.tsx';

export function MembersPage() {
  const { may } = useSignedIn();
  const [isInviting, setIsInviting] = useState(false);
  const mayManage = may('members:manage');
  return (
    <PageFrame
      title="Members"
      about="Members of this organization and their roles."
      actions={mayManage && <Button onClick={() => setIsInviting(true)}>Invite member</Button>}
    >
      <Stack gap="xl">
        <MemberList />
        {mayManage && (
          <Stack gap="xs">
            <Title order={2}>Invitations</Title>
            <Invitations />
          </Stack>
        )}
        <Elevations />
        <RoleTable />
      </Stack>
      {isInviting && <InviteMember onClose={() => setIsInviting(false)} />}
    </PageFrame>
  );
}
