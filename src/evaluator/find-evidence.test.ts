import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Candidate, findEvidence } from './find-evidence.ts';
import { indexLines } from './index-lines.ts';
import { readExpectation } from './read-expectation.ts';

/** The lines that speak of the item, best first, and what is known of each. */
function find(lines: readonly string[], item: string, max?: number): Map<string, Candidate> {
  const index = indexLines(lines);
  const found = findEvidence(index, readExpectation(item, index), max);
  return new Map(found.map((each) => [index.segments[each.segment]?.text ?? '', each]));
}

function only(line: string, item: string): Candidate {
  const found = find([line], item).get(line);
  assert.ok(found, `${line} does not speak of ${item}`);
  return found;
}

test('lines are ranked by the share of the item they hold, then by what else they say', () => {
  const lines = ['queue depth is 3', 'mail queue drained at last by hand', 'mail queue drained'];
  const found = find(lines, 'The mail queue is drained');

  assert.deepEqual([...found.keys()], ['mail queue drained', lines[1], lines[0]]);
  assert.equal(found.get('mail queue drained')?.share, 1);
  assert.ok((found.get('queue depth is 3')?.share ?? 1) < 0.5);
});

test('of too many equal lines the first and the last are kept', () => {
  const lines = Array.from({ length: 9 }, (_, at) => `zebra seen by camera ${'abcdefghi'[at]}`);

  assert.deepEqual(
    [...find(lines, 'A zebra is seen', 4).values()].map(({ segment }) => segment),
    [0, 1, 7, 8],
  );
});

test('a name, a number and a quoted text must stand in the line', () => {
  const found = find(
    ['payout po-1004 booked', 'payout po-1005 booked'],
    'Payout po-1004 is booked',
  );
  const [right, wrong] = [...found.values()];

  assert.equal(right?.lacksRequired, false);
  assert.equal(right.holdsRequired, true);
  assert.equal(right.coversThings, true);
  assert.equal(wrong?.lacksRequired, true);
  assert.equal(wrong.coversThings, false);
  assert.deepEqual(
    wrong.missing.map(({ concept }) => concept),
    ['#1004'],
  );
});

test('a path stands there letter for letter, also where its words do', () => {
  const item = 'The file a.csv is read';

  assert.equal(only('file a.csv read whole', item).lacksRequired, false);
  assert.equal(only('file b.csv read whole', item).lacksRequired, true);
});

test('a small number is no identity, a long one is', () => {
  assert.equal(only('order 3 booked', 'Order 3 is booked').holdsRequired, false);
  assert.equal(only('order 4711 booked', 'Order 4711 is booked').holdsRequired, true);
});

test('what is in brackets, in quotes or before a colon is named by the line', () => {
  const named = (line: string, item = 'The zebra is fed'): boolean => only(line, item).namesThing;

  assert.equal(named('zebra is fed again'), false);
  assert.equal(named('the "zebra" is fed again'), true);
  assert.equal(named('zebra: is fed again'), true);
  assert.equal(named('"zebra: is fed again"'), false);
  assert.equal(named('[zebra] is fed again'), true);
  assert.equal(named('[checkout] is open again', 'The checkout is open'), true);
  assert.equal(named('checkout: is open again', 'The checkout is open'), false);
});

test('a name that joins two words of the item holds both', () => {
  const found = find(
    ['price-import finished at night', 'import of users finished'],
    'The price import runs',
  );

  assert.equal(found.get('price-import finished at night')?.coversThings, true);
  assert.equal(found.get('import of users finished')?.coversThings, false);
});

test('a word of the same meaning counts a little less than the word itself', () => {
  const [same] = find(['mail queue drained'], 'The mail queue is drained').values();
  const [other] = find(['email queue drained'], 'The mail queue is drained').values();

  assert.ok(same !== undefined && other !== undefined);
  assert.equal(same.share, 1);
  assert.ok(other.share < 1 && other.share > 0.9);
  assert.equal(same.literal.has('email'), true);
  assert.equal(other.literal.has('email'), false);
  assert.equal(other.matched.has('email'), true);
});

test('a deed that a line does not name hardly counts where only things do', () => {
  const candidate = only('payout po-1004 stuck in the bank', 'Payout po-1004 is refunded');

  assert.ok(candidate.shareOfThings > candidate.share);
  assert.ok(candidate.shareOfThings <= 1);
});

test('the subject of an item is forgiven where the line names what it is about', () => {
  const lines = ['zebra fed by "hugo" today', 'gate opened by "hugo" today', 'zebra asleep'];
  const found = find(lines, 'Zebra gate opened by "hugo"');
  const gate = found.get('gate opened by "hugo" today');

  assert.ok(gate !== undefined);
  assert.ok(gate.shareUnnamed > gate.share);
});

test('names of fields say nothing by themselves', () => {
  const asField = only('{"orders":"done","zebra":"info"}', 'Orders are done');
  const asWord = only('{"orders":"done","info":"zebra"}', 'Orders are done');

  assert.ok(asField.lineShare > 0);
  assert.ok(asWord.lineShare > 0);
  assert.equal(only('orders done', 'Orders are done').lineShare, 1);
});

test('a title above a line tells what it is about, less plainly than the line', () => {
  const lines = ['== Zebra house', '[PASS] door is shut', '[PASS] zebra house door is shut'];
  const found = find(lines, 'The door of the zebra house is shut');
  const below = found.get('[PASS] door is shut');

  assert.equal(below?.matched.has('zebra'), true);
  assert.equal(below.literal.has('zebra'), false);
  assert.ok(below.share < 1);
});
