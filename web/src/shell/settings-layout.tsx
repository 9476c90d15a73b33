import { Link, Outlet } from '@tanstack/react-router';
import { Icon } from '../parts/icons.tsx';
import { NoMailBanner } from './no-mail-banner.tsx';
import { placesFor, SETTINGS_PLACES } from './places.ts';
import { useSignedIn } from './signed-in.tsx';
import classes from './settings-layout.module.css';

/** The settings that one's role may see, and the chosen one. */
export function SettingsLayout() {
  const { may } = useSignedIn();
  return (
    <div className={classes['frame']}>
      <nav className={classes['side']} aria-label="Settings">
        <ul className={classes['list']}>
          {placesFor(SETTINGS_PLACES, may).map(({ to, label, icon }) => (
            <li key={to}>
              <Link to={to} className={classes['link']}>
                <Icon name={icon} />
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={classes['page']}>
        <NoMailBanner />
        <Outlet />
      </div>
    </div>
  );
}
