import { join } from 'node:path';
import { type Command, EXIT, textOption, UsageError } from '../command.ts';
import { printable } from '../escape.ts';
import type { Gathered } from './gather.ts';
import { readSources, type Sources } from './read-sources.ts';
import type { Report } from './report.ts';
import { requireEmptyFolder, writeMigration } from './write-bundles.ts';

interface Migration {
  readonly from: string;
  readonly what: string;
  readonly words: string;
  readonly isWanted: (path: string) => boolean;
  readonly migrate: (sources: Sources) => Gathered;
  readonly examples: readonly string[];
}

const OUT = 'migration';

/** A command that reads the configuration of another product and writes bundles and a report. */
export function migrationCommand(migration: Migration): Command {
  const { from, what, words, isWanted, migrate, examples } = migration;
  return {
    help:
      `${what} Writes a bundle for \`xplain config\` and a report: what was migrated, what wasn’t,\n` +
      'and why, with file and line. Runs offline; no data is sent.\n\n' +
      'Exit codes: 0 written; 2 unreadable input, or the folder isn’t empty.',
    options: {
      out: { type: 'string', value: '<folder>', help: `New folder to write to (default ${OUT}).` },
      json: { type: 'boolean', help: 'Print the report as JSON.' },
    },
    words,
    examples,
    async run(terminal, given, [path, ...others]) {
      if (path === undefined || others.length > 0) throw new UsageError(`requires ${words}`);
      const folder = textOption(given, 'out') ?? OUT;
      await requireEmptyFolder(folder);
      const sources = await readSources(path, isWanted);
      if (sources.files.length === 0) {
        throw new UsageError(`${path} has no files of ${from} that can be migrated`);
      }
      const report = await writeMigration(folder, sources.name, migrate(sources));
      if (given['json'] === true) terminal.print(JSON.stringify(report, null, 2));
      else for (const line of summary(report, folder)) terminal.print(printable(line));
      return EXIT.ok;
    },
  };
}

function summary({ counts, bundles }: Report, folder: string): string[] {
  const rows = Object.entries(counts).map(
    ([kind, { moved, changed, left }]) =>
      `${kind}: ${moved} migrated, ${changed} migrated with changes, ${left} not migrated`,
  );
  const next = bundles.map((each) => `xplain config apply --file ${join(folder, each.folder)}`);
  return [...rows, `Report: ${join(folder, 'report.md')}`, ...next.map((line) => `Next: ${line}`)];
}
