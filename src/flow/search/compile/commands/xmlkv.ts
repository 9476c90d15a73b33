import type { XmlkvStage } from '../../../../language/index.ts';
import type { CompileContext } from '../context.ts';
import { XML_FORM } from '../fields-of-text.ts';
import type { Relation } from '../relation.ts';
import { withForm } from '../with-form.ts';

export function compileXmlkv(
  _context: CompileContext,
  relation: Relation,
  { input }: XmlkvStage,
): Relation {
  return withForm(relation, input, XML_FORM);
}
