import { Text } from '@mantine/core';
import { Icon } from '../parts/icons.tsx';
import { useIsMailSent, useSignedIn } from './signed-in.tsx';
import classes from './settings-layout.module.css';

/** Shown where people count on mail: to Owners in the settings, to everybody with alerts, exports and reports. */
export function NoMailBanner() {
  const { may } = useSignedIn();
  if (useIsMailSent()) return null;
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
