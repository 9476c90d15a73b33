/**
 * Every fixed word and number of this folder, as it stands in `golden/words.txt`: what is on the wire, in files and in
 * the minds of people. Limits have a page of their own. Run with XPLAIN_GOLDEN=write to write them anew, and read
 * the difference: each is a promise.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import * as agents from './agents.ts';
import * as alerts from './alerts.ts';
import * as audit from './audit.ts';
import * as auditStreams from './audit-streams.ts';
import * as codes from './codes.ts';
import * as dashboards from './dashboards.ts';
import * as eu from './eu.ts';
import * as aiPresets from './ai-presets.ts';
import * as evaluation from './evaluation.ts';
import * as exports from './exports.ts';
import * as identity from './identity.ts';
import * as plans from './plans.ts';
import * as rates from './rates.ts';
import * as reservedIndexes from './reserved-indexes.ts';
import * as roles from './roles.ts';
import * as searchDisplay from './search-display.ts';
import * as secondFactor from './second-factor.ts';
import * as services from './services.ts';
import * as signIn from './sign-in.ts';
import * as signUp from './sign-up.ts';
import * as states from './states.ts';
import * as status from './status.ts';
import * as units from './units.ts';

const here = import.meta.dirname;
const page = join(here, 'golden/words.txt');
const MODULES: Readonly<Record<string, object>> = {
  agents,
  aiPresets,
  alerts,
  audit,
  auditStreams,
  codes,
  dashboards,
  eu,
  evaluation,
  exports,
  identity,
  plans,
  rates,
  reservedIndexes,
  roles,
  searchDisplay,
  secondFactor,
  services,
  signIn,
  signUp,
  states,
  status,
  units,
};
/** What the page of limits tells. */
const ELSEWHERE: ReadonlySet<string> = new Set(['limits', 'defaults']);

function written(value: unknown): string {
  if (value instanceof Set) return written([...(value as ReadonlySet<unknown>)]);
  return JSON.stringify(value);
}

/** A line for each value, and for each entry of a table. */
function linesOf(name: string, value: unknown): string[] {
  if (typeof value === 'function') return [];
  const isTable = typeof value === 'object' && value !== null && !(value instanceof Set);
  if (!isTable || Array.isArray(value)) return [`  ${name} ${written(value)}`];
  return Object.entries(value).map(([key, entry]) => `  ${name}.${key} ${written(entry)}`);
}

test('every fixed word is the one that is written down', () => {
  const lines = Object.entries(MODULES).flatMap(([file, module]) => [
    file,
    ...Object.entries<unknown>({ ...module }).flatMap(([name, value]) => linesOf(name, value)),
  ]);
  if (process.env['XPLAIN_GOLDEN'] === 'write') writeFileSync(page, `${lines.join('\n')}\n`);

  assert.deepEqual(lines, readFileSync(page, 'utf8').trimEnd().split('\n'));
});

test('no file of words is left out', () => {
  const files = readdirSync(here)
    .filter((file) => /^[a-z-]+\.ts$/.test(file))
    .map((file) => file.slice(0, -3).replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()))
    .filter((file) => !ELSEWHERE.has(file));

  assert.deepEqual(files.toSorted(), Object.keys(MODULES).toSorted());
});
