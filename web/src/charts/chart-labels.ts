/** Words below the time axis of a chart. */
import { formatInstant } from '../query/time/time-range.ts';

/** Hours where they tell times apart, days where those begin. */
export function timeLabels(splits: readonly number[], timeZone: string): string[] {
  const texts = splits.map((seconds) => formatInstant(seconds * 1_000, timeZone, 'seconds'));
  const isDaily = texts.every((text) => text.endsWith(' 00:00:00'));
  return texts.map((text, at) => {
    const before = texts[at - 1];
    const isNewDay = before !== undefined && before.slice(0, 10) !== text.slice(0, 10);
    if (isNewDay || isDaily) return text.slice(5, 10);
    return text.endsWith(':00') ? text.slice(11, 16) : text.slice(11);
  });
}
