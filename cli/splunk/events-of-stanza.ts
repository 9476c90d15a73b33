import { parse } from '../../src/language/index.ts';

/** The search for the events that a stanza of `props.conf` is about; empty for all, undefined where there is none. */
export function eventsOfStanza(name: string): string | undefined {
  if (name === 'default') return '';
  const [, kind = 'sourcetype', value = ''] =
    /^(?:(source|host)::)?(?:\(\?::\)\{0\})?([^]*)$/.exec(name) ?? [];
  if (/^(?:rule|delayedrule)::/.test(name)) return undefined;
  // `...` is any path, `*` any part of one.
  const pattern = value.replaceAll('...', '*').replaceAll(/\*+/g, '*');
  if (pattern === '' || /[|()[\]\\"{}?+^$]/.test(pattern)) return undefined;
  const match = `${kind}="${pattern}"`;
  return parse(match).query === undefined ? undefined : match;
}
