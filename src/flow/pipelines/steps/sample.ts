import type { StepOf } from '../../../contract/pipeline-steps.ts';
import { type PipelineEvent, readField, writeAttribute } from '../pipeline-event.ts';
import type { Step } from './step.ts';

/** Allows counts to be extrapolated for the dropped events. */
const RATE_ATTRIBUTE = '_sample_rate';

/** The same event always meets the same fate, on every node and when it is sent again. */
export function sampleStep({ rate, by }: StepOf<'sample'>): Step {
  const threshold = rate * 2 ** 32;
  const text = String(rate);
  return (event, { room }) => {
    if (hashOf(keyOf(event, by)) >= threshold) return 'dropped';
    writeAttribute(event, RATE_ATTRIBUTE, text, room);
    return 'done';
  };
}

function keyOf(event: PipelineEvent, by: string | undefined): string {
  const value = by === undefined ? undefined : readField(event, by);
  if (value !== undefined) return value;
  if (event.id !== '') return event.id;
  return `${event.timestamp} ${event.source} ${event.body}`;
}

/** FNV-1a with a last stir, since neighbouring texts must not fall side by side. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
