import assert from 'node:assert/strict';
import { test } from 'node:test';
import { indexLines } from './index-lines.ts';
import { type Expectation, readExpectation, type Term } from './read-expectation.ts';

function read(text: string): Expectation {
  return readExpectation(text, indexLines([]));
}

/** The outcome the item states, and the words that state it. */
function outcomeOf(text: string): readonly [string | undefined, string] {
  const { outcome, cues } = read(text);
  return [outcome, [...cues].join(' ')];
}

function termOf(text: string, concept: string): Term {
  const term = read(text).terms.find((each) => each.concept === concept);
  assert.ok(term, `${text} has no term ${concept}`);
  return term;
}

function conceptsOf(text: string): string[] {
  return read(text).terms.map(({ concept }) => concept);
}

test('an item states the outcome of its words, denied ones turned round', () => {
  assert.deepEqual(outcomeOf('The backup succeeds'), ['success', 'success']);
  assert.deepEqual(outcomeOf('The backup fails'), ['failure', 'fail']);
  assert.deepEqual(outcomeOf('Step is skipped'), ['skip', 'skip']);
  assert.deepEqual(outcomeOf('No errors in the log'), ['success', 'error']);
  assert.deepEqual(outcomeOf('The import has 0 failures'), ['success', 'fail']);
  assert.deepEqual(outcomeOf('The import has 3 failures'), ['failure', 'fail']);
  assert.deepEqual(outcomeOf('Berlin branch closes'), [undefined, '']);
});

test('of several outcomes trouble is meant, then what is left out', () => {
  assert.deepEqual(outcomeOf('The step was skipped but passed'), ['skip', 'skip pass']);
  assert.deepEqual(outcomeOf('The step passed but was skipped'), ['skip', 'pass skip']);
  assert.deepEqual(outcomeOf('The step was skipped, then failed'), ['failure', 'skip fail']);
});

test('a word for what works may stand beside one that names trouble', () => {
  assert.deepEqual(outcomeOf('Works offline'), ['success', 'work offlin']);
  assert.deepEqual(outcomeOf('Invalid tokens are rejected'), ['failure', 'invalid reject']);
});

test('only words such as "fails" are no part of what happens', () => {
  assert.equal(read('The backup fails').isGenericOutcome, true);
  assert.equal(read('Invalid tokens are rejected').isGenericOutcome, false);
  assert.equal(read('The login fails, the token is rejected').isGenericOutcome, false);
});

test('quoted outcome words state nothing', () => {
  assert.deepEqual(outcomeOf('The word "failed" is shown'), [undefined, '']);
  assert.equal(termOf('The word "failed" is shown', 'fail').isRequired, true);
});

test('what must not be there is absent, what is denied beside an outcome is not', () => {
  assert.equal(read('There are no orphaned rows').isAbsence, true);
  assert.equal(read('There are no orphaned rows').denied, 'orpha');
  assert.equal(read('No errors in the log').isAbsence, false);
  assert.equal(read('Requests without a key are rejected').isAbsence, false);
  assert.equal(read('Requests without a key are rejected').denied, undefined);
  assert.deepEqual(outcomeOf('Requests without a key are rejected'), ['failure', 'reject']);
});

test('what cannot be done is refused, in both languages', () => {
  for (const text of ['Orders cannot be booked', 'Kunden können nicht gelöscht werden']) {
    const { outcome, isAbsence, isGenericOutcome } = read(text);
    assert.deepEqual([outcome, isAbsence, isGenericOutcome], ['failure', false, false], text);
  }
});

test('trouble that is over is none', () => {
  const text = 'The retry after a failure succeeds';

  assert.deepEqual(outcomeOf(text), ['success', 'success']);
  assert.equal(read(text).isAfterFailure, true);
  assert.equal(read('The retry fails').isAfterFailure, false);
});

test('what stands in the log is told apart from what must not', () => {
  assert.equal(read('warnings appear').isOccurrence, true);
  assert.equal(read('no warnings').isOccurrence, false);
  assert.equal(read('the restart is logged').isOccurrence, true);
  assert.equal(read('acme-logs-prod is created').isOccurrence, false);
  assert.equal(read('web_logs is created').isOccurrence, false);
});

test('an item speaks of everything where it names nothing', () => {
  assert.equal(read('All tests pass').isOverall, true);
  assert.equal(read('All invoices are sent').isOverall, false);
  assert.equal(read('All invoices are sent').speaksOfAll, true);
  assert.equal(read('100 % of rows imported').speaksOfAll, true);
  assert.equal(read('The invoice is sent').speaksOfAll, false);
});

test('a status and an exit code are read, and are no words of the item', () => {
  assert.equal(read('GET /health returns 200').httpStatus, 200);
  assert.equal(read('the job exits with 3').exitCode, 3);
  assert.equal(read('the job exits with 3').httpStatus, undefined);
  assert.equal(read('exit code 200').httpStatus, undefined);
  assert.deepEqual(conceptsOf('the job exits with 3'), ['job']);
  assert.deepEqual(conceptsOf('GET /health returns 200'), ['health']);
});

test('what is written as programs do must stand there', () => {
  const text = 'The file a.csv is read';

  assert.equal(termOf(text, 'csv').isRequired, true);
  assert.equal(termOf(text, 'fil').isRequired, false);
  assert.deepEqual(
    ['a.csv read', 'a.csv.old read', 'ba.csv read'].map((line) =>
      read(text).literals.every((literal) => literal.test(line)),
    ),
    [true, false, false],
  );
  assert.equal(termOf('Order 4711 is paid', '#4711').isRequired, true);
});

test('names count more than words, and a kind before a name less', () => {
  assert.equal(termOf('The file a.csv is read', 'csv').factor, 1.5);
  assert.equal(termOf('The file a.csv is read', 'fil').factor, 0.25);
  assert.equal(termOf('the Berlin branch closes', 'berli').factor, 1.2);
  assert.equal(termOf('Berlin branch closes', 'berli').factor, 1);
  assert.equal(termOf('acme-logs-prod is created', 'prod').factor, 1.3);
  assert.equal(termOf('Invalid tokens are rejected', 'reject').factor, 0.6);
  assert.equal(termOf('Step is skipped', 'step').factor, 0.25);
});

test('the parts of one name count together little more than a name', () => {
  const name = read('job nightly/price/import runs').terms.filter((term) => term.isRequired);

  assert.equal(name.length, 3);
  for (const { factor } of name) assert.equal(factor.toFixed(3), (1.5 / Math.sqrt(3)).toFixed(3));
});

test('beside a text of several words in quotes or parentheses others hardly count', () => {
  assert.equal(termOf('Order (express delivery to Berlin) is paid', 'express').factor, 1);
  assert.equal(termOf('Order (express delivery to Berlin) is paid', 'payment').factor, 0.15);
  assert.equal(termOf('Order (express) is paid', 'payment').factor, 1);
});

test('an item begins with its subject and tells deeds from things', () => {
  const text = 'price import runs';

  assert.deepEqual(
    read(text).terms.map(({ isFirst }) => isFirst),
    [true, false, false],
  );
  assert.deepEqual(
    read(text).terms.map(({ isDeed }) => isDeed),
    [false, true, true],
  );
  assert.equal(termOf('"price import" runs', 'pric').isFirst, false);
});

test('outcome words are names where nothing else is named', () => {
  assert.deepEqual(conceptsOf('The apply completes'), ['apply', 'complet']);
  assert.deepEqual(conceptsOf('The price import completes'), ['pric', 'import']);
});

test('words side by side and joined names are kept as they stand', () => {
  assert.deepEqual(read('Price import runs').pairs, ['price-import', 'import-runs']);
  assert.deepEqual(read('acme-logs-prod is created').joined, ['acme-logs-prod']);
});
