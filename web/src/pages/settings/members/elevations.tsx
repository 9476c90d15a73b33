import { Button, Group, Stack, Table, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Elevation } from '../../../../../src/contract/elevation-fields.ts';
import { isAbove, ROLES } from '../../../../../src/spec/roles.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { ActionsHead } from '../../../parts/actions-head.tsx';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { StateBadge } from '../../../parts/state-badge.tsx';
import { TimeText } from '../../../parts/time-text.tsx';
import { WideTable } from '../../../parts/wide-table.tsx';
import { roleName } from '../../../shell/role-names.ts';
import { elevationsQuery, useSignedIn } from '../../../shell/signed-in.tsx';
import { RequestElevation } from './request-elevation.tsx';

/** Temporary roles: requested, approved by another person, expiring automatically. */
export function Elevations() {
  const { organization, user } = useSignedIn();
  const elevations = useQuery(elevationsQuery);
  const [isAsking, setIsAsking] = useState(false);
  const open = (elevations.data ?? []).filter(
    ({ state }) => state === 'requested' || state === 'approved',
  );
  const higher = ROLES.filter((role) => isAbove(role, organization.role));
  const isWaiting = open.some(({ email }) => email === user.email);
  if (open.length === 0 && higher.length === 0) return null;
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Title order={2}>Temporary roles</Title>
        {higher.length > 0 && !isWaiting && (
          <Button variant="default" onClick={() => setIsAsking(true)}>
            Request a role
          </Button>
        )}
      </Group>
      {open.length === 0 ? (
        <Text c="dimmed">No active roles or requests</Text>
      ) : (
        <ElevationTable elevations={open} />
      )}
      {isAsking && <RequestElevation roles={higher} onClose={() => setIsAsking(false)} />}
    </Stack>
  );
}

function ElevationTable({ elevations }: { readonly elevations: readonly Elevation[] }) {
  const decide = useElevationChange();
  return (
    <>
      <ErrorNotice error={decide.error} />
      <WideTable label="Temporary roles" minWidth={640}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Member</Table.Th>
            <Table.Th>Role</Table.Th>
            <Table.Th>Reason</Table.Th>
            <Table.Th>Status</Table.Th>
            <Table.Th>Expires</Table.Th>
            <ActionsHead />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {elevations.map((elevation) => (
            <Table.Tr key={elevation.id}>
              <Table.Td className="xp-foreign">{elevation.email}</Table.Td>
              <Table.Td>{roleName(elevation.role)}</Table.Td>
              <Table.Td className="xp-foreign">{elevation.reason}</Table.Td>
              <Table.Td>
                <StateBadge state={elevation.state} />
              </Table.Td>
              <Table.Td>
                <TimeText at={elevation.endsAt} none={`${elevation.minutes} minutes`} />
              </Table.Td>
              <Table.Td>
                <ElevationActions elevation={elevation} onChange={decide.mutate} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </WideTable>
    </>
  );
}

type Action = 'approve' | 'deny' | 'end';

function useElevationChange() {
  const answers = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, action }: { readonly id: string; readonly action: Action }) => {
      if (action === 'end') return call(api.endElevation, { params: { id } });
      return call(api.decideElevation, { params: { id }, body: { approve: action === 'approve' } });
    },
    onSuccess: async () => {
      await answers.invalidateQueries(elevationsQuery);
      await answers.invalidateQueries({ queryKey: ['members'] });
    },
  });
}

interface ElevationActionsProps {
  readonly elevation: Elevation;
  readonly onChange: (change: { readonly id: string; readonly action: Action }) => void;
}

function ElevationActions({ elevation, onChange }: ElevationActionsProps) {
  const { user, organization } = useSignedIn();
  const { id, state, email, role } = elevation;
  const isAdmin = organization.role === 'owner' || organization.role === 'admin';
  const isOwn = email === user.email;
  const mayDecide = isAdmin && !isOwn && !isAbove(role, organization.role);
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      {state === 'requested' && mayDecide && (
        <>
          <Button
            size="compact-xs"
            variant="subtle"
            onClick={() => onChange({ id, action: 'approve' })}
          >
            Approve
          </Button>
          <Button
            size="compact-xs"
            variant="subtle"
            color="red"
            onClick={() => onChange({ id, action: 'deny' })}
          >
            Deny
          </Button>
        </>
      )}
      {(state === 'approved' || isOwn) && (isOwn || isAdmin) && (
        <Button
          size="compact-xs"
          variant="subtle"
          color="red"
          onClick={() => onChange({ id, action: 'end' })}
        >
          {state === 'approved' ? 'End now' : 'Cancel request'}
        </Button>
      )}
    </Group>
  );
}
