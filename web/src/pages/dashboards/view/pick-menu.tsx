/** Menu for a click on a panel: matching events, a filter, an alert, an evaluation. */
import { Loader, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { CompleteDefinition } from '../../../../../src/contract/definition-form.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { loadPage } from '../../../api/load-page.ts';
import { Icon } from '../../../parts/icons.tsx';
import { linkWords, OUTWARD, useRowLinks } from '../../../query/links/field-links.tsx';
import { readSearch } from '../../../shell/search-text.ts';
import { useSignedIn } from '../../../shell/signed-in.tsx';
import { writeChoice } from '../logic/dashboard-address.ts';
import type { DashboardFilter, DrillDownLinks, OwnLink } from '../logic/drill-down-links.ts';
import { hasQuery } from '../logic/fill-definition.ts';
import type { PanelPick } from '../panels/panel-props.ts';
import type { RefreshState } from '../read/refresh-state.ts';

interface PickMenuProps {
  readonly pick: PanelPick;
  readonly definition: CompleteDefinition;
  readonly data: RefreshState;
  readonly timeZone: string;
  readonly onFilter: (filter: DashboardFilter) => void;
  readonly onClose: () => void;
}

export function PickMenu({ pick, definition, data, timeZone, onFilter, onClose }: PickMenuProps) {
  const panel = definition.panels.find(({ id }) => id === pick.panel);
  const shown = data.panels.get(pick.panel)?.shown;
  const links = useQuery({
    queryKey: ['drill-down', pick, shown?.tag],
    queryFn: async () => {
      if (panel === undefined || !hasQuery(panel) || shown === undefined) return null;
      const { drillDownLinks } = await loadPage(import('../logic/drill-down-links.ts'));
      const { row, column } = pick;
      const { variables } = data;
      return drillDownLinks({ definition, panel, shown, variables, row, column, timeZone });
    },
    gcTime: 0,
    staleTime: Infinity,
  });
  return (
    <Menu opened onChange={(isOpen) => !isOpen && onClose()} position="bottom-start" shadow="md">
      <Menu.Target>
        <span
          aria-hidden="true"
          style={{ position: 'fixed', left: pick.at.x, top: pick.at.y, width: 1, height: 1 }}
        />
      </Menu.Target>
      <Menu.Dropdown aria-label={`Drill down on ${pick.words}`}>
        <Menu.Label className="xp-foreign">{pick.words}</Menu.Label>
        {links.data ? (
          <Items links={links.data} onFilter={onFilter} />
        ) : (
          <Menu.Item disabled leftSection={<Loader size={12} />}>
            Loading query
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

interface ItemsProps {
  readonly links: DrillDownLinks;
  readonly onFilter: (filter: DashboardFilter) => void;
}

function Items({ links, onFilter }: ItemsProps) {
  const { may } = useSignedIn();
  const { eventsHref, filters, own, alert, eventsQuery, from, to, values } = links;
  const linksFor = useRowLinks();
  const outward = Object.keys(values).flatMap((field) => linksFor(values, field));
  return (
    <>
      <Menu.Item
        leftSection={<Icon name="search" size={13} />}
        renderRoot={(root) => <Link to="/search" search={readTexts(eventsHref)} {...root} />}
      >
        View events
      </Menu.Item>
      {filters.map((filter) => (
        <Menu.Item
          key={filter.variable}
          className="xp-foreign"
          leftSection={<Icon name="filter" size={13} />}
          onClick={() => onFilter(filter)}
        >
          Filter this dashboard: {filter.field} = {filter.value.slice(0, 40)}
        </Menu.Item>
      ))}
      {own !== undefined && <OwnItem own={own} />}
      {outward.map((link) => (
        <Menu.Item
          key={link.id}
          component="a"
          className="xp-foreign"
          leftSection={<Icon name="link" size={13} />}
          href={link.href}
          {...OUTWARD}
        >
          {linkWords(link)}
        </Menu.Item>
      ))}
      {may('alerts:write') && (
        <Menu.Item
          leftSection={<Icon name="bell" size={13} />}
          renderRoot={(root) => (
            <Link to="/alerts/rules/$id" params={{ id: 'new' }} search={alert} {...root} />
          )}
        >
          Create alert
        </Menu.Item>
      )}
      {may('evaluations:run') && (
        <Menu.Item
          leftSection={<Icon name="evaluate" size={13} />}
          renderRoot={(root) => (
            <Link to="/evaluate" search={{ q: eventsQuery, from, to }} {...root} />
          )}
        >
          Evaluate these events
        </Menu.Item>
      )}
    </>
  );
}

function readTexts(href: string): Record<string, string> {
  return Object.fromEntries(new URL(href, window.location.origin).searchParams);
}

/** The link that the panel has itself. A dashboard may be named by its key. */
function OwnItem({ own }: { readonly own: OwnLink }) {
  const navigate = useNavigate();
  if (own.kind === 'address') {
    return (
      <Menu.Item
        component="a"
        href={own.href}
        target="_blank"
        rel="noreferrer noopener"
        leftSection={<Icon name="external" size={13} />}
      >
        {new URL(own.href).host}
      </Menu.Item>
    );
  }
  const open = async (): Promise<void> => {
    const { dashboard, variables } = own;
    const choice = {
      earliest: undefined,
      latest: undefined,
      timeZone: undefined,
      isKiosk: false,
      variables,
    };
    const id = dashboard.startsWith('dsh_')
      ? dashboard
      : (await call(api.listDashboards, { query: { key: dashboard } })).data[0]?.id;
    const search = readSearch(writeChoice(choice));
    await navigate({ to: '/dashboards/$id', params: { id: id ?? dashboard }, search });
  };
  return (
    <Menu.Item leftSection={<Icon name="dashboard" size={13} />} onClick={() => void open()}>
      Open dashboard {own.dashboard.startsWith('dsh_') ? '' : own.dashboard}
    </Menu.Item>
  );
}
