import { isoTime } from '../../../base/clock.ts';

export type Row = Readonly<Record<string, unknown>>;

/** A value as a cell shows it. */
export function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** A share from 0 to 1, in percent. */
export function share(part: number, whole: number): string {
  if (whole === 0) return '0%';
  const percent = (part / whole) * 100;
  return `${percent >= 10 || percent === 0 ? Math.round(percent) : Number(percent.toFixed(2))}%`;
}

/** Times of rows: without the date where all of them have the same. */
export function timeCells(times: readonly unknown[]): string[] {
  const texts = times.map((time) => timeText(time));
  const days = new Set(texts.map((text) => text.slice(0, 10)));
  const isOneDay = days.size === 1 && texts.every((text) => ISO.test(text));
  return isOneDay ? texts.map((text) => text.slice(11, -1)) : texts;
}

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

function timeText(time: unknown): string {
  return typeof time === 'number' ? isoTime(time) : cell(time);
}
