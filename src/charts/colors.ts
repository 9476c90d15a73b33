/** Semantic colors, defined once: for the style sheet, charts, emails, and the contrast test. */
export type Scheme = 'light' | 'dark';

export type Shades = Readonly<Record<Scheme, string>>;

/** Background colors of pages, and of raised or hovered parts. */
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

/** Grid lines, which carry no meaning. */
export const GRID_COLOR: Shades = { light: '#00000012', dark: '#ffffff12' };

/** Colors of series without a semantic color. Distinguishable with each of the three types of color blindness. */
export const TONES: readonly Shades[] = [
  { light: '#2c8fc9', dark: '#49a2fe' },
  { light: '#ef41aa', dark: '#d43d08' },
  { light: '#304c12', dark: '#5bf663' },
  { light: '#9249eb', dark: '#efbdf3' },
  { light: '#7d912e', dark: '#d0a342' },
  { light: '#0332c7', dark: '#9249eb' },
  { light: '#9c5861', dark: '#fd50b7' },
  { light: '#681371', dark: '#2d7f65' },
];

/** Color of “other” and of missing values, which must not look like values. */
export const REST_COLOR: Shades = LEVEL_COLORS.debug;

/** Colors of health states. Each state is also shown as a word, because color alone is not accessible. */
export const STATE_COLORS = {
  ok: TEXT_COLORS.success,
  warning: TEXT_COLORS.warning,
  critical: TEXT_COLORS.danger,
  unknown: LEVEL_COLORS.trace,
} as const satisfies Record<string, Shades>;
export type State = keyof typeof STATE_COLORS;

/** Answers of the web by their first digit: the first colour for one of a kind, the next for another. */
export const STATUS_COLORS = {
  1: [LEVEL_COLORS.debug],
  2: [TEXT_COLORS.success, { light: '#0f5c4a', dark: '#b2f2c9' }],
  3: [LEVEL_COLORS.info, LEVEL_COLORS.trace],
  4: [
    LEVEL_COLORS.warn,
    { light: '#b45309', dark: '#fd9a4f' },
    { light: '#6b4f00', dark: '#ffe08a' },
  ],
  5: [LEVEL_COLORS.error, LEVEL_COLORS.fatal, { light: '#7f1d1d', dark: '#ffc9c9' }],
} as const satisfies Record<number, readonly Shades[]>;

/** Names that programs use for the six severities. */
const LEVEL_WORDS: Readonly<Record<string, Level>> = {
  critical: 'fatal',
  emergency: 'fatal',
  emerg: 'fatal',
  alert: 'fatal',
  crit: 'fatal',
  panic: 'fatal',
  ftl: 'fatal',
  err: 'error',
  severe: 'error',
  warning: 'warn',
  wrn: 'warn',
  notice: 'info',
  information: 'info',
  informational: 'info',
  inf: 'info',
  verbose: 'trace',
  vrb: 'trace',
  trc: 'trace',
  dbg: 'debug',
};

/** The severity whose colour an event's level gets. */
export function levelOf(word: string): Level {
  return levelNamed(word) ?? 'info';
}

/** The severity with this name; undefined if unknown. */
export function levelNamed(word: string): Level | undefined {
  const name = word.toLowerCase();
  if (isLevel(name)) return name;
  return Object.hasOwn(LEVEL_WORDS, name) ? LEVEL_WORDS[name] : undefined;
}

export function isLevel(name: string): name is Level {
  return Object.hasOwn(LEVEL_COLORS, name);
}
