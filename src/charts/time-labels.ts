/** Labels of a chart's time axis. */
import { formatInstant } from './clock.ts';

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** As short as tells them apart: years, months, days where those begin, hours, and parts of a second. */
export function timeLabels(ticks: readonly number[], timeZone: string): string[] {
  const texts = ticks.map((ms) => formatInstant(ms, timeZone));
  const isDaily = texts.every((text) => text.endsWith(' 00:00:00.000'));
  const isMonthly = isDaily && texts.length > 1 && texts.every((text) => /-01 \S+$/.test(text));
  const isYearly = isMonthly && texts.every((text) => /-01-01 \S+$/.test(text));
  return texts.map((text, at) => {
    const [day = '', time = ''] = text.split(' ');
    if (isYearly) return day.slice(0, -6);
    const before = texts[at - 1]?.split(' ')[0];
    const isNewYear = before !== undefined && before.slice(0, -6) !== day.slice(0, -6);
    if (isMonthly) return isNewYear ? day.slice(0, -3) : monthName(day);
    if (isDaily || (before !== undefined && before !== day)) return day.slice(-5);
    if (!time.endsWith('.000')) return time.slice(3).replace(/0{1,2}$/, '');
    return time.endsWith(':00.000') ? time.slice(0, 5) : time.slice(0, 8);
  });
}

function monthName(day: string): string {
  return MONTHS[Number(day.slice(-5, -3)) - 1] ?? day;
}
