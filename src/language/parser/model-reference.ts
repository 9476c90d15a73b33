import { encodeText } from '../quoting.ts';
import type { ModelReference } from '../tree.ts';
import { readText } from './arguments.ts';
import { isBareWord } from './lexer.ts';
import { report, type Parser } from './state.ts';

/** Reads a data model, with an optional dataset after a dot. */
export function readModel(parser: Parser): ModelReference {
  const { value, start, end } = readText(parser, 'the name of a data model');
  const [model = '', ...rest] = value.split('.');
  if (model.trim() === '') {
    report(parser, 'invalid-value', { start, end }, 'Specify the name of a data model.');
  }
  // Of a dataset inside another the last name is enough.
  const dataset = rest.at(-1);
  return { kind: 'model', model, dataset: dataset === '' ? undefined : dataset, start, end };
}

export function printModel({ model, dataset }: ModelReference): string {
  const name = dataset === undefined ? model : `${model}.${dataset}`;
  return isBareWord(name) ? name : encodeText(name);
}
