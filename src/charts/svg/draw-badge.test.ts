import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawBadge } from './draw-badge.ts';

test('a badge holds both texts, each on a ground that is as wide as it', () => {
  const svg = drawBadge({ label: 'deploy', value: 'passed', tone: 'good' });
  const wider = drawBadge({ label: 'deploy of the shop', value: 'passed', tone: 'bad' });

  assert.match(svg, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="\d+" height="20"/);
  assert.match(svg, /aria-label="deploy: passed"/);
  assert.match(svg, /fill="#1a7f37"/);
  const widthOf = (text: string): number => Number(/<svg [^>]*width="(\d+)"/.exec(text)?.[1]);
  const rects = [...svg.matchAll(/<rect x="(\d+)" width="(\d+)"/g)];
  assert.deepEqual(
    [Number(rects[1]?.[1]), Number(rects[1]?.[1]) + Number(rects[1]?.[2])],
    [Number(rects[0]?.[2]), widthOf(svg)],
  );
  assert.ok(widthOf(wider) > widthOf(svg));
});

test('a name is text, whatever it holds, and only so long', () => {
  const svg = drawBadge({ label: `<script>"&'\u0000${'x'.repeat(500)}`, value: '', tone: 'none' });

  assert.doesNotMatch(svg, /<script/);
  assert.match(svg, /&lt;script&gt;&quot;&amp;&#39;/);
  assert.ok(svg.length < 1_000, `${svg.length} characters`);
});
