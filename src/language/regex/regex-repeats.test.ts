import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../spec/limits.ts';
import { readRegex, type RegexNode } from '../event-regex/read-regex.ts';
import { parse } from '../index.ts';
import { checkRegex } from './regex.ts';

const MAX = LIMITS.query.regexRoundsMax;

test('expressions as people write them pass', () => {
  const rows = [
    '\\d{1,3}(\\.\\d{1,3}){3}',
    '[0-9a-f]{64}',
    '(?i)[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}',
    '[A-Za-z0-9+/]{100,}',
    '(?:[A-Za-z0-9+/]{128,})(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$',
    '.{0,200}',
    'powershell.{0,200}-enc',
    '"(?<text>[^"]{0,1000})"',
    '^(?<head>.{0,1000})',
    'https?:\\/\\/(?:www\\.)?[-a-zA-Z0-9@:%._\\+~#=]{1,256}\\.[a-zA-Z0-9()]{1,6}\\b',
    '(?<user>[\\w.-]{1,64})@(?<host>[\\w.-]{1,255}\\.\\w{2,6})',
    '\\s[A-Z]{1,500}\\s',
    '(?i)(?:%(?:25){0,9}20|\\s)*x',
    '(?i)(?:[a-z0-9-]{1,63}\\.)+[a-z]{2,6}',
    '(?:[a-z0-9-]{1,63}\\.){1,4}[a-z]{2,6}',
    '\\p{L}{3}',
    '(?i:a{40})',
    '\\Qa{1000}b{1000}\\E',
  ];
  for (const regex of rows) assert.equal(checkRegex(regex).problem, undefined, regex);
});

test('repetitions with many rounds at once are refused where the largest begins', () => {
  const rows: readonly (readonly [regex: string, offset: number])[] = [
    ['(a|b){0,1000}c', 0],
    ['x(a|b){0,1000}c', 1],
    ['(?:(?:a|b|cd){0,30}){0,30}x', 3],
    ['a.{500}c', 1],
    ['a{3}=.{500}c', 5],
    ['b[ab]{1,20}[a-z0-9]{100,200}c', 11],
    ['.{0,1000}c', 0],
    ['(?i)a.(?i)[a-z]{300}', 0],
    ['\\pL{50}', 0],
    ['(?m)^.{0,600}x', 0],
    ['(?:^|a).{600}x', 7],
  ];
  for (const [regex, offset] of rows) {
    const { problem } = checkRegex(regex);
    assert.deepEqual([problem?.code, problem?.offset], ['regex-too-expensive', offset], regex);
  }
});

test('repetitions within each other have at most 1,000 rounds, as the store counts them', () => {
  assert.equal(checkRegex('^(?:(?:=[^=]{8})+;){5}').problem, undefined);
  const { problem } = checkRegex('^(?:x(?:=[^=]{101};){5}){2}');
  assert.deepEqual([problem?.code, problem?.offset], ['unsupported-regex', 9]);
});

test('the limit is what one character before the repetition can begin again', () => {
  assert.equal(checkRegex(`a.{${MAX}}c`).problem, undefined);
  assert.equal(checkRegex(`a.{${MAX + 1}}c`).problem?.code, 'regex-too-expensive');
  // A prefix that cannot overlap itself begins half as often.
  assert.equal(checkRegex(`ab.{${2 * MAX}}c`).problem, undefined);
  assert.equal(checkRegex(`aa.{${2 * MAX}}c`).problem?.code, 'regex-too-expensive');
  // Nothing before it: ten times as many.
  assert.equal(checkRegex(`.{${10 * MAX}}c`).problem, undefined);
  assert.equal(checkRegex(`.{${10 * MAX + 1}}c`).problem?.code, 'regex-too-expensive');
  // Groups are written down for every round.
  assert.equal(checkRegex(`a(.){${MAX}}c`).problem?.code, 'regex-too-expensive');
});

test('every place for an expression refuses it, at its position', () => {
  const regex = '(a|b){0,1000}c';
  const rows = [
    `* | regex "${regex}"`,
    `* | regex source!="${regex}"`,
    `* | rex "(?<x>${regex})"`,
    `* | rex mode=sed "s/${regex}/x/g"`,
    `* | where match(source, "${regex}")`,
    `* | eval x=replace(source, "${regex}", "")`,
    `* | eval x=mvfind(split(source, ","), "${regex}")`,
    `* | makemv tokenizer="(${regex})" source`,
  ];
  for (const text of rows) {
    const { query, diagnostics } = parse(text);
    assert.equal(query, undefined, text);
    const found = diagnostics.find(({ code }) => code === 'regex-too-expensive');
    assert.ok(found !== undefined && found.start > 0, text);
    assert.match(found.message, /Lower the counts/);
  }
});

test('no text is in more rounds at once of an expression that passes', () => {
  const random = randomNumbers(7);
  const pick = <T>(list: readonly [T, ...T[]]): T => list[random(list.length)] ?? list[0];
  let accepted = 0;
  for (let i = 0; i < 1_500; i++) {
    const regex = `${pick(['a', 'ab', 'aa', '1', '\\s[^a]'])}(?:${choiceFrom(pick, random, 2)})`;
    if (checkRegex(regex).problem !== undefined) continue;
    accepted++;
    const machine = layOut(readRegex(regex).tree);
    for (const letters of ['ab', 'aaaab', 'ab1 ', 'a1']) {
      const text = Array.from({ length: 150 }, () => letters.charAt(random(letters.length)));
      const most = placesAtOnce(machine, text.join(''));
      assert.ok(
        most <= MAX + regex.length,
        `${regex} has ${most} places at once in ${text.join('')}`,
      );
    }
  }
  assert.ok(accepted > 250, String(accepted));
});

type Pick = <T>(list: readonly [T, ...T[]]) => T;
type Random = (below: number) => number;

function randomNumbers(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function choiceFrom(pick: Pick, random: Random, depth: number): string {
  let text = sequenceFrom(pick, random, depth);
  while (random(5) === 0) text += `|${sequenceFrom(pick, random, depth)}`;
  return text;
}

function sequenceFrom(pick: Pick, random: Random, depth: number): string {
  let text = '';
  for (let parts = 1 + random(4); parts > 0; parts--) {
    const isGroup = depth > 0 && random(4) === 0;
    text += isGroup
      ? `(?:${choiceFrom(pick, random, depth - 1)})`
      : pick(['a', 'b', '.', '[ab]', '\\w', '[^a]', '1', '\\s']);
    const rounds = pick([2, 5, 20, 39, 60, 100]);
    text += pick(['', '', '*', '?', `{${rounds}}`, `{0,${rounds}}`, `{${rounds},}`]);
  }
  return text;
}

interface Machine {
  readonly sets: bigint[];
  readonly follow: number[][];
  first: readonly number[];
}

interface Part {
  readonly canBeEmpty: boolean;
  readonly first: readonly number[];
  readonly last: readonly number[];
}

const EMPTY: Part = { canBeEmpty: true, first: [], last: [] };

/** Every round written out, as a store without shortcuts would. */
function layOut(tree: RegexNode): Machine {
  const machine: Machine = { sets: [], follow: [], first: [] };
  machine.first = partOf(machine, tree).first;
  return machine;
}

function partOf(machine: Machine, node: RegexNode): Part {
  switch (node.kind) {
    case 'place':
      return EMPTY;
    case 'character': {
      const place = machine.sets.push(node.set) - 1;
      machine.follow.push([]);
      return { canBeEmpty: false, first: [place], last: [place] };
    }
    case 'sequence':
      return node.parts.reduce(
        (before, part) => joined(machine, before, partOf(machine, part)),
        EMPTY,
      );
    case 'choice': {
      const parts = node.branches.map((branch) => partOf(machine, branch));
      return {
        canBeEmpty: parts.some((part) => part.canBeEmpty),
        first: parts.flatMap((part) => part.first),
        last: parts.flatMap((part) => part.last),
      };
    }
    case 'repeat':
      return roundsOf(machine, node);
  }
}

/** Each further round is within the one before it: what is left out is left out at the end. */
function roundsOf(machine: Machine, node: Extract<RegexNode, { kind: 'repeat' }>): Part {
  const rounds = node.max === Infinity ? Math.max(1, node.min) : node.max;
  const bodies = Array.from({ length: rounds }, () => partOf(machine, node.body));
  const [first = EMPTY] = bodies;
  let whole = EMPTY;
  const ends: number[] = [];
  for (const [round, body] of bodies.entries()) {
    const isLast = round === rounds - 1;
    if (isLast && node.max === Infinity) connect(machine, body.last, body.first);
    whole = round === 0 ? body : joined(machine, whole, body);
    if (round + 1 >= node.min) ends.push(...body.last);
  }
  return {
    canBeEmpty: node.min === 0 || first.canBeEmpty,
    first: whole.first,
    last: [...new Set([...ends, ...whole.last])],
  };
}

function joined(machine: Machine, before: Part, after: Part): Part {
  connect(machine, before.last, after.first);
  return {
    canBeEmpty: before.canBeEmpty && after.canBeEmpty,
    first: before.canBeEmpty ? [...before.first, ...after.first] : before.first,
    last: after.canBeEmpty ? [...before.last, ...after.last] : after.last,
  };
}

function connect(machine: Machine, from: readonly number[], to: readonly number[]): void {
  for (const place of from) machine.follow[place]?.push(...to);
}

function placesAtOnce({ sets, follow, first }: Machine, text: string): number {
  let most = 0;
  let open = new Set(first);
  for (const character of text) {
    const bit = 1n << BigInt(character.charCodeAt(0));
    const taken = [...open].filter((place) => ((sets[place] ?? 0n) & bit) !== 0n);
    most = Math.max(most, taken.length);
    open = new Set([...first, ...taken.flatMap((place) => follow[place] ?? [])]);
  }
  return most;
}
