import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  LEVEL_COLORS,
  levelNamed,
  levelOf,
  type Scheme,
  STATUS_COLORS,
  SURFACES,
  TEXT_COLORS,
  TONES,
} from './colors.ts';

const SCHEMES: readonly Scheme[] = ['light', 'dark'];
/** WCAG 2 AA for text of ordinary size. */
const CONTRAST_MIN = 4.5;
/** WCAG 2 AA for lines and areas that mean something. */
const LINE_CONTRAST_MIN = 3;
/** Distances in Oklab, in hundredths. Two greys of adjoining steps of ten are 8 to 9 apart. */
const DISTANCE_MIN = 15;
const BLIND_DISTANCE_MIN = 8;

type Color = readonly [number, number, number];

/** What is left of linear red, green and blue without one kind of cones (Machado and others, 2009). */
const BLINDNESSES: Readonly<Record<string, readonly [Color, Color, Color]>> = {
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

test('every colour of text can be read on every surface, in both schemes', () => {
  for (const [name, text] of Object.entries({ ...LEVEL_COLORS, ...TEXT_COLORS })) {
    for (const [surface, ground] of Object.entries(SURFACES)) {
      for (const scheme of SCHEMES) {
        const ratio = contrast(text[scheme], ground[scheme]);
        assert.ok(
          ratio >= CONTRAST_MIN,
          `${name} on ${surface} (${scheme}) has ${ratio.toFixed(2)}`,
        );
      }
    }
  }
});

test('every tone can be seen on every surface', () => {
  for (const tone of [...TONES, ...Object.values(STATUS_COLORS).flat()]) {
    for (const ground of Object.values(SURFACES)) {
      for (const scheme of SCHEMES) {
        const ratio = contrast(tone[scheme], ground[scheme]);
        assert.ok(ratio >= LINE_CONTRAST_MIN, `${tone[scheme]} has ${ratio.toFixed(2)}`);
      }
    }
  }
});

test('tones are told apart, with each kind of colour blindness, too', () => {
  assert.equal(TONES.length, 8);
  for (const scheme of SCHEMES) {
    const tones = TONES.map((tone) => tone[scheme]);
    for (const [at, first] of tones.entries()) {
      for (const second of tones.slice(at + 1)) {
        assertApart(first, second, 'full sight', linear, DISTANCE_MIN);
        for (const [name, matrix] of Object.entries(BLINDNESSES)) {
          const see = (color: string): Color => seen(linear(color), matrix);
          assertApart(first, second, name, see, BLIND_DISTANCE_MIN);
        }
      }
    }
  }
});

test('answers of the web look like the level of their first digit, with more tones for more of a kind', () => {
  assert.deepEqual(
    Object.entries(STATUS_COLORS).map(([digit, tones]) => [
      digit,
      ...tones.map(({ light }) => light),
    ]),
    [
      ['1', '#52606d'],
      ['2', '#1f7a3d', '#0f5c4a'],
      ['3', '#0b6e99', '#5f6873'],
      ['4', '#8a5300', '#b45309', '#6b4f00'],
      ['5', '#c92a2a', '#a21caf', '#7f1d1d'],
    ],
  );
});

test('levels are recognised in the words that programs use', () => {
  assert.equal(levelOf('ERROR'), 'error');
  assert.equal(levelOf('warning'), 'warn');
  assert.equal(levelOf('crit'), 'fatal');
  const short = ['VRB', 'trc', 'DBG', 'inf', 'WRN', 'err', 'FTL'].map(levelNamed);
  assert.deepEqual(short, ['trace', 'trace', 'debug', 'info', 'warn', 'error', 'fatal']);
  assert.equal(levelNamed('toString'), undefined);
  assert.equal(levelOf('toString'), 'info');
  assert.equal(levelOf('constructor'), 'info');
  assert.equal(levelOf(''), 'info');
});

function assertApart(
  first: string,
  second: string,
  sight: string,
  see: (color: string) => Color,
  least: number,
): void {
  const [a, b] = [oklab(see(first)), oklab(see(second))];
  const distance = 100 * Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
  assert.ok(distance >= least, `${first} and ${second}, ${sight}: ${distance.toFixed(1)}`);
}

function seen([red, green, blue]: Color, matrix: readonly [Color, Color, Color]): Color {
  const part = ([r, g, b]: Color): number =>
    Math.min(1, Math.max(0, r * red + g * green + b * blue));
  return [part(matrix[0]), part(matrix[1]), part(matrix[2])];
}

function oklab([r, g, b]: Color): Color {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function contrast(first: string, second: string): number {
  const [light, dark] = [luminance(first), luminance(second)].toSorted((a, b) => b - a);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

function luminance(color: string): number {
  const [red, green, blue] = linear(color);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function linear(color: string): Color {
  const part = (at: number): number => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}
