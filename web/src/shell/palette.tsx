/** Command palette for everything by name: pages, services, recent and saved searches, actions. Loaded on first use. */
import { useMantineColorScheme } from '@mantine/core';
import { Spotlight, spotlight, type SpotlightActionData } from '@mantine/spotlight';
import '@mantine/spotlight/styles.css';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { recentSearches } from '../data/recent-searches.ts';
import { stateOfSaved } from '../data/saved-search.ts';
import { savedSearchesQuery } from '../data/saved-searches-query.ts';
import { writeState } from '../data/search-state.ts';
import { serviceMapQuery } from '../data/services-queries.ts';
import { Icon } from '../parts/icons.tsx';
import { ALL_PLACES, placesFor } from './places.ts';
import { readTexts } from './search-text.ts';
import { useSignedIn } from './signed-in.tsx';
import { useChooseOrganization } from './use-choose-organization.ts';
import { useSignOut } from './user-menu.tsx';

interface PaletteProps {
  /** Incremented on each request to open the palette. */
  readonly calls: number;
  readonly onHelp: () => void;
}

export function Palette({ calls, onHelp }: PaletteProps) {
  useEffect(() => spotlight.open(), [calls]);
  const pages = usePages();
  const services = useServices();
  const searches = useSearches();
  const actions = useActions(onHelp);
  return (
    <Spotlight
      shortcut={null}
      actions={[
        { group: 'Pages', actions: pages },
        { group: 'Services', actions: services },
        { group: 'Searches', actions: searches },
        { group: 'Actions', actions },
      ]}
      nothingFound="No results"
      highlightQuery
      limit={40}
      title="Search or jump to…"
      styles={{ header: { display: 'none' } }}
      scrollable
      maxHeight={420}
      searchProps={{
        leftSection: <Icon name="search" />,
        placeholder: 'Search or jump to…',
        'aria-label': 'Search for a page, search or action',
      }}
    />
  );
}

function usePages(): SpotlightActionData[] {
  const { may } = useSignedIn();
  const navigate = useNavigate();
  return placesFor(ALL_PLACES, may).map(({ to, label, icon, key }) => ({
    id: to,
    label,
    leftSection: <Icon name={icon} />,
    ...(key === undefined ? {} : { rightSection: <span className="xp-mono">g {key}</span> }),
    onClick: () => void navigate({ to }),
  }));
}

/** Loaded when the palette opens: the list changes rarely, and the palette does not wait for it. */
function useServices(): SpotlightActionData[] {
  const { may } = useSignedIn();
  const navigate = useNavigate();
  const map = useQuery({
    ...serviceMapQuery,
    enabled: may('services:read'),
    refetchInterval: false,
    staleTime: 60_000,
  });
  return (map.data?.nodes ?? []).map(({ id, name, state }) => ({
    id,
    label: name,
    description: state,
    leftSection: <Icon name="service" />,
    onClick: () => void navigate({ to: '/services/$id', params: { id } }),
  }));
}

function useSearches(): SpotlightActionData[] {
  const { organization, may } = useSignedIn();
  const navigate = useNavigate();
  const saved = useQuery({ ...savedSearchesQuery, enabled: may('saved-searches:read') });
  const named = (saved.data ?? []).map((search) => ({
    id: `saved-${search.id}`,
    label: search.name,
    description: search.query,
    leftSection: <Icon name="star" />,
    onClick: () =>
      void navigate({ to: '/search', search: readTexts(writeState(stateOfSaved(search))) }),
  }));
  const recent = recentSearches(organization.id).map((query) => ({
    id: `recent-${query}`,
    label: query,
    description: 'Recent search',
    leftSection: <Icon name="clock" />,
    onClick: () => void navigate({ to: '/search', search: { q: query } }),
  }));
  return [...named, ...recent];
}

function useActions(onHelp: () => void): SpotlightActionData[] {
  const { setColorScheme } = useMantineColorScheme();
  const { organizations, may } = useSignedIn();
  const navigate = useNavigate();
  const choose = useChooseOrganization();
  const signOut = useSignOut();
  const themes = (['light', 'dark', 'auto'] as const).map((scheme) => ({
    id: `theme-${scheme}`,
    label: `Theme: ${scheme}`,
    leftSection: (
      <Icon name={scheme === 'light' ? 'sun' : scheme === 'dark' ? 'moon' : 'monitor'} />
    ),
    onClick: () => setColorScheme(scheme),
  }));
  const others = organizations.filter(({ isActive }) => !isActive);
  const newRule = {
    id: 'new-alert-rule',
    label: 'Create alert rule',
    leftSection: <Icon name="bell" />,
    onClick: () => void navigate({ to: '/alerts/rules/$id', params: { id: 'new' } }),
  };
  const newExport = {
    id: 'new-export',
    label: 'Create scheduled export',
    leftSection: <Icon name="download" />,
    onClick: () => void navigate({ to: '/exports/new' }),
  };
  return [
    ...(may('alerts:write') ? [newRule] : []),
    ...(may('exports:manage') ? [newExport] : []),
    ...others.map(({ id, name }) => ({
      id: `organization-${id}`,
      label: `Switch to ${name}`,
      leftSection: <Icon name="building" />,
      onClick: () => choose.mutate(id),
    })),
    ...themes,
    {
      id: 'help',
      label: 'Keyboard shortcuts',
      leftSection: <Icon name="keyboard" />,
      onClick: onHelp,
    },
    {
      id: 'sign-out',
      label: 'Sign out',
      leftSection: <Icon name="logout" />,
      onClick: () => signOut.mutate(),
    },
  ];
}
