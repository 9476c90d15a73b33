import { NativeSelect, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { KEY_SCOPES, type KeyEnvironment, type KeyScope } from '../../../../../src/spec/roles.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { keysQuery } from '../../../data/keys-query.ts';
import { CreateSecret } from '../../../parts/secrets/create-secret.tsx';

const SCOPES: Readonly<Record<KeyScope, string>> = {
  'ingest-only': 'Send logs only. For shippers and programs.',
  'read-only': 'Search logs and read alerts.',
  'full-access': 'Full access to all endpoints, like an Admin. Store it safely.',
};

/** Rendered while it is open. */
export function CreateKey({ onClose }: { readonly onClose: () => void }) {
  const [scope, setScope] = useState<KeyScope>('ingest-only');
  const [environment, setEnvironment] = useState<KeyEnvironment>('live');
  return (
    <CreateSecret
      what="API key"
      nameHint="Where you use the key. Also the default source of its events."
      namePlaceholder="Vector on web-1"
      expiry="never"
      isReady
      create={async (draft) => call(api.createApiKey, { body: { ...draft, scope, environment } })}
      list={keysQuery}
      onClose={onClose}
    >
      {() => (
        <>
          <ScopeField scope={scope} onChange={setScope} />
          <NativeSelect
            label="Environment"
            description="Shown in the key's prefix, so you can tell them apart."
            data={[
              { value: 'live', label: 'Live (xp_live_…)' },
              { value: 'test', label: 'Test (xp_test_…)' },
            ]}
            value={environment}
            onChange={(event) =>
              setEnvironment(event.currentTarget.value === 'test' ? 'test' : 'live')
            }
          />
        </>
      )}
    </CreateSecret>
  );
}

interface ScopeFieldProps {
  readonly scope: KeyScope;
  readonly onChange: (scope: KeyScope) => void;
}

function ScopeField({ scope, onChange }: ScopeFieldProps) {
  return (
    <Radio.Group
      label="Scope"
      value={scope}
      onChange={(value) => onChange(KEY_SCOPES.find((each) => each === value) ?? 'ingest-only')}
    >
      <Stack gap={6} mt={4}>
        {KEY_SCOPES.map((each) => (
          <Radio key={each} value={each} label={each} description={SCOPES[each]} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
