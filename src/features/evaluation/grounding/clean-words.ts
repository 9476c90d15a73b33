/** Removes text that could lead a reader elsewhere: links, markup, invisible characters. */
import { foldLine } from '../../../patterns/index.ts';

const URL =
  /\b(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.|mailto:|javascript:|data:[a-z]+\/)[^\s<>"'`)\]}]*/gi;
const MARKDOWN_LINK = /!?\[([^\]\n]{0,200})\]\([^)\n]{0,500}\)/g;
const TAG = /<[/!]?[a-z][^<>]{0,500}>/gi;
/** The names of what varies in a pattern; they look like tags. */
const PLACEHOLDER = /^<(?:NUM|HEX|UUID|IP|TIME|URL|PATH|EMAIL|MAC)>$/;

/** Keeps a link that appears in a cited row; `cited` are those rows. */
export function cleanWords(text: string, cited: readonly string[]): string {
  const isCited = (url: string): boolean => cited.some((row) => row.includes(url));
  return foldLine(text.replace(/\s+/g, ' '))
    .replace(MARKDOWN_LINK, (whole, label: string) => (isCited(whole) ? whole : label))
    .replace(TAG, (tag) => (PLACEHOLDER.test(tag) ? tag : ''))
    .replace(URL, (url) => (isCited(url.replace(/[.,;:!?]+$/, '')) ? url : ''))
    .replaceAll('\ufffd', '')
    .replace(/ {2,}/g, ' ')
    .trim();
}
