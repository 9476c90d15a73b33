/** Legend of the histogram: the colours and the count of each. A click filters by one value. */
import { LEVEL_COLORS, levelNamed, levelOf } from '../../../../../src/charts/colors.ts';
import type { Histogram } from '../../../../../src/contract/search-views.ts';
import { formatCount } from '../../../parts/sizes.ts';
import { onlyValueOf } from '../../../query/text/edit-query.ts';
import { usePage } from '../page-context.tsx';

interface HistogramLegendProps {
  readonly data: Histogram;
  readonly query: string;
}

/** Names the API uses for series that represent no single value. */
const REST = 'OTHER';
const MISSING = 'NULL';

export function HistogramLegend({ data: { split, series }, query }: HistogramLegendProps) {
  const { actions } = usePage();
  if (split === null || series.length === 0) return <span />;
  const only = onlyValueOf(query, split);
  return (
    <ul className="sx-legend" aria-label={`Counts by ${split}`}>
      {series.toSorted(byLevel).map(({ value, count }) => {
        const isOnly = only === value;
        const act = (): void =>
          actions.filter(
            isOnly
              ? { action: 'clear', field: split }
              : { action: value === MISSING ? 'missing' : 'only', field: split, value },
          );
        return (
          <li key={value}>
            <button
              type="button"
              aria-pressed={isOnly}
              disabled={value === REST}
              title={isOnly ? `Show all values of ${split}` : `Only ${split}=${value}`}
              onClick={act}
            >
              <span style={{ background: `var(--xp-level-${levelOf(value)})` }} />
              {value === MISSING ? `no ${split}` : value}
              <span className="sx-legend-count">{formatCount(count)}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** The worst first; names that are no levels stay in the order they came in. */
function byLevel(left: { readonly value: string }, right: { readonly value: string }): number {
  return rankOf(left.value) - rankOf(right.value);
}

const LEVELS: readonly string[] = Object.keys(LEVEL_COLORS);

function rankOf(value: string): number {
  const level = levelNamed(value);
  return level === undefined ? LEVELS.length : LEVELS.indexOf(level);
}
