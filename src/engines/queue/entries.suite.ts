/** What the tests of a queue put in and look for. */
import assert from 'node:assert/strict';
import { organizationId } from '../../base/ids.ts';
import { MB } from '../../spec/units.ts';
import type { Claim, IngestQueue, QueueEntry } from './queue.ts';

/** Declares the test of one sentence of the port, on a queue of its own. */
export type Promised = (
  sentence: string,
  body: (open: () => Promise<IngestQueue>) => Promise<void>,
) => void;

export const acme = organizationId('org_acme');
export const birch = organizationId('org_birch');
export const cedar = organizationId('org_cedar');
export const EVERYTHING = { eventsMax: 1_000_000, bytesMax: 1_000 * MB };

export function entry(
  organization: QueueEntry['organization'],
  text: string,
  events = 1,
): QueueEntry {
  return { organization, events, payload: new TextEncoder().encode(text) };
}

/** What a claim carries, readable in a failure. */
export function texts(claim: Claim | undefined): string[] {
  return (claim?.entries ?? []).map(({ payload }) => Buffer.from(payload).toString());
}

export async function claimed(queue: IngestQueue, bounds = EVERYTHING): Promise<Claim> {
  const claim = await queue.claim(bounds);
  assert(claim !== undefined, 'something should wait');
  return claim;
}

/** The same claim as whoever gets it next sees it. */
export function repeated(claim: Claim | undefined): Claim | undefined {
  return claim === undefined ? undefined : { ...claim, isRepeated: true };
}

export async function drain(queue: IngestQueue): Promise<string[]> {
  const drained: string[] = [];
  for (let claim; (claim = await queue.claim(EVERYTHING)) !== undefined;) {
    drained.push(...texts(claim));
    await queue.acknowledge(claim);
  }
  return drained;
}

export function depthOf(queue: IngestQueue): object {
  const { events, bytes, byOrganization } = queue.depth();
  const sums = [...byOrganization].map(([name, sum]) => [name, { ...sum }] as const);
  return { events, bytes, ...Object.fromEntries(sums) };
}

export const EMPTY = { events: 0, bytes: 0 };
