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
    choice('style', 'Style', [
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
    choice('compare', 'Compare with previous', [
      ['previous', 'Period'],
      ['day', 'Day'],
      ['week', 'Week'],
      ['none', 'Off'],
    ]),
    choice('better', 'Better value', [
      ['', 'Neither'],
      ['lower', 'Lower'],
      ['higher', 'Higher'],
    ]),
    { kind: 'flag', name: 'sparkline', label: 'Sparkline' },
  ],
  bars: [{ kind: 'number', name: 'top', label: 'Maximum bars', min: 1, max: limits.barsMax }, UNIT],
  share: [
    choice('style', 'Style', [
      ['bar', 'Bar'],
      ['donut', 'Donut'],
    ]),
    UNIT,
  ],
  heatmap: [
    choice('scale', 'Color scale', [
      ['sqrt', 'Square root'],
      ['linear', 'Linear'],
    ]),
    UNIT,
  ],
  table: [
    names(
      'columns',
      'Columns',
      'Default: all columns, as the query returns them.',
      limits.tableColumnsMax,
    ),
    names(
      'cellBars',
      'Columns with bars',
      'Draws bars next to the numbers.',
      limits.tableColumnsMax,
    ),
    { kind: 'number', name: 'rows', label: 'Maximum rows', min: 1, max: limits.tableRowsMax },
  ],
  logs: [
    names('fields', 'Fields', 'Shown next to the event text.', limits.logFieldsMax),
    { kind: 'number', name: 'rows', label: 'Maximum events', min: 1, max: limits.logRowsMax },
    { kind: 'flag', name: 'wrap', label: 'Wrap long lines' },
  ],
  patterns: [
    { kind: 'number', name: 'top', label: 'Maximum patterns', min: 1, max: limits.patternsMax },
  ],
  health: [
    names('services', 'Services', 'Service IDs.', limits.healthServicesMax),
    {
      kind: 'text',
      name: 'tag',
      label: 'Or services with tag',
      max: limits.tagCharactersMax,
      whenEmpty: null,
    },
  ],
  text: [{ kind: 'markdown' }],
  heading: [
    {
      kind: 'flag',
      name: 'collapsed',
      label: "Collapsed by default (hidden panels don't run their queries)",
    },
  ],
};

function choice(name: string, label: string, choices: readonly Choice[]): OptionField {
  return { kind: 'choice', name, label, choices };
}

function names(name: string, label: string, hint: string, max: number): OptionField {
  return { kind: 'names', name, label, hint, max };
}
