/** SVG as text. Only markup created in this file is inserted as is; everything else is escaped. */

/** A finished piece. */
export interface Markup {
  readonly markup: string;
}

type Attribute = string | number | undefined;

const NAME = /^[a-zA-Z][\w:-]*$/;

/** An element. Strings among the children are text. */
export function tag(
  name: string,
  attributes: Readonly<Record<string, Attribute>>,
  ...children: readonly (Markup | string)[]
): Markup {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${checkedName(key)}="${escapeText(attributeText(value))}"`],
  );
  const inner = children.map((child) =>
    typeof child === 'string' ? escapeText(child) : child.markup,
  );
  const head = `${checkedName(name)}${written.join('')}`;
  return { markup: inner.length === 0 ? `<${head}/>` : `<${head}>${inner.join('')}</${name}>` };
}

export function group(
  attributes: Readonly<Record<string, Attribute>>,
  children: readonly Markup[],
) {
  return tag('g', attributes, ...children);
}

/** A coordinate, rounded to tenths of a pixel, which keeps emails small. */
export function place(value: number): number {
  if (!Number.isFinite(value)) throw new RangeError('A place on the paper is a number.');
  return Math.round(value * 10) / 10 || 0;
}

function attributeText(value: string | number): string {
  return typeof value === 'number' ? String(place(value)) : value;
}

/** Names are written here, never taken from data. */
function checkedName(name: string): string {
  if (!NAME.test(name)) throw new RangeError('This is no name of an element or attribute.');
  return name;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
/** XML has no way to write these, not even escaped. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(UNWRITABLE, '\ufffd')
    .replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
