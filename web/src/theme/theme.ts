import { LEVEL_COLORS, SURFACES, TEXT_COLORS } from '../../../src/charts/colors.ts';
import {
  createTheme,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type MantineThemeOverride,
} from '@mantine/core';

const BRAND: MantineColorsTuple = [
  '#e5f6fa',
  '#cbebf3',
  '#98d8e8',
  '#62c3da',
  '#37b0cd',
  '#1a9bba',
  '#0d87a6',
  '#08758f',
  '#06647b',
  '#045062',
];
const DARK: MantineColorsTuple = [
  TEXT_COLORS.text.dark,
  '#b6bfcb',
  TEXT_COLORS.dimmed.dark,
  '#5d6878',
  '#36404d',
  '#272e39',
  SURFACES.raised.dark,
  SURFACES.page.dark,
  '#0f1318',
  '#0a0d11',
];
const RED: MantineColorsTuple = [
  '#fff0f0',
  '#ffe0e0',
  '#ffc4c4',
  '#ffa3a3',
  '#ff8787',
  '#f36a6a',
  '#dd4444',
  '#c92a2a',
  '#ad2020',
  '#8f1818',
];

const TEAL: MantineColorsTuple = [
  '#e9f9f2',
  '#d6f3e6',
  '#aee6cd',
  '#83d8b3',
  '#5fcc9e',
  '#3fb98a',
  '#25a074',
  '#14805b',
  '#0d6b4b',
  '#07573c',
];

/** Uses small type throughout: log lines are dense, and so is the surrounding interface. */
export function themeFor(density: Density): MantineThemeOverride {
  return createTheme({
    scale: density === 'compact' ? 1 : 1.12,
    primaryColor: 'brand',
    primaryShade: 7,
    colors: { brand: BRAND, dark: DARK, red: RED, teal: TEAL },
    black: TEXT_COLORS.text.light,
    defaultRadius: 'sm',
    fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
    fontFamilyMonospace: 'ui-monospace, "SF Mono", "JetBrains Mono", Menlo, Consolas, monospace',
    fontSizes: { xs: px(12), sm: px(13), md: px(14), lg: px(16), xl: px(19) },
    headings: {
      fontWeight: '600',
      sizes: {
        h1: { fontSize: px(19), lineHeight: '1.35' },
        h2: { fontSize: px(15), lineHeight: '1.4' },
        h3: { fontSize: px(13), lineHeight: '1.4' },
      },
    },
    respectReducedMotion: true,
    cursorType: 'pointer',
    components: {
      ...small(['TextInput', 'PasswordInput', 'Textarea', 'NumberInput', 'Select', 'NativeSelect']),
      ...small(['MultiSelect', 'TagsInput', 'Button', 'Checkbox', 'Switch', 'SegmentedControl']),
      ...small(['JsonInput', 'Radio', 'Autocomplete']),
      Text: { defaultProps: { size: 'sm' } },
      // A link in a sentence must be recognisable without its colour.
      Anchor: { defaultProps: { size: 'sm', underline: 'always' } },
      Table: { defaultProps: { verticalSpacing: 6, horizontalSpacing: 'sm', fz: 'sm' } },
      Tooltip: { defaultProps: { openDelay: 300, withArrow: true, fz: 'xs' } },
      Modal: {
        defaultProps: { centered: true, overlayProps: { backgroundOpacity: 0.55 } },
        styles: { title: { fontWeight: 600 } },
      },
      // A state truncated to “act…” is meaningless.
      Badge: {
        defaultProps: { variant: 'light', radius: 'sm', tt: 'none', fw: 500 },
        styles: { root: { minWidth: 'max-content' } },
      },
      Skeleton: { defaultProps: { radius: 'sm' } },
    },
  });
}

export type Density = 'compact' | 'comfortable';

/** CSS custom properties in addition to Mantine's: level colours, and greys with enough contrast. */
export const variablesFor: CSSVariablesResolver = () => ({
  variables: {},
  light: variables('light'),
  dark: variables('dark'),
});

function variables(scheme: 'light' | 'dark'): Record<string, string> {
  const levels = Object.entries(LEVEL_COLORS).map(([name, color]) => [
    `--xp-level-${name}`,
    color[scheme],
  ]);
  return {
    ...(Object.fromEntries(levels) as Record<string, string>),
    '--mantine-color-body': SURFACES.page[scheme],
    '--mantine-color-text': TEXT_COLORS.text[scheme],
    '--mantine-color-dimmed': TEXT_COLORS.dimmed[scheme],
    '--mantine-color-placeholder': TEXT_COLORS.placeholder[scheme],
    '--mantine-color-error': TEXT_COLORS.danger[scheme],
    '--xp-raised': SURFACES.raised[scheme],
    '--xp-danger': TEXT_COLORS.danger[scheme],
    '--xp-success': TEXT_COLORS.success[scheme],
    '--xp-warning': TEXT_COLORS.warning[scheme],
    '--xp-border': scheme === 'light' ? '#dfe4e9' : '#2a323d',
    '--xp-link': scheme === 'light' ? BRAND[7] : BRAND[3],
    '--mantine-color-gray-light': scheme === 'light' ? '#eceff2' : '#29313b',
    '--mantine-color-gray-light-color': scheme === 'light' ? '#3f4954' : '#c3cbd6',
    '--mantine-color-red-light-color': TEXT_COLORS.danger[scheme],
    '--mantine-color-red-outline': TEXT_COLORS.danger[scheme],
    // Keeps button text readable on hover.
    ...(scheme === 'light'
      ? { '--mantine-color-brand-light-hover': BRAND[1], '--mantine-color-red-light-hover': RED[0] }
      : {}),
    '--mantine-color-brand-light-color': scheme === 'light' ? BRAND[8] : BRAND[3],
    '--mantine-color-anchor': scheme === 'light' ? BRAND[7] : BRAND[3],
  };
}

function px(pixels: number): string {
  return `calc(${pixels / 16}rem * var(--mantine-scale))`;
}

function small(names: readonly string[]): Record<string, { defaultProps: { size: string } }> {
  return Object.fromEntries(names.map((name) => [name, { defaultProps: { size: 'xs' } }]));
}
