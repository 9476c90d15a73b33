import { Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { FactorStep } from '../../../src/contract/second-factor.ts';
import { call } from '../api/call.ts';
import * as api from '../api/endpoints.ts';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { fieldError } from '../parts/field-error.ts';
import { askForPasskey, passkeyProblem } from './browser-passkeys.ts';
import { FactorField, type TypedProof } from './factor-field.tsx';

interface FactorFormProps {
  readonly step: FactorStep;
  readonly onSignedIn: (userId: string) => void;
  readonly onBack: () => void;
}

/** The second step of signing in. */
export function FactorForm({ step, onSignedIn, onBack }: FactorFormProps) {
  const [typed, setTyped] = useState<TypedProof>();
  const prove = useMutation({
    mutationFn: async (proof: TypedProof | 'passkey') => {
      const { token, passkey } = step;
      if (proof !== 'passkey') return call(api.signInWithFactor, { body: { token, ...proof } });
      if (passkey === null) throw new Error('This account has no passkey.');
      const answer = await askForPasskey(passkey).catch((error: unknown) => {
        throw passkeyProblem(error);
      });
      return call(api.signInWithFactor, { body: { token, passkey: answer } });
    },
    onSuccess: ({ user }) => onSignedIn(user.id),
  });
  const wrong = fieldError(prove.error, 'proof');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (typed !== undefined) prove.mutate(typed);
      }}
    >
      <Stack gap="sm">
        <Text c="dimmed">Confirm with your second factor.</Text>
        <FactorField
          step={step}
          error={wrong}
          isBusy={prove.isPending}
          onChange={setTyped}
          onPasskey={() => prove.mutate('passkey')}
        />
        <ErrorNotice error={prove.error} fields={['proof']} />
        <Button type="submit" fullWidth disabled={typed === undefined} loading={prove.isPending}>
          Continue
        </Button>
        <Button variant="subtle" fullWidth onClick={onBack}>
          Back to sign in
        </Button>
      </Stack>
    </form>
  );
}
