import { Alert, Box, Button, Checkbox, Group, Stack, Table, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AuthorizationRequest } from '../../../../src/contract/oauth.ts';
import type { OauthScope } from '../../../../src/spec/roles.ts';
import { call } from '../../api/call.ts';
import * as api from '../../api/endpoints.ts';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { QueryView } from '../../parts/query-view.tsx';

const SCOPES: Readonly<Record<OauthScope, string>> = {
  'agent:read': 'Read logs, alerts, services, dashboards and saved searches',
  'agent:write': 'Acknowledge alerts and save searches, if the organization allows it',
  'evaluations:run': 'Run evaluations, which use AI credits of the organization',
};

/** An agent requests to act for the user. Nothing is remembered: each connection requires consent. */
export function ConsentPage() {
  const query = globalThis.location.search.slice(1);
  const asked = useQuery({
    queryKey: ['oauth-request', query],
    queryFn: async ({ signal }) =>
      (await call(api.readAuthorization, { body: { query } }, signal)).data,
    retry: false,
  });
  return (
    <Box p="md">
      <PageFrame title="Connect an agent">
        <QueryView query={asked}>
          {(request) => <Consent request={request} query={query} />}
        </QueryView>
      </PageFrame>
    </Box>
  );
}

function Consent({
  request,
  query,
}: {
  readonly request: AuthorizationRequest;
  readonly query: string;
}) {
  const [scopes, setScopes] = useState<string[]>(['agent:read']);
  const decide = useMutation({
    mutationFn: async (isAllowed: boolean) => {
      const granted = request.scopes.filter((scope) => scopes.includes(scope));
      const { organizationId } = request;
      return call(api.decideAuthorization, {
        body: { query, organizationId, isAllowed, scopes: granted },
      });
    },
    onSuccess: ({ data }) => globalThis.location.assign(data.redirectTo),
  });
  const isBusy = decide.isPending || decide.isSuccess;
  return (
    <Stack gap="md" maw={640}>
      <Facts request={request} />
      <Checkbox.Group label="The agent can" value={scopes} onChange={setScopes}>
        <Stack gap={6} mt={4}>
          {request.scopes.map((scope) => (
            <Checkbox
              key={scope}
              value={scope}
              label={SCOPES[scope]}
              description={scope}
              disabled={scope === 'agent:read'}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <Alert color="yellow" variant="light" p="xs">
        <Text fw={600}>Log text leaves Xplain</Text>
        The agent acts with your role in this organization. What it reads is sent to the model that
        it uses. You can disconnect it under Settings, Agents.
      </Alert>
      {decide.error !== null && <ErrorNotice error={decide.error} />}
      <Group>
        <Button loading={isBusy} onClick={() => decide.mutate(true)}>
          Allow
        </Button>
        <Button variant="default" disabled={isBusy} onClick={() => decide.mutate(false)}>
          Deny
        </Button>
      </Group>
    </Stack>
  );
}

function Facts({ request }: { readonly request: AuthorizationRequest }) {
  return (
    <Table variant="vertical" withTableBorder>
      <Table.Tbody>
        <Table.Tr>
          <Table.Th w={160}>Client host</Table.Th>
          <Table.Td className="xp-foreign">
            <Text fw={700}>{request.clientHost}</Text>
          </Table.Td>
        </Table.Tr>
        <Table.Tr>
          <Table.Th>Client name</Table.Th>
          <Table.Td className="xp-foreign">{request.clientName} (not verified)</Table.Td>
        </Table.Tr>
        <Table.Tr>
          <Table.Th>Returns to</Table.Th>
          <Table.Td className="xp-foreign">{request.redirectHost}</Table.Td>
        </Table.Tr>
        <Table.Tr>
          <Table.Th>Organization</Table.Th>
          <Table.Td className="xp-foreign">{request.organizationName}</Table.Td>
        </Table.Tr>
      </Table.Tbody>
    </Table>
  );
}
