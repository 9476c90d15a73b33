/** Making a key or token: first the form, then its value, once. */
import { Stack, TextInput } from '@mantine/core';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { LIMITS } from '../../../../src/spec/limits.ts';
import { ExpiryField } from '../expiry-field.tsx';
import { expiryMoment, isExpiryReady } from '../expiry.ts';
import { fieldError } from '../field-error.ts';
import { SecretOnce } from './secret-once.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { FormEnd } from '../form-end.tsx';

/** What every secret has. */
export interface SecretDraft {
  readonly name: string;
  readonly expiresAt?: string;
}

interface SecretFormProps {
  /** “API key”, “access token”. */
  readonly what: string;
  readonly nameHint?: string;
  readonly namePlaceholder: string;
  /** A choice of the field for the end. */
  readonly expiry: string;
  /** It has to end. */
  readonly isExpiring?: boolean;
  readonly isReady: boolean;
  readonly create: (draft: SecretDraft) => Promise<{ readonly data: { readonly value: string } }>;
  /** The list that has one more afterwards. */
  readonly list: { readonly queryKey: QueryKey };
  /** What it may do; errors of `scopes` are shown there. */
  readonly children: (error: unknown) => ReactNode;
}

interface CreateSecretProps extends SecretFormProps {
  readonly onClose: () => void;
}

/** Rendered while it is open. */
export function CreateSecret({ onClose, ...form }: CreateSecretProps) {
  const [value, setValue] = useState<string>();
  const title = `${form.what.charAt(0).toUpperCase()}${form.what.slice(1)} created`;
  return (
    <SecretDialog
      title={value === undefined ? `Create ${form.what}` : title}
      isShown={value !== undefined}
      onClose={onClose}
    >
      {value === undefined ? (
        <SecretForm {...form} onCreated={setValue} />
      ) : (
        <SecretOnce value={value} what={form.what} onDone={onClose} />
      )}
    </SecretDialog>
  );
}

function SecretForm(props: SecretFormProps & { readonly onCreated: (value: string) => void }) {
  const { what, nameHint, namePlaceholder, isReady, list, children, onCreated } = props;
  const [name, setName] = useState('');
  const [expiry, setExpiry] = useState({ choice: props.expiry, day: '' });
  const answers = useQueryClient();
  const create = useMutation({
    mutationFn: async () => {
      const expiresAt = expiryMoment(expiry.choice, expiry.day, Date.now());
      const ends = expiresAt === undefined ? {} : { expiresAt };
      return props.create({ name: name.trim(), ...ends });
    },
    onSuccess: ({ data }) => {
      void answers.invalidateQueries(list);
      onCreated(data.value);
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isExpiryReady(expiry.choice, expiry.day, Date.now())) create.mutate();
      }}
    >
      <Stack gap="sm">
        <TextInput
          label="Name"
          description={nameHint}
          placeholder={namePlaceholder}
          required
          data-autofocus
          maxLength={LIMITS.credentials.nameCharactersMax}
          value={name}
          error={fieldError(create.error, 'name')}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {children(create.error)}
        <ExpiryField
          {...expiry}
          isRequired={props.isExpiring === true}
          error={fieldError(create.error, 'expiresAt')}
          onChange={(choice, day) => setExpiry({ choice, day })}
        />
        <FormEnd
          error={create.error}
          fields={['name', 'scopes', 'expiresAt']}
          isBusy={create.isPending}
          isDisabled={!isReady}
        >
          Create {what}
        </FormEnd>
      </Stack>
    </form>
  );
}
