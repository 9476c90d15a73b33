import { Checkbox, Group, PasswordInput, TextInput } from '@mantine/core';
import type { ComponentProps } from 'react';
import { LIMITS } from '../../../../src/spec/limits.ts';
import type { BucketForm } from './logic/bucket-form.ts';

interface BucketFieldsProps {
  readonly form: BucketForm;
  /** The secret of this key at this address is saved already. */
  readonly isSecretKept: boolean;
  readonly problemOf: (field: string) => string | undefined;
  readonly onChange: (part: Partial<BucketForm>) => void;
}

/** An S3-compatible bucket and the key to it. */
export function BucketFields({ form, isSecretKept, problemOf, onChange }: BucketFieldsProps) {
  const textOf = (name: Exclude<keyof BucketForm, 'pathStyle'>) => ({
    value: form[name],
    error: problemOf(name),
    autoComplete: 'off',
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      onChange({ [name]: event.currentTarget.value }),
  });
  return (
    <>
      <TextInput
        label="Endpoint URL"
        required
        placeholder="https://s3.eu-central-1.amazonaws.com"
        maxLength={LIMITS.exports.urlCharactersMax}
        {...textOf('endpoint')}
      />
      <Group grow align="flex-start">
        <TextInput label="Region" required placeholder="eu-central-1" {...textOf('region')} />
        <TextInput label="Bucket" required placeholder="acme-logs" {...textOf('bucket')} />
      </Group>
      <PrefixField {...textOf('prefix')} />
      <Group grow align="flex-start">
        <TextInput
          label="Access key ID"
          required
          maxLength={LIMITS.exports.keyCharactersMax}
          {...textOf('accessKeyId')}
        />
        <PasswordInput
          label="Secret access key"
          required={!isSecretKept}
          description={
            isSecretKept
              ? 'Default: keep the stored secret.'
              : 'Stored encrypted and never shown again.'
          }
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={LIMITS.exports.keyCharactersMax}
          {...textOf('secretAccessKey')}
        />
      </Group>
      <Checkbox
        label="Path-style addressing"
        description="Most S3-compatible services need it. Off: virtual-hosted style."
        checked={form.pathStyle}
        onChange={(event) => onChange({ pathStyle: event.currentTarget.checked })}
      />
    </>
  );
}

type PrefixFieldProps = Pick<
  ComponentProps<typeof TextInput>,
  'value' | 'error' | 'autoComplete' | 'onChange'
>;

/** In front of the names of all files. */
export function PrefixField(props: PrefixFieldProps) {
  return (
    <TextInput
      label="Prefix"
      placeholder="acme/logs"
      description="Prepended to all file names. Optional."
      maxLength={LIMITS.exports.prefixCharactersMax}
      {...props}
    />
  );
}
