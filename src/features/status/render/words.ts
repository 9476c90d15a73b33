import { LIMITS } from '../../../spec/limits.ts';
import { type Markup, markup } from './markup.ts';

const DAY = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const TIME = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
});

export function dayText(ms: number): string {
  return DAY.format(ms);
}

export function timeText(ms: number): string {
  return `${DAY.format(ms)}, ${TIME.format(ms)} UTC`;
}

export function timeMarkup(ms: number): Markup {
  return markup`<time datetime="${new Date(ms).toISOString()}">${timeText(ms)}</time>`;
}

/** Truncates and never rounds up: 100 % means every single minute. */
export function percentText(part: number, whole: number): string {
  if (whole === 0) return '–';
  return `${(Math.floor((part * 100_000) / whole) / 1_000).toFixed(3)}%`;
}

export function minutesText(minutes: number): string {
  if (minutes < 60) return `${minutes} min`;
  const rest = minutes % 60;
  return rest === 0 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 60)} h ${rest} min`;
}

export function millisecondsText(ms: number | null): string {
  if (ms === null) return '–';
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(2)} s`;
}

/** The beginning of a text that is too long for the front page. */
export function shortText(
  text: string,
  charactersMax: number = LIMITS.status.shownCharactersMax,
): string {
  if (text.length <= charactersMax) return text;
  // Half of a character at the cut becomes the sign for an unknown one when it is escaped.
  return `${text.slice(0, charactersMax)} …`;
}
