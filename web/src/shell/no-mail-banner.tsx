import { Text } from '@mantine/core';
import { Icon } from '../parts/icons.tsx';
import { useIsMailSent, useSignedIn } from './signed-in.tsx';
import classes from './settings-layout.module.css';

/** Owners count on mail: invitations, alerts, reports. They hear it where they look after the organization. */
export function NoMailBanner() {
  const { role, may } = useSignedIn();
  const isMailSent = useIsMailSent();
  if (isMailSent || role !== 'owner') return null;
  return (
    <aside className={classes['banner']} aria-label="Mail">
      <Icon name="warning" size={16} />
      <Text size="sm">
        This installation sends no mail: invitations, alerts and reports lie in the folder{' '}
        <code>outbox</code> of its server.{' '}
        {may('installation')
          ? 'Set XPLAIN_SMTP_URL to have them sent.'
          : 'Ask its operator to set up a mail server.'}
      </Text>
    </aside>
  );
}
