import { Checkbox, Stack } from '@mantine/core';
import { useState } from 'react';
import { TOKEN_SCOPES, type TokenScope } from '../../../../../src/spec/roles.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { tokensQuery } from '../../../data/tokens-query.ts';
import { fieldError } from '../../../parts/field-error.ts';
import { CreateSecret } from '../../../parts/secrets/create-secret.tsx';

const SCOPES: Readonly<Record<TokenScope, string>> = {
  'evaluations:run': 'Runs evaluations, and spends the organization’s credits.',
  'search:read': 'Searches logs, the audit log included.',
};

/** Rendered while it is open. */
export function CreateToken({ onClose }: { readonly onClose: () => void }) {
  const [chosen, setChosen] = useState<string[]>(['evaluations:run']);
  const scopes = TOKEN_SCOPES.filter((scope) => chosen.includes(scope));
  return (
    <CreateSecret
      what="access token"
      namePlaceholder="CI of the shop"
      expiry="90"
      isReady={scopes.length > 0}
      create={async (draft) => call(api.createAccessToken, { body: { ...draft, scopes } })}
      list={tokensQuery}
      onClose={onClose}
    >
      {(error) => (
        <Checkbox.Group
          label="Scopes"
          value={chosen}
          error={fieldError(error, 'scopes')}
          onChange={setChosen}
        >
          <Stack gap={6} mt={4}>
            {TOKEN_SCOPES.map((scope) => (
              <Checkbox key={scope} value={scope} label={scope} description={SCOPES[scope]} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </CreateSecret>
  );
}
