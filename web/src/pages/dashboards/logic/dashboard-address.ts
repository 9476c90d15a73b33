/** The viewer's choices, as the text after `?` in the URL of a dashboard. */
import type { ChosenVariables } from '../../../../../src/contract/dashboard-data.ts';

export interface DashboardChoice {
  /** Undefined where the dashboard's own range is shown. */
  readonly earliest: string | undefined;
  readonly latest: string | undefined;
  readonly timeZone: string | undefined;
  /** By name; an empty list means all. */
  readonly variables: Readonly<Record<string, readonly string[]>>;
  /** For a screen on a wall: nothing but panels, and it never slows down. */
  readonly isKiosk: boolean;
}

const PREFIX = 'var.';

/** Several values of one variable are listed one after another, each with its name. */
export function readChoice(search: string): DashboardChoice {
  const given = new URLSearchParams(search);
  const variables: Record<string, string[]> = {};
  for (const [name, value] of given) {
    if (!name.startsWith(PREFIX)) continue;
    const values = (variables[name.slice(PREFIX.length)] ??= []);
    // All of them is written as the name without a value.
    if (value !== '') values.push(value);
  }
  return {
    earliest: given.get('earliest') ?? undefined,
    latest: given.get('latest') ?? undefined,
    timeZone: given.get('timeZone') ?? undefined,
    variables,
    isKiosk: given.has('kiosk'),
  };
}

export function writeChoice(choice: DashboardChoice): string {
  const written = new URLSearchParams();
  if (choice.earliest !== undefined) written.set('earliest', choice.earliest);
  if (choice.latest !== undefined) written.set('latest', choice.latest);
  if (choice.timeZone !== undefined) written.set('timeZone', choice.timeZone);
  for (const [name, values] of Object.entries(choice.variables)) {
    if (values.length === 0) written.append(`${PREFIX}${name}`, '');
    for (const value of values) written.append(`${PREFIX}${name}`, value);
  }
  if (choice.isKiosk) written.set('kiosk', '1');
  const text = written.toString();
  return text === '' ? '' : `?${text}`;
}

/** As the API takes it; names that the dashboard does not know stay away from it. */
export function askedVariables(
  { variables }: DashboardChoice,
  known: ReadonlySet<string>,
): ChosenVariables {
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, values]) =>
      known.has(name) ? [[name, [...values]]] : [],
    ),
  );
}
