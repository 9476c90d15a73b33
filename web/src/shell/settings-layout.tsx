import { NativeSelect } from '@mantine/core';
import { Link, Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { Icon } from '../parts/icons.tsx';
import { NoMailBanner } from './no-mail-banner.tsx';
import { type Place, placesFor, SETTINGS_PLACES } from './places.ts';
import { useSignedIn } from './signed-in.tsx';
import classes from './settings-layout.module.css';

/** The settings that one's role may see, and the chosen one. */
export function SettingsLayout() {
  const { may, role } = useSignedIn();
  const places = placesFor(SETTINGS_PLACES, may);
  return (
    <div className={classes['frame']}>
      <PlaceSelect places={places} />
      <nav className={classes['side']} aria-label="Settings">
        <ul className={classes['list']}>
          {places.map(({ to, label, icon }) => (
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
        {role === 'owner' && <NoMailBanner />}
        <Outlet />
      </div>
    </div>
  );
}

/** All of them on a phone, where a row of them would not fit. */
function PlaceSelect({ places }: { readonly places: readonly Place[] }) {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const navigate = useNavigate();
  const here = places.find(({ to }) => path === to || path.startsWith(`${to}/`));
  return (
    <NativeSelect
      className={classes['select']}
      aria-label="Settings page"
      value={here?.to ?? ''}
      data={places.map(({ to, label }) => ({ value: to, label }))}
      onChange={(change) => void navigate({ to: change.currentTarget.value })}
    />
  );
}
