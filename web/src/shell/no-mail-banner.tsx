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
    <aside className={classes['banner']} aria-label="Email">
      <Icon name="warning" size={16} />
      <Text size="sm">
        This installation doesn't send email. Invitations, alerts and reports are written to the
        folder <code>outbox</code> on the server.{' '}
        {may('installation')
          ? 'Set XPLAIN_SMTP_URL to send them.'
          : 'Ask its operator to configure a mail server.'}
      </Text>
    </aside>
  );
}
