/** Around the pages of alerts: the way between them, and what keeps messages from arriving. */
import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { alertChannelsQuery } from '../../data/alerts-queries.ts';
import { TabbedPage } from '../../parts/tabbed-page.tsx';
import { NoMailBanner } from '../../shell/no-mail-banner.tsx';
import { FailingChannels } from './channels/failing-channels.tsx';

const TABS = [
  { to: '/alerts', label: 'Incidents' },
  { to: '/alerts/rules', label: 'Rules' },
  { to: '/alerts/channels', label: 'Channels' },
  { to: '/alerts/silences', label: 'Silences' },
] as const;

export function AlertsPage() {
  const channels = useQuery(alertChannelsQuery);
  return (
    <TabbedPage label="Alerts" tabs={TABS}>
      <NoMailBanner />
      <FailingChannels channels={channels.data ?? []} />
      <Outlet />
    </TabbedPage>
  );
}
