/**
 * Times, spans and schedules and what becomes of them, in files people can read: `golden/*.txt`. Below a text, which begins
 * with `>`, stands how it is read and written, and what it is on the clocks of two places around changes of the clock. Run
 * with XPLAIN_GOLDEN=write to write what comes out now, and read the difference.
 */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { nextAfter, parseCron } from './cron.ts';
import { parseTime, printTime } from './parse-time.ts';
import { resolveTimeSpec } from './resolve-time.ts';
import { bucketsOf, bucketStart, lengthOf, parseSpan, printSpan } from './span.ts';
import { openZone, type Zone } from './zone.ts';

const isWriting = process.env['XPLAIN_GOLDEN'] === 'write';
const ZONES = ['Europe/Berlin', 'America/St_Johns'];
const INSTANTS = [
  '2026-08-05T12:34:56.789Z',
  '2026-03-29T01:30:00.000Z',
  '2026-10-25T01:30:00.000Z',
  '2024-02-29T23:59:59.999Z',
].map((text) => Date.parse(text));

function inZones(tell: (zone: Zone, instant: number) => string): string[] {
  return ZONES.map((name) => {
    const zone = openZone(name) ?? assert.fail(name);
    return `  ${name.padEnd(16)} ${INSTANTS.map((instant) => tell(zone, instant)).join('  ')}`;
  });
}

const iso = (ms: number): string => new Date(ms).toISOString().replace('.000Z', 'Z');

function tellTime(text: string): string[] {
  const time = parseTime(text);
  if (time.kind === 'problem') return [`  ${time.message}`];
  const resolved = inZones(({ name }, now) => {
    const found = resolveTimeSpec(time, { now, timeZone: name });
    return found.kind === 'problem' ? found.message : iso(found.ms);
  });
  return [`  ${JSON.stringify(time)} ${printTime(time)}`, ...resolved];
}

function tellSpan(text: string): string[] {
  const span = parseSpan(text);
  if (span.kind === 'problem') return [`  ${span.message}`];
  const reported = `  ${JSON.stringify(span)} ${printSpan(span)}`;
  if (span.kind !== 'time') return [reported];
  const starts = inZones((zone, instant) => {
    const range = { from: instant, to: instant + 3 * lengthOf(span) };
    const { starts: all } = bucketsOf(range, span, zone);
    return `${iso(bucketStart(instant, span, zone))} (${all.length} up to ${iso(all.at(-1) ?? 0)})`;
  });
  return [reported, ...starts];
}

function tellSchedule(text: string): string[] {
  const cron = parseCron(text);
  if (cron.kind === 'problem') return [`  ${cron.start}-${cron.end} ${cron.message}`];
  const { kind: _kind, ...fields } = cron;
  return [
    `  ${JSON.stringify(fields)}`,
    ...inZones((zone, instant) => iso(nextAfter(cron, zone, instant))),
  ];
}

const TOLD = { times: tellTime, spans: tellSpan, schedules: tellSchedule };

for (const [name, tell] of Object.entries(TOLD)) {
  test(`the ${name} are read as written`, () => {
    const path = join(import.meta.dirname, 'golden', `${name}.txt`);
    const content = readFileSync(path, 'utf8');
    const renewed = content
      .split('\n')
      .filter((line) => line.startsWith('>'))
      .map((line) => `${[line, ...tell(line.slice(2))].join('\n')}\n`)
      .join('\n');
    if (isWriting) writeFileSync(path, renewed);

    assert.equal(isWriting ? renewed : content, renewed);
  });
}
