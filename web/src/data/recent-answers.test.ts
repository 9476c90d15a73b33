import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forgetAnswer, keepAnswer, keptAnswer } from './recent-answers.ts';

function shelf(stored: Record<string, string> = {}) {
  return {
    getItem: (key: string) => stored[key] ?? null,
    setItem: (key: string, value: string) => {
      stored[key] = value;
    },
    removeItem: (key: string) => {
      delete stored[key];
    },
  };
}

test('an answer is kept for a minute, and one from the future is not believed', () => {
  const kept = shelf();
  keepAnswer('ways', ['google'], kept, 1_000);

  const answers = [999, 1_000, 60_999, 61_000].map((now) => keptAnswer('ways', kept, now));

  const reported = { answer: ['google'] };
  assert.deepEqual(answers, [undefined, reported, reported, undefined]);
  assert.equal(keptAnswer('others', kept, 1_000), undefined);
});

test('that there is nobody is an answer too, until it is forgotten', () => {
  const kept = shelf();
  keepAnswer('session', null, kept, 1_000);

  assert.deepEqual(keptAnswer('session', kept, 2_000), { answer: null });
  forgetAnswer('session', kept);
  assert.equal(keptAnswer('session', kept, 2_000), undefined);
});

test('a storage that is full, forbidden or broken keeps nothing', () => {
  const refuse = () => {
    throw new Error('forbidden');
  };
  const forbidden = { getItem: refuse, setItem: refuse, removeItem: refuse };

  keepAnswer('session', null, forbidden, 1_000);
  forgetAnswer('session', forbidden);

  assert.equal(keptAnswer('session', forbidden, 1_000), undefined);
  for (const text of ['{', '7', 'null', '{"answer":1}']) {
    assert.equal(keptAnswer('a', shelf({ 'xplain-asked:a': text }), 1_000), undefined, text);
  }
});
