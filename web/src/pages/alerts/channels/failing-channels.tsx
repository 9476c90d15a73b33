import { Alert, Text } from '@mantine/core';
import type { AlertChannel } from '../../../../../src/contract/alert-channels.ts';
import { Icon } from '../../../parts/icons.tsx';
import { TextLink } from '../../../parts/links.tsx';
import { TimeText } from '../../../parts/time-text.tsx';

/** Names the channels whose deliveries fail: users who rely on them get no notifications. */
export function FailingChannels({ channels }: { readonly channels: readonly AlertChannel[] }) {
  const failing = channels.filter(({ failingSince, enabled }) => failingSince !== null || !enabled);
  if (failing.length === 0) return null;
  return (
    <Alert
      color="red"
      variant="light"
      icon={<Icon name="warning" />}
      p="xs"
      aria-label="Failing channels"
    >
      {failing.map(({ id, name, enabled, failingSince, lastError, disabledReason }) => (
        <Text key={id} className="xp-foreign">
          {enabled ? (
            <>
              Notifications to <b>{name}</b> are failing. First failure{' '}
              <TimeText at={failingSince} />.
            </>
          ) : (
            <>
              Channel <b>{name}</b> is disabled.
            </>
          )}{' '}
          {disabledReason ?? lastError ?? ''}
        </Text>
      ))}
      <TextLink to="/alerts/channels">View channels</TextLink>
    </Alert>
  );
}
