import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suggestLimits } from './suggest-limits.ts';

const values = (count: number, of: (at: number) => number): number[] =>
  Array.from({ length: count }, (_, at) => of(at));

test('limits lie beyond what is usual, and an outage does not move them', () => {
  const usual = values(100, (at) => 100 + (at % 10));
  const lower = { better: 'lower', isShare: false } as const;

  assert.deepEqual(suggestLimits(usual, lower), { warning: 160, critical: 330 });
  assert.deepEqual(suggestLimits([...usual, 90_000, 95_000], lower), {
    warning: 160,
    critical: 330,
  });
  assert.deepEqual(suggestLimits(usual, { ...lower, better: 'higher' }), {
    warning: 67,
    critical: 33,
  });
});

test('shares stay below a hundred, and have limits where nothing bad ever happened', () => {
  const share = { better: 'lower', isShare: true } as const;

  assert.deepEqual(
    suggestLimits(
      values(20, () => 0),
      share,
    ),
    { warning: 1, critical: 5 },
  );
  assert.deepEqual(
    suggestLimits(
      values(20, () => 50),
      share,
    ),
    { warning: 75, critical: 100 },
  );
  assert.deepEqual(
    suggestLimits(
      values(20, () => 90),
      share,
    ),
    { warning: null, critical: null },
  );
});

test('few values, silence and ranges suggest nothing', () => {
  const lower = { better: 'lower', isShare: false } as const;
  const none = { warning: null, critical: null };

  assert.deepEqual(
    suggestLimits(
      values(11, () => 5),
      lower,
    ),
    none,
  );
  assert.notDeepEqual(
    suggestLimits(
      values(12, () => 5),
      lower,
    ),
    none,
  );
  assert.deepEqual(
    suggestLimits(
      values(20, () => 0),
      lower,
    ),
    none,
  );
  assert.deepEqual(
    suggestLimits(
      values(20, () => 0),
      { ...lower, better: 'higher' },
    ),
    none,
  );
  assert.deepEqual(
    suggestLimits(
      values(20, () => 5),
      { ...lower, better: 'range' },
    ),
    none,
  );
});
