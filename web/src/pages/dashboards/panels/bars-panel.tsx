import { useComputedColorScheme } from '@mantine/core';
import { numberOf, textOf } from '../../../../../src/charts/chart-data.ts';
import { isLevel, REST_COLOR, type Scheme, TONES } from '../../../../../src/charts/colors.ts';
import { labelText } from '../../../../../src/charts/label-text.ts';
import { lookOf, type Looks } from '../../../../../src/charts/looks.ts';
import { valueText } from '../../../../../src/charts/value-text.ts';
import type { ShownPanel } from '../../../../../src/contract/dashboard-data.ts';
import { stateOf } from '../logic/value-words.ts';
import { type KindProps, rowsOf } from './panel-props.ts';
import { StateSign } from './state-sign.tsx';

export interface LabelledNumber {
  readonly label: string;
  readonly value: number;
  /** The row of the answer. */
  readonly row: number;
}

export const REST_LABEL = 'Other';

/** The answer of a bar list or a share: labels, then numbers, largest first. */
export function itemsOf(shown: ShownPanel): LabelledNumber[] {
  const [label, number] = shown.columns;
  if (label === undefined || number === undefined) return [];
  return rowsOf(shown).flatMap((row, at) => {
    const value = numberOf(row[number.name]);
    return value === null ? [] : [{ label: textOf(row[label.name]), value, row: at }];
  });
}

export function BarsPanel({ panel, shown, around }: KindProps<'bars'>) {
  const scheme = useComputedColorScheme('dark');
  const items = itemsOf(shown);
  const most = items.reduce((high, { value }) => Math.max(high, Math.abs(value)), 0);
  const { unit } = panel.options;
  const column = shown.columns[0]?.name ?? '';
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys
    <ul className="db-bars" aria-label={panel.title || 'Bars'} tabIndex={0}>
      {items.map(({ label, value, row }) => {
        const state = stateOf(value, panel.thresholds ?? []);
        const content = (
          <>
            <span className="db-bar-name xp-foreign">{labelText(label, 80) || '(empty)'}</span>
            <span className="db-bar-track">
              <span
                className="db-bar-fill"
                style={{
                  width: `${most === 0 ? 0 : (Math.abs(value) / most) * 100}%`,
                  background: barColor(label, around.looks, scheme),
                }}
              />
            </span>
            <span className="db-bar-value">
              {state !== undefined && <StateSign state={state} />} {valueText(value, { unit })}
            </span>
          </>
        );
        const { onPick } = around;
        const isLinked = onPick !== undefined && label !== REST_LABEL;
        return (
          <li key={row}>
            {isLinked ? (
              <button
                type="button"
                className="db-bar"
                title={labelText(label, 300)}
                onClick={(event) =>
                  onPick({
                    panel: panel.id,
                    row,
                    column,
                    words: labelText(label, 40),
                    at: placeOf(event),
                  })
                }
              >
                {content}
              </button>
            ) : (
              <div className="db-bar">{content}</div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** A keyboard click has no coordinates. */
export function placeOf(event: {
  readonly clientX: number;
  readonly clientY: number;
  readonly currentTarget: Element;
}): { readonly x: number; readonly y: number } {
  if (event.clientX !== 0 || event.clientY !== 0) return { x: event.clientX, y: event.clientY };
  const { left, bottom } = event.currentTarget.getBoundingClientRect();
  return { x: left + 20, y: bottom };
}

/** The colour its name has elsewhere; otherwise all are alike. */
function barColor(label: string, looks: Looks, scheme: Scheme): string {
  if (label === REST_LABEL) return REST_COLOR[scheme];
  if (looks.has(label) || isLevel(label.toLowerCase())) return lookOf(label, looks).color[scheme];
  return TONES[0]?.[scheme] ?? REST_COLOR[scheme];
}
