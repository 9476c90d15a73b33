import { Stack } from '@mantine/core';
import { useState } from 'react';
import type { SecondFactors } from '../../../../../../src/contract/second-factor.ts';
import { call } from '../../../../api/call.ts';
import * as api from '../../../../api/endpoints.ts';
import { fieldError } from '../../../../parts/field-error.ts';
import { askForPasskey, passkeyProblem } from '../../../../sign-in/browser-passkeys.ts';
import { CurrentPassword } from '../../../../sign-in/current-password.tsx';
import { FactorField, type TypedProof } from '../../../../sign-in/factor-field.tsx';

/** What the server wants to see before it changes a factor. */
interface Confirmation {
  readonly password: string;
  readonly token?: string;
  readonly proof?: TypedProof & { readonly passkey?: Awaited<ReturnType<typeof askForPasskey>> };
}

/** The password, and a factor if there is one. */
export function useConfirmation({ factors }: SecondFactors) {
  const [password, setPassword] = useState('');
  const [typed, setTyped] = useState<TypedProof>();
  const [signed, setSigned] = useState<Confirmation>();
  const [problem, setProblem] = useState<unknown>();
  const hasPasskey = factors.some(({ kind }) => kind === 'passkey');
  const sign = async (): Promise<void> => {
    try {
      const { token, passkey } = await call(api.challengeFactor, {});
      if (passkey === null) throw new Error('Passkeys aren’t available at this address.');
      setSigned({ password: '', token, proof: { passkey: await askForPasskey(passkey) } });
      setProblem(undefined);
    } catch (error) {
      setProblem(passkeyProblem(error));
    }
  };
  const isReady = factors.length === 0 || typed !== undefined || signed !== undefined;
  const read = (): Confirmation => ({
    ...signed,
    ...(typed === undefined ? {} : { proof: typed }),
    password,
  });
  const fields = (error: unknown) => (
    <Stack gap="sm">
      <CurrentPassword
        label="Current password"
        value={password}
        error={fieldError(error, 'password')}
        onChange={setPassword}
        isFirst
      />
      {factors.length > 0 && signed === undefined && (
        <FactorField
          step={{
            hasCode: factors.some(({ kind }) => kind === 'totp'),
            passkey: hasPasskey ? { challenge: '', host: '', credentials: [] } : null,
          }}
          error={fieldError(error, 'proof')}
          isBusy={false}
          onChange={setTyped}
          onPasskey={() => void sign()}
        />
      )}
    </Stack>
  );
  return {
    fields,
    read,
    isReady: isReady && password !== '',
    problem,
    /** A challenge works once. */
    again: () => setSigned(undefined),
  };
}
