/** Around every page behind the door: the way to other pages, and the page. */
import { ActionIcon, Text } from '@mantine/core';
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
  const { organization } = useSignedIn();
  const path = useRouterState({ select: (state) => state.location.pathname });
  // Whoever has chosen a page wants to see it.
  useEffect(() => close(), [path, close]);
  return (
    <div className={classes['frame']}>
      <a href="#main" className="xp-skip">
        Skip to the page
      </a>
      <section className={classes['header']} aria-label="Top bar">
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label="Open navigation"
          onClick={open}
        >
          <Icon name="menu" size={20} />
        </ActionIcon>
        <Text fw={600} truncate className="xp-foreign">
          {organization.name}
        </Text>
      </section>
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
    </div>
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
      <button type="button" className={item} onClick={onPalette}>
        <Icon name="keyboard" size={18} />
        Find
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
