import { sql, type Sql } from '../../../../engines/store/sql.ts';
import {
  type ConvertFunction,
  type ConvertStage,
  hasWildcard,
} from '../../../../language/index.ts';
import { type CompileContext, refuse } from '../context.ts';
import { fitting } from '../field-names.ts';
import { formatTime, readTime } from '../functions/time-functions.ts';
import { fieldValue, type Relation, asSubquery, withField } from '../relation.ts';
import { numberOf, textOf, type Value } from '../value.ts';

export function compileConvert(
  context: CompileContext,
  relation: Relation,
  stage: ConvertStage,
): Relation {
  const open = asSubquery(context, relation);
  return stage.conversions.reduce((rows, { function: name, fields, as }) => {
    if (name === 'none') return rows;
    const { pattern } = fields;
    if (hasWildcard(pattern) && as !== undefined) {
      throw refuse(stage, 'AS with a wildcard gives several fields the same name. Remove AS.');
    }
    const names = hasWildcard(pattern) ? fitting(open, pattern) : [pattern[0]];
    return names.reduce(
      (each, field) =>
        withField(each, as?.[0] ?? field, converted(context, stage, name, fieldValue(open, field))),
      rows,
    );
  }, open);
}

function converted(
  context: CompileContext,
  stage: ConvertStage,
  name: Exclude<ConvertFunction, 'none'>,
  value: Value,
): Value {
  const text = textOf(value);
  switch (name) {
    case 'auto':
      return { kind: 'any', sql: sql`ifNull(toString(${numberOf(value)}), ${text})` };
    case 'num':
      return { kind: 'number', sql: numberOf(value) };
    case 'ctime':
      return { kind: 'text', sql: formatTime(context, value, stage.options.timeformat) };
    case 'rmcomma':
      return { kind: 'any', sql: sql`replaceAll(${text}, ',', '')` };
    case 'rmunit':
      return {
        kind: 'number',
        sql: sql`toFloat64OrNull(extract(ifNull(toString(${text}), ''), '^\\s*([-+]?[0-9]+(?:\\.[0-9]+)?)'))`,
      };
    case 'memk': {
      const found = sql`extractGroups(ifNull(toString(${text}), ''), '(?i)^\\s*([0-9]+(?:\\.[0-9]+)?)\\s*([kmg]?)')`;
      const unit = sql`multiIf(lower(${found}[2]) = 'm', 1024, lower(${found}[2]) = 'g', 1048576, 1)`;
      return { kind: 'number', sql: sql`toFloat64OrNull(${found}[1]) * ${unit}` };
    }
    case 'dur2sec':
    case 'mstime': {
      const found = sql`extractGroups(ifNull(toString(${text}), ''), '^(?:([0-9]+)[+d])?(?:([0-9]+):)?([0-9]+):([0-9]+(?:\\.[0-9]+)?)$')`;
      const part = (i: Sql): Sql => sql`toFloat64OrZero(${found}[${i}])`;
      const seconds = sql`${part(sql`1`)} * 86400 + ${part(sql`2`)} * 3600 + ${part(sql`3`)} * 60 + ${part(sql`4`)}`;
      return { kind: 'number', sql: sql`if(empty(${found}), ${numberOf(value)}, ${seconds})` };
    }
    case 'mktime':
      return { kind: 'number', sql: readTime(context, text, stage.options.timeformat, stage) };
  }
}
