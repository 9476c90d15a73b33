import type { Sql } from '../../../engines/store/sql.ts';
import type { Term } from '../../../language/index.ts';
import { fieldValue, isBody, type Relation } from './relation.ts';
import { textHasTerm } from './text-match.ts';
import { textOf, truth } from './value.ts';

/** Matches text anywhere in the event. */
export function compileTerm(relation: Relation, term: Pick<Term, 'pattern' | 'match'>): Sql {
  const value = fieldValue(relation, 'event');
  const isIndexed = isBody(relation, value);
  const condition = textHasTerm(textOf(value), term.pattern, term.match, isIndexed);
  return isIndexed ? condition : truth(condition);
}
