import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { Claim, IngestQueue } from '../../src/engines/queue/queue.ts';
import { LIMITS } from '../support/limits.ts';

/** Others need not wait long for what a killed node held. */
export const LEASE_MS = 400;
export const QUEUE_LIMITS = { queue: { ...LIMITS.queue, claimLeaseMs: LEASE_MS } };

/** What a child writes down; a question mark means that it asked and has no answer yet. */
export type JournalLine =
  | readonly ['ready' | 'refused']
  | readonly ['append?' | 'appended', name: string]
  | readonly ['claimed', token: string, attempts: number, names: readonly string[]]
  | readonly [
      'acknowledge?' | 'acknowledged' | 'retry?' | 'retried' | 'dead?' | 'dead',
      token: string,
    ];

/** Bytes that begin with a name and can be checked to the last one. */
export function payloadOf(name: string, bytes: number): Buffer {
  const head = Buffer.from(`${name}\n`);
  const filler = createHash('sha256').update(name).digest();
  return Buffer.concat([head, Buffer.alloc(Math.max(bytes - head.length, 0), filler)]);
}

/** The name of an entry whose bytes are all as they were appended. */
export function nameOf({ payload }: { readonly payload: Uint8Array }): string {
  const bytes = Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength);
  const name = bytes.toString('utf8', 0, bytes.indexOf(10));
  assert(payloadOf(name, bytes.length).equals(bytes), `the payload of ${name} has changed`);
  return name;
}

interface KnownClaim {
  readonly names: readonly string[];
  readonly attempts: number;
  /** What was asked for last, and whether the queue promised it. */
  readonly asked: 'nothing' | 'acknowledge' | 'retry' | 'dead';
  readonly isAnswered: boolean;
}

/** What must and what may be in the queue, as far as its users were told. */
export interface Expected {
  readonly asked: Set<string>;
  readonly promised: Set<string>;
  readonly claims: Map<string, KnownClaim>;
  /** The claim that each entry was last seen in. */
  readonly claimOf: Map<string, string>;
}

export function nothingExpected(): Expected {
  return { asked: new Set(), promised: new Set(), claims: new Map(), claimOf: new Map() };
}

/** Adds what one child wrote down. A line it was killed in the middle of says nothing. */
export function readJournal(path: string, expected: Expected): void {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  for (const line of text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .slice(0, -1)) {
    apply(JSON.parse(line) as JournalLine, expected);
  }
}

function apply(line: JournalLine, expected: Expected): void {
  const { asked, promised, claims } = expected;
  const update = (token: string, change: Partial<KnownClaim>): void => {
    const claim = claims.get(token);
    assert(claim !== undefined, `${token} was never claimed`);
    claims.set(token, { ...claim, ...change });
  };
  switch (line[0]) {
    case 'ready':
    case 'refused':
      return;
    case 'append?':
      asked.add(line[1]);
      return;
    case 'appended':
      promised.add(line[1]);
      return;
    case 'claimed': {
      const [, token, attempts, names] = line;
      const before = claims.get(token);
      if (before !== undefined) checkSame(token, before, attempts, names);
      for (const name of names) checkStays(name, token, expected);
      claims.set(token, { names, attempts, asked: 'nothing', isAnswered: true });
      return;
    }
    case 'acknowledge?':
      return update(line[1], { asked: 'acknowledge', isAnswered: false });
    case 'retry?':
      return update(line[1], { asked: 'retry', isAnswered: false });
    case 'dead?':
      return update(line[1], { asked: 'dead', isAnswered: false });
    case 'acknowledged':
    case 'retried':
    case 'dead':
      return update(line[1], { isAnswered: true });
    default:
      throw new Error(`unknown line ${JSON.stringify(line)}`);
  }
}

/** A claim that is handed out again carries the same entries, and the attempts that were promised. */
function checkSame(
  token: string,
  before: KnownClaim,
  attempts: number,
  names: readonly string[],
): void {
  assert.deepEqual(names, before.names, `claim ${token} has changed`);
  const isGone = before.isAnswered && (before.asked === 'acknowledge' || before.asked === 'dead');
  assert(!isGone, `claim ${token} came back after it was settled`);
  const used = before.attempts + (before.asked === 'retry' ? 1 : 0);
  const allowed = before.isAnswered ? [used] : [before.attempts, used];
  assert(allowed.includes(attempts), `claim ${token} has ${attempts} attempts, not ${used}`);
}

/** An entry is only ever stored under one token, unless its claim died and it was replayed. */
function checkStays(name: string, token: string, { claims, claimOf }: Expected): void {
  const before = claimOf.get(name) ?? token;
  const mayMove = before === token || claims.get(before)?.asked === 'dead';
  assert(mayMove, `${name} moved from claim ${before} to ${token}`);
  claimOf.set(name, token);
}

/**
 * Takes everything out of the queue and compares it with what is expected: nothing promised is missing,
 * nothing is there twice, no claim has changed, and the depth is exact.
 */
export async function checkQueue(queue: IngestQueue, expected: Expected): Promise<void> {
  const depth = queue.depth().events;
  const claims: Claim[] = [];
  for (let claim; (claim = await claimAll(queue)) !== undefined;) claims.push(claim);
  assert.equal(
    claims.reduce((sum, claim) => sum + claim.events, 0),
    depth,
    'the depth is wrong',
  );
  assert.equal(await queue.replayDeadLetters({}), queue.depth().events - depth);
  for (let claim; (claim = await claimAll(queue)) !== undefined;) claims.push(claim);

  for (const { token, attempts, entries } of claims) {
    apply(['claimed', token, attempts, entries.map(nameOf)], expected);
  }
  checkClaims(new Set(claims.map(({ token }) => token)), expected);
  checkEntries(
    claims.flatMap((claim) => claim.entries.map(nameOf)),
    expected,
  );

  for (const claim of claims) {
    apply(['acknowledge?', claim.token], expected);
    await queue.acknowledge(claim);
    apply(['acknowledged', claim.token], expected);
  }
  assert.equal(queue.depth().events, 0);
}

/** A claim that nobody settled is still there. */
function checkClaims(found: ReadonlySet<string>, expected: Expected): void {
  for (const [token, { asked }] of expected.claims) {
    const isOpen = asked === 'nothing' || asked === 'retry';
    assert(!isOpen || found.has(token), `claim ${token} is gone`);
  }
}

function checkEntries(found: readonly string[], expected: Expected): void {
  assert.equal(new Set(found).size, found.length, 'an entry is there twice');
  const stored = new Set<string>();
  const maybeStored = new Set<string>();
  for (const { asked, isAnswered, names } of expected.claims.values()) {
    if (asked !== 'acknowledge') continue;
    for (const name of names) (isAnswered ? stored : maybeStored).add(name);
  }
  const there = new Set(found);
  for (const name of found) {
    assert(expected.asked.has(name), `${name} was never appended`);
    assert(!stored.has(name), `${name} came back after it was stored`);
  }
  for (const name of expected.promised) {
    const isAccountedFor = there.has(name) || stored.has(name) || maybeStored.has(name);
    assert(isAccountedFor, `${name} was promised and is gone`);
  }
}

function claimAll(queue: IngestQueue): Promise<Claim | undefined> {
  return queue.claim({ eventsMax: 1_000_000, bytesMax: 100_000_000 });
}
