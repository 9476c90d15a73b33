import type { PanelState } from '../read/refresh-state.ts';
/** Page of a public link: shows the panels of one version to anyone with the link, and nothing else. */
import { Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useMemo, useState, useSyncExternalStore } from 'react';
import { formatInstant } from '../../../../../src/charts/clock.ts';
import type { PublicDashboard } from '../../../../../src/contract/dashboard-sharing.ts';
import { ApiError } from '../../../api/call.ts';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { messageOf } from '../../../parts/error-notice.tsx';
import { Loading } from '../../../parts/loading.tsx';
import { arrangePanels } from '../logic/arrange-panels.ts';
import type { PanelSurroundings, SeenPanel } from '../panels/panel-props.ts';
import { usePublicData } from '../read/use-public-data.ts';
import '../view/dashboard.css';
import { ShownPanels } from '../view/shown-panels.tsx';
import { useCollapsed } from '../view/use-collapsed.ts';
import { useLooks } from '../view/use-looks.ts';
import { VariablesBar } from '../view/variables-bar.tsx';

export function PublicDashboardPage() {
  const token = useSyncExternalStore(watchHash, () => window.location.hash.slice(1));
  const [chosen, setChosen] = useState<Readonly<Record<string, string[]>>>({});
  const { dashboard, error } = usePublicData(token, chosen);
  useDocumentTitle(dashboard === undefined ? 'Dashboard' : dashboard.name);
  if (dashboard === undefined) {
    return <main>{error === undefined ? <Loading /> : <Refused error={error} />}</main>;
  }
  return (
    <main className="db-page">
      <Shown
        dashboard={dashboard}
        error={error}
        onChoose={(name, values) => setChosen({ ...chosen, [name]: [...values] })}
      />
    </main>
  );
}

function watchHash(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

function Refused({ error }: { readonly error: unknown }) {
  const isGone = error instanceof ApiError && error.code === 'UNAUTHORIZED';
  return (
    <EmptyState
      icon={isGone ? 'link' : 'warning'}
      order={1}
      title={isGone ? "This link doesn't work" : "Couldn't load the dashboard"}
    >
      {isGone ? 'The link has expired, was revoked, or is incomplete.' : messageOf(error)}
    </EmptyState>
  );
}

interface ShownProps {
  readonly dashboard: PublicDashboard;
  readonly error: unknown;
  readonly onChoose: (name: string, values: readonly string[]) => void;
}

function Shown({ dashboard, error, onChoose }: ShownProps) {
  const { timeZone, annotations } = dashboard;
  const panels = useMemo(() => dashboard.panels.map(publicPanel), [dashboard]);
  const seen = useMemo(() => panels.map(({ panel }) => panel), [panels]);
  const states = useMemo(
    () => new Map(panels.map(({ panel, state }) => [panel.id, state])),
    [panels],
  );
  const { collapsed, toggle } = useCollapsed(seen);
  const looks = useLooks(seen, { panels: states, end: ALL_THERE });
  const around = useMemo<PanelSurroundings>(
    () => ({ timeZone, looks, annotations }),
    [timeZone, looks, annotations],
  );
  const answers = new Map(dashboard.variables.map((each) => [each.name, each]));
  return (
    <>
      <header className="db-header">
        <div className="db-titles">
          <Title order={1} className="xp-foreign">
            {dashboard.name}
          </Title>
          <RangeWords dashboard={dashboard} error={error} />
          {dashboard.description !== '' && (
            <Text c="dimmed" size="xs" className="db-about xp-foreign">
              {dashboard.description}
            </Text>
          )}
        </div>
      </header>
      <VariablesBar
        variables={dashboard.variables.filter(({ type }) => type !== 'text')}
        answers={answers}
        onChange={onChoose}
      />
      <ShownPanels
        arranged={arrangePanels(seen, collapsed)}
        states={states}
        around={around}
        collapsed={collapsed}
        onToggle={toggle}
      />
    </>
  );
}

/** All panels arrive in one response. */
const ALL_THERE = { statements: 0, cached: 0, elapsedMs: 0 };

function RangeWords({ dashboard, error }: Pick<ShownProps, 'dashboard' | 'error'>) {
  const { from, to, timeZone } = dashboard;
  const text = (time: string): string => formatInstant(Date.parse(time), timeZone, 'seconds');
  if (error !== undefined) {
    return (
      <output className="db-as-of" data-warning>
        Refresh failed (data as of {text(to).slice(11)}): {messageOf(error)}
      </output>
    );
  }
  return (
    <span className="db-as-of">
      {text(from)} – {text(to)} {timeZone}
    </span>
  );
}

/** A panel of a public link, as the views of panels take it. */

interface SeenOnce {
  readonly panel: SeenPanel;
  readonly state: PanelState;
}

/** The response for a public link contains the options of every panel kind in full. */
function publicPanel({ result, ...panel }: PublicDashboard['panels'][number]): SeenOnce {
  return { panel: panel as SeenPanel, state: stateOf(result) };
}

/** Below a heading that is collapsed in the version the link shows. */
const NOT_ASKED = {
  code: 'NOT_FOUND',
  error: "This link doesn't include the panels of this section.",
};

function stateOf(result: PublicDashboard['panels'][number]['result']): PanelState {
  if (result === null || 'unchanged' in result) {
    return { shown: undefined, failure: NOT_ASKED, isWaiting: false };
  }
  if ('error' in result) return { shown: undefined, failure: result.error, isWaiting: false };
  return { shown: result, failure: undefined, isWaiting: false };
}
