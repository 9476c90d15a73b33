import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AlertChannel } from '../../../../../src/contract/alert-channels.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { alertChannelsQuery } from '../../../data/alerts-queries.ts';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { SecretDialog } from '../../../parts/secrets/secret-dialog.tsx';
import { ChannelSecret } from './channel-secret.tsx';

interface RotateSecretProps {
  readonly channel: AlertChannel;
  readonly onClose: () => void;
}

/** Rendered while it is open. */
export function RotateSecret({ channel, onClose }: RotateSecretProps) {
  const answers = useQueryClient();
  const rotate = useMutation({
    mutationFn: async () =>
      (await call(api.rotateAlertChannelSecret, { params: { id: channel.id } })).data,
    onSuccess: async () => answers.invalidateQueries(alertChannelsQuery),
  });
  const secret = rotate.data?.secret;
  return (
    <SecretDialog title="Rotate signing secret" isShown={secret !== undefined} onClose={onClose}>
      {secret === undefined ? (
        <Stack gap="sm">
          <Text className="xp-foreign">
            Notifications to <b>{channel.name}</b> will be signed with a new secret. The current
            secret stays valid for 24 hours, so you can update the receiver.
          </Text>
          <ErrorNotice error={rotate.error} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button loading={rotate.isPending} onClick={() => rotate.mutate()}>
              Rotate secret
            </Button>
          </Group>
        </Stack>
      ) : (
        <ChannelSecret secret={secret} onDone={onClose} />
      )}
    </SecretDialog>
  );
}
