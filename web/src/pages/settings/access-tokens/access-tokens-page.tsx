import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AccessToken } from '../../../../../src/contract/credentials.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { tokensQuery } from '../../../data/tokens-query.ts';
import { CodeText } from '../../../parts/code-text.tsx';
import { ConfirmChange } from '../../../parts/confirm-change.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { PageFrame } from '../../../parts/page-frame.tsx';
import { QueryView } from '../../../parts/query-view.tsx';
import { SecretTable } from '../../../parts/secrets/secret-table.tsx';
import { CreateToken } from './create-token.tsx';

export function AccessTokensPage() {
  const tokens = useQuery(tokensQuery);
  const [isCreating, setIsCreating] = useState(false);
  const [revoked, setRevoked] = useState<AccessToken>();
  return (
    <PageFrame
      title="Access tokens"
      about="Your personal tokens for this organization. A token has your role, limited to its scopes, and expires with your membership."
      actions={<Button onClick={() => setIsCreating(true)}>Create access token</Button>}
    >
      <QueryView query={tokens}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState icon="key" title="No access tokens">
              Create one with the scope <CodeText>evaluations:run</CodeText> to evaluate logs in CI.
            </EmptyState>
          ) : (
            <SecretTable
              label="Access tokens"
              hintHead="Token"
              scopesHead="Scopes"
              secrets={all}
              scopesOf={({ scopes }) => scopes}
              onRevoke={setRevoked}
            />
          )
        }
      </QueryView>
      {isCreating && <CreateToken onClose={() => setIsCreating(false)} />}
      {revoked !== undefined && (
        <ConfirmChange
          title="Revoke access token"
          action="Revoke token"
          change={async () => call(api.revokeAccessToken, { params: { id: revoked.id } })}
          stale={tokensQuery}
          done={'Access token revoked'}
          onClose={() => setRevoked(undefined)}
        >
          This revokes <b>{revoked.name}</b> ({revoked.hint}) immediately. You can't undo this.
        </ConfirmChange>
      )}
    </PageFrame>
  );
}
