import { Badge, Button, Group, Table } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AccessToken } from '../../../../../src/contract/credentials.ts';
import { allPages } from '../../../data/all-pages.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { ActionsHead } from '../../../parts/actions-head.tsx';
import { CodeText } from '../../../parts/code-text.tsx';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { PageFrame } from '../../../parts/page-frame.tsx';
import { QueryView } from '../../../parts/query-view.tsx';
import { sayDone } from '../../../parts/ready-notice.ts';
import { StateBadge } from '../../../parts/state-badge.tsx';
import { TimeText } from '../../../parts/time-text.tsx';
import { WideTable } from '../../../parts/wide-table.tsx';
import { CreateToken } from './create-token.tsx';

export const tokensQuery = queryOptions({
  queryKey: ['access-tokens'],
  queryFn: async ({ signal }) =>
    allPages(async (query) => call(api.listAccessTokens, { query }, signal)),
});

export function AccessTokensPage() {
  const tokens = useQuery(tokensQuery);
  const [isCreating, setIsCreating] = useState(false);
  const [revoked, setRevoked] = useState<AccessToken>();
  return (
    <PageFrame
      title="Access Tokens"
      about="Your own tokens for this organization. A token acts with your role, narrowed to its scopes, and ends with your membership."
      actions={<Button onClick={() => setIsCreating(true)}>Create access token</Button>}
    >
      <QueryView query={tokens}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState icon="key" title="No access token">
              Create one with the scope <CodeText>evaluations:run</CodeText> to evaluate logs in CI.
            </EmptyState>
          ) : (
            <TokenTable tokens={all} onRevoke={setRevoked} />
          )
        }
      </QueryView>
      {isCreating && <CreateToken onClose={() => setIsCreating(false)} />}
      {revoked !== undefined && (
        <RevokeToken token={revoked} onClose={() => setRevoked(undefined)} />
      )}
    </PageFrame>
  );
}

interface TokenTableProps {
  readonly tokens: readonly AccessToken[];
  readonly onRevoke: (token: AccessToken) => void;
}

function TokenTable({ tokens, onRevoke }: TokenTableProps) {
  return (
    <WideTable label="Access tokens" minWidth={720}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Name</Table.Th>
          <Table.Th>Token</Table.Th>
          <Table.Th>Scopes</Table.Th>
          <Table.Th>State</Table.Th>
          <Table.Th>Expires</Table.Th>
          <Table.Th>Last used</Table.Th>
          <ActionsHead />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {tokens.map((token) => (
          <Table.Tr key={token.id}>
            <Table.Td className="xp-foreign">{token.name}</Table.Td>
            <Table.Td>
              <CodeText isWhole>{token.hint}</CodeText>
            </Table.Td>
            <Table.Td>
              <Group gap={4}>
                {token.scopes.map((scope) => (
                  <Badge key={scope} color="gray" size="sm">
                    {scope}
                  </Badge>
                ))}
              </Group>
            </Table.Td>
            <Table.Td>
              <StateBadge state={token.state} />
            </Table.Td>
            <Table.Td>
              <TimeText at={token.expiresAt} none="never" />
            </Table.Td>
            <Table.Td>
              <TimeText at={token.lastUsedAt} none="never" />
            </Table.Td>
            <Table.Td ta="right">
              {token.state === 'active' && (
                <Button
                  variant="subtle"
                  color="red"
                  size="compact-xs"
                  aria-label={`Revoke ${token.name}`}
                  onClick={() => onRevoke(token)}
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

function RevokeToken(props: { readonly token: AccessToken; readonly onClose: () => void }) {
  const { token, onClose } = props;
  const answers = useQueryClient();
  const revoke = useMutation({
    mutationFn: async () => call(api.revokeAccessToken, { params: { id: token.id } }),
    onSuccess: async () => {
      await answers.invalidateQueries(tokensQuery);
      sayDone(`${token.name} is revoked.`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title="Revoke access token"
      action="Revoke"
      isBusy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    >
      <b>{token.name}</b> ({token.hint}) is refused from the next request on, and for good.
    </ConfirmDialog>
  );
}
