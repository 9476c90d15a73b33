import { parseExpression, parseOrderBy } from './parse-expression.ts';
import { createTokenReader, type TokenReader } from './token-reader.ts';
import { tokenize } from './tokenize.ts';
import type {
  Expression,
  FromItem,
  NamedList,
  Query,
  Select,
  SelectItem,
  Statement,
} from './tree.ts';

/** Parses only what our program writes: anything unknown is rejected. */
export function parseStatement(text: string): Statement {
  const reader = createTokenReader(tokenize(text), parseQuery);
  const statement = parseKind(reader);
  if (!reader.isAtEnd()) throw reader.refusal();
  return statement;
}

function parseKind(reader: TokenReader): Statement {
  if (reader.takeWords('DELETE', 'FROM', 'logs', 'WHERE')) return parseDelete(reader);
  if (reader.takeWords('ALTER', 'TABLE', 'logs', 'DELETE', 'WHERE')) return parseDelete(reader);
  if (reader.takeWords('EXPLAIN', 'ESTIMATE')) {
    return { kind: 'estimate', query: parseQuery(reader) };
  }
  return { kind: 'select', query: parseQuery(reader) };
}

function parseDelete(reader: TokenReader): Statement {
  const condition = parseExpression(reader);
  skipSettings(reader);
  return { kind: 'delete', condition };
}

function parseQuery(reader: TokenReader): Query {
  return reader.deeper(() => {
    const selects = [parseSelect(reader)];
    while (reader.takeWords('UNION', 'ALL')) selects.push(parseSelect(reader));
    return { selects };
  });
}

function parseSelect(reader: TokenReader): Select {
  reader.needWord('SELECT');
  const isDistinct = reader.takeWords('DISTINCT');
  const items = parseList(reader, parseItem);
  const from = reader.takeWords('FROM') ? parseFrom(reader) : undefined;
  const conditions: Expression[] = [];
  if (reader.takeWords('PREWHERE')) conditions.push(parseExpression(reader));
  if (reader.takeWords('WHERE')) conditions.push(parseExpression(reader));
  const groupBy = reader.takeWords('GROUP', 'BY') ? parseList(reader, parseExpression) : [];
  const having = reader.takeWords('HAVING') ? parseExpression(reader) : undefined;
  const orderBy = parseOrderBy(reader);
  const limits = parseLimits(reader);
  skipSettings(reader);
  return { isDistinct, items, from, conditions, groupBy, having, orderBy, ...limits };
}

function parseLimits(reader: TokenReader): Pick<Select, 'limit' | 'limitBy'> {
  if (!reader.takeWords('LIMIT')) return { limit: undefined, limitBy: undefined };
  const count = parseExpression(reader);
  if (!reader.takeWords('BY')) return { limit: count, limitBy: undefined };
  const limitBy = { count, keys: parseList(reader, parseExpression) };
  const limit = reader.takeWords('LIMIT') ? parseExpression(reader) : undefined;
  return { limit, limitBy };
}

function parseItem(reader: TokenReader): SelectItem {
  if (reader.takeSymbol('*')) return { kind: 'star' };
  const expression = parseExpression(reader);
  const alias = reader.takeWords('AS') ? reader.needName() : undefined;
  return { kind: 'expression', expression, alias };
}

function parseFrom(reader: TokenReader): FromItem {
  let from = parseFromItem(reader);
  for (;;) {
    const isInner = reader.takeWords('INNER', 'JOIN');
    if (isInner || reader.takeWords('LEFT', 'JOIN')) {
      const right = parseFromItem(reader);
      reader.needWord('ON');
      from = { kind: 'join', isInner, left: from, right, on: parseExpression(reader) };
    } else if (reader.takeWords('ARRAY', 'JOIN')) {
      from = { kind: 'arrayJoin', from, lists: parseList(reader, parseNamedList) };
    } else return from;
  }
}

/** Ignores the name after AS: none of our statements specifies to which side of a join a column belongs. */
function parseFromItem(reader: TokenReader): FromItem {
  const item = parseSource(reader);
  if (reader.takeWords('AS')) reader.needName();
  return item;
}

function parseSource(reader: TokenReader): FromItem {
  if (reader.takeSymbol('(')) {
    const query = parseQuery(reader);
    reader.needSymbol(')');
    return { kind: 'query', query };
  }
  const name = reader.needName();
  if (!reader.takeSymbol('(')) return { kind: 'table', name };
  if (name !== 'numbers') throw reader.refusal();
  const count = parseExpression(reader);
  reader.needSymbol(')');
  return { kind: 'numbers', count };
}

function parseNamedList(reader: TokenReader): NamedList {
  const list = parseExpression(reader);
  if (reader.takeWords('AS')) return { list, name: reader.needName() };
  if (list.kind !== 'name') throw reader.refusal();
  return { list, name: list.name };
}

function parseList<T>(reader: TokenReader, parse: (reader: TokenReader) => T): T[] {
  const all = [parse(reader)];
  while (reader.takeSymbol(',')) all.push(parse(reader));
  return all;
}

/** They are advice for the other engine. */
function skipSettings(reader: TokenReader): void {
  if (!reader.takeWords('SETTINGS')) return;
  do {
    reader.needName();
    reader.needSymbol('=');
    parseExpression(reader);
  } while (reader.takeSymbol(','));
}
