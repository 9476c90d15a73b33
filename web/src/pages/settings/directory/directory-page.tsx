import { Button, Code, Group, Stack, Table, Text, Title } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ScimOverview, ScimToken } from '../../../../../src/contract/scim-tokens.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { ConfirmChange } from '../../../parts/confirm-change.tsx';
import { CopyButton } from '../../../parts/copy-button.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { ButtonLink } from '../../../parts/links.tsx';
import { PageFrame } from '../../../parts/page-frame.tsx';
import { QueryView } from '../../../parts/query-view.tsx';
import { CreateSecret } from '../../../parts/secrets/create-secret.tsx';
import { SecretTable } from '../../../parts/secrets/secret-table.tsx';
import { Tag } from '../../../parts/tag.tsx';
import { TimeText } from '../../../parts/time-text.tsx';
import { WideTable } from '../../../parts/wide-table.tsx';
import { useSignedIn } from '../../../shell/signed-in.tsx';

const FRESH_MS = 5_000;

const scimQuery = queryOptions({
  queryKey: ['organization', 'scim'],
  queryFn: async ({ signal }) => (await call(api.readScim, {}, signal)).data,
  refetchInterval: FRESH_MS,
});

export function DirectoryPage() {
  const { may } = useSignedIn();
  if (may('sign-in:manage')) return <Directory />;
  return (
    <PageFrame title="Directory">
      <EmptyState icon="users" title="The directory requires the Owner role">
        Directories provision members and their roles.
      </EmptyState>
    </PageFrame>
  );
}

function Directory() {
  const scim = useQuery(scimQuery);
  const [isCreating, setIsCreating] = useState(false);
  const [revoked, setRevoked] = useState<ScimToken>();
  const active = scim.data?.tokens.filter(({ state }) => state === 'active').length ?? 0;
  const isFull = active >= LIMITS.identity.scimTokensMax;
  return (
    <PageFrame
      title="Directory"
      isWide
      about="Okta, Microsoft Entra ID and other directories add, suspend and remove members with SCIM 2.0, and set their roles from groups."
      actions={
        <>
          <ButtonLink to="/settings/sign-in" variant="default">
            Sign-in
          </ButtonLink>
          <Button
            disabled={isFull}
            {...(isFull ? { title: `Maximum ${LIMITS.identity.scimTokensMax} active tokens` } : {})}
            onClick={() => setIsCreating(true)}
          >
            Create SCIM token
          </Button>
        </>
      }
    >
      <QueryView query={scim}>
        {(overview) => <Overview overview={overview} onRevoke={setRevoked} />}
      </QueryView>
      {isCreating && (
        <CreateSecret
          what="SCIM token"
          namePlaceholder="Okta"
          expiry="365"
          isExpiring
          isReady
          create={async ({ name, expiresAt = '' }) =>
            call(api.createScimToken, { body: { name, expiresAt } })
          }
          list={scimQuery}
          onClose={() => setIsCreating(false)}
        >
          {() => null}
        </CreateSecret>
      )}
      {revoked !== undefined && (
        <ConfirmChange
          title="Revoke SCIM token"
          action="Revoke token"
          change={async () => call(api.revokeScimToken, { params: { id: revoked.id } })}
          stale={scimQuery}
          done="SCIM token revoked"
          onClose={() => setRevoked(undefined)}
        >
          This revokes <b className="xp-foreign">{revoked.name}</b> ({revoked.hint}) immediately.
          The directory can no longer make changes. Members stay.
        </ConfirmChange>
      )}
    </PageFrame>
  );
}

interface OverviewProps {
  readonly overview: ScimOverview;
  readonly onRevoke: (token: ScimToken) => void;
}

function Overview({ overview, onRevoke }: OverviewProps) {
  const { url, users, groups, tokens } = overview;
  return (
    <Stack gap="md">
      <div>
        <Text size="sm">URL for the directory (tenant URL, SCIM connector base URL)</Text>
        <Group gap="xs" wrap="nowrap">
          <Code className="xp-foreign">{url}</Code>
          <CopyButton value={url} what="SCIM URL" />
        </Group>
        <Text size="sm" c="dimmed">
          {users} users and {groups} groups provisioned
        </Text>
      </div>
      {tokens.length === 0 ? (
        <EmptyState icon="key" title="No SCIM tokens">
          Verify your email domains, create a token, and enter the URL and the token in your
          directory.
        </EmptyState>
      ) : (
        <SecretTable
          label="SCIM tokens"
          hintHead="Token"
          scopesHead="Scope"
          secrets={tokens}
          scopesOf={() => ['SCIM']}
          originOf={({ createdAt, createdBy }) => ({ at: createdAt, by: createdBy })}
          onRevoke={onRevoke}
        />
      )}
      <Requests overview={overview} />
    </Stack>
  );
}

function Requests({ overview: { requests, tokens } }: Pick<OverviewProps, 'overview'>) {
  const nameOf = (id: string): string => tokens.find((token) => token.id === id)?.name ?? id;
  return (
    <Stack gap="xs">
      <Title order={2}>Last requests</Title>
      {requests.length === 0 ? (
        <Text c="dimmed">The directory hasn't sent a request yet.</Text>
      ) : (
        <WideTable label="Last requests" minWidth={820}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Time</Table.Th>
              <Table.Th>Token</Table.Th>
              <Table.Th>Request</Table.Th>
              <Table.Th>Result</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {requests.map((request, position) => (
              <Table.Tr key={`${request.at} ${position}`}>
                <Table.Td>
                  <TimeText at={request.at} />
                </Table.Td>
                <Table.Td className="xp-foreign">{nameOf(request.token)}</Table.Td>
                <Table.Td className="xp-foreign" maw={420}>
                  {request.method} {request.path}
                </Table.Td>
                <Table.Td className="xp-foreign" maw={340}>
                  <Tag tone={request.status < 400 ? 'success' : 'danger'}>{request.status}</Tag>{' '}
                  {request.detail}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </WideTable>
      )}
    </Stack>
  );
}
