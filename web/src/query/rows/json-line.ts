/** A JSON log line for reading: the message, followed by the remaining fields. */

export interface JsonLine {
  /** Empty where the object names none. */
  readonly message: string;
  readonly pairs: readonly (readonly [name: string, value: string])[];
}

/** A list shows the beginning of a line; a longer one is read where it is opened. */
const TEXT_MAX = 20_000;
const PAIRS_MAX = 60;
const VALUE_MAX = 300;

const MESSAGE_NAMES = ['message', 'msg', 'event', 'text', 'log', 'short_message', '@message'];

/** Undefined for anything but one JSON object. A level already shown in the row is omitted. */
export function readJsonLine(text: string, level: string): JsonLine | undefined {
  const object = readObject(text);
  if (object === undefined) return undefined;
  const named = MESSAGE_NAMES.find((name) => typeof object[name] === 'string');
  const message = named === undefined ? '' : (object[named] as string);
  const pairs = Object.entries(object)
    .filter(([name, value]) => name !== named && !isLevel(name, value, level))
    .slice(0, PAIRS_MAX)
    .map(([name, value]) => [name, valueText(value)] as const);
  return { message, pairs };
}

function readObject(text: string): Readonly<Record<string, unknown>> | undefined {
  if (!/^\s*\{/.test(text) || text.length > TEXT_MAX) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Readonly<Record<string, unknown>>) : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isLevel(name: string, value: unknown, level: string): boolean {
  return (
    name === 'level' && typeof value === 'string' && value.toLowerCase() === level.toLowerCase()
  );
}

/** Quotes text that contains a space, so that its end is visible. */
function valueText(value: unknown): string {
  const text = typeof value === 'string' && !/[\s"=]/.test(value) ? value : JSON.stringify(value);
  return text.length > VALUE_MAX ? `${text.slice(0, VALUE_MAX)}…` : text;
}
