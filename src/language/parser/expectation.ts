/** What the parser would accept at a position: the basis of both error messages and completion. */
export type Expectation =
  | { readonly kind: 'command' }
  | { readonly kind: 'term' }
  | { readonly kind: 'field' }
  | { readonly kind: 'newField' }
  | { readonly kind: 'expression' }
  | { readonly kind: 'aggregation' }
  | { readonly kind: 'conversion' }
  | { readonly kind: 'keyword'; readonly word: string }
  | { readonly kind: 'symbol'; readonly symbol: string }
  | { readonly kind: 'operator' }
  | { readonly kind: 'option'; readonly name: string }
  /** A value for a field; in expressions text is quoted. */
  | { readonly kind: 'value'; readonly field: string; readonly quoted: boolean }
  | { readonly kind: 'choice'; readonly choices: readonly string[] }
  | { readonly kind: 'time' }
  | { readonly kind: 'span' }
  | { readonly kind: 'number' }
  | { readonly kind: 'text'; readonly what: string }
  | { readonly kind: 'lookup' }
  | { readonly kind: 'savedSearch' }
  | { readonly kind: 'subsearch' };

export function describeExpectation(expectation: Expectation): string {
  switch (expectation.kind) {
    case 'command':
      return 'a command';
    case 'term':
      return 'a search term';
    case 'field':
      return 'a field';
    case 'newField':
      return 'a name';
    case 'expression':
      return 'an expression';
    case 'aggregation':
      return 'an aggregation such as `count` or `avg(field)`';
    case 'conversion':
      return 'a conversion such as `ctime(field)`';
    case 'keyword':
      return `\`${expectation.word}\``;
    case 'symbol':
      return `\`${expectation.symbol}\``;
    case 'operator':
      return 'an operator';
    case 'option':
      return `\`${expectation.name}=\``;
    case 'value':
      return 'a value';
    case 'choice':
      return expectation.choices.map((choice) => `\`${choice}\``).join(', ');
    case 'time':
      return 'a time such as `-1h@h`';
    case 'span':
      return 'a span such as `5m`';
    case 'number':
      return 'a number';
    case 'text':
      return expectation.what;
    case 'lookup':
      return 'the name of a lookup table';
    case 'savedSearch':
      return 'the name of a saved search';
    case 'subsearch':
      return 'a subsearch in brackets';
  }
}

const OPTIONS_SHOWN = 3;

/** Describes the expectations in words; many options are represented by one example. */
export function summarise(expectations: readonly Expectation[]): string[] {
  const options = expectations.filter((each) => each.kind === 'option');
  const [first] = options;
  if (first === undefined || options.length <= OPTIONS_SHOWN) {
    return expectations.map(describeExpectation);
  }
  const others = expectations.filter((each) => each.kind !== 'option').map(describeExpectation);
  return [...others, `an option such as ${describeExpectation(first)}`];
}

/** `a, b or c`, without repeating itself. */
export function joinAlternatives(alternatives: readonly string[]): string {
  const distinct = [...new Set(alternatives)];
  const last = distinct.pop() ?? '';
  return distinct.length === 0 ? last : `${distinct.join(', ')} or ${last}`;
}
