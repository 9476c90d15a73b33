import { Anchor, Badge, Box, Button, Checkbox, Stack, Table, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiKey } from '../../../../src/contract/credentials.ts';
import { call } from '../../api/call.ts';
import * as api from '../../api/endpoints.ts';
import { ActionsHead } from '../../parts/actions-head.tsx';
import { CodeText } from '../../parts/code-text.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ButtonLink, TextLink } from '../../parts/links.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { sayDone } from '../../parts/ready-notice.ts';
import { StateBadge } from '../../parts/state-badge.tsx';
import { TimeText } from '../../parts/time-text.tsx';
import { WideTable } from '../../parts/wide-table.tsx';
import { useSignedIn } from '../../shell/signed-in.tsx';
import { CreateKey } from './create-key.tsx';
import { keysQuery } from '../../data/keys-query.ts';

export function IntegrationsPage() {
  const { may } = useSignedIn();
  const [isCreating, setIsCreating] = useState(false);
  const mayCreate = may('keys:create');
  return (
    <Box p="md">
      <PageFrame
        title="Integrations"
        about={
          <>
            Programs send logs and ask questions over HTTP with an API key. The{' '}
            <TextLink to="/onboarding">guide</TextLink> has ready settings for shippers and
            libraries; the <Anchor href="/docs">API reference</Anchor> has every endpoint.
          </>
        }
        actions={
          <>
            <ButtonLink to="/onboarding" variant="default">
              Send logs
            </ButtonLink>
            {mayCreate && <Button onClick={() => setIsCreating(true)}>Create API key</Button>}
          </>
        }
      >
        <Title order={2}>HTTP API keys</Title>
        {mayCreate ? (
          <Keys />
        ) : (
          <EmptyState icon="key" title="Owners and Admins manage API keys">
            Ask one of them for a key with the scope <CodeText>ingest-only</CodeText> to send logs.
          </EmptyState>
        )}
      </PageFrame>
      {isCreating && <CreateKey onClose={() => setIsCreating(false)} />}
    </Box>
  );
}

function Keys() {
  const keys = useQuery(keysQuery);
  const [isAllShown, setIsAllShown] = useState(false);
  const [revoked, setRevoked] = useState<ApiKey>();
  return (
    <QueryView query={keys}>
      {(all) => {
        const shown = isAllShown ? all : all.filter(({ state }) => state === 'active');
        return (
          <Stack gap="xs">
            {all.length > 0 && (
              <Checkbox
                label="Show revoked and expired keys"
                checked={isAllShown}
                onChange={(event) => setIsAllShown(event.currentTarget.checked)}
              />
            )}
            {shown.length === 0 ? (
              <EmptyState icon="key" title="No API key">
                Create one with the scope <CodeText>ingest-only</CodeText> to send logs.
              </EmptyState>
            ) : (
              <KeyTable keys={shown} onRevoke={setRevoked} />
            )}
            {revoked !== undefined && (
              <RevokeKey apiKey={revoked} onClose={() => setRevoked(undefined)} />
            )}
          </Stack>
        );
      }}
    </QueryView>
  );
}

interface KeyTableProps {
  readonly keys: readonly ApiKey[];
  readonly onRevoke: (key: ApiKey) => void;
}

function KeyTable({ keys, onRevoke }: KeyTableProps) {
  const { may } = useSignedIn();
  return (
    <WideTable label="API keys" minWidth={820}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Name</Table.Th>
          <Table.Th>Key</Table.Th>
          <Table.Th>Scope</Table.Th>
          <Table.Th>State</Table.Th>
          <Table.Th>Expires</Table.Th>
          <Table.Th>Last used</Table.Th>
          <Table.Th>Created</Table.Th>
          <ActionsHead />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {keys.map((key) => (
          <Table.Tr key={key.id}>
            <Table.Td className="xp-foreign">{key.name}</Table.Td>
            <Table.Td>
              <CodeText isWhole>{key.hint}</CodeText>
            </Table.Td>
            <Table.Td>
              <Badge color="gray" size="sm">
                {key.scope}
              </Badge>
            </Table.Td>
            <Table.Td>
              <StateBadge state={key.state} />
            </Table.Td>
            <Table.Td>
              <TimeText at={key.expiresAt} none="never" />
            </Table.Td>
            <Table.Td>
              <TimeText at={key.lastUsedAt} none="never" />
            </Table.Td>
            <Table.Td className="xp-foreign">
              <TimeText at={key.createdAt} /> by {key.createdBy}
            </Table.Td>
            <Table.Td ta="right">
              {key.state === 'active' && may('keys:revoke') && (
                <Button
                  variant="subtle"
                  color="red"
                  size="compact-xs"
                  aria-label={`Revoke ${key.name}`}
                  onClick={() => onRevoke(key)}
                >
                  Revoke
                </Button>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  );
}

function RevokeKey({ apiKey, onClose }: { readonly apiKey: ApiKey; readonly onClose: () => void }) {
  const answers = useQueryClient();
  const revoke = useMutation({
    mutationFn: async () => call(api.revokeApiKey, { params: { id: apiKey.id } }),
    onSuccess: async () => {
      await answers.invalidateQueries(keysQuery);
      sayDone(`${apiKey.name} is revoked.`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title="Revoke API key"
      action="Revoke"
      isBusy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    >
      <b>{apiKey.name}</b> ({apiKey.hint}) is refused from the next request on, and for good.
      Whatever still uses it stops working.
    </ConfirmDialog>
  );
}
