/** Making a channel, or changing it: the form, then the secret that signs its messages, once. */
import { NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AlertChannel } from '../../../../../src/contract/alert-channels.ts';
import { CHANNEL_KINDS } from '../../../../../src/spec/alerts.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { alertChannelsQuery } from '../../../data/alerts-queries.ts';
import { ManagedBanner } from '../../../parts/as-code/managed-banner.tsx';
import { fieldError } from '../../../parts/field-error.ts';
import { sayDone } from '../../../parts/ready-notice.ts';
import {
  changeOfForm,
  CHANNEL_KIND_FACTS,
  type ChannelForm,
  draftOfForm,
  EMPTY_CHANNEL,
  formOf,
} from '../logic/channel-draft.ts';
import { ChannelFields, CHANNEL_FIELDS } from './channel-fields.tsx';
import { ChannelSecret } from './channel-secret.tsx';
import { SecretDialog } from '../../../parts/secrets/secret-dialog.tsx';
import { FormEnd } from '../../../parts/form-end.tsx';

interface ChannelDialogProps {
  /** The one to change; a new one without. */
  readonly channel?: AlertChannel;
  readonly onClose: () => void;
}

/** Rendered while it is open. */
export function ChannelDialog({ channel, onClose }: ChannelDialogProps) {
  const [form, setForm] = useState(channel === undefined ? EMPTY_CHANNEL : formOf(channel));
  const [secret, setSecret] = useState<string>();
  const save = useSave(channel, (made) => {
    if (made === undefined) onClose();
    else setSecret(made);
  });
  const title = channel === undefined ? 'New channel' : `Edit ${channel.name}`;
  return (
    <SecretDialog
      title={
        secret === undefined ? title : channel === undefined ? 'Channel created' : 'Channel saved'
      }
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
            {channel !== undefined && <ManagedBanner kind="channels" id={channel.id} />}
            <Basics
              form={form}
              isNew={channel === undefined}
              error={save.error}
              onChange={setForm}
            />
            <ChannelFields form={form} channel={channel} error={save.error} onChange={setForm} />
            <FormEnd
              error={save.error}
              fields={['name', ...CHANNEL_FIELDS[form.kind]]}
              isBusy={save.isPending}
            >
              {channel === undefined ? 'Create channel' : 'Save changes'}
            </FormEnd>
          </Stack>
        </form>
      ) : (
        <ChannelSecret secret={secret} onDone={onClose} />
      )}
    </SecretDialog>
  );
}

function useSave(channel: AlertChannel | undefined, onSaved: (secret: string | undefined) => void) {
  const answers = useQueryClient();
  return useMutation({
    mutationFn: async (form: ChannelForm): Promise<string | undefined> => {
      if (channel === undefined) {
        return (await call(api.createAlertChannel, { body: draftOfForm(form) })).data.secret;
      }
      const { id } = channel;
      const body = changeOfForm(form, channel);
      return (await call(api.changeAlertChannel, { params: { id }, body })).data.secret;
    },
    onSuccess: async (secret) => {
      await answers.invalidateQueries(alertChannelsQuery);
      if (secret === undefined) sayDone('Channel saved');
      onSaved(secret);
    },
  });
}

interface BasicsProps {
  readonly form: ChannelForm;
  readonly isNew: boolean;
  readonly error: unknown;
  readonly onChange: (form: ChannelForm) => void;
}

function Basics({ form, isNew, error, onChange }: BasicsProps) {
  return (
    <>
      <TextInput
        label="Name"
        required
        data-autofocus
        placeholder="on-call"
        maxLength={LIMITS.alerts.nameCharactersMax}
        value={form.name}
        error={fieldError(error, 'name')}
        onChange={(event) => onChange({ ...form, name: event.currentTarget.value })}
      />
      {isNew && (
        <NativeSelect
          label="Type"
          value={form.kind}
          data={CHANNEL_KINDS.map((kind) => ({
            value: kind,
            label: CHANNEL_KIND_FACTS[kind].name,
          }))}
          onChange={(event) => {
            const kind = CHANNEL_KINDS.find((each) => each === event.currentTarget.value);
            if (kind !== undefined) onChange({ ...form, kind });
          }}
        />
      )}
      <Text size="xs" c="dimmed">
        {CHANNEL_KIND_FACTS[form.kind].hint}
      </Text>
    </>
  );
}
