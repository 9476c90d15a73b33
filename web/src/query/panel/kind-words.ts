/** Descriptions of the panel kinds for the selection. */
import type { PanelKind } from '../../../../src/spec/dashboards.ts';

interface KindWords {
  readonly label: string;
  /** What the query has to give, or what it is for. */
  readonly about: string;
}

export const KIND_WORDS: Readonly<Record<PanelKind, KindWords>> = {
  timeseries: { label: 'Time series', about: 'Metrics over time' },
  value: { label: 'Stat', about: 'A single number and its trend' },
  bars: { label: 'Bar gauge', about: 'Top values of a list' },
  share: { label: 'Share', about: 'Parts of a whole' },
  heatmap: { label: 'Heatmap', about: 'Value distribution over time' },
  table: { label: 'Table', about: 'Rows and columns' },
  logs: { label: 'Logs', about: 'Raw log events' },
  patterns: { label: 'Patterns', about: 'Groups of similar log lines' },
  health: { label: 'Health', about: 'Health of services' },
  text: { label: 'Text', about: 'Markdown: links, notes, runbooks' },
  heading: { label: 'Heading', about: 'Collapsible section' },
};
