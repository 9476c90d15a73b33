import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { verifyArchive } from '../archive/verify-archive.ts';
import { readEntries, type ReadEntry } from '../audit/read-entries.ts';
import { findDisorder, verifyEntries } from '../audit/verify-entries.ts';
import { EXIT, UsageError, type Command, type Terminal } from '../command.ts';
import { printable } from '../escape.ts';
import { codeOf } from '../read-rows.ts';

const PROBLEMS_SHOWN_MAX = 20;
const ENTRY_FILE = /\.(?:csv|jsonl|jsonl\.gz|jsonl\.zst|parquet)$/;

export const auditVerifyCommand: Command = {
  help:
    'Verifies offline that audit entries are complete and unchanged: numbers without gaps, and the hash chain.\n' +
    'Takes files of the audit export (CSV or JSON lines), bodies received from an audit stream, and folders of archives\n' +
    'whose query is index=_audit (CSV, JSON lines or Parquet). .gz and .zst files are decompressed. In a folder, the\n' +
    'manifests are verified, too; set XPLAIN_ARCHIVE_KEY to check their signatures.\n' +
    '\n' +
    'Prints the range and the last hash. Compare them with GET /api/v1/audit/chain: entries missing at either end\n' +
    "don't leave a gap.\n" +
    '\n' +
    'Exit codes: 0 nothing is missing or changed; 1 otherwise.',
  words: '<file or folder>…',
  options: {},
  examples: [
    'xplain audit verify audit.jsonl',
    'xplain audit verify 2026-10.csv 2026-11.csv',
    'xplain audit verify /backup/xplain/audit-archive',
  ],

  async run(terminal, _given, words) {
    if (words.length === 0) throw new UsageError('requires at least one file or folder');
    const read: Read = { entries: [], unnumbered: 0, problems: [] };
    for (const path of words) {
      try {
        await readPath(terminal, path, read);
      } catch (error) {
        terminal.complain(`xplain: can't read ${path} (${codeOf(error)})`);
        return EXIT.usage;
      }
    }
    return tell(terminal, read);
  },
};

interface Read {
  readonly entries: ReadEntry[];
  unnumbered: number;
  readonly problems: string[];
}

async function readPath({ environment }: Terminal, path: string, read: Read): Promise<void> {
  if (!statSync(path).isDirectory()) return readFile(path, read, true);
  const key = environment['XPLAIN_ARCHIVE_KEY'];
  const archive = await verifyArchive(path, key === '' ? undefined : key);
  read.problems.push(...archive.problems);
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' });
  for (const name of names.filter((each) => ENTRY_FILE.test(each)).toSorted()) {
    await readFile(join(path, name), read, false);
  }
}

/** Files of an archive are ordered by time; their manifest has their hash. */
async function readFile(path: string, read: Read, isInOrder: boolean): Promise<void> {
  const found = await readEntries(path).catch((error: unknown) => {
    // Of a file that is there, but not what it was.
    if (error instanceof Error && !('syscall' in error)) return error;
    throw error;
  });
  if (found instanceof Error) {
    read.problems.push(`${path} can't be read: ${found.message}`);
    return;
  }
  const { entries, unnumbered, unreadable, isArchive } = found;
  for (const entry of entries) read.entries.push(entry);
  read.unnumbered += unnumbered;
  if (unreadable > 0) read.problems.push(`${path}: ${unreadable} lines are not audit entries`);
  const disorder = isInOrder ? findDisorder(entries, isArchive) : undefined;
  if (disorder !== undefined) read.problems.push(`${path}: ${disorder}`);
}

function tell(terminal: Terminal, read: Read): 0 | 1 {
  const { from, to, hash, problems } = verifyEntries(read.entries);
  const all = [...read.problems, ...problems];
  for (const problem of all.slice(0, PROBLEMS_SHOWN_MAX)) {
    terminal.complain(`xplain: ${printable(problem)}`);
  }
  if (all.length > PROBLEMS_SHOWN_MAX) {
    terminal.complain(`xplain: ${all.length - PROBLEMS_SHOWN_MAX} more problems`);
  }
  if (read.unnumbered > 0) {
    terminal.complain(`xplain: ${read.unnumbered} entries without a number were not verified`);
  }
  if (from === undefined || to === undefined) {
    terminal.complain('xplain: no numbered audit entries found');
    return EXIT.failed;
  }
  terminal.print(`Entries ${from} to ${to}, last hash ${hash}`);
  if (all.length > 0) return EXIT.failed;
  terminal.print('Complete and unchanged');
  return EXIT.ok;
}
