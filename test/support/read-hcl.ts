/** Reads as much of Terraform's language as the examples of our pages use: blocks, attributes, lists, objects, variables. */
export interface HclBlock {
  readonly type: string;
  readonly labels: readonly string[];
  readonly attributes: Readonly<Record<string, unknown>>;
}

export function readHcl(text: string, variables: Readonly<Record<string, string>>): HclBlock[] {
  const tokens = [
    ...text.replaceAll(/#.*$/gm, '').matchAll(/"(?:[^"\\]|\\.)*"|[\w.-]+|[[\]{}=,:()]/g),
  ].map(([token]) => token);
  let at = 0;
  const next = (): string => tokens[at++] ?? '';
  const isNext = (token: string): boolean => tokens[at] === token;
  const plain = (token: string): string =>
    token.startsWith('"') ? (JSON.parse(token) as string) : token;

  function value(): unknown {
    const token = next();
    if (token === '{') return fields();
    if (token === '[') {
      const list: unknown[] = [];
      while (!isNext(']')) {
        list.push(value());
        if (isNext(',')) next();
      }
      next();
      return list;
    }
    if (token.startsWith('"')) {
      return plain(token).replaceAll(/\$\{var\.(\w+)\}/g, (_, name: string) => variable(name));
    }
    if (token.startsWith('var.')) return variable(token.slice(4));
    if (['true', 'false', 'null'].includes(token) || /^-?[\d.]+$/.test(token)) {
      return JSON.parse(token) as unknown;
    }
    // Another resource: only its order matters here.
    return token;
  }

  function variable(name: string): string {
    const known = variables[name];
    if (known === undefined) throw new Error(`No variable ${name}.`);
    return known;
  }

  /** Until the closing brace; a block within another is an object. */
  function fields(): Record<string, unknown> {
    const result: Record<string, unknown> = {};
    while (!isNext('}')) {
      if (at >= tokens.length) throw new Error('A closing brace is missing.');
      const name = plain(next());
      if (isNext('=') || isNext(':')) next();
      result[name] = value();
      if (isNext(',')) next();
    }
    next();
    return result;
  }

  const blocks: HclBlock[] = [];
  while (at < tokens.length) {
    const type = next();
    const labels: string[] = [];
    while (!isNext('{')) labels.push(plain(next()));
    next();
    blocks.push({ type, labels, attributes: fields() });
  }
  return blocks;
}
