/** Around the pages of alerts: the way between them, and what keeps messages from arriving. */
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { alertChannelsQuery } from '../../data/alerts-queries.ts';
import classes from './alerts.module.css';
import { FailingChannels } from './channels/failing-channels.tsx';

const TABS = [
  { to: '/alerts', label: 'Incidents' },
  { to: '/alerts/rules', label: 'Rules' },
  { to: '/alerts/channels', label: 'Channels' },
  { to: '/alerts/silences', label: 'Silences' },
] as const;

export function AlertsPage() {
  const channels = useQuery(alertChannelsQuery);
  const path = useRouterState({ select: (state) => state.location.pathname });
  // An incident is one of the incidents, whatever its address begins with.
  const active = TABS.findLast(({ to }) => path === to || path.startsWith(`${to}/`));
  return (
    <div className={classes['frame']}>
      <nav aria-label="Alerts">
        <ul className={classes['tabs']}>
          {TABS.map(({ to, label }) => (
            <li key={to}>
              <Link
                to={to}
                className={classes['tab']}
                activeOptions={{ exact: true, includeSearch: false }}
                {...(active?.to === to ? { 'data-status': 'active' } : {})}
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={classes['page']}>
        <FailingChannels channels={channels.data ?? []} />
        <Outlet />
      </div>
    </div>
  );
}
