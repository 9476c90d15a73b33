/** The items of an evaluation, one per line: `id: what to look for`. */
import type { ExpectedItem } from '../../../../../src/contract/evaluation.ts';

export function readItems(text: string): ExpectedItem[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const colon = line.indexOf(':');
      if (colon < 0) return { id: line, description: line };
      const id = line.slice(0, colon).trim();
      const description = line.slice(colon + 1).trim();
      return { id, description: description === '' ? id : description };
    });
}

export function writeItems(items: readonly ExpectedItem[]): string {
  return items
    .map(({ id, description }) => `${id}: ${description.replaceAll('\n', ' ')}`)
    .join('\n');
}
