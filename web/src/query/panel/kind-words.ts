/** The kinds of panels in words, for whoever chooses one. */
import type { PanelKind } from '../../../../src/spec/dashboards.ts';

interface KindWords {
  readonly label: string;
  /** What the query has to give, or what it is for. */
  readonly about: string;
}

export const KIND_WORDS: Readonly<Record<PanelKind, KindWords>> = {
  timeseries: { label: 'Time series', about: 'Numbers over time' },
  value: { label: 'Value', about: 'One number, and how it was before' },
  bars: { label: 'Bars', about: 'The largest of a list' },
  share: { label: 'Share', about: 'Parts of a whole' },
  heatmap: { label: 'Heat map', about: 'How values are spread over time' },
  table: { label: 'Table', about: 'Rows and columns' },
  logs: { label: 'Logs', about: 'Events as they were sent' },
  patterns: { label: 'Patterns', about: 'What events have in common' },
  health: { label: 'Health', about: 'How services are doing' },
  text: { label: 'Text', about: 'Markdown: links, notes, run books' },
  heading: { label: 'Heading', about: 'Folds what stands below it' },
};
