import { Button, Group, MultiSelect, NativeSelect, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Destination } from '../../../../../src/contract/export-destinations.ts';
import { DESTINATION_KINDS } from '../../../../../src/spec/exports.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { membersQuery } from '../../../data/members-query.ts';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { durationText } from '../../../parts/sizes.ts';
import { BucketFields } from '../bucket-fields.tsx';
import { FolderFields } from '../folder-fields.tsx';
import {
  DESTINATION_FACTS,
  type DestinationForm,
  isSecretKept,
} from '../logic/destination-form.ts';
import type { ExportFieldProps } from './field-props.ts';
import { Step } from './step.tsx';
import type { PlaceTest } from './use-place-test.ts';

interface WhereFieldsProps extends ExportFieldProps {
  readonly place: PlaceTest;
  /** The destination that is saved; none of a new export. */
  readonly kept: Destination | undefined;
}

export function WhereFields({ form, problemOf, onChange, place, kept }: WhereFieldsProps) {
  const { destination } = form;
  const change = (part: Partial<DestinationForm>): void =>
    onChange({ ...form, destination: { ...destination, ...part } });
  return (
    <Step number={3} title="Destination">
      <NativeSelect
        label="Destination type"
        maw={420}
        value={destination.kind}
        data={DESTINATION_KINDS.map((kind) => ({
          value: kind,
          label: DESTINATION_FACTS[kind].name,
        }))}
        onChange={(event) => {
          const kind = DESTINATION_KINDS.find((each) => each === event.currentTarget.value);
          if (kind !== undefined) change({ kind });
        }}
      />
      <Text size="xs" c="dimmed">
        {DESTINATION_FACTS[destination.kind].hint}
      </Text>
      <KindFields
        destination={destination}
        kept={kept}
        problemOf={(field) => problemOf(`destination.${field}`)}
        onChange={change}
      />
      <Test place={place} form={destination} />
    </Step>
  );
}

interface KindFieldsProps {
  readonly destination: DestinationForm;
  readonly kept: Destination | undefined;
  readonly problemOf: (field: string) => string | undefined;
  readonly onChange: (part: Partial<DestinationForm>) => void;
}

function KindFields({ destination, kept, problemOf, onChange }: KindFieldsProps) {
  const fields = { problemOf, onChange };
  switch (destination.kind) {
    case 'keep':
      return null;
    case 'folder':
      return <FolderFields form={destination} {...fields} />;
    case 's3':
      return (
        <>
          <BucketFields
            form={destination}
            isSecretKept={isSecretKept(destination, kept)}
            {...fields}
          />
          <TextInput
            label="Lock files for (days)"
            description="S3 Object Lock, compliance mode: nobody can delete or overwrite the files before. The bucket needs Object Lock. Default: not locked."
            maw={420}
            inputMode="numeric"
            autoComplete="off"
            value={destination.lockDays}
            error={problemOf('lockDays')}
            onChange={(event) => onChange({ lockDays: event.currentTarget.value })}
          />
        </>
      );
    case 'mail':
      return <Recipients destination={destination} {...fields} />;
    case 'webhook':
      return (
        <TextInput
          label="Webhook URL"
          required={kept?.kind !== 'webhook'}
          description={
            kept?.kind === 'webhook'
              ? `Default: keep the URL at ${kept.host}.`
              : 'Stored encrypted. Only the host is shown later.'
          }
          placeholder="https://…"
          autoComplete="off"
          maxLength={LIMITS.exports.urlCharactersMax}
          value={destination.url}
          error={problemOf('url')}
          onChange={(event) => onChange({ url: event.currentTarget.value })}
        />
      );
  }
}

function Recipients({ destination, problemOf, onChange }: Omit<KindFieldsProps, 'kept'>) {
  const members = useQuery(membersQuery);
  return (
    <MultiSelect
      label="Members"
      description="Members who leave the organization no longer receive files."
      searchable
      data={(members.data ?? []).map(({ id, email }) => ({ value: id, label: email }))}
      value={[...destination.recipients]}
      maxValues={LIMITS.exports.recipientsMax}
      error={problemOf('recipients')}
      onChange={(recipients) => onChange({ recipients })}
    />
  );
}

interface TestProps {
  readonly place: PlaceTest;
  readonly form: DestinationForm;
}

/** A destination is tried before it is saved, so that no run fails for a slip of the pen. */
function Test({ place, form }: TestProps) {
  const { result, error, isTesting } = place;
  return (
    <>
      <Group gap="sm">
        <Button variant="default" loading={isTesting} onClick={() => void place.test()}>
          Test destination
        </Button>
        {result === undefined && error === null && (
          <Text size="xs" c="dimmed">
            The test {DESTINATION_FACTS[form.kind].test}. It runs before the export is saved.
          </Text>
        )}
        {result?.ok === true && (
          <Text c="var(--xp-success)" component="output">
            Test passed in {durationText(result.elapsedMs)}.
          </Text>
        )}
      </Group>
      {result?.ok === false && (
        <Text c="var(--xp-danger)" role="alert" className="xp-foreign">
          Test failed: {result.error ?? 'the destination gave no reason.'} The export was not saved.
        </Text>
      )}
      <ErrorNotice error={error} fields={['destination']} />
    </>
  );
}
