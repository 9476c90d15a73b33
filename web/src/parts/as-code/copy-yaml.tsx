import { Button, Menu } from '@mantine/core';
import { ApiError, call } from '../../api/call.ts';
import * as api from '../../api/endpoints.ts';
import { messageOf } from '../error-notice.tsx';
import { Icon } from '../icons.tsx';
import { sayDone, sayFailed } from '../ready-notice.ts';
import type { ThingProps } from './thing.ts';

export const LABEL = 'Copy as YAML';

/** Placed among the other actions of a page. */
export function CopyYamlButton(thing: ThingProps) {
  return (
    <Button variant="default" onClick={() => void copyYaml(thing)}>
      {LABEL}
    </Button>
  );
}

/** In a menu of actions. */
export function CopyYamlItem(thing: ThingProps) {
  return (
    <Menu.Item leftSection={<Icon name="copy" size={14} />} onClick={() => void copyYaml(thing)}>
      {LABEL}
    </Menu.Item>
  );
}

export async function copyYaml(thing: ThingProps): Promise<void> {
  const text = yamlOf(thing);
  try {
    // Some browsers allow clipboard access only during the click, so a promise of the text is passed.
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })]);
    sayDone('YAML copied');
  } catch {
    sayFailed(await whyNot(text));
  }
}

async function yamlOf({ kind, id }: ThingProps): Promise<string> {
  const [{ data }, { bundleText }] = await Promise.all([
    call(api.readBundleThing, { params: { kind, id } }),
    import('../../../../src/contract/bundle-text.ts'),
  ]);
  return bundleText({ [kind]: { [data.key]: data.definition } });
}

async function whyNot(text: Promise<string>): Promise<string> {
  try {
    await text;
    return "Couldn't access the clipboard. Use `xplain config pull` instead.";
  } catch (error) {
    return error instanceof ApiError && error.status === 404
      ? "Bundles don't support this, or it was deleted."
      : messageOf(error);
  }
}
