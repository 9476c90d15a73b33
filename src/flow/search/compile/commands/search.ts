import { isIdentifier } from '../../../../engines/store/log-fields.ts';
import type { SearchExpression, SearchStage } from '../../../../language/index.ts';
import type { CompileContext } from '../context.ts';
import { isAttribute, isCut, type Relation, asSubquery, withCondition } from '../relation.ts';
import { isSummedSearch } from '../rollup.ts';
import { searchCondition } from '../search-condition.ts';
import { resolveSubsearches } from '../subsearch-filter.ts';

export async function compileSearch(
  context: CompileContext,
  relation: Relation,
  stage: SearchStage,
): Promise<Relation> {
  if (stage.expression.kind === 'everything') return relation;
  // Limited rows become a subquery, and the condition refers to its columns.
  const open = isCut(relation) ? asSubquery(context, relation) : relation;
  const subsearches = await resolveSubsearches(context, open, stage.expression);
  const condition = searchCondition(context, open, stage.expression, subsearches);
  const rows = withCondition(context, open, condition, isSummedSearch(open, stage.expression));
  return {
    ...rows,
    ...(isPointQuery(open, stage.expression) ? { isPointQuery: true } : {}),
    ...(isOfFew(open, stage.expression) ? { isOfFew: true } : {}),
    ...(isOneTest(stage.expression) ? { isOneTest: true } : {}),
  };
}

/** Whether the expression only matches the few events of one identifier. */
function isPointQuery(relation: Relation, expression: SearchExpression): boolean {
  if (expression.kind === 'and') {
    return expression.operands.some((each) => isPointQuery(relation, each));
  }
  if (expression.kind !== 'comparison' || expression.operator !== '=') return false;
  const { field, value } = expression;
  return (
    value.pattern.length === 1 && isIdentifier(field.name) && isAttribute(relation, field.name)
  );
}

/** Text that is almost certainly an identifier: a UUID, or a long word that contains a digit. */
const IDENTIFIER = /^(?=.*\d)(?:[A-Za-z0-9]{16,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/** The same, or whether it searches for text like an identifier, which could still occur in every event. */
function isOfFew(relation: Relation, expression: SearchExpression): boolean {
  if (expression.kind === 'and') {
    return expression.operands.some((each) => isOfFew(relation, each));
  }
  if (expression.kind !== 'term') return isPointQuery(relation, expression);
  const { pattern } = expression;
  return pattern.length === 1 && IDENTIFIER.test(pattern[0]);
}

/** Index names are not tests: the read is already limited to them. */
function isOneTest(expression: SearchExpression): boolean {
  const all = expression.kind === 'and' ? expression.operands : [expression];
  const [first, ...more] = all.filter((each) => !isOfIndex(each));
  if (more.length > 0) return false;
  return first === undefined || ['term', 'comparison', 'in'].includes(first.kind);
}

function isOfIndex(expression: SearchExpression): boolean {
  return (
    expression.kind === 'comparison' &&
    (expression.field.name === 'index' || expression.field.name === '_index')
  );
}
