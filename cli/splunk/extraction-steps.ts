/** Pipeline steps for the settings of `props.conf`. */
import type { PipelineStep } from '../../src/contract/pipeline-steps.ts';
import { compileRegex } from '../../src/language/event-regex/compile-regex.ts';
import { nameGroups } from '../../src/language/event-regex/name-groups.ts';
import { RegexFault } from '../../src/language/event-regex/read-regex.ts';
import { LIMITS } from '../../src/spec/limits.ts';
import type { Note } from '../moving/report.ts';
import { type Conf, placeIn, type Setting, type Stanza } from './read-conf.ts';

export interface Extraction {
  readonly steps: readonly PipelineStep[];
  /** A search that events must meet as well. */
  readonly filter?: string;
  readonly notes: readonly Note[];
}

/** In the order in which they apply. */
const KINDS: readonly (readonly [
  key: RegExp,
  read: (setting: Setting, transforms: Conf, key: string) => Extraction[],
])[] = [
  [/^TRANSFORMS-?/, readTransforms],
  [/^SEDCMD-/, readSed],
  [/^INDEXED_EXTRACTIONS$/, readMode],
  // Automatic field extraction runs first, so that other extractions override it.
  [/^KV_MODE$/, readMode],
  [/^EXTRACT-/, readExtract],
  [/^REPORT-/, readTransforms],
  [/^FIELDALIAS-/, readAlias],
  [/^EVAL-/, readEval],
  [/^LOOKUP-/, readLookup],
];

export function extractionsOf({ settings }: Stanza, transforms: Conf): Extraction[] {
  return KINDS.flatMap(([pattern, read]) =>
    [...settings]
      .filter(([key]) => pattern.test(key))
      .flatMap(([key, setting]) => read(setting, transforms, key)),
  );
}

function left(setting: Setting, message: string, offset = 0): Extraction {
  return { steps: [], notes: [{ ...placeIn(setting, offset), message }] };
}

function moved(...steps: readonly PipelineStep[]): Extraction {
  return { steps, notes: [] };
}

/** `<regex> in <field>`; named groups are the fields. */
function readExtract(setting: Setting): Extraction[] {
  const [, regex = '', field] = /^([^]*?)(?:\s+in\s+(\w+))?$/.exec(setting.value.trim()) ?? [];
  return [regexStep(setting, regex, field)];
}

function regexStep(setting: Setting, regex: string, field?: string): Extraction {
  try {
    const { names } = compileRegex(regex, LIMITS.pipelines);
    if (names.length === 0) {
      return left(setting, 'The pattern has no named groups, so it extracts no fields.');
    }
    if (names.some((name) => /^_(?:KEY|VAL)_/.test(name))) {
      return left(setting, 'Dynamic field names aren’t supported.');
    }
  } catch (error) {
    if (!(error instanceof RegexFault)) throw error;
    return left(setting, error.message, error.position);
  }
  const source = field === undefined || field === '_raw' ? {} : { field };
  return moved({ kind: 'parse_regex', ...source, pattern: regex, isOptional: true });
}

/** Names of stanzas in `transforms.conf`. */
function readTransforms(setting: Setting, transforms: Conf): Extraction[] {
  return setting.value
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .map((name) => {
      const stanza = transforms.get(name);
      if (stanza !== undefined) return readTransform(setting, stanza);
      return left(setting, `The transform \`${name}\` wasn’t found.`);
    });
}

function readTransform(caller: Setting, { name, settings }: Stanza): Extraction {
  const regex = settings.get('REGEX');
  const target = settings.get('DEST_KEY');
  const format = settings.get('FORMAT');
  const source = settings.get('SOURCE_KEY')?.value.trim();
  const delimiters = settings.get('DELIMS');
  if (delimiters !== undefined) return readDelimiters(delimiters, settings.get('FIELDS'), source);
  if (regex === undefined) return left(caller, `The transform \`${name}\` has no pattern.`);
  if (target !== undefined) return readTarget(regex, target, format?.value.trim() ?? '');
  if (source !== undefined && !/^\w+$/.test(source)) {
    return left(regex, `\`SOURCE_KEY = ${source}\` isn’t supported.`);
  }
  if (format === undefined) return regexStep(regex, regex.value, source);
  const names = new Map<number, string>();
  const fixed: PipelineStep[] = [];
  for (const part of format.value.trim().split(/\s+/)) {
    const [, field = '', number, value = ''] =
      /^([A-Za-z_]\w*)::"?(?:\$(\d+)|([^"$]*))"?$/.exec(part) ?? [];
    if (field === '') {
      return left(format, `\`${part}\` isn’t supported. A field must have exactly one group.`);
    }
    if (number === undefined) fixed.push({ kind: 'set', field, value });
    else names.set(Number(number), field);
  }
  const { steps, notes } = regexStep(regex, nameGroups(regex.value, names), source);
  const isFixed = fixed.length > 0;
  const message = 'Fixed values are set for every event, even if the pattern doesn’t match.';
  if (steps.length === 0) return { steps, notes };
  return {
    steps: isFixed ? [...steps, ...fixed] : steps,
    notes: isFixed ? [...notes, { ...placeIn(format), message }] : notes,
  };
}

/** `DELIMS = ",", "="`: pairs; with one of them and `FIELDS`, columns. */
function readDelimiters(setting: Setting, fields: Setting | undefined, field?: string): Extraction {
  const [pair = '', value = ''] = [...setting.value.matchAll(/"([^"]*)"/g)].map(
    ([, each = '']) => each,
  );
  if (fields !== undefined || value === '') {
    return left(
      setting,
      'Delimited values without field names aren’t supported. Use `parse_regex`.',
    );
  }
  if (pair.length !== 1 || value.length !== 1) {
    return left(setting, 'A delimiter must be a single character.');
  }
  const source = field === undefined || field === '_raw' ? {} : { field };
  const parting = pair === ' ' ? {} : { pairSeparator: pair };
  return moved({
    kind: 'parse_key_value',
    ...source,
    ...parting,
    valueSeparator: value,
    isOptional: true,
  });
}

/** What decides where an event goes, or whether it stays. */
function readTarget(regex: Setting, target: Setting, format: string): Extraction {
  const key = target.value.trim();
  const filter = filterOf(regex.value.trim());
  const [, named = ''] = /::(.*)$/.exec(format) ?? [];
  const only = (step: PipelineStep): Extraction => {
    if (filter !== undefined) return { steps: [step], filter, notes: [] };
    return left(
      regex,
      'Pipelines select events with a search. This regular expression can’t be converted to one.',
    );
  };
  if (key === 'queue' && format === 'nullQueue') return only({ kind: 'drop' });
  if (key === '_MetaData:Index' && !format.includes('$')) {
    return only({ kind: 'route', index: format.toLowerCase() });
  }
  const isHost = key === 'MetaData:Host' && named === '$1';
  if (isHost) return regexStep(regex, nameGroups(regex.value, new Map([[1, 'host']])));
  if (key === 'MetaData:Sourcetype' && named !== '' && !named.includes('$')) {
    return only({ kind: 'set', field: 'sourcetype', value: named });
  }
  return left(target, `\`DEST_KEY = ${key}\` with \`FORMAT = ${format}\` isn’t supported.`);
}

/** A search equivalent to a plain pattern: one or more words. */
function filterOf(regex: string): string | undefined {
  if (/^\^?\.[*+]?\$?$/.test(regex)) return '';
  const inner = /^\(\?:([^()]*)\)$/.exec(regex)?.[1] ?? /^\(([^()?]*)\)$/.exec(regex)?.[1] ?? regex;
  const parts = inner.split('|').map((part) => part.replaceAll(/\\([./:\-=])/g, '$1'));
  if (!parts.every((part) => /^[\w ./:=-]+$/.test(part)) || /(?<!\\)\./.test(inner)) {
    return undefined;
  }
  const found = parts.map((part) => `"*${part}*"`);
  return found.length === 1 ? (found[0] ?? '') : `(${found.join(' OR ')})`;
}

/** `s/regex/replacement/g`. */
function readSed(setting: Setting): Extraction[] {
  const [, , pattern = '', replacement = '', flags = ''] =
    /^s(.)((?:\\.|(?!\1).)+)\1((?:\\.|(?!\1).)*)\1(\w*)$/.exec(setting.value.trim()) ?? [];
  if (pattern === '') return [left(setting, 'Only `s/…/…/g` is supported.')];
  if (/\\\d|&/.test(replacement)) {
    return [left(setting, 'Replacements with capturing groups aren’t supported.')];
  }
  const faults = regexFault(pattern);
  if (faults !== undefined) return [left(setting, faults.message, faults.position + 2)];
  const step: PipelineStep = { kind: 'mask', fields: ['event'], pattern, replacement };
  const message = 'All matches are replaced, not only the first.';
  const notes = flags.includes('g') ? [] : [{ ...placeIn(setting), message }];
  return [{ steps: [step], notes }];
}

function regexFault(pattern: string): RegexFault | undefined {
  try {
    compileRegex(pattern, LIMITS.pipelines, 'g');
    return undefined;
  } catch (error) {
    if (error instanceof RegexFault) return error;
    throw error;
  }
}

function readMode(setting: Setting): Extraction[] {
  switch (setting.value.trim().toLowerCase()) {
    case 'json':
      return [moved({ kind: 'parse_json', isOptional: true })];
    case 'auto':
    case 'auto_escaped':
      return [moved({ kind: 'parse_key_value', isOptional: true })];
    case 'none':
    case '':
      return [];
    default:
      return [left(setting, `\`${setting.value.trim()}\` isn’t supported. Use \`parse_regex\`.`)];
  }
}

/** `a AS b c ASNEW d`. */
function readAlias(setting: Setting): Extraction[] {
  const pairs = [...setting.value.matchAll(/("[^"]+"|\S+)\s+AS(NEW)?\s+("[^"]+"|\S+)/gi)];
  const rest = setting.value.replaceAll(/("[^"]+"|\S+)\s+AS(NEW)?\s+("[^"]+"|\S+)/gi, '').trim();
  const steps = pairs.map(([, from = '', , to = '']): PipelineStep => {
    const [source, field] = [from, to].map((name) => name.replaceAll('"', ''));
    return { kind: 'set', field: field ?? '', value: `{${source ?? ''}}`, isOptional: true };
  });
  const isPlain = rest === '' && steps.length > 0 && !/[{}*]/.test(setting.value);
  return [isPlain ? moved(...steps) : left(setting, 'Unsupported alias.')];
}

const NAMES = /^(?:coalesce\(([^()"]*)\)|([\w.]+|'[\w. -]+'))$/i;

/** Constants, and aliases of a field. */
function readEval(setting: Setting, _: Conf, key: string): Extraction[] {
  const [, text, number] = /^(?:"([^"\\{}]*)"|(\d+(?:\.\d+)?))$/.exec(setting.value.trim()) ?? [];
  const value = text ?? number;
  const field = key.slice('EVAL-'.length);
  if (value !== undefined) return [moved({ kind: 'set', field, value })];
  const [, several, one] = NAMES.exec(setting.value.trim()) ?? [];
  const names = (several ?? one ?? '').split(',').map((name) => name.trim().replaceAll("'", ''));
  if (
    names.every((name) => /^[A-Za-z_][\w. -]*$/.test(name) && !/^(?:null|true|false)$/i.test(name))
  ) {
    // The first that is there is the last that is set.
    const steps = names
      .toReversed()
      .filter((name) => name !== field)
      .map((name): PipelineStep => ({ kind: 'set', field, value: `{${name}}`, isOptional: true }));
    if (steps.length === names.length) return [moved(...steps)];
  }
  const message = `Pipelines don’t support calculated fields. Calculate \`${field}\` in a macro with \`eval\`.`;
  return [left(setting, message)];
}

function readLookup(setting: Setting): Extraction[] {
  return [left(setting, 'Automatic lookups aren’t supported. Add `lookup` to the searches.')];
}
