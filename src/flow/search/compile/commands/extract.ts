import type { ExtractStage } from '../../../../language/index.ts';
import type { CompileContext } from '../context.ts';
import { pairsForm } from '../fields-of-text.ts';
import type { Relation } from '../relation.ts';
import { withForm } from '../with-form.ts';

const PAIR_DELIMITERS = ' \t\r\n,;&|';

export function compileExtract(
  _context: CompileContext,
  relation: Relation,
  { options }: ExtractStage,
): Relation {
  return withForm(
    relation,
    '_raw',
    pairsForm(options.pairdelim ?? PAIR_DELIMITERS, options.kvdelim),
  );
}
