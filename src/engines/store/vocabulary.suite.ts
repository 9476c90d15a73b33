import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import type { LogStore } from './store.ts';
import type { EngineTraits } from './store.suite.ts';
import {
  answersOf,
  CASES_FILE,
  isNear,
  readCases,
  type VocabularyCase,
} from './vocabulary-cases.suite.ts';

interface VocabularyTraits extends Pick<EngineTraits, 'skip'> {
  /** Cases in which the engine still answers otherwise, by what is wrong. */
  readonly toDo?: Readonly<Record<string, RegExp>>;
}

/** Every name that statements of ours use gives the answer that ClickHouse gives. */
export function vocabularySuite(
  name: string,
  { skip = false, toDo = {} }: VocabularyTraits,
  open: () => Promise<LogStore>,
): void {
  if (skip !== false) {
    test(name, { skip }, () => {});
    return;
  }
  describe(name, () => {
    let store: LogStore;
    before(async () => {
      store = await open();
    });
    after(async () => {
      await store[Symbol.asyncDispose]();
    });

    const testCase = (each: VocabularyCase): void => {
      const [todo] = Object.entries(toDo).find(([, fitting]) => fitting.test(each.text)) ?? [];
      test(each.text, todo === undefined ? {} : { todo }, async () => {
        const answers = await answersOf(store, each);
        if (!isNear(each, answers)) assert.deepEqual(answers, each.answers);
      });
    };
    for (const each of allCases()) testCase(each);
  });
}

function allCases(): VocabularyCase[] {
  const pieces = readCases(readFileSync(CASES_FILE, 'utf8'));
  return pieces.filter((piece) => typeof piece !== 'string');
}
