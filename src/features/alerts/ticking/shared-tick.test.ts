import assert from 'node:assert/strict';
import { measured, measuredGroup } from '../../../../test/support/alerts/example-rule.ts';
import { onBothStores } from '../../../../test/support/open-access.ts';
import { startTicking } from '../../../../test/support/alerts/start-ticking.ts';
import type { Rule } from '../rule.ts';

onBothStores(
  'rules of a tick share a statement, and only statements are paced',
  async (_t, access) => {
    const ticking = await startTicking(access);
    const [first, second, alone] = [
      await ticking.addRule({ name: 'first' }),
      await ticking.addRule({ name: 'second' }),
      await ticking.addRule({ name: 'alone' }),
    ];
    const node = ticking.node();
    const asked = new Map<string, number | undefined>();
    const paced: string[] = [];
    ticking.answer(({ name }, { counted }) => {
      asked.set(name, counted?.count);
      return measured([measuredGroup('true')]);
    });
    const isShared = ({ id }: Rule): boolean => id !== alone.id;
    Object.assign(node.needs, {
      sharing: {
        shareRules: async (rules: readonly Rule[]) => [
          rules.filter(isShared),
          ...rules.filter((rule) => !isShared(rule)).map((rule) => [rule]),
        ],
        // Nothing is said of the second: it is asked for by itself.
        countShared: async (rules: readonly Rule[]) => {
          assert.deepEqual(rules.map(({ id }) => id).toSorted(), [first.id, second.id].toSorted());
          const counted = { count: 7, late: 0, lateTimes: undefined };
          return { counts: new Map([[first.id, counted]]), statements: 1 };
        },
      },
      pace: {
        begin: (statements: number) => {
          paced.push(`begin ${statements}`);
          return {
            run: async (work) => {
              paced.push('run');
              return work();
            },
            end: () => void paced.push('end'),
          };
        },
      },
    } satisfies Partial<typeof node.needs>);
    const [batch] = (await ticking.read()).batches;
    access.clock.advance((batch?.due_at ?? 0) - access.clock.now());

    await node.run();
    const { incidents } = await ticking.read();

    assert.deepEqual(Object.fromEntries(asked), { first: 7, second: undefined, alone: undefined });
    assert.deepEqual(paced, ['begin 2', 'run', 'run', 'end']);
    assert.equal(incidents.length, 3);
  },
);
