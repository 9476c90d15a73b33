/** Around every page for people who are signed in: the way to other pages, and the page. */
import { useDisclosure } from '@mantine/hooks';
import { Link, useRouterState } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect } from 'react';
import { Icon } from '../parts/icons.tsx';
import classes from './app-frame.module.css';
import { lazyPart } from './lazy-part.ts';
import { OrganizationMenu } from './organization-menu.tsx';
import { MAIN_PLACES, type Place, placesFor, START_PLACE } from './places.ts';
import { useSignedIn } from './signed-in.tsx';
import { ClockPlace } from './clock-place.tsx';
import { StatusPlace } from './status-place.tsx';
import { UserMenu } from './user-menu.tsx';

const NavigationDrawer = lazyPart(
  async () => (await import('./navigation-drawer.tsx')).NavigationDrawer,
);

interface AppFrameProps {
  readonly children: ReactNode;
  readonly onPalette: () => void;
  readonly onHelp: () => void;
}

export function AppFrame({ children, onPalette, onHelp }: AppFrameProps) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const path = useRouterState({ select: (state) => state.location.pathname });
  // Closes the drawer after a page has been chosen.
  useEffect(() => close(), [path, close]);
  return (
    <div className={classes['frame']}>
      <a href="#main" className="xp-skip">
        Skip to main content
      </a>
      <aside className={classes['rail']} aria-label="Navigation">
        <Rail onPalette={onPalette} onHelp={onHelp} />
      </aside>
      {isOpen && (
        <Suspense>
          <NavigationDrawer isOpen={isOpen} onClose={close}>
            <Rail isWide onPalette={onPalette} onHelp={onHelp} />
          </NavigationDrawer>
        </Suspense>
      )}
      <main id="main" className={classes['main']} tabIndex={-1}>
        {children}
      </main>
      <TabBar isOpen={isOpen} onMore={open} />
    </div>
  );
}

/** The frame before the session is known: an error is shown in place of the page. */
export function BareFrame({ children }: { readonly children: ReactNode }) {
  return (
    <div className={classes['frame']}>
      <aside className={classes['rail']} aria-label="Navigation">
        <nav aria-label="Pages">
          <ul className={classes['list']}>
            {MAIN_PLACES.map((place) => (
              <li key={place.to}>
                <Link to={place.to} className={classes['item']}>
                  <Icon name={place.icon} size={18} />
                  {place.label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </aside>
      <main id="main" className={classes['main']} tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

/** Number of tabs that fit on a phone next to the menu of all others. */
const TABS = 4;

interface TabBarProps {
  readonly isOpen: boolean;
  readonly onMore: () => void;
}

/** On phones: the most used pages at the bottom of the screen, everything else under More. */
function TabBar({ isOpen, onMore }: TabBarProps) {
  const { may } = useSignedIn();
  return (
    <nav className={classes['tabBar']} aria-label="Main pages">
      {placesFor(MAIN_PLACES, may)
        .slice(0, TABS)
        .map((place) => (
          <Link key={place.to} to={place.to} className={classes['item']}>
            <Icon name={place.icon} size={18} />
            {place.label}
          </Link>
        ))}
      <button
        type="button"
        className={classes['item']}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={onMore}
      >
        <Icon name="menu" size={18} />
        More
      </button>
    </nav>
  );
}

interface RailProps {
  readonly isWide?: boolean;
  readonly onPalette: () => void;
  readonly onHelp: () => void;
}

function Rail({ isWide = false, onPalette, onHelp }: RailProps) {
  const { may } = useSignedIn();
  const item = isWide ? `${classes['item']} ${classes['drawerItem']}` : (classes['item'] ?? '');
  const places: Place[] = [...placesFor(MAIN_PLACES, may), START_PLACE];
  return (
    <>
      <OrganizationMenu className={item} isWide={isWide} />
      <nav aria-label="Pages">
        <ul className={classes['list']}>
          {places.map((place) => (
            <li key={place.to}>
              <Link to={place.to} className={item}>
                <Icon name={place.icon} size={18} />
                {place.label}
              </Link>
            </li>
          ))}
          <li>
            <SettingsLink className={item} />
          </li>
        </ul>
      </nav>
      <div className={classes['spacer']} />
      <StatusPlace className={item} />
      <ClockPlace className={item} />
      <button
        type="button"
        className={item}
        aria-label="Search or jump to…"
        title="Search or jump to…"
        onClick={onPalette}
      >
        <Icon name="keyboard" size={18} />
        Jump to…
      </button>
      <UserMenu className={item} onHelp={onHelp} />
    </>
  );
}

function SettingsLink({ className }: { readonly className: string }) {
  const isHere = useRouterState({
    select: (state) => state.location.pathname.startsWith('/settings'),
  });
  return (
    <Link to="/settings" className={className} {...(isHere ? { 'data-status': 'active' } : {})}>
      <Icon name="settings" size={18} />
      Settings
    </Link>
  );
}
