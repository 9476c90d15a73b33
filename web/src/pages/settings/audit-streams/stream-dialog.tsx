/** Creating a stream, or changing it: the form, then the secret that signs its requests, once. */
import {
  Group,
  NativeSelect,
  NumberInput,
  PasswordInput,
  Stack,
  Switch,
  TextInput,
} from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AuditStream } from '../../../../../src/contract/audit-streams.ts';
import { AUDIT_STREAM_FORMATS, AUDIT_STREAM_KINDS } from '../../../../../src/spec/audit-streams.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { ManagedBanner } from '../../../parts/as-code/managed-banner.tsx';
import { fieldError } from '../../../parts/field-error.ts';
import { sayDone } from '../../../parts/ready-notice.ts';
import { SecretOnce } from '../../../parts/secrets/secret-once.tsx';
import {
  changeOf,
  draftOf,
  EMPTY_STREAM,
  FORMAT_WORDS,
  formOf,
  KIND_WORDS,
  type StreamForm,
} from './stream-form.ts';
import { streamsQuery } from './streams-query.ts';
import { SecretDialog } from '../../../parts/secrets/secret-dialog.tsx';
import { FormEnd } from '../../../parts/form-end.tsx';

const limits = LIMITS.audit;

interface StreamDialogProps {
  /** The one to change; a new one without. */
  readonly stream?: AuditStream;
  readonly onClose: () => void;
}

/** Rendered while it is open. */
export function StreamDialog({ stream: given, onClose }: StreamDialogProps) {
  // The version that the changes are made on, also when a newer one is read meanwhile.
  const [stream] = useState(given);
  const [form, setForm] = useState(stream === undefined ? EMPTY_STREAM : formOf(stream));
  const [secret, setSecret] = useState<string>();
  const save = useSave(stream, (made) => {
    if (made === undefined) onClose();
    else setSecret(made);
  });
  return (
    <SecretDialog
      title={titleOf(stream, secret !== undefined)}
      isShown={secret !== undefined}
      onClose={onClose}
    >
      {secret === undefined ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            save.mutate(form);
          }}
        >
          <Stack gap="sm">
            {stream !== undefined && <ManagedBanner kind="auditStreams" id={stream.id} />}
            <Fields form={form} stream={stream} error={save.error} onChange={setForm} />
            <FormEnd
              error={save.error}
              fields={['name', 'url', 'token', 'from']}
              isBusy={save.isPending}
            >
              {stream === undefined ? 'Create stream' : 'Save changes'}
            </FormEnd>
          </Stack>
        </form>
      ) : (
        <SecretOnce
          value={secret}
          what="signing secret"
          fate="it is stored encrypted to sign requests and can't be shown again"
          onDone={onClose}
        />
      )}
    </SecretDialog>
  );
}

function titleOf(stream: AuditStream | undefined, isDone: boolean): string {
  if (stream === undefined) return isDone ? 'Stream created' : 'New audit stream';
  return isDone ? 'Stream saved' : `Edit ${stream.name}`;
}

function useSave(stream: AuditStream | undefined, onSaved: (secret: string | undefined) => void) {
  const answers = useQueryClient();
  return useMutation({
    mutationFn: async (form: StreamForm) => {
      if (stream === undefined) {
        return (await call(api.createAuditStream, { body: draftOf(form) })).data.secret;
      }
      const body = changeOf(form, stream);
      if (body === undefined) return undefined;
      return (await call(api.changeAuditStream, { params: { id: stream.id }, body })).data.secret;
    },
    onSuccess: async (secret) => {
      await answers.invalidateQueries(streamsQuery);
      sayDone(stream === undefined ? 'Stream created' : 'Stream saved');
      onSaved(secret);
    },
    // After a conflict, the newer version is loaded by the time the dialog is opened again.
    onError: async () => answers.invalidateQueries(streamsQuery),
  });
}

interface FieldsProps {
  readonly form: StreamForm;
  readonly stream: AuditStream | undefined;
  readonly error: unknown;
  readonly onChange: (form: StreamForm) => void;
}

function Fields({ form, stream, error, onChange }: FieldsProps) {
  const isNew = stream === undefined;
  return (
    <>
      <TextInput
        label="Name"
        required
        data-autofocus
        placeholder="SIEM"
        maxLength={limits.streamNameCharactersMax}
        value={form.name}
        error={fieldError(error, 'name')}
        onChange={(event) => onChange({ ...form, name: event.currentTarget.value })}
      />
      {isNew && <Form form={form} onChange={onChange} />}
      <TextInput
        label="URL"
        description={
          isNew
            ? 'Stored encrypted. Only the host is shown later.'
            : `Default: the stored URL on ${stream.host}. Another host gets new credentials.`
        }
        required={isNew}
        placeholder={URL_EXAMPLES[form.kind]}
        maxLength={limits.streamUrlCharactersMax}
        value={form.url}
        error={fieldError(error, 'url')}
        onChange={(event) => onChange({ ...form, url: event.currentTarget.value })}
      />
      {form.kind === 'splunk' && (
        <PasswordInput
          label="Token"
          description={isNew ? 'Token of the HTTP Event Collector' : 'Default: the stored token.'}
          required={isNew}
          autoComplete="off"
          maxLength={limits.streamTokenCharactersMax}
          value={form.token}
          error={fieldError(error, 'token')}
          onChange={(event) => onChange({ ...form, token: event.currentTarget.value })}
        />
      )}
      {isNew ? (
        <NumberInput
          label="First entry"
          description="Number of the first entry to send. 1 sends the whole log. Default: entries recorded from now on."
          min={1}
          allowDecimal={false}
          allowNegative={false}
          value={form.from}
          error={fieldError(error, 'from')}
          onChange={(from) => onChange({ ...form, from: typeof from === 'number' ? from : '' })}
        />
      ) : (
        <Switch
          label="Enabled"
          description="When enabled again, the stream continues where it stopped."
          checked={form.enabled}
          onChange={(event) => onChange({ ...form, enabled: event.currentTarget.checked })}
        />
      )}
    </>
  );
}

const URL_EXAMPLES: Readonly<Record<AuditStream['kind'], string>> = {
  webhook: 'https://siem.example.com/xplain',
  splunk: 'https://splunk.example.com:8088/services/collector/event',
};

/** Both stay as they are for the life of a stream. */
function Form({ form, onChange }: Pick<FieldsProps, 'form' | 'onChange'>) {
  return (
    <Group grow align="flex-start">
      <NativeSelect
        label="Destination"
        data={AUDIT_STREAM_KINDS.map((value) => ({ value, label: KIND_WORDS[value] }))}
        value={form.kind}
        onChange={({ currentTarget: { value } }) => {
          const kind = AUDIT_STREAM_KINDS.find((each) => each === value);
          if (kind !== undefined) onChange({ ...form, kind });
        }}
      />
      <NativeSelect
        label="Format"
        data={AUDIT_STREAM_FORMATS.map((value) => ({ value, label: FORMAT_WORDS[value] }))}
        value={form.format}
        onChange={({ currentTarget: { value } }) => {
          const format = AUDIT_STREAM_FORMATS.find((each) => each === value);
          if (format !== undefined) onChange({ ...form, format });
        }}
      />
    </Group>
  );
}
