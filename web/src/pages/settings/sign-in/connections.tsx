import { Button, Card, Code, Group, Stack, Table, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Connection, ConnectionTest } from '../../../../../src/contract/connections.ts';
import { CONNECTION_PRESETS } from '../../../../../src/spec/identity.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { ConfirmChange } from '../../../parts/confirm-change.tsx';
import { CopyButton } from '../../../parts/copy-button.tsx';
import { messageOf } from '../../../parts/error-notice.tsx';
import { QueryView } from '../../../parts/query-view.tsx';
import { Tag } from '../../../parts/tag.tsx';
import { TimeText } from '../../../parts/time-text.tsx';
import { ConnectionDialog } from './connection-dialog.tsx';
import { connectionsQuery, testQuery } from './sign-in-queries.ts';

type Action =
  | { readonly kind: 'create' }
  | { readonly kind: 'edit' | 'delete'; readonly connection: Connection };

export function Connections() {
  const connections = useQuery(connectionsQuery);
  const [action, setAction] = useState<Action>();
  const close = (): void => setAction(undefined);
  const isFull = (connections.data?.length ?? 0) >= LIMITS.identity.connectionsMax;
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Title order={2}>Identity providers</Title>
        <Button
          variant="default"
          disabled={isFull}
          {...(isFull ? { title: `Maximum ${LIMITS.identity.connectionsMax} connections` } : {})}
          onClick={() => setAction({ kind: 'create' })}
        >
          Connect identity provider
        </Button>
      </Group>
      <Text c="dimmed">
        People sign in at your company's provider, become members and get a role from their groups.
        Such a session works only in this organization.
      </Text>
      <QueryView query={connections}>
        {(all) =>
          all.length === 0 ? (
            <Text>No identity provider connected.</Text>
          ) : (
            <Stack gap="sm">
              {all.map((connection) => (
                <ConnectionCard key={connection.id} connection={connection} onAction={setAction} />
              ))}
            </Stack>
          )
        }
      </QueryView>
      {action?.kind === 'create' && <ConnectionDialog onClose={close} />}
      {action?.kind === 'edit' && (
        <ConnectionDialog connection={action.connection} onClose={close} />
      )}
      {action?.kind === 'delete' && (
        <ConfirmChange
          title="Delete connection"
          action="Delete"
          change={async () => call(api.deleteConnection, { params: { id: action.connection.id } })}
          stale={connectionsQuery}
          done="Connection deleted"
          onClose={close}
        >
          Everyone who signed in through <b className="xp-foreign">{action.connection.name}</b> is
          signed out. Members stay; people without a password can reset it by email.
        </ConfirmChange>
      )}
    </Stack>
  );
}

interface ConnectionCardProps {
  readonly connection: Connection;
  readonly onAction: (action: Action) => void;
}

function ConnectionCard({ connection, onAction }: ConnectionCardProps) {
  const { id, name, preset, issuer, clientId, redirectUrl, startUrl } = connection;
  const answers = useQueryClient();
  const test = useMutation({
    mutationFn: async () => (await call(api.testConnection, { params: { id } })).data,
    onSuccess: async ({ url }) => {
      await answers.invalidateQueries(testQuery(id));
      window.location.assign(url);
    },
  });
  return (
    <Card withBorder>
      <Group justify="space-between" align="flex-start">
        <div>
          <Title order={3} className="xp-foreign">
            {name}
          </Title>
          <Text size="sm" c="dimmed" className="xp-foreign">
            {CONNECTION_PRESETS[preset].name}, {issuer}
          </Text>
        </div>
        <Group gap="xs">
          <Button
            size="xs"
            loading={test.isPending}
            aria-label={`Test ${name}`}
            onClick={() => test.mutate()}
          >
            Test
          </Button>
          <Button
            size="xs"
            variant="default"
            aria-label={`Edit ${name}`}
            onClick={() => onAction({ kind: 'edit', connection })}
          >
            Edit
          </Button>
          <Button
            size="xs"
            variant="outline"
            color="red"
            aria-label={`Delete ${name}`}
            onClick={() => onAction({ kind: 'delete', connection })}
          >
            Delete
          </Button>
        </Group>
      </Group>
      {connection.kind === 'saml' ? (
        <>
          <Value label="ACS URL, to register with the provider" value={redirectUrl} />
          <Value label="Entity ID, to register with the provider" value={clientId} />
        </>
      ) : (
        <Value label="Redirect URL, to register with the provider" value={redirectUrl} />
      )}
      <Value label="Start URL, for links and app tiles" value={startUrl} />
      {test.error !== null && (
        <Text size="sm" c="var(--xp-danger)" role="alert">
          {messageOf(test.error)}
        </Text>
      )}
      <TestResult id={id} />
    </Card>
  );
}

function Value({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div>
      <Text size="xs">{label}</Text>
      <Group gap="xs" wrap="nowrap">
        <Code className="xp-foreign">{value}</Code>
        <CopyButton value={value} what={label.split(',', 1)[0] ?? label} />
      </Group>
    </div>
  );
}

/** What arrived when an Owner tried the connection last, and what a sign-in would make of it. */
function TestResult({ id }: { readonly id: string }) {
  const { data } = useQuery(testQuery(id));
  if (data === undefined || data === null) return null;
  return (
    <section aria-label="Result of the last test">
      <Title order={4} mt="sm">
        Last test
      </Title>
      <Text size="sm" component="div" className="xp-foreign">
        <Outcome test={data} /> <TimeText at={data.at} /> by {data.by}
      </Text>
      {Object.keys(data.claims).length > 0 && (
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Claim</Table.Th>
              <Table.Th>Value</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {Object.entries(data.claims).map(([claim, value]) => (
              <Table.Tr key={claim}>
                <Table.Td className="xp-foreign">{claim}</Table.Td>
                <Table.Td className="xp-foreign">{value}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </section>
  );
}

function Outcome({ test }: { readonly test: ConnectionTest }) {
  if (test.code !== null) {
    return (
      <>
        <Tag tone="danger" isStrong>
          {test.code}
        </Tag>{' '}
        {test.reason}
      </>
    );
  }
  return (
    <>
      <Tag tone="success">would sign in</Tag> {test.email ?? ''} as {test.role}.{' '}
      {test.why.join(' ')}
    </>
  );
}
