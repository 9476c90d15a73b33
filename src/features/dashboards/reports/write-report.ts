/** A dashboard as a mail: cells that every mail program shows, the same as plain text, and a file with drawings. */
import { formatInstant } from '../../../charts/index.ts';
import type { DashboardData } from '../../../contract/dashboard-data.ts';
import type { CompleteDefinition } from '../../../contract/definition-form.ts';
import type { Mail } from '../../../engines/mail/mail.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { drawPart } from './draw-part.ts';
import { type Html, html, together } from './markup.ts';
import { mailPart } from './mail-part.ts';
import { reportParts, type ReportPart } from './shown-parts.ts';
import { textPart } from './text-part.ts';

export interface ReportContent {
  readonly name: string;
  readonly url: string;
  readonly definition: CompleteDefinition;
  readonly data: DashboardData;
}

export function writeReport({ name, url, definition, data }: ReportContent): Omit<Mail, 'to'> {
  const { timeZone } = data;
  const parts = reportParts(definition, data);
  const when = rangeText(data);
  const { reportMailBytesMax } = LIMITS.dashboards;
  const shown = asManyAsFit(parts, mailPart, reportMailBytesMax / 2);
  const page = html`<div style="font-family:sans-serif;color:#1a1f26;max-width:720px">
    <h1 style="font-size:20px">${name}</h1>
    <p style="color:#5a6572">${when}</p>
    ${together(shown.pieces)}${shown.left === 0 ? '' : leftOut(shown.left)}
    <p><a href="${url}">Open dashboard</a></p>
  </div>`;
  return {
    subject: `${name}: ${when}`.slice(0, LIMITS.mail.subjectCharactersMax),
    text: plainText(name, when, parts, url, reportMailBytesMax / 4),
    html: page.html,
    attachment: {
      name: 'report.html',
      type: 'text/html',
      content: fileOf(name, when, parts, timeZone),
    },
  };
}

function rangeText({ from, to, timeZone }: DashboardData): string {
  const [start, end] = [from, to].map((time) =>
    formatInstant(Date.parse(time), timeZone, 'seconds').slice(0, -3),
  );
  return `${start ?? ''} to ${end ?? ''} (${timeZone})`;
}

function leftOut(count: number): Html {
  return html`<p>
    ${count} more ${count === 1 ? 'panel is' : 'panels are'} in the attached file.
  </p>`;
}

/** In order, until the next one would be too much. */
function asManyAsFit(
  parts: readonly ReportPart[],
  write: (part: ReportPart) => Html,
  bytesMax: number,
): { readonly pieces: readonly Html[]; readonly left: number } {
  const pieces: Html[] = [];
  let bytes = 0;
  for (const [at, part] of parts.entries()) {
    const piece = write(part);
    bytes += Buffer.byteLength(piece.html);
    if (bytes > bytesMax) return { pieces, left: parts.length - at };
    pieces.push(piece);
  }
  return { pieces, left: 0 };
}

function plainText(
  name: string,
  when: string,
  parts: readonly ReportPart[],
  url: string,
  bytesMax: number,
): string {
  const lines = [name, when, ''];
  let bytes = 0;
  for (const part of parts) {
    const text = textPart(part);
    bytes += Buffer.byteLength(text);
    if (bytes > bytesMax) {
      lines.push('See the attached file for more.', '');
      break;
    }
    lines.push(text, '');
  }
  return [...lines, url, ''].join('\n');
}

const FILE_STYLE =
  'body{font-family:system-ui,sans-serif;color:#1a1f26;max-width:960px;margin:2rem auto;padding:0 1rem}' +
  'table{border-collapse:collapse;font-size:13px}td,th{padding:2px 8px;text-align:left;border-bottom:1px solid #0001;vertical-align:top}' +
  'section{margin:1.5rem 0}.note{color:#5a6572}pre{white-space:pre-wrap}';
/** Around the parts. */
const FRAME_BYTES = 4_096;

/** A standalone page: it loads nothing, and nothing in it can run. */
function fileOf(
  name: string,
  when: string,
  parts: readonly ReportPart[],
  timeZone: string,
): string {
  const { attachmentBytesMax } = LIMITS.mail;
  const drawn = asManyAsFit(
    parts,
    (part) => drawPart(part, timeZone),
    attachmentBytesMax - FRAME_BYTES,
  );
  const rest =
    drawn.left === 0
      ? ''
      : html`<p class="note">
          ${drawn.left} ${drawn.left === 1 ? 'panel' : 'panels'} didn't fit into this file.
        </p>`;
  const policy = "default-src 'none'; style-src 'unsafe-inline'";
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <title>${name}</title>
        <style>
          ${{ html: FILE_STYLE }}
        </style>
      </head>
      <body>
        <h1>${name}</h1>
        <p class="note">${when}</p>
        ${together(drawn.pieces)}${rest}
      </body>
    </html>`.html;
}
