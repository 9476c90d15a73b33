/** An event or query in the forms in which people carry it elsewhere. */
import { textOf } from '../../../../src/charts/chart-data.ts';
import type { LogEvent } from './log-event.ts';
import { toSafeText } from '../../parts/log-text.ts';

export function toJson({ row }: LogEvent): string {
  return JSON.stringify(row, undefined, 2);
}

/** For chats and tickets: the line in a fence that it cannot close, its fields in a list. */
export function toMarkdown(event: LogEvent, link: string): string {
  const text = toSafeText(event.text);
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  const fields = Object.entries(event.row)
    .filter(([name, value]) => name !== 'event' && name !== '_time' && textOf(value) !== '')
    .map(([name, value]) => `- **${escape(name)}**: ${escape(toSafeText(textOf(value)))}`);
  const head = `**${textOf(event.row['_time'])}** ${escape(event.level)} [open](${link})`;
  return [head, '', fence, text, fence, '', ...fields].join('\n');
}

function escape(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>|]/g, String.raw`\$&`).replaceAll('\n', ' ');
}

/** Returns a shell command that fetches the event. The key is read from the environment and never included. */
export function toCurl(origin: string, path: string): string {
  return `curl -sS -H "Authorization: Bearer $XPLAIN_API_KEY" ${quote(origin + path)}`;
}

/** Quotes for a POSIX shell: no character inside single quotes has a special meaning. */
function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
