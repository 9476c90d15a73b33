/** Reads Splunk configuration files: stanzas of settings in layers, the last of which wins. */

/** A value and where it is written. */
export interface Setting {
  readonly value: string;
  readonly file: string;
  /** From 1; of the first line of the value. */
  readonly line: number;
  /** Where the value begins in its first line, from 1. */
  readonly column: number;
}

export interface Stanza {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly settings: ReadonlyMap<string, Setting>;
}

export type Conf = ReadonlyMap<string, Stanza>;

const DEFAULT = 'default';

/** A trailing backslash continues the line; newlines within a value are kept. */
export function readConf(text: string, file: string): Conf {
  const stanzas = new Map<string, { name: string; line: number; settings: Map<string, Setting> }>();
  let stanza = { name: DEFAULT, line: 1, settings: new Map<string, Setting>() };
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (/^\s*(?:#|$)/.test(line)) continue;
    const named = /^\s*\[(.*)\]\s*$/.exec(line);
    if (named !== null) {
      const name = named[1] ?? '';
      stanza = stanzas.get(name) ?? { name, line: at + 1, settings: new Map() };
      stanzas.set(name, stanza);
      continue;
    }
    const first = at;
    const value: string[] = [];
    while (at < lines.length - 1 && /\\\s*$/.test(lines[at] ?? '')) {
      value.push((lines[at] ?? '').replace(/\\\s*$/, ''));
      at += 1;
    }
    value.push(lines[at] ?? '');
    const whole = value.join('\n');
    const setting = /^\s*([^=\n]*?)\s*=[ \t]*/.exec(whole);
    if (setting === null) continue;
    const [head, key = ''] = setting;
    stanza.settings.set(key, {
      value: whole.slice(head.length).trimEnd(),
      file,
      line: first + 1,
      column: head.length + 1,
    });
    if (!stanzas.has(stanza.name)) stanzas.set(stanza.name, stanza);
  }
  return new Map([...stanzas].map(([name, each]) => [name, { ...each, file }]));
}

/** `local/` overrides `default/`; settings of the stanza `default` apply to all stanzas that lack them. */
export function layerConfs(confs: readonly Conf[]): Conf {
  const merged = new Map<string, Stanza>();
  for (const conf of confs) {
    for (const [name, stanza] of conf) {
      const below = merged.get(name);
      const settings = new Map([...(below?.settings ?? []), ...stanza.settings]);
      merged.set(name, { ...(below ?? stanza), settings });
    }
  }
  const inherited = merged.get(DEFAULT)?.settings;
  merged.delete(DEFAULT);
  if (inherited === undefined) return merged;
  return new Map(
    [...merged].map(([name, stanza]) => [
      name,
      { ...stanza, settings: new Map([...inherited, ...stanza.settings]) },
    ]),
  );
}

/** Where a position of a value is in its file. */
export function placeIn(
  { value, line, column, file }: Setting,
  offset = 0,
): { readonly file: string; readonly line: number; readonly column: number } {
  const before = value.slice(0, offset).split('\n');
  const last = before.at(-1) ?? '';
  const lines = before.length - 1;
  return { file, line: line + lines, column: last.length + (lines === 0 ? column : 1) };
}

export function isOn(setting: Setting | undefined, otherwise = false): boolean {
  if (setting === undefined) return otherwise;
  return /^(?:1|true|t|yes|y|on|enabled)$/i.test(setting.value.trim());
}
