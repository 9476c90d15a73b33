import { Checkbox, Stack } from '@mantine/core';
import { useState } from 'react';
import { TOKEN_SCOPES, type TokenScope } from '../../../../../src/spec/roles.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { tokensQuery } from '../../../data/tokens-query.ts';
import { fieldError } from '../../../parts/field-error.ts';
import { CreateSecret } from '../../../parts/secrets/create-secret.tsx';

const SCOPES: Readonly<Record<TokenScope, string>> = {
  'evaluations:run': 'Run evaluations. Uses the organization’s AI credits.',
  'search:read': 'Search logs, including the audit log.',
  'agent:read': 'Let an agent (MCP) read logs, alerts, services and dashboards.',
  'agent:write': 'Let an agent acknowledge alerts and save searches.',
};

/** Rendered while it is open. */
export function CreateToken({ onClose }: { readonly onClose: () => void }) {
  const [chosen, setChosen] = useState<string[]>(['evaluations:run']);
  const scopes = TOKEN_SCOPES.filter((scope) => chosen.includes(scope));
  return (
    <CreateSecret
      what="access token"
      namePlaceholder="shop CI"
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
