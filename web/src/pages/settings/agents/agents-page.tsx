import { Button, SegmentedControl, Stack, Switch, Table, Tabs, Text, Title } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AgentClient } from '../../../../../src/contract/agents.ts';
import type {
  Organization,
  OrganizationChange,
} from '../../../../../src/contract/organizations.ts';
import type { AgentMode } from '../../../../../src/spec/agents.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { organizationQuery } from '../../../data/organization-query.ts';
import { CodeBlock, CodeText } from '../../../parts/code-text.tsx';
import { ConfirmChange } from '../../../parts/confirm-change.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { PageFrame } from '../../../parts/page-frame.tsx';
import { QueryView } from '../../../parts/query-view.tsx';
import { sayDone } from '../../../parts/ready-notice.ts';
import { TimeText } from '../../../parts/time-text.tsx';
import { useSignedIn } from '../../../shell/signed-in.tsx';
import { setUps } from './set-up.ts';

const clientsQuery = queryOptions({
  queryKey: ['agent-clients'],
  queryFn: async ({ signal }) => (await call(api.listAgentClients, {}, signal)).data,
});

const MODES: readonly { readonly value: AgentMode; readonly label: string }[] = [
  { value: 'off', label: 'Off' },
  { value: 'read', label: 'Read only' },
  { value: 'write', label: 'Read and write' },
];

export function AgentsPage() {
  const organization = useQuery(organizationQuery);
  const clients = useQuery(clientsQuery);
  return (
    <PageFrame
      title="Agents"
      about="Connect an assistant to your logs through the Model Context Protocol (MCP). It acts with your role, limited to the scopes of its access token."
    >
      <Stack gap="xl">
        <QueryView query={organization}>{(facts) => <Policy organization={facts} />}</QueryView>
        <Connect />
        <section>
          <Title order={3} size="h5" mb="xs">
            Connected clients
          </Title>
          <QueryView query={clients}>{(all) => <Clients all={all} />}</QueryView>
        </section>
      </Stack>
    </PageFrame>
  );
}

function Policy({ organization }: { readonly organization: Organization }) {
  const { may } = useSignedIn();
  const answers = useQueryClient();
  const save = useMutation({
    mutationFn: async (body: OrganizationChange) => call(api.changeOrganization, { body }),
    onSuccess: ({ data }) => {
      answers.setQueryData(['organization'], data);
      sayDone('Settings saved');
    },
  });
  const isFixed = !may('organization:manage') || save.isPending;
  return (
    <Stack gap="sm" align="flex-start">
      <SegmentedControl
        aria-label="Agent access"
        data={[...MODES]}
        value={organization.agents}
        disabled={isFixed}
        onChange={(value) => save.mutate({ agents: value })}
      />
      <Switch
        label="Mask secrets"
        description="Replaces tokens, keys and passwords in what agents read. Log text is sent to the assistant’s model."
        checked={organization.mask}
        disabled={isFixed}
        onChange={(event) => save.mutate({ mask: event.currentTarget.checked })}
      />
      {save.error !== null && <ErrorNotice error={save.error} />}
    </Stack>
  );
}

function Connect() {
  const all = setUps(globalThis.location.origin);
  return (
    <section>
      <Title order={3} size="h5" mb="xs">
        Set up a client
      </Title>
      <Text size="sm" mb="sm">
        Create an access token with the scope <CodeText>agent:read</CodeText> under Access tokens
        and set it as <CodeText>XPLAIN_TOKEN</CodeText>. Add <CodeText>evaluations:run</CodeText>{' '}
        for evaluations.
      </Text>
      <Tabs defaultValue={all[0]?.client ?? null}>
        <Tabs.List>
          {all.map(({ client }) => (
            <Tabs.Tab key={client} value={client}>
              {client}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {all.map(({ client, text }) => (
          <Tabs.Panel key={client} value={client} pt="sm">
            <CodeBlock text={text} what={`Set-up for ${client}`} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </section>
  );
}

function Clients({ all }: { readonly all: readonly AgentClient[] }) {
  const [revoked, setRevoked] = useState<AgentClient>();
  if (all.length === 0) {
    return (
      <EmptyState icon="key" title="No clients yet">
        A client appears here after its first request.
      </EmptyState>
    );
  }
  return (
    <>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Client</Table.Th>
            <Table.Th>Token or key</Table.Th>
            <Table.Th>First use</Table.Th>
            <Table.Th>Last use</Table.Th>
            <Table.Th aria-label="Actions" />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {all.map((one) => (
            <Table.Tr key={`${one.credentialId} ${one.client}`}>
              <Table.Td className="xp-foreign">{one.client}</Table.Td>
              <Table.Td className="xp-foreign">{one.credentialName ?? 'deleted'}</Table.Td>
              <Table.Td>
                <TimeText at={one.firstUsedAt} />
              </Table.Td>
              <Table.Td>
                <TimeText at={one.lastUsedAt} />
              </Table.Td>
              <Table.Td>
                {one.isOwn && (
                  <Button
                    size="compact-xs"
                    variant="subtle"
                    color="red"
                    onClick={() => setRevoked(one)}
                  >
                    Revoke token
                  </Button>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {revoked !== undefined && (
        <ConfirmChange
          title="Revoke access token"
          action="Revoke token"
          change={async () => call(api.revokeAccessToken, { params: { id: revoked.credentialId } })}
          stale={clientsQuery}
          done={'Access token revoked'}
          onClose={() => setRevoked(undefined)}
        >
          This disconnects every client that uses <b>{revoked.credentialName}</b> immediately. You
          can't undo this.
        </ConfirmChange>
      )}
    </>
  );
}
