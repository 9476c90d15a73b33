import { isUtf8 } from 'node:buffer';
import { basename } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { LOOKUP_NAME } from '../../src/contract/lookups.ts';
import { tableName } from '../../src/language/parser/table-name.ts';
import { LIMITS } from '../../src/spec/limits.ts';
import type { Found, Gathering } from '../moving/gather.ts';
import type { SourceFile } from '../moving/read-sources.ts';
import type { Note } from '../moving/report.ts';
import { csvProblem } from './check-csv.ts';
import { isOn, placeIn, type Stanza } from './read-conf.ts';
import type { SplunkApp } from './splunk-app.ts';

const VALID = new RegExp(LOOKUP_NAME);
/** Leaves room for other resources in the bundle. */
const BYTES_MAX = LIMITS.bundles.bytesMax / 2;

/** Moves tables, and answers with their names: that of the file, and those under which searches know it. */
export function moveLookups(
  gathering: Gathering,
  apps: readonly SplunkApp[],
  isReferred: (name: string) => boolean,
): ReadonlySet<string> {
  const moved = new Set<string>();
  for (const app of apps) {
    const definitions = [...app.conf('transforms').values()].filter(isLookup);
    for (const file of app.lookups) moveFile(gathering, file, { definitions, isReferred, moved });
    for (const stanza of definitions) leaveOther(gathering, app, stanza);
  }
  return moved;
}

function isLookup({ settings }: Stanza): boolean {
  return ['filename', 'external_cmd', 'external_type', 'collection'].some((key) =>
    settings.has(key),
  );
}

interface Known {
  readonly definitions: readonly Stanza[];
  readonly isReferred: (name: string) => boolean;
  readonly moved: Set<string>;
}

function moveFile(gathering: Gathering, { path, bytes }: SourceFile, known: Known): void {
  const name = basename(path);
  const definitions = known.definitions.filter(
    ({ settings }) => settings.get('filename')?.value.trim() === name,
  );
  const others = definitions.filter((each) => known.isReferred(each.name));
  const names = [
    ...(others.length === 0 || known.isReferred(name) ? [name] : []),
    ...others.map((each) => each.name),
  ];
  const text = textOf(path, bytes);
  for (const key of new Set(names.map(tableName))) {
    const found = { kind: 'lookup table', name: key, file: path };
    const problem = typeof text === 'string' ? undefined : text;
    if (problem !== undefined) gathering.leave(found, problem);
    else if (typeof text === 'string') {
      moveTable(gathering, found, key, text, { ...known, definitions });
    }
  }
}

function moveTable(
  gathering: Gathering,
  found: Found,
  key: string,
  csv: string,
  known: Known,
): void {
  const { file } = found;
  if (known.moved.has(key)) {
    return gathering.leave(found, {
      file,
      message: 'Another app has a lookup table with this name.',
    });
  }
  if (!VALID.test(key)) {
    const message = 'Lookup table names can only contain lower-case letters, digits, `_` and `-`.';
    return gathering.leave(found, { file, message });
  }
  const wrong = csvProblem(csv);
  if (wrong !== undefined) return gathering.leave(found, { file, ...wrong });
  const bytes = Buffer.byteLength(csv);
  if (bytes > BYTES_MAX) {
    const message = `The table has ${bytes} bytes, which is too large for a bundle. Upload it with PUT /api/v1/lookups/${key}.`;
    return gathering.leave(found, { file, message });
  }
  const notes = known.definitions.flatMap(optionNotes);
  if (gathering.move(found, { kind: 'lookups', key, definition: { csv } }, notes)) {
    known.moved.add(key);
  }
}

function textOf(file: string, bytes: Buffer): string | Note {
  let content = bytes;
  if (file.endsWith('.gz')) {
    try {
      content = gunzipSync(bytes, { maxOutputLength: LIMITS.moving.sourceFileBytesMax });
    } catch {
      return { file, message: 'The file can’t be decompressed, or is too large.' };
    }
  }
  if (!isUtf8(content)) return { file, message: 'It isn’t valid UTF-8.' };
  const text = content.toString('utf8').replace(/^\uFEFF/, '');
  return text.includes('\0') ? { file, message: 'The file contains a NUL character.' } : text;
}

/** Options of a lookup definition other than exact matching. */
function optionNotes({ settings }: Stanza): Note[] {
  const notes: Note[] = [];
  const add = (key: string, message: string): void => {
    const setting = settings.get(key);
    if (setting !== undefined) notes.push({ ...placeIn(setting), message });
  };
  add('match_type', 'Wildcard and CIDR matching of keys isn’t supported. Keys must be equal.');
  if (!isOn(settings.get('case_sensitive_match'), true)) {
    add('case_sensitive_match', 'Keys are case-sensitive.');
  }
  add('default_match', 'Without a match, the fields are empty. Use `fillnull` to set a default.');
  add('time_field', 'Time-based lookups aren’t supported.');
  return notes;
}

/** Lookups that are no files. */
function leaveOther(gathering: Gathering, app: SplunkApp, stanza: Stanza): void {
  const { name, file, line, settings } = stanza;
  const found = { kind: 'lookup table', name, file, line };
  const named = settings.get('filename')?.value.trim();
  if (named !== undefined) {
    if (app.lookups.some(({ path }) => basename(path) === named)) return;
    return gathering.leave(found, { file, line, message: `The file ${named} is missing.` });
  }
  const isStored = settings.has('collection') || settings.get('external_type')?.value === 'kvstore';
  const message = isStored
    ? 'KV store collections aren’t part of the app. Export the collection as CSV and upload it as a lookup table.'
    : 'External lookups aren’t supported.';
  gathering.leave(found, { file, line, message });
}
