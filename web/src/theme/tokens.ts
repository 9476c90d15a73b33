/** Colours with a meaning, once: for the style sheet, the chart, and the test that reads their contrast. */
export interface Shades {
  readonly light: string;
  readonly dark: string;
}

/** What text stands on: pages, and raised or hovered parts of them. */
export const SURFACES = {
  page: { light: '#ffffff', dark: '#14181f' },
  raised: { light: '#f5f7f9', dark: '#1d222b' },
} as const satisfies Record<string, Shades>;

/** Severities; an unknown one looks like `info`. As text they pass WCAG AA on every surface. */
export const LEVEL_COLORS = {
  fatal: { light: '#a21caf', dark: '#e879f9' },
  error: { light: '#c92a2a', dark: '#ff8787' },
  warn: { light: '#8a5300', dark: '#f5b83d' },
  info: { light: '#0b6e99', dark: '#5cc4ea' },
  debug: { light: '#52606d', dark: '#9aa7b5' },
  trace: { light: '#5f6873', dark: '#8b97a5' },
} as const satisfies Record<string, Shades>;
export type Level = keyof typeof LEVEL_COLORS;

export const TEXT_COLORS = {
  text: { light: '#1a1f26', dark: '#d8dde5' },
  dimmed: { light: '#5a6572', dark: '#98a2b1' },
  placeholder: { light: '#66717e', dark: '#8793a2' },
  danger: { light: '#c92a2a', dark: '#ff8787' },
  success: { light: '#1f7a3d', dark: '#69db8e' },
  warning: { light: '#8a5300', dark: '#f5b83d' },
} as const satisfies Record<string, Shades>;

/** Words that programs use for the six severities. */
const LEVEL_WORDS: Readonly<Record<string, Level>> = {
  critical: 'fatal',
  emergency: 'fatal',
  emerg: 'fatal',
  alert: 'fatal',
  crit: 'fatal',
  panic: 'fatal',
  err: 'error',
  warning: 'warn',
  notice: 'info',
  information: 'info',
  verbose: 'debug',
};

/** The severity whose colour an event's level gets. */
export function levelOf(word: string): Level {
  const name = word.toLowerCase();
  return isLevel(name) ? name : (LEVEL_WORDS[name] ?? 'info');
}

function isLevel(name: string): name is Level {
  return Object.hasOwn(LEVEL_COLORS, name);
}

/** The custom property that holds a level's colour in the present colour scheme. */
export function levelColor(word: string): string {
  return `var(--xp-level-${levelOf(word)})`;
}
