/** What a panel shows: its kind's own view, or why there is none. */
import { lazy, type ReactNode, Suspense } from 'react';
import type { PanelFailure, ShownPanel } from '../../../../../src/contract/dashboard-data.ts';
import { loadPage } from '../../../api/load-page.ts';
import { Icon, type IconName } from '../../../parts/icons.tsx';
import { hasQuery } from '../logic/fill-definition.ts';
import { whyEmpty } from '../logic/why-empty.ts';
import type { PanelState } from '../read/refresh-state.ts';
import { BarsPanel } from './bars-panel.tsx';
import type { PanelSurroundings, SeenPanel } from './panel-props.ts';
import { TimeseriesPanel } from './timeseries-panel.tsx';
import { ValuePanel } from './value-panel.tsx';
import './kinds.css';
import './rows.css';

// Kinds that most dashboards do without come when there is one.
const HeatmapPanel = lazy(async () => ({
  default: (await loadPage(import('./heatmap-panel.tsx'))).HeatmapPanel,
}));
const HealthPanel = lazy(async () => ({
  default: (await loadPage(import('./health-panel.tsx'))).HealthPanel,
}));
const LogsPanel = lazy(async () => ({
  default: (await loadPage(import('./logs-panel.tsx'))).LogsPanel,
}));
const PatternsPanel = lazy(async () => ({
  default: (await loadPage(import('./patterns-panel.tsx'))).PatternsPanel,
}));
const RowsTable = lazy(async () => ({
  default: (await loadPage(import('./table-panel.tsx'))).RowsTable,
}));
const SharePanel = lazy(async () => ({
  default: (await loadPage(import('./share-panel.tsx'))).SharePanel,
}));
const TextPanel = lazy(async () => ({
  default: (await loadPage(import('./text-panel.tsx'))).TextPanel,
}));

interface PanelViewProps {
  readonly panel: SeenPanel;
  readonly state?: PanelState | undefined;
  readonly around: PanelSurroundings;
  /** Shows the rows instead of the chart. */
  readonly isTable?: boolean;
}

export function PanelView(props: PanelViewProps) {
  return (
    <Suspense fallback={<div className="db-loading" />}>
      <Content {...props} />
    </Suspense>
  );
}

function Content({ panel, state, around, isTable = false }: PanelViewProps) {
  if (panel.kind === 'heading') return null;
  if (panel.kind === 'text') return <TextPanel panel={panel} />;
  const shown = state?.shown;
  if (shown === undefined) {
    return state?.failure === undefined ? (
      <output className="db-loading" aria-label={`Loading ${panel.title}`} />
    ) : (
      <Failed failure={state.failure} />
    );
  }
  if (panel.kind === 'health' && shown.rows.length === 0) {
    return (
      <Note icon="clock" title="No services yet">
        This panel shows service health once the organization has services with data.
      </Note>
    );
  }
  const why = hasQuery(panel) ? whyEmpty(panel.kind, shown, around.timeZone) : undefined;
  if (why !== undefined) {
    return (
      <Note icon="inbox" title="No data">
        {why}
      </Note>
    );
  }
  if (isTable) return <RowsTable id={panel.id} title={panel.title} shown={shown} around={around} />;
  return <Kind panel={panel} shown={shown} around={around} />;
}

interface KindViewProps {
  readonly panel: Exclude<SeenPanel, { readonly kind: 'heading' | 'text' }>;
  readonly shown: ShownPanel;
  readonly around: PanelSurroundings;
}

function Kind({ panel, shown, around }: KindViewProps) {
  switch (panel.kind) {
    case 'timeseries':
      return <TimeseriesPanel panel={panel} shown={shown} around={around} />;
    case 'value':
      return <ValuePanel panel={panel} shown={shown} around={around} />;
    case 'bars':
      return <BarsPanel panel={panel} shown={shown} around={around} />;
    case 'share':
      return <SharePanel panel={panel} shown={shown} around={around} />;
    case 'heatmap':
      return <HeatmapPanel panel={panel} shown={shown} around={around} />;
    case 'table':
      return (
        <RowsTable
          id={panel.id}
          title={panel.title}
          shown={shown}
          around={around}
          cellBars={panel.options.cellBars}
        />
      );
    case 'logs':
      return <LogsPanel panel={panel} shown={shown} around={around} />;
    case 'health':
      return <HealthPanel panel={panel} shown={shown} around={around} />;
    case 'patterns':
      return <PatternsPanel panel={panel} shown={shown} around={around} />;
  }
}

function Failed({ failure }: { readonly failure: PanelFailure }) {
  if (failure.code === 'FORBIDDEN') {
    return (
      <Note icon="info" title="Not included">
        {failure.error}
      </Note>
    );
  }
  return (
    <Note icon="warning" title="Couldn't load this panel" isWarning>
      {failure.error}
      {failure.details?.slice(0, 2).map(({ message, position }) => (
        <span key={message}>
          {' '}
          {message}
          {position === undefined ? '' : ` (at ${position + 1})`}
        </span>
      ))}
    </Note>
  );
}

interface NoteProps {
  readonly icon: IconName;
  readonly title: string;
  readonly isWarning?: boolean;
  readonly children: ReactNode;
}

function Note({ icon, title, isWarning = false, children }: NoteProps) {
  return (
    <div className="db-note" data-warning={isWarning || undefined}>
      <Icon name={icon} size={18} />
      <strong>{title}</strong>
      <span className="xp-foreign">{children}</span>
    </div>
  );
}
