/** When a key or a token ends. */
const DAY_MS = 86_400_000;

export const EXPIRY_CHOICES = [
  { value: 'never', label: 'Never' },
  { value: '7', label: 'In 7 days' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In 1 year' },
  { value: 'date', label: 'On a date …' },
] as const;

/** The moment in ISO form; nothing for never, and for a day that is not there or not to come. */
export function expiryMoment(choice: string, day: string, now: number): string | undefined {
  if (choice === 'never') return undefined;
  if (choice !== 'date') return new Date(now + Number(choice) * DAY_MS).toISOString();
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  if (parts === null) return undefined;
  const end = new Date(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]) + 1);
  return end.getTime() > now ? end.toISOString() : undefined;
}

export function isExpiryReady(choice: string, day: string, now: number): boolean {
  return choice === 'never' || expiryMoment(choice, day, now) !== undefined;
}
