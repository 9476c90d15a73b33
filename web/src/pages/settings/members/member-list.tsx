import { Badge, Group, NativeSelect, Table, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Member } from '../../../../../src/contract/members.ts';
import { ROLES, type Role } from '../../../../../src/spec/roles.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { ActionsHead } from '../../../parts/actions-head.tsx';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { QueryView } from '../../../parts/query-view.tsx';
import { sayDone } from '../../../parts/ready-notice.ts';
import { TimeText } from '../../../parts/time-text.tsx';
import { WideTable } from '../../../parts/wide-table.tsx';
import { RowAction } from '../../../parts/row-action.tsx';
import { roleName } from '../../../shell/role-names.ts';
import { useSignedIn } from '../../../shell/signed-in.tsx';
import { offeredRoles, whyNotChangeable } from './member-rules.ts';
import { membersQuery } from '../../../data/members-query.ts';

export function MemberList() {
  const members = useQuery(membersQuery);
  const [removed, setRemoved] = useState<Member>();
  const changeRole = useChangeRole();
  return (
    <QueryView query={members}>
      {(all) => (
        <>
          <ErrorNotice error={changeRole.error} />
          <WideTable label="Members" minWidth={620}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Member</Table.Th>
                <Table.Th>Role</Table.Th>
                <Table.Th>Joined</Table.Th>
                <ActionsHead />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {all.map((member) => (
                <MemberRow
                  key={member.id}
                  member={member}
                  members={all}
                  onRole={(role) => changeRole.mutate({ member, role })}
                  onRemove={() => setRemoved(member)}
                />
              ))}
            </Table.Tbody>
          </WideTable>
          {removed !== undefined && (
            <RemoveMember member={removed} onClose={() => setRemoved(undefined)} />
          )}
        </>
      )}
    </QueryView>
  );
}

function useChangeRole() {
  const answers = useQueryClient();
  return useMutation({
    mutationFn: async ({ member, role }: { readonly member: Member; readonly role: Role }) =>
      call(api.changeMember, { params: { id: member.id }, body: { role } }),
    onSuccess: async ({ data }) => {
      await answers.invalidateQueries(membersQuery);
      await answers.invalidateQueries({ queryKey: ['organizations'] });
      sayDone(`Role changed to ${roleName(data.role)}`);
    },
  });
}

interface MemberRowProps {
  readonly member: Member;
  readonly members: readonly Member[];
  readonly onRole: (role: Role) => void;
  readonly onRemove: () => void;
}

function MemberRow({ member, members, onRole, onRemove }: MemberRowProps) {
  const { may, user, organization } = useSignedIn();
  const isSelf = member.userId === user.id;
  const reason = whyNotChangeable(organization.role, member, members);
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap={6}>
          <Text className="xp-foreign" fw={500}>
            {member.name === '' ? member.email : member.name}
          </Text>
          {isSelf && (
            <Badge size="xs" color="gray">
              you
            </Badge>
          )}
        </Group>
        {member.name !== '' && (
          <Text className="xp-foreign" size="xs" c="dimmed">
            {member.email}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <RoleCell member={member} members={members} onRole={onRole} />
      </Table.Td>
      <Table.Td>
        <TimeText at={member.joinedAt} />
      </Table.Td>
      <Table.Td ta="right">
        {may('members:manage') && reason === undefined && (
          <RowAction
            label={isSelf ? 'Leave organization' : `Remove ${member.email}`}
            isDanger
            onClick={onRemove}
          >
            {isSelf ? 'Leave' : 'Remove'}
          </RowAction>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

function RoleCell({ member, members, onRole }: Omit<MemberRowProps, 'onRemove'>) {
  const { may, organization } = useSignedIn();
  // A role lent for a while hands out no roles: the standing one decides.
  const reason = whyNotChangeable(organization.role, member, members);
  const elevation = member.elevatedTo !== null && (
    <Text size="xs" c="dimmed">
      {roleName(member.elevatedTo)} until <TimeText at={member.elevatedUntil} form="exact" />
    </Text>
  );
  if (!may('members:role') || reason !== undefined) {
    return (
      <>
        <Text>{roleName(member.role)}</Text>
        {may('members:role') && reason !== undefined && (
          <Text size="xs" c="dimmed" maw={320}>
            {reason}
          </Text>
        )}
        {elevation}
      </>
    );
  }
  return (
    <>
      <NativeSelect
        aria-label={`Role of ${member.email}`}
        w={120}
        value={member.role}
        data={offeredRoles(organization.role).map((role) => ({
          value: role,
          label: roleName(role),
        }))}
        onChange={(event) => {
          const role = ROLES.find((each) => each === event.currentTarget.value);
          if (role !== undefined) onRole(role);
        }}
      />
      {elevation}
    </>
  );
}

function RemoveMember({
  member,
  onClose,
}: {
  readonly member: Member;
  readonly onClose: () => void;
}) {
  const { user } = useSignedIn();
  const answers = useQueryClient();
  const isSelf = member.userId === user.id;
  const remove = useMutation({
    mutationFn: async () => call(api.removeMember, { params: { id: member.id } }),
    onSuccess: async () => {
      if (isSelf) {
        window.location.assign('/');
        return;
      }
      await answers.invalidateQueries(membersQuery);
      sayDone('Member removed');
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={isSelf ? 'Leave organization' : 'Remove member'}
      action={isSelf ? 'Leave' : 'Remove'}
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <b>{member.email}</b> loses access immediately, and their access tokens for this organization
      are revoked. Everything they created stays.
    </ConfirmDialog>
  );
}
