/** The text of a search that `map` runs for a row: `$field$` stands for a value of the row. */
import { endOfQuoted } from '../parser/lexer.ts';
import { encodeText } from '../quoting.ts';
import type { Query, Stage, StageKind } from '../tree.ts';
import { everyQuery } from '../walk.ts';

const TOKEN = /\$([\w.:{}@-]+)\$/g;
/** What means nothing but itself outside quotes. */
const PLAIN = /^[\w.:/-]+$/;
const REFUSED: ReadonlySet<StageKind> = new Set<StageKind>(['collect', 'map', 'outputlookup']);

/** The fields whose values the template has. */
export function fieldsOfMap(template: string): string[] {
  return [...new Set(Array.from(template.matchAll(TOKEN), ([, name = '']) => name))];
}

/** A value is only ever a value: no quote, pipe or bracket of it changes the search around it. */
export function filledMap(template: string, valueOf: (field: string) => string): string {
  let filled = '';
  let at = 0;
  while (at < template.length) {
    const quote = template.indexOf('"', at);
    const start = quote === -1 ? template.length : quote;
    const end = quote === -1 ? template.length : (endOfQuoted(template, quote) ?? template.length);
    filled += template.slice(at, start).replaceAll(TOKEN, (_, name: string) => bare(valueOf(name)));
    filled += template
      .slice(start, end)
      .replaceAll(TOKEN, (_, name: string) => encodeText(valueOf(name)).slice(1, -1));
    at = end;
  }
  return filled;
}

function bare(value: string): string {
  return PLAIN.test(value) ? value : encodeText(value);
}

/** The first command of a search that `map` can't run: what writes, and what would multiply the searches. */
export function refusedInMap(query: Query): Stage | undefined {
  for (const { stages } of everyQuery(query)) {
    const refused = stages.find(({ kind }) => REFUSED.has(kind));
    if (refused !== undefined) return refused;
  }
  return undefined;
}
