/** Common parts of all panel kinds: their props, and what a click on them reports. */
import type { Instants } from '../../../../../src/charts/clock.ts';
import type { Looks } from '../../../../../src/charts/looks.ts';
import type { AnnotationAnswer, ShownPanel } from '../../../../../src/contract/dashboard-data.ts';
import type { CompletePanel } from '../../../../../src/contract/definition-form.ts';
import type { PanelKind, THRESHOLD_STATES } from '../../../../../src/spec/dashboards.ts';

export interface Threshold {
  readonly from: number;
  readonly state: (typeof THRESHOLD_STATES)[number];
}

type Seen<Panel> = Panel extends CompletePanel
  ? Pick<Panel, 'id' | 'kind' | 'title' | 'description' | 'x' | 'y' | 'w' | 'h' | 'options'> & {
      readonly thresholds?: readonly Threshold[];
    }
  : never;

/** The parts of a panel that are required to display it; a public link reveals no more than this. */
export type SeenPanel = Seen<CompletePanel>;
export type SeenPanelOf<Kind extends PanelKind> = Extract<SeenPanel, { readonly kind: Kind }>;

/** The data point that was clicked. */
export interface PanelPick {
  readonly panel: string;
  /** The row of the answer, counted from 0. */
  readonly row: number;
  readonly column: string;
  /** Text for the heading of the menu. */
  readonly words: string;
  /** Where on the screen. */
  readonly at: { readonly x: number; readonly y: number };
}

/** The same for all panels of a dashboard. */
export interface PanelSurroundings {
  readonly timeZone: string;
  /** One name has one colour in all of them. */
  readonly looks: Looks;
  readonly annotations: readonly AnnotationAnswer[];
  /** Without it nothing leads anywhere, as on public pages. */
  readonly onPick?: ((pick: PanelPick) => void) | undefined;
  readonly onZoom?: ((range: Instants) => void) | undefined;
}

/** What a kind of panel is given. */
export interface KindProps<Kind extends PanelKind> {
  readonly panel: SeenPanelOf<Kind>;
  readonly shown: ShownPanel;
  readonly around: PanelSurroundings;
}

export type Row = Readonly<Record<string, unknown>>;

export function rowsOf({ rows }: Pick<ShownPanel, 'rows'>): readonly Row[] {
  return rows as readonly Row[];
}
