import { organizationId } from '../../src/base/ids.ts';
import type { LogRecord } from '../../src/base/record.ts';
import type { SeededRandom } from './seeded-random.ts';

/** A plain record of a given time; what the test is about goes into `parts`. */
export function logRecord(parts: Partial<LogRecord> = {}): LogRecord {
  const now = Date.now();
  return {
    organization: organizationId('org_test'),
    index: 'main',
    timestamp: now,
    receivedAt: now,
    retentionDays: 30,
    level: 'info',
    source: 'test',
    id: '',
    body: 'request completed',
    attributes: [],
    ...parts,
  };
}

/** Everything that text can hold and that some layer might read as something else. */
const HOSTILE_PIECES = [
  '',
  'a',
  '\0',
  '\t',
  '\n',
  '\r\n',
  "'",
  '"',
  '`',
  '\\',
  '\\N',
  '\\0',
  "\\'",
  '{p1:String}',
  '%00',
  '%',
  '_',
  '\u007f',
  '\u0080',
  'ß',
  'İ',
  '漢字',
  '😀',
  '\ud83d',
  '\ude00',
  '\u2028',
  '\ufffe',
  '; DROP TABLE logs --',
  '/*',
  '[1,2]',
  'x'.repeat(127),
  'ü'.repeat(64),
  'é'.repeat(8_200),
  'y'.repeat(20_000),
] as const;

export function hostileText(random: SeededRandom): string {
  const pieces = Array.from({ length: random.integer(0, 4) }, () => random.pick(HOSTILE_PIECES));
  return pieces.join('');
}

/** The promoted names are among the keys, so that both ways of keeping an attribute are taken. */
const KEYS = [
  'service',
  'host',
  'trace_id',
  'user_id',
  'status',
  'http.method',
  'Kunde',
  '',
] as const;

export function hostileRecord(random: SeededRandom, parts: Partial<LogRecord>): LogRecord {
  const keys = new Set(
    Array.from({ length: random.integer(0, 6) }, () =>
      random.chance(0.6) ? random.pick(KEYS) : hostileText(random).toWellFormed(),
    ),
  );
  return logRecord({
    timestamp: random.integer(0, 2_000_000_000) * 1000 + random.integer(0, 999),
    level: random.pick(['info', 'error', 'wärn', '']),
    source: hostileText(random),
    id: random.chance(0.3) ? hostileText(random) : '',
    body: hostileText(random),
    attributes: [...keys].map((key) => [key, hostileText(random)] as const),
    ...parts,
  });
}
