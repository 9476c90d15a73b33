import { useComputedColorScheme } from '@mantine/core';
import { REST_COLOR, type Scheme } from '../../../../../src/charts/colors.ts';
import { labelText } from '../../../../../src/charts/label-text.ts';
import { lookOf, type Looks } from '../../../../../src/charts/looks.ts';
import { valueText } from '../../../../../src/charts/value-text.ts';
import { itemsOf, type LabelledNumber, placeOf, REST_LABEL } from './bars-panel.tsx';
import type { KindProps } from './panel-props.ts';

interface Slice extends LabelledNumber {
  readonly color: string;
  /** From 0 to 1. */
  readonly from: number;
  readonly to: number;
}

export function SharePanel({ panel, shown, around }: KindProps<'share'>) {
  const scheme = useComputedColorScheme('dark');
  const slices = slicesOf(itemsOf(shown), around.looks, scheme);
  const { style, unit } = panel.options;
  return (
    <div className="db-share" data-style={style}>
      {style === 'donut' ? <Ring slices={slices} /> : <Bar slices={slices} />}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys */}
      <ul className="db-share-names" aria-label={panel.title || 'Shares'} tabIndex={0}>
        {slices.map((slice) => (
          <li key={slice.row}>
            <Name slice={slice} unit={unit} panel={panel} shown={shown} around={around} />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface NameProps extends KindProps<'share'> {
  readonly slice: Slice;
  readonly unit: string;
}

function Name({ slice, unit, panel, shown, around: { onPick } }: NameProps) {
  const { label, value, color, from, to, row } = slice;
  const words = labelText(label, 60) || '(empty)';
  const content = (
    <>
      <span className="db-key" style={{ background: color }} />
      <span className="db-share-name xp-foreign">{words}</span>
      <span className="db-share-value">{valueText(value, { unit })}</span>
      <span className="db-share-part">{valueText((to - from) * 100, { unit: '%' })}</span>
    </>
  );
  if (onPick === undefined || label === REST_LABEL) return <div className="db-bar">{content}</div>;
  const column = shown.columns[0]?.name ?? '';
  return (
    <button
      type="button"
      className="db-bar"
      onClick={(event) => onPick({ panel: panel.id, row, column, words, at: placeOf(event) })}
    >
      {content}
    </button>
  );
}

/** Shares of nothing, and of less than nothing, are none. */
function slicesOf(items: readonly LabelledNumber[], looks: Looks, scheme: Scheme): Slice[] {
  const shown = items.filter(({ value }) => value > 0);
  const sum = shown.reduce((total, { value }) => total + value, 0);
  let from = 0;
  return shown.map((item) => {
    const isRest = item.label === REST_LABEL;
    const color = (isRest ? REST_COLOR : lookOf(item.label, looks).color)[scheme];
    const slice = { ...item, color, from, to: from + item.value / sum };
    from = slice.to;
    return slice;
  });
}

function Bar({ slices }: { readonly slices: readonly Slice[] }) {
  return (
    <div className="db-share-bar" aria-hidden="true">
      {slices.map(({ row, color, from, to }) => (
        <span key={row} style={{ flexGrow: to - from, background: color }} />
      ))}
    </div>
  );
}

const RADIUS = 40;
const AROUND = 2 * Math.PI * RADIUS;

function Ring({ slices }: { readonly slices: readonly Slice[] }) {
  const sum = slices.reduce((total, { value }) => total + value, 0);
  return (
    <svg className="db-ring" viewBox="0 0 100 100" aria-hidden="true" focusable="false">
      {slices.map(({ row, color, from, to }) => (
        <circle
          key={row}
          cx={50}
          cy={50}
          r={RADIUS}
          fill="none"
          stroke={color}
          strokeWidth={14}
          strokeDasharray={`${Math.max(0.5, (to - from) * AROUND - 1)} ${AROUND}`}
          strokeDashoffset={-from * AROUND}
          transform="rotate(-90 50 50)"
        />
      ))}
      <text x={50} y={54} textAnchor="middle">
        {valueText(sum)}
      </text>
    </svg>
  );
}
