/** Stages for commands that are written in terms of others. */
import { LIMITS } from '../../../spec/limits.ts';
import { carryPlaces } from '../../carry-places.ts';
import { createParser, refuseTooManyTerms, report, type Parser } from '../../parser/state.ts';
import type { Stage } from '../../tree.ts';
import type { TreeNode } from '../../tree/node.ts';

/**
 * Parses a text of commands into stages, all positioned at `place`. The text starts with a pipe if it generates rows;
 * otherwise it works on the rows that reach the command being read.
 */
export function stagesOfText(parser: Parser, place: TreeNode, text: string): readonly Stage[] {
  const makesRows = text.startsWith('|');
  const whole = makesRows ? text : `* | ${text}`;
  if (whole.length > LIMITS.query.textCharactersMax) {
    report(parser, 'text-too-long', place, 'This command is too long.');
    return [];
  }
  const inner = createParser(whole, parser.shape, parser.readQuery, parser.variables);
  Object.assign(inner, { subsearchDepth: 0, depth: parser.depth });
  const query = inner.readQuery(inner);
  for (const { code, message } of inner.diagnostics) report(parser, code, place, message);
  parser.terms += inner.terms;
  parser.subsearches += inner.subsearches;
  refuseTooManyTerms(parser, place);
  const { start, end } = place;
  const { stages } = carryPlaces(query, () => ({ start, end }));
  return makesRows ? stages : stages.slice(1);
}

/** Stages that return no rows, for a command that makes one row of them. */
export function noRows({ start, end }: TreeNode): readonly Stage[] {
  const condition = { kind: 'call', function: 'false', arguments: [], start, end } as const;
  const options = { count: 1, annotate: false, format: undefined, data: undefined };
  return [
    { kind: 'makeresults', options, start, end },
    { kind: 'where', condition, start, end },
  ];
}
