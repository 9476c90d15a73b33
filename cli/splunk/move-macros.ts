import { type MacroDefinition, macroProblem } from '../../src/language/index.ts';
import { type Gathering, note } from '../moving/gather.ts';
import { isOn, type Stanza } from './read-conf.ts';
import type { SplunkApp } from './splunk-app.ts';

/** Moves macros, and answers with those that did: queries are read with them. */
export function moveMacros(gathering: Gathering, apps: readonly SplunkApp[]): MacroDefinition[] {
  const moved = new Map<string, MacroDefinition>();
  for (const app of apps) {
    for (const stanza of app.conf('macros').values()) {
      const { name, file, line } = stanza;
      const found = { kind: 'macro', name, file, line };
      const macro = readMacro(stanza);
      const problem = typeof macro === 'string' ? macro : macroProblem(macro)?.message;
      if (typeof macro === 'string' || problem !== undefined) {
        gathering.leave(found, note({ file, line }, problem ?? ''));
        continue;
      }
      const id = `${macro.name}/${macro.arguments.length}`;
      if (moved.has(id)) {
        const message = 'Another app has a macro with this name. Rename one of them.';
        gathering.leave(found, note({ file, line }, message));
        continue;
      }
      const key = gathering.keyOf('macros', name);
      const description = stanza.settings.get('description')?.value.slice(0, 500);
      const definition = { ...macro, ...(description ? { description } : {}) };
      if (gathering.move(found, { kind: 'macros', key, definition })) moved.set(id, macro);
    }
  }
  return [...moved.values()];
}

/** `name(2)` has two arguments, which `args` names. */
function readMacro({ name: written, settings }: Stanza): MacroDefinition | string {
  const [, name = written, count = '0'] = /^(.*?)\((\d+)\)$/.exec(written) ?? [];
  const given = settings.get('args')?.value.split(',') ?? [];
  const names = given.map((each) => each.trim()).filter((each) => each !== '');
  const definition = settings.get('definition')?.value;
  if (definition === undefined) return 'The macro has no definition.';
  if (names.length !== Number(count)) {
    return `The name declares ${count} arguments, but \`args\` has ${names.length}.`;
  }
  const validation = settings.get('validation')?.value;
  const errorMessage = settings.get('errormsg')?.value;
  return {
    name,
    arguments: names,
    // In Splunk the definition of an expression is a text in quotes, or not.
    definition: definition.trim(),
    ...(isOn(settings.get('iseval')) ? { isEval: true } : {}),
    ...(validation ? { validation } : {}),
    ...(errorMessage ? { errorMessage } : {}),
  };
}
