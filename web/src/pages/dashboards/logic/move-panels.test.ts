import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GRID_COLUMNS } from '../../../../../src/spec/dashboards.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { seededRandom } from '../../../../../test/support/seeded-random.ts';
import { overlaps } from '../../../query/panel/free-place.ts';
import {
  closeUp,
  movePanel,
  type Placed,
  resizePanel,
  stepPanel,
  stretchPanel,
} from './move-panels.ts';

const { widthMin, heightMin, heightMax } = LIMITS.dashboards;

function at(id: string, x: number, y: number, w = 12, h = 4): Placed {
  return { id, x, y, w, h };
}

function placesOf(panels: readonly Placed[]): string {
  return panels.map(({ id, x, y, w, h }) => `${id}@${x},${y} ${w}x${h}`).join(' ');
}

test('panels close gaps above them and keep their columns', () => {
  const panels = [at('a', 0, 3), at('b', 12, 9), at('c', 0, 20, 24)];

  assert.equal(placesOf(closeUp(panels)), 'a@0,0 12x4 b@12,0 12x4 c@0,4 24x4');
});

test('what lies on top of each other is parted', () => {
  assert.equal(placesOf(closeUp([at('a', 0, 0), at('b', 6, 0)])), 'a@0,0 12x4 b@6,4 12x4');
});

test('a panel moved onto another takes its place, and that one goes down', () => {
  const panels = [at('a', 0, 0), at('b', 0, 4), at('c', 12, 0)];

  assert.equal(
    placesOf(movePanel(panels, 'c', { x: 0, y: 0 })),
    'a@0,4 12x4 b@0,8 12x4 c@0,0 12x4',
  );
});

test('a panel moved more than half past another goes behind it', () => {
  const panels = [at('a', 0, 0), at('b', 0, 4)];

  assert.equal(placesOf(movePanel(panels, 'a', { x: 0, y: 1 })), 'a@0,0 12x4 b@0,4 12x4');
  assert.equal(placesOf(movePanel(panels, 'a', { x: 0, y: 2 })), 'a@0,4 12x4 b@0,0 12x4');
});

test('a panel stays within the columns', () => {
  const panels = [at('a', 0, 0)];

  assert.equal(movePanel(panels, 'a', { x: 99, y: 0 })[0]?.x, GRID_COLUMNS - 12);
  assert.equal(movePanel(panels, 'a', { x: -5, y: -5 })[0]?.x, 0);
});

test('a resized panel pushes others down and stays within its bounds', () => {
  const panels = [at('a', 0, 0), at('b', 12, 0)];

  assert.equal(placesOf(resizePanel(panels, 'a', { w: 18, h: 6 })), 'a@0,0 18x6 b@12,6 12x4');
  assert.equal(
    placesOf(resizePanel(panels, 'a', { w: 0, h: 0 })),
    `a@0,0 ${widthMin}x${heightMin} b@12,0 12x4`,
  );
  const most = resizePanel(panels, 'b', { w: 99, h: 99 })[1];
  assert.deepEqual([most?.w, most?.h], [GRID_COLUMNS - 12, heightMax]);
});

test('arrow keys go to the next place where a panel can stand, and nowhere at an edge', () => {
  const panels = [at('a', 0, 0), at('b', 0, 4, 12, 10)];

  const down = stepPanel(panels, 'a', 'down');
  assert.equal(placesOf(down), 'a@0,10 12x4 b@0,0 12x10');
  assert.equal(placesOf(stepPanel(down, 'a', 'up')), placesOf(panels));
  assert.deepEqual(stepPanel(panels, 'a', 'up'), panels);
  assert.deepEqual(stepPanel(panels, 'b', 'down'), panels);
  assert.deepEqual(stepPanel(panels, 'a', 'left'), panels);
  assert.equal(stepPanel(panels, 'b', 'right')[1]?.x, 1);
});

test('arrow keys grow to the right and downwards', () => {
  const panels = [at('a', 0, 0)];

  assert.equal(placesOf(stretchPanel(panels, 'a', 'right')), 'a@0,0 13x4');
  assert.equal(placesOf(stretchPanel(panels, 'a', 'up')), 'a@0,0 12x3');
});

test('however panels are moved and resized, none is lost, lies on another or leaves the columns', () => {
  const random = seededRandom(16);
  let panels: readonly Placed[] = Array.from({ length: 12 }, (_, each) =>
    at(`p${each}`, random.integer(0, 11), each * 4, random.integer(2, 12), random.integer(2, 10)),
  );
  for (let turn = 0; turn < 400; turn += 1) {
    const id = `p${random.integer(0, 11)}`;
    panels = random.chance(0.5)
      ? movePanel(panels, id, { x: random.integer(-3, 26), y: random.integer(-3, 60) })
      : resizePanel(panels, id, { w: random.integer(0, 30), h: random.integer(0, 50) });

    assert.equal(new Set(panels.map((panel) => panel.id)).size, 12);
    for (const [place, panel] of panels.entries()) {
      assert.ok(panel.x >= 0 && panel.x + panel.w <= GRID_COLUMNS && panel.y >= 0);
      const covered = panels.slice(place + 1).find((other) => overlaps(panel, other));
      assert.equal(covered, undefined, `turn ${turn}: ${placesOf(panels)}`);
    }
  }
});
