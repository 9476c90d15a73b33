/** What can be chosen for each kind of panel. */
import type { PanelKind } from '../../../../../src/spec/dashboards.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';

const limits = LIMITS.dashboards;

export type Choice = readonly [value: string, label: string];

export type OptionField =
  | {
      readonly kind: 'choice';
      readonly name: string;
      readonly label: string;
      readonly choices: readonly Choice[];
    }
  | { readonly kind: 'flag'; readonly name: string; readonly label: string }
  | {
      readonly kind: 'number';
      readonly name: string;
      readonly label: string;
      readonly min: number;
      readonly max: number;
      readonly whenEmpty?: null;
    }
  | {
      readonly kind: 'names';
      readonly name: string;
      readonly label: string;
      readonly hint: string;
      readonly max: number;
    }
  | {
      readonly kind: 'text';
      readonly name: string;
      readonly label: string;
      readonly max: number;
      readonly whenEmpty?: null;
    }
  | { readonly kind: 'markdown' }
  | { readonly kind: 'unit' };

const UNIT: OptionField = { kind: 'unit' };

export const OPTION_FIELDS: Readonly<Record<PanelKind, readonly OptionField[]>> = {
  timeseries: [
    choice('style', 'Drawn as', [
      ['line', 'Lines'],
      ['area', 'Areas'],
      ['bars', 'Bars'],
    ]),
    choice('stack', 'Stacked', [
      ['none', 'No'],
      ['normal', 'Yes'],
      ['percent', 'Percent'],
    ]),
    { kind: 'flag', name: 'log', label: 'Logarithmic axis' },
    UNIT,
  ],
  value: [
    UNIT,
    { kind: 'number', name: 'decimals', label: 'Decimals', min: 0, max: 6, whenEmpty: null },
    choice('compare', 'Compared with', [
      ['previous', 'Before'],
      ['day', 'Day'],
      ['week', 'Week'],
      ['none', 'Nothing'],
    ]),
    choice('better', 'Better is', [
      ['', 'Neither'],
      ['lower', 'Lower'],
      ['higher', 'Higher'],
    ]),
    { kind: 'flag', name: 'sparkline', label: 'How it went, as a small line' },
  ],
  bars: [{ kind: 'number', name: 'top', label: 'Bars', min: 1, max: limits.barsMax }, UNIT],
  share: [
    choice('style', 'Drawn as', [
      ['bar', 'Bar'],
      ['donut', 'Ring'],
    ]),
    UNIT,
  ],
  heatmap: [
    choice('scale', 'Colours', [
      ['sqrt', 'Even out'],
      ['linear', 'Linear'],
    ]),
    UNIT,
  ],
  table: [
    names(
      'columns',
      'Columns',
      'None: all of them, as the query gives them.',
      limits.tableColumnsMax,
    ),
    names(
      'cellBars',
      'Columns with bars',
      'Their numbers are drawn as well.',
      limits.tableColumnsMax,
    ),
    { kind: 'number', name: 'rows', label: 'Rows', min: 1, max: limits.tableRowsMax },
  ],
  logs: [
    names('fields', 'Fields', 'Shown beside the text of events.', limits.logFieldsMax),
    { kind: 'number', name: 'rows', label: 'Events', min: 1, max: limits.logRowsMax },
    { kind: 'flag', name: 'wrap', label: 'Wrap long lines' },
  ],
  patterns: [{ kind: 'number', name: 'top', label: 'Patterns', min: 1, max: limits.patternsMax }],
  health: [
    names('services', 'Services', 'Their ids.', limits.healthServicesMax),
    {
      kind: 'text',
      name: 'tag',
      label: 'Or all with the tag',
      max: limits.tagCharactersMax,
      whenEmpty: null,
    },
  ],
  text: [{ kind: 'markdown' }],
  heading: [
    { kind: 'flag', name: 'collapsed', label: 'Closed at first: what it hides is not asked' },
  ],
};

function choice(name: string, label: string, choices: readonly Choice[]): OptionField {
  return { kind: 'choice', name, label, choices };
}

function names(name: string, label: string, hint: string, max: number): OptionField {
  return { kind: 'names', name, label, hint, max };
}
