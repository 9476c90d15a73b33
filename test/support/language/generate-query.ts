import { COMMANDS } from '../../../src/language/index.ts';
import { shapeAfter } from '../../../src/language/commands/table-of-commands.ts';
import { EVENT_SHAPE } from '../../../src/language/shape/shape.ts';
import type { Query, Stage, StageKind } from '../../../src/language/index.ts';
import type { SeededRandom } from '../seeded-random.ts';
import { AT } from './generate-parts.ts';
import type { StageRules } from './generate-rules.ts';
import { STAGES } from './generate-stages.ts';

const KINDS = Object.keys(STAGES) as [StageKind, ...StageKind[]];
const isMaking = (kind: StageKind): boolean => COMMANDS[kind].generates === true;
const FIRST = ['search', 'search', 'search', ...KINDS.filter(isMaking)] as const;
const LATER = KINDS.filter((kind) => !isMaking(kind) || COMMANDS[kind].mayFollow === true);

/** A tree that printing and reading must give back. */
export function generateQuery(random: SeededRandom, subsearches = 1): Query {
  let shape = EVENT_SHAPE;
  const count = random.integer(1, 5);
  const stages: Stage[] = [];
  for (let position = 0; position < count; position += 1) {
    const isFirst = position === 0;
    const kind = pickKind(random, isFirst, subsearches > 0);
    const rules: StageRules = {
      random,
      isFirst,
      hasText: shape.hasText,
      subsearch: () => generateQuery(random, 0),
    };
    const stage: Stage = STAGES[kind](rules);
    stages.push(stage);
    shape = shapeAfter(stage, shape);
  }
  return { kind: 'query', stages, ...AT };
}

function pickKind(random: SeededRandom, isFirst: boolean, mayNest: boolean): StageKind {
  if (isFirst) return random.pick(FIRST);
  const kinds = LATER.filter((kind) => mayNest || !/^(?:join|append|appendcols)$/.test(kind));
  return random.pick(kinds as [StageKind, ...StageKind[]]);
}
