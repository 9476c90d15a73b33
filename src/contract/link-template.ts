/** Links with values of events in them: `https://tracer.example.com/trace/{trace_id}`. */

export interface FilledLink {
  readonly href: string;
  /** The host that it leads to, with its port where it is not the usual one. */
  readonly host: string;
}

/** Longer values are no identifiers, and no server accepts their address. */
const VALUE_CHARACTERS_MAX = 2_000;

/** The host is written out: no user, no placeholder, and no letters that look like others. */
const ORIGIN =
  /^https:\/\/(?:[A-Za-z0-9][A-Za-z0-9.-]*|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?(?=[/?#]|$)/;
const PLACEHOLDER = /\{([^{}]+)\}/g;
/** ASCII that addresses consist of; a backslash is a slash to browsers. */
const LITERAL = /^[\x21-\x7e]*$/;
// oxlint-disable-next-line no-control-regex -- these are what is refused
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

/** Why a template cannot be used. */
export function linkTemplateProblem(template: string): string | undefined {
  if (!template.startsWith('https://')) return 'The URL must start with https://.';
  const origin = ORIGIN.exec(template)?.[0];
  if (origin === undefined) {
    return 'The URL must contain its host, without a user name or placeholders: https://tracer.example.com/trace/{trace_id}. Write international domain names in Punycode.';
  }
  const literals = template.replaceAll(PLACEHOLDER, '');
  if (/[{}]/.test(literals)) {
    return 'The URL has a brace without a field name. Write placeholders as {field}.';
  }
  if (!LITERAL.test(literals) || literals.includes('\\')) {
    return 'The URL can contain only printable ASCII characters and no backslash. Percent-encode others.';
  }
  if (fill(template, () => 'x') === undefined) {
    return 'The URL is invalid, or its path contains “.” or “..” as a segment.';
  }
  return undefined;
}

/**
 * The link for the values of an event. Undefined where a value is missing, or could lead to another place than the
 * template says: values are encoded, and never change the host or climb in the path.
 */
export function fillLink(
  template: string,
  valueOf: (field: string) => string | undefined,
): FilledLink | undefined {
  if (linkTemplateProblem(template) !== undefined) return undefined;
  return fill(template, valueOf);
}

function fill(
  template: string,
  valueOf: (field: string) => string | undefined,
): FilledLink | undefined {
  let isFilled = true;
  const text = template.replaceAll(PLACEHOLDER, (_, field: string) => {
    const value = valueOf(field) ?? '';
    isFilled &&=
      value !== '' &&
      value.length <= VALUE_CHARACTERS_MAX &&
      value.isWellFormed() &&
      !CONTROL.test(value);
    return isFilled ? encodeURIComponent(value) : '';
  });
  const origin = ORIGIN.exec(template)?.[0];
  if (!isFilled || origin === undefined || !URL.canParse(text) || climbs(text)) return undefined;
  const { protocol, host, href } = new URL(text);
  const isSame = protocol === 'https:' && host === new URL(origin).host;
  return isSame ? { href, host } : undefined;
}

/** Whether a segment of the path stands for the folder itself or the one above, as browsers read it. */
function climbs(text: string): boolean {
  const [path = ''] = text.slice('https://'.length).split(/[?#]/, 1);
  return path.split('/').some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment));
}
