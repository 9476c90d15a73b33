import { sql, type Sql, string } from '../../../engines/store/sql.ts';
import { fieldsOfText, type TextForm } from './fields-of-text.ts';
import { fieldValue, type Relation, withTextFields } from './relation.ts';
import { textOf, type Value } from './value.ts';

/** Fields that the text of another field names, as pairs or as elements. */
export function withForm(relation: Relation, input: string, form: TextForm): Relation {
  return withTextFields(relation, {
    text: textOf(fieldValue(relation, input)),
    valueAt: (text, name) => {
      const regex = form.valueOf(name);
      return regex === undefined ? undefined : firstOf(text, regex, form.groups);
    },
    fieldsOf: (text) => fieldsOfText(form, text),
  });
}

/** Of the groups of a form at most one has something. */
function firstOf(text: Sql, regex: string, count: TextForm['groups']): Value {
  const groups = sql`extractGroups(ifNull(toString(${text}), ''), ${string(regex)})`;
  const found = count === 1 ? sql`${groups}[1]` : sql`concat(${groups}[1], ${groups}[2])`;
  return { kind: 'text', sql: sql`nullIf(${found}, '')` };
}
