/** Ways through a message that was read. */
import { unfit, type XmlElement } from './read-xml.ts';

export function elementsIn({ children }: XmlElement): XmlElement[] {
  return children.filter((child) => typeof child !== 'string');
}

export function childrenOf(element: XmlElement, namespace: string, local: string): XmlElement[] {
  return elementsIn(element).filter((child) => is(child, namespace, local));
}

export function is(element: XmlElement, namespace: string, local: string): boolean {
  return element.namespace === namespace && element.local === local;
}

/** Refuses a second one: which of them counts would be a matter of taste. */
export function childOf(
  element: XmlElement,
  namespace: string,
  local: string,
): XmlElement | undefined {
  const [found, second] = childrenOf(element, namespace, local);
  if (second !== undefined) throw unfit(`${element.local} has more than one ${local}.`);
  return found;
}

export function requiredChild(element: XmlElement, namespace: string, local: string): XmlElement {
  const found = childOf(element, namespace, local);
  if (found === undefined) throw unfit(`${element.local} has no ${local}.`);
  return found;
}

/** Text of an element that contains nothing else. */
export function textOf(element: XmlElement): string {
  const texts = element.children.filter((child) => typeof child === 'string');
  if (texts.length === element.children.length) return texts.join('');
  throw unfit(`${element.local} holds elements where text is expected.`);
}

/** Returns the element itself and all its descendants. */
export function allIn(element: XmlElement): XmlElement[] {
  const all = [element];
  for (let at = 0; at < all.length; at += 1) {
    const each = all[at];
    if (each !== undefined) all.push(...elementsIn(each));
  }
  return all;
}
