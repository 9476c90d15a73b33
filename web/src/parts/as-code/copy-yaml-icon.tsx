import { ActionIcon, Tooltip } from '@mantine/core';
import { Icon } from '../icons.tsx';
import { copyYaml, LABEL } from './copy-yaml.tsx';
import type { ThingProps } from './thing.ts';

/** For the table row of an object without a page. */
export function CopyYamlIcon({ name, ...thing }: ThingProps & { readonly name: string }) {
  return (
    <Tooltip label={LABEL}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={`Copy ${name} as YAML`}
        onClick={() => void copyYaml(thing)}
      >
        <Icon name="copy" size={14} />
      </ActionIcon>
    </Tooltip>
  );
}
