/** XML of dashboards as plain elements with their lines. Entities of a file's own are refused. */
import { parseXml, XmlElement, XmlError, XmlText } from '@rgrove/parse-xml';
import { LIMITS } from '../../src/spec/limits.ts';

export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
  /** Of itself and all below it. */
  readonly text: string;
  readonly line: number;
}

export interface XmlProblem {
  readonly message: string;
  readonly line: number;
}

export type ReadXml =
  | { readonly kind: 'element'; readonly root: Element }
  | { readonly kind: 'problem'; readonly problem: XmlProblem };

const { xmlNestingMax } = LIMITS.moving;

export function readXml(text: string): ReadXml {
  const own = /<!(?:DOCTYPE|ENTITY)/i.exec(text);
  if (own !== null) {
    return problem('DTDs and entities aren’t supported.', lineAt(text, own.index));
  }
  try {
    const bytes = Buffer.from(text);
    const lines = lineStarts(bytes);
    const { root } = parseXml(text, { includeOffsets: true });
    if (root === null) return problem('The document is empty.', 1);
    return { kind: 'element', root: toElement(root, lines, 0) };
  } catch (error) {
    if (error instanceof XmlError) {
      return problem(error.message.split('\n', 1)[0] ?? '', error.line);
    }
    // Deep nesting ends the stack of the reader, or our own bound.
    if (error instanceof RangeError) {
      return problem(`Elements are nested too deeply (maximum ${xmlNestingMax}).`, 1);
    }
    throw error;
  }
}

function problem(message: string, line: number): ReadXml {
  return { kind: 'problem', problem: { message, line } };
}

function toElement(from: XmlElement, lines: readonly number[], depth: number): Element {
  if (depth > xmlNestingMax) throw new RangeError('nested too deeply');
  const children = from.children.flatMap((child) =>
    child instanceof XmlElement ? [toElement(child, lines, depth + 1)] : [],
  );
  const text = from.children
    .map((child) =>
      child instanceof XmlText ? child.text : child instanceof XmlElement ? child.text : '',
    )
    .join('');
  return {
    name: from.name,
    attributes: from.attributes,
    children,
    text,
    line: lineOf(lines, from.start),
  };
}

function lineAt(text: string, position: number): number {
  return text.slice(0, position).split('\n').length;
}

/** Offsets are bytes. */
function lineStarts(bytes: Buffer): number[] {
  const starts = [0];
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) starts.push(at + 1);
  return starts;
}

function lineOf(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return low + 1;
}

export function childOf(element: Element | undefined, name: string): Element | undefined {
  return element?.children.find((child) => child.name === name);
}

export function childrenOf(element: Element | undefined, name: string): readonly Element[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}

/** The text of a child, without the white space around it; empty where there is none. */
export function textIn(element: Element | undefined, name: string): string {
  return childOf(element, name)?.text.trim() ?? '';
}
