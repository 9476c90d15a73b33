import type { StepOf } from '../../../contract/pipeline-steps.ts';
import { openZone } from '../../../language/index.ts';
import { readField } from '../pipeline-event.ts';
import { failed, missed, type Step } from './step.ts';
import { type TimeReader, timeReader } from './time-format.ts';

/** Times are near the start of a line. */
const CANDIDATES_MAX = 512;
const AHEAD = failed('the time is too far in the future');
const EARLY = failed('the time is before 1970');

/** The formats and the zone were checked before. */
export function extractTimestampStep(options: StepOf<'extract_timestamp'>): Step {
  const { field = 'event', formats, timezone = 'UTC', isOptional } = options;
  const readers = formats.map(timeReader).filter((reader): reader is TimeReader => !!reader);
  const zone = openZone(timezone) ?? { name: 'UTC', offsetMs: () => 0 };
  const none = missed(isOptional, 'no time was found');
  return (event, { limits }) => {
    const text = readField(event, field)?.slice(0, CANDIDATES_MAX);
    if (text === undefined) return none;
    const facts = { zone, receivedAt: event.receivedAt };
    for (const read of readers) {
      const time = read(text, facts);
      if (time === undefined) continue;
      if (time < 0) return EARLY;
      if (time > event.receivedAt + limits.events.futureMsMax) return AHEAD;
      event.timestamp = time;
      return 'done';
    }
    return none;
  };
}
