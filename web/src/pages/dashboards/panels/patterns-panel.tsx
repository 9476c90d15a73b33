import { numberOf, textOf } from '../../../../../src/charts/chart-data.ts';
import { formatInstant } from '../../../../../src/charts/clock.ts';
import { valueText } from '../../../../../src/charts/value-text.ts';
import { toOneLine, toSafeText } from '../../../parts/log-text.ts';
import { placeOf } from './bars-panel.tsx';
import { type KindProps, type PanelSurroundings, type Row, rowsOf } from './panel-props.ts';

const TEMPLATE_CHARACTERS_MAX = 600;
const PLACEHOLDER = /(<(?:\*|[A-Z]{2,12})>)/;

export function PatternsPanel({ panel, shown, around }: KindProps<'patterns'>) {
  const rows = rowsOf(shown);
  const most = rows.reduce((high, row) => Math.max(high, numberOf(row['count']) ?? 0), 0);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys
    <section className="db-table-scroller" tabIndex={0} aria-label={panel.title || 'Patterns'}>
      <table className="db-table db-patterns">
        <thead>
          <tr>
            <th scope="col" data-number>
              Events
            </th>
            <th scope="col">Pattern</th>
            <th scope="col">Last seen</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <PatternRow key={at} panel={panel.id} row={row} at={at} most={most} around={around} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface PatternRowProps {
  readonly panel: string;
  readonly row: Row;
  readonly at: number;
  readonly most: number;
  readonly around: PanelSurroundings;
}

function PatternRow({ panel, row, at, most, around }: PatternRowProps) {
  const count = numberOf(row['count']) ?? 0;
  const template = toOneLine(toSafeText(textOf(row['template']).slice(0, TEMPLATE_CHARACTERS_MAX)));
  const words = template.split(PLACEHOLDER).map((text, place) => (
    <span key={place} className={PLACEHOLDER.test(text) ? 'db-placeholder' : undefined}>
      {text}
    </span>
  ));
  const seen = Date.parse(textOf(row['last_seen']));
  const { onPick } = around;
  return (
    <tr>
      <td data-number>
        <span
          className="db-cell-bar"
          style={{ width: `${most === 0 ? 0 : (count / most) * 100}%` }}
          aria-hidden="true"
        />
        <span className="db-cell">{valueText(count)}</span>
      </td>
      <td className="db-template">
        {onPick === undefined ? (
          <span className="db-cell">{words}</span>
        ) : (
          <button
            type="button"
            className="db-cell"
            title={template}
            onClick={(event) =>
              onPick({
                panel,
                row: at,
                column: 'template',
                words: 'this pattern',
                at: placeOf(event),
              })
            }
          >
            {words}
          </button>
        )}
      </td>
      <td className="db-when">
        {Number.isFinite(seen) ? formatInstant(seen, around.timeZone, 'seconds').slice(5) : ''}
      </td>
    </tr>
  );
}
