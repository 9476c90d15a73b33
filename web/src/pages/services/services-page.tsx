/** Around the pages of services: the way between the list and the map. */
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import classes from './tabs.module.css';

const TABS = [
  { to: '/services', label: 'Services' },
  { to: '/services/map', label: 'Map' },
] as const;

export function ServicesPage() {
  const path = useRouterState({ select: (state) => state.location.pathname });
  // A service is one of the services, whatever its address begins with.
  const active = TABS.findLast(({ to }) => path === to || path.startsWith(`${to}/`));
  return (
    <>
      <nav aria-label="Services">
        <ul className={classes['tabs']}>
          {TABS.map(({ to, label }) => (
            <li key={to}>
              <Link
                to={to}
                className={classes['tab']}
                activeOptions={{ exact: true }}
                {...(active?.to === to ? { 'data-status': 'active' } : {})}
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={classes['page']}>
        <Outlet />
      </div>
    </>
  );
}
