import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LEVEL_COLORS, levelColor, levelOf, SURFACES, TEXT_COLORS } from './tokens.ts';

/** WCAG 2 AA for text of ordinary size. */
const CONTRAST_MIN = 4.5;

test('every colour of text can be read on every surface, in both schemes', () => {
  for (const [name, text] of Object.entries({ ...LEVEL_COLORS, ...TEXT_COLORS })) {
    for (const [surface, ground] of Object.entries(SURFACES)) {
      for (const scheme of ['light', 'dark'] as const) {
        const ratio = contrast(text[scheme], ground[scheme]);
        assert.ok(
          ratio >= CONTRAST_MIN,
          `${name} on ${surface} (${scheme}) has ${ratio.toFixed(2)}`,
        );
      }
    }
  }
});

test('levels are recognised in the words that programs use', () => {
  assert.equal(levelOf('ERROR'), 'error');
  assert.equal(levelOf('warning'), 'warn');
  assert.equal(levelOf('crit'), 'fatal');
  assert.equal(levelOf('toString'), 'info');
  assert.equal(levelOf(''), 'info');
  assert.equal(levelColor('Warning'), 'var(--xp-level-warn)');
});

function contrast(first: string, second: string): number {
  const [light, dark] = [luminance(first), luminance(second)].toSorted((a, b) => b - a);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}
