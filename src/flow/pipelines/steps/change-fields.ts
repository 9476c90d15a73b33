import type { StepOf } from '../../../contract/pipeline-steps.ts';
import { readField, removeAttributes, removeField, writeField } from '../pipeline-event.ts';
import { failed, missed, type Step } from './step.ts';

const FULL = failed('the event can’t have more attributes');

export function renameStep({ from, to, isOptional }: StepOf<'rename'>): Step {
  const missing = missed(isOptional, `there is no field ${from}`);
  return (event, { room }) => {
    const value = readField(event, from);
    if (value === undefined) return missing;
    // The old name goes first, so that a full event has room for the new one.
    removeField(event, from, room);
    writeField(event, to, value, room);
    if (room.isOver) writeField(event, from, value, room);
    return 'done';
  };
}

export function setStep({ field, value, isOptional }: StepOf<'set'>): Step {
  const parts = templateParts(value);
  return (event, { room }) => {
    let text = '';
    for (const part of parts) {
      const piece = part.isField ? readField(event, part.text) : part.text;
      if (piece === undefined) return missed(isOptional, `there is no field ${part.text}`);
      text += piece;
      if (text.length > room.limits.bodyBytesMax) return failed('the text is too long');
    }
    return writeField(event, field, text, room) ? 'done' : FULL;
  };
}

interface TemplatePart {
  readonly text: string;
  readonly isField: boolean;
}

/** `{name}` is a field; `{{` and `}}` are braces. */
function templateParts(template: string): TemplatePart[] {
  const parts: TemplatePart[] = [];
  for (const [whole, name] of template.matchAll(/\{\{|\}\}|\{([^{}]{1,256})\}|[^{}]+|[{}]/g)) {
    const isBrace = whole === '{{' || whole === '}}';
    parts.push({
      text: name ?? (isBrace ? whole.charAt(0) : whole),
      isField: name !== undefined,
    });
  }
  return parts;
}

export function removeStep({ fields }: StepOf<'remove'>): Step {
  const exact = fields.filter((name) => !name.endsWith('*'));
  const beginnings = fields.filter((name) => name.endsWith('*')).map((name) => name.slice(0, -1));
  const hasBeginning = (key: string): boolean =>
    beginnings.some((beginning) => key.startsWith(beginning));
  return (event, { room }) => {
    for (const name of exact) removeField(event, name, room);
    if (beginnings.length > 0) removeAttributes(event, hasBeginning, room);
    return 'done';
  };
}
