import { Anchor, Button, Checkbox, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiKey } from '../../../../../src/contract/credentials.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { CodeText } from '../../../parts/code-text.tsx';
import { ConfirmChange } from '../../../parts/confirm-change.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { ButtonLink, TextLink } from '../../../parts/links.tsx';
import { PageFrame } from '../../../parts/page-frame.tsx';
import { QueryView } from '../../../parts/query-view.tsx';
import { SecretTable } from '../../../parts/secrets/secret-table.tsx';
import { useSignedIn } from '../../../shell/signed-in.tsx';
import { CreateKey } from './create-key.tsx';
import { keysQuery } from '../../../data/keys-query.ts';

export function ApiKeysPage() {
  const { may } = useSignedIn();
  const [isCreating, setIsCreating] = useState(false);
  const mayCreate = may('keys:create');
  return (
    <>
      <PageFrame
        title="API keys"
        about={
          <>
            Programs send and query logs over HTTP with an API key. The{' '}
            <TextLink to="/onboarding">guide</TextLink> has ready-made configurations for shippers
            and libraries. The <Anchor href="/docs">API reference</Anchor> lists all endpoints.
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
        {mayCreate ? (
          <Keys />
        ) : (
          <EmptyState icon="key" title="API keys require the Owner or Admin role">
            Ask one of them for a key with the scope <CodeText>ingest-only</CodeText> to send logs.
          </EmptyState>
        )}
      </PageFrame>
      {isCreating && <CreateKey onClose={() => setIsCreating(false)} />}
    </>
  );
}

function Keys() {
  const { may } = useSignedIn();
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
              <EmptyState icon="key" title="No API keys">
                Create one with the scope <CodeText>ingest-only</CodeText> to send logs.
              </EmptyState>
            ) : (
              <SecretTable
                label="API keys"
                hintHead="Key"
                scopesHead="Scope"
                secrets={shown}
                scopesOf={({ scope }) => [scope]}
                originOf={({ createdAt, createdBy }) => ({ at: createdAt, by: createdBy })}
                {...(may('keys:revoke') ? { onRevoke: setRevoked } : {})}
              />
            )}
            {revoked !== undefined && (
              <ConfirmChange
                title="Revoke API key"
                action="Revoke key"
                change={async () => call(api.revokeApiKey, { params: { id: revoked.id } })}
                stale={keysQuery}
                done={'API key revoked'}
                onClose={() => setRevoked(undefined)}
              >
                This revokes <b>{revoked.name}</b> ({revoked.hint}) immediately. Everything that
                uses it stops working. You can't undo this.
              </ConfirmChange>
            )}
          </Stack>
        );
      }}
    </QueryView>
  );
}
