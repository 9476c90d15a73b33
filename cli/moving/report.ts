/** The result for each resource that was read: whether it was migrated, what differs, and what needs manual work. */
import { printable } from '../escape.ts';

export interface Place {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
}

export interface Note extends Place {
  readonly message: string;
}

/** `moved`: migrated unchanged; `changed`: migrated with a difference; `left`: not migrated. */
export type Outcome = 'moved' | 'changed' | 'left';

export interface Entry extends Place {
  /** Such as `saved search`. */
  readonly kind: string;
  readonly name: string;
  readonly outcome: Outcome;
  /** Where it is in the bundle: section and key. */
  readonly to?: string;
  readonly notes: readonly Note[];
}

export interface Report {
  readonly source: string;
  readonly bundles: readonly {
    readonly folder: string;
    readonly bundle: string;
    readonly things: number;
  }[];
  readonly counts: Readonly<Record<string, Readonly<Record<Outcome, number>>>>;
  readonly entries: readonly Entry[];
}

export function countsOf(entries: readonly Entry[]): Report['counts'] {
  const counts: Record<string, Record<Outcome, number>> = {};
  for (const { kind, outcome } of entries) {
    const row = (counts[kind] ??= { moved: 0, changed: 0, left: 0 });
    row[outcome] += 1;
  }
  return counts;
}

function placeText({ file, line, column }: Place): string {
  return [file, line, column].filter((part) => part !== undefined).join(':');
}

export function reportMarkdown({ source, bundles, counts, entries }: Report): string {
  const of = (outcome: Outcome): Entry[] => entries.filter((entry) => entry.outcome === outcome);
  const rows = Object.entries(counts).map(
    ([kind, { moved, changed, left }]) => `| ${kind} | ${moved} | ${changed} | ${left} |`,
  );
  return [
    `# Migration of ${text(source)}`,
    '',
    '| Type | Migrated | Migrated with changes | Not migrated |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
    ...bundles.map(({ folder, things }) => `- \`${folder}\`: ${things} resources`),
    ...section('Not migrated', of('left')),
    ...section('Migrated with changes', of('changed')),
    ...section('Migrated', of('moved')),
    '',
  ].join('\n');
}

function section(title: string, entries: readonly Entry[]): string[] {
  if (entries.length === 0) return [];
  const lines = entries.flatMap((entry) => {
    const { kind, name, to, notes } = entry;
    const target = to === undefined ? '' : ` → \`${to}\``;
    return [
      `- ${kind} **${text(name)}**${target} (${code(placeText(entry))})`,
      ...notes.map((note) => `  - ${code(placeText(note))}: ${text(note.message)}`),
    ];
  });
  return ['', `## ${title}`, '', ...lines];
}

function code(written: string): string {
  return `\`${printable(written).replaceAll('`', "'")}\``;
}

/** Keeps text in backticks; escapes the rest. */
function text(written: string): string {
  return printable(written)
    .split(/(`[^`]*`)/)
    .map((part, at) => (at % 2 === 1 ? part : part.replaceAll(/[<[\]*_`|\\]/g, '\\$&')))
    .join('');
}
