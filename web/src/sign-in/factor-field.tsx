import { Anchor, Button, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { FactorStep } from '../../../src/contract/second-factor.ts';

/** What a person has typed. */
export interface TypedProof {
  readonly code?: string;
  readonly recoveryCode?: string;
}

interface FactorFieldProps {
  readonly step: Pick<FactorStep, 'hasCode' | 'passkey'>;
  readonly error: string | undefined;
  readonly isBusy: boolean;
  readonly onChange: (proof: TypedProof | undefined) => void;
  readonly onPasskey: () => void;
}

/** A code, a passkey, or a recovery code when both are lost. */
export function FactorField({ step, error, isBusy, onChange, onPasskey }: FactorFieldProps) {
  const [text, setText] = useState('');
  const [isLost, setIsLost] = useState(!step.hasCode && step.passkey === null);
  const change = (typed: string, isRecovery: boolean): void => {
    setText(typed);
    const trimmed = typed.trim();
    if (isRecovery) onChange(trimmed === '' ? undefined : { recoveryCode: trimmed });
    else onChange(/^\d{6}$/.test(trimmed) ? { code: trimmed } : undefined);
  };
  return (
    <Stack gap="sm">
      {step.passkey !== null && !isLost && (
        <Button variant="default" fullWidth loading={isBusy} onClick={onPasskey} data-autofocus>
          Use passkey
        </Button>
      )}
      {isLost ? (
        <TextInput
          label="Recovery code"
          autoComplete="off"
          data-autofocus
          required
          maxLength={64}
          value={text}
          error={error}
          onChange={(event) => change(event.currentTarget.value, true)}
        />
      ) : (
        step.hasCode && (
          <TextInput
            label="Code from your authenticator app"
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={6}
            {...(step.passkey === null ? { 'data-autofocus': true, required: true } : {})}
            value={text}
            error={error}
            onChange={(event) => change(event.currentTarget.value, false)}
          />
        )
      )}
      <Anchor
        component="button"
        type="button"
        size="sm"
        ta="left"
        onClick={() => {
          setIsLost(!isLost);
          change('', !isLost);
        }}
      >
        {isLost ? 'Use another method' : 'Lost your device? Use a recovery code'}
      </Anchor>
    </Stack>
  );
}
