import { useMemo } from 'react';
import { numberOf, readChart } from '../../../../../src/charts/chart-data.ts';
import { formatInstant } from '../../../../../src/charts/clock.ts';
import { type ValueFormat, valueText } from '../../../../../src/charts/value-text.ts';
import type { ShownPanel } from '../../../../../src/contract/dashboard-data.ts';
import { AreaLine } from '../../../charts/area-line.tsx';
import { changeOf, stateOf } from '../logic/value-words.ts';
import { type KindProps, rowsOf } from './panel-props.ts';
import { StateSign } from './state-sign.tsx';

const COMPARED = {
  previous: 'vs previous period',
  day: 'vs previous day',
  week: 'vs previous week',
  none: '',
} as const;
const EARLIER = { previous: '', day: 'previous day', week: 'previous week', none: '' } as const;

const ARROWS = { up: '↑', down: '↓', same: '=' } as const;

export function ValuePanel({ panel, shown, around }: KindProps<'value'>) {
  const { unit, decimals, better, compare } = panel.options;
  const format = { unit, ...(decimals === null ? {} : { decimals }) };
  const found = firstNumber(shown);
  const value = found?.value ?? null;
  const state = stateOf(value, panel.thresholds ?? []);
  const text = value === null ? '–' : valueText(value, format);
  const { onPick } = around;
  return (
    <div className="db-value" data-state={state}>
      <div className="db-value-words">
        {onPick === undefined || found === undefined ? (
          <span className="db-value-number">{text}</span>
        ) : (
          <button
            type="button"
            className="db-value-number"
            title="Drill down"
            onClick={({ clientX, clientY, currentTarget }) => {
              const box = currentTarget.getBoundingClientRect();
              const at = { x: clientX || box.left, y: clientY || box.bottom };
              onPick({ panel: panel.id, row: 0, column: found.column, words: text, at });
            }}
          >
            {text}
          </button>
        )}
        <span className="db-value-more">
          {state !== undefined && <StateSign state={state} />}
          <Compared
            shown={shown}
            value={value}
            better={better}
            compare={compare}
            format={format}
            around={around}
          />
        </span>
      </div>
      <Line shown={shown} label={panel.title} timeZone={around.timeZone} unit={unit} />
    </div>
  );
}

function firstNumber(shown: ShownPanel) {
  const [row] = rowsOf(shown);
  for (const { name } of shown.columns) {
    const value = row === undefined ? null : numberOf(row[name]);
    if (value !== null) return { column: name, value };
  }
  return undefined;
}

interface ComparedProps extends Pick<KindProps<'value'>, 'shown' | 'around'> {
  readonly value: number | null;
  readonly better: 'lower' | 'higher' | null;
  readonly compare: keyof typeof COMPARED;
  readonly format: ValueFormat;
}

function Compared(props: ComparedProps) {
  const { shown, value, better, compare, around, format } = props;
  const { comparison } = shown;
  if (comparison?.baseline === 'none' && value !== null) {
    return (
      <span className="db-change" title={comparison.reason}>
        <span className="db-change-of">no baseline</span>
      </span>
    );
  }
  const change = changeOf(value, comparison?.value, better);
  if (comparison === undefined || change === undefined) return null;
  const [from, to] = [comparison.from, comparison.to].map((time) =>
    formatInstant(Date.parse(time), around.timeZone, 'seconds'),
  );
  const { direction, isBetter, text } = change;
  const before = valueText(comparison.value ?? 0, format);
  const tone = isBetter === undefined ? undefined : isBetter ? 'better' : 'worse';
  return (
    <span className="db-change" title={`${before} from ${from} to ${to}`}>
      <span data-change={tone}>
        <span aria-hidden="true">{ARROWS[direction]}</span> {text ?? `from ${before}`}
        {tone !== undefined && <span className="xp-hidden"> ({tone})</span>}
      </span>{' '}
      <span className="db-change-of">
        {text === undefined ? EARLIER[compare] : direction === 'same' ? '' : COMPARED[compare]}
      </span>
    </span>
  );
}

interface LineProps {
  readonly shown: ShownPanel;
  readonly label: string;
  readonly timeZone: string;
  readonly unit: string;
}

function Line({ shown, label, timeZone, unit }: LineProps) {
  const { sparkline } = shown;
  const chart = useMemo(
    () => (sparkline === undefined ? undefined : readChart(sparkline.columns, rowsOf(sparkline))),
    [sparkline],
  );
  if (chart === undefined || chart.labels !== undefined || chart.x.length < 2) return null;
  return <AreaLine chart={chart} label={label} timeZone={timeZone} unit={unit} />;
}
