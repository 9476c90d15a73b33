import type { Report } from '../../../../../src/contract/dashboard-reports.ts';

/** “Every Monday at 08:00”. */
export function scheduleWords({ every, at, weekday, day }: Report['schedule']): string {
  switch (every) {
    case 'daily':
      return `Daily at ${at}`;
    case 'weekly': {
      const name = weekday ?? 'monday';
      return `Every ${name.charAt(0).toUpperCase()}${name.slice(1)} at ${at}`;
    }
    case 'monthly':
      return `Monthly on day ${day ?? 1} at ${at}`;
  }
}
