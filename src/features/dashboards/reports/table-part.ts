/** Rows as a table of markup, as far as a reader looks. */
import { textOf } from '../../../charts/index.ts';
import type { ShownPanel } from '../../../contract/dashboard-data.ts';
import { type Html, html, together } from './markup.ts';
import { rowsOf } from './shown-parts.ts';

const CELL_CHARACTERS_MAX = 300;

export function tablePart(
  shown: Pick<ShownPanel, 'columns' | 'rows'>,
  bounds: { readonly rows: number; readonly columns: number },
): Html {
  const columns = shown.columns.slice(0, bounds.columns).map(({ name }) => name);
  const all = rowsOf(shown);
  const head = together(
    columns.map((name) => html`<th style="text-align:left;padding:2px 8px">${name}</th>`),
  );
  const body = together(
    all.slice(0, bounds.rows).map((row) => {
      const cells = columns.map(
        (name) => html`<td style="padding:2px 8px">${cellText(row[name])}</td>`,
      );
      return html`<tr>
        ${together(cells)}
      </tr>`;
    }),
  );
  const left = all.length - bounds.rows;
  const rest = left > 0 ? html`<p style="color:#5a6572">${left} more rows</p>` : '';
  return html`<table style="border-collapse:collapse;font-size:13px">
      <tr>
        ${head}
      </tr>
      ${body}
    </table>
    ${rest}`;
}

export function cellText(value: unknown): string {
  const text = textOf(value);
  return text.length > CELL_CHARACTERS_MAX ? `${text.slice(0, CELL_CHARACTERS_MAX)}…` : text;
}

/** Which columns of events people read first. */
export function logColumns(
  shown: Pick<ShownPanel, 'columns' | 'rows'>,
  fields: readonly string[],
): Pick<ShownPanel, 'columns' | 'rows'> {
  const wanted = ['_time', 'level', ...fields, 'event'];
  const columns = wanted.flatMap((name) => shown.columns.filter((each) => each.name === name));
  return columns.length === 0 ? shown : { columns, rows: shown.rows };
}
