import {
  filledTemplate,
  type ForeachStage,
  parse,
  ROW_COMMANDS,
  starsOf,
} from '../../../../language/index.ts';
import { type CompileContext, refuse } from '../context.ts';
import { FIELDS_MAX, readNames } from '../name-fields.ts';
import type { Relation } from '../relation.ts';

/** The commands once for each field that fits, in the order of the patterns. */
export async function compileForeach(
  context: CompileContext,
  relation: Relation,
  stage: ForeachStage,
): Promise<Relation> {
  const texts = [...(await fieldsOf(context, relation, stage))].map(([field, stars]) =>
    filledTemplate(stage.template, { field, stars }),
  );
  if (texts.length > FIELDS_MAX) {
    throw refuse(stage, `foreach supports at most ${FIELDS_MAX} fields. List the fields you need.`);
  }
  let rows = relation;
  for (const text of texts) {
    const { query } = parse(`* | ${text}`);
    if (query === undefined) {
      throw refuse(stage, `Syntax error after expanding the \`foreach\` template: ${text}`);
    }
    // A name in the data may look like a command.
    const foreign = query.stages.slice(1).find(({ kind }) => !ROW_COMMANDS.has(kind));
    if (foreign !== undefined) {
      throw refuse(stage, `\`${foreign.kind}\` isn’t supported in \`foreach\`.`);
    }
    const stages = query.stages
      .slice(1)
      .map((each) => ({ ...each, start: stage.start, end: stage.end }));
    rows = await context.compileOn(context, rows, stages);
  }
  return rows;
}

/**
 * Each field once, with the text that the wildcards match. Names with a leading underscore are only included if named.
 */
async function fieldsOf(
  context: CompileContext,
  relation: Relation,
  { fields }: ForeachStage,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const hasPatterns = fields.some(({ pattern }) => pattern.length > 1);
  const others = hasPatterns ? await readNames(context, relation) : [];
  const known = [...new Set([...relation.fields.keys(), ...others])].filter(
    (name) => relation.others?.removed.has(name) !== true || relation.fields.has(name),
  );
  const found = new Map<string, readonly string[]>();
  for (const { pattern } of fields) {
    const [exact] = pattern;
    if (pattern.length === 1) found.set(exact, []);
    for (const name of pattern.length === 1 ? [] : known) {
      const stars = starsOf(pattern, name);
      const isMeant = !name.startsWith('_') || exact.startsWith('_');
      if (stars !== undefined && isMeant && !found.has(name)) found.set(name, stars);
    }
  }
  return found;
}
