/** What the result is compared with: the time before, the same time of an earlier day, or any shift. */
import { Button, Menu, TextInput } from '@mantine/core';
import { useState } from 'react';
import { isComparison, type SearchState } from '../../../data/search-state.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { Icon } from '../../../parts/icons.tsx';
import { usePage } from '../page-context.tsx';

const USUAL = [
  { value: undefined, label: 'Nothing' },
  { value: 'previous', label: 'Previous period' },
  { value: '1d', label: 'Same time yesterday' },
  { value: '1w', label: 'Same time last week' },
] as const;

export function CompareMenu({ compare }: Pick<SearchState, 'compare'>) {
  const { actions } = usePage();
  const [isOpen, setIsOpen] = useState(false);
  const change = (next: string | undefined): void => actions.change({ compare: next });
  const usual = USUAL.find(({ value }) => value === compare);
  const name = usual === undefined ? `${compare ?? ''} before` : usual.label.toLowerCase();
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button
            size="compact-xs"
            variant={compare === undefined ? 'subtle' : 'light'}
            {...(compare === undefined ? { color: 'gray' } : {})}
            leftSection={<Icon name="clock" size={13} />}
          >
            {compare === undefined ? 'Compare' : `vs ${name}`}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>Compare with</Menu.Label>
          {USUAL.map(({ value, label }) => (
            <Menu.Item
              key={label}
              aria-current={value === compare || undefined}
              rightSection={value === compare ? <Icon name="check" size={12} /> : null}
              onClick={() => change(value)}
            >
              {label}
            </Menu.Item>
          ))}
          <Menu.Item
            aria-current={usual === undefined || undefined}
            rightSection={usual === undefined ? <Icon name="check" size={12} /> : null}
            onClick={() => setIsOpen(true)}
          >
            Earlier by…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isOpen && (
        <ShiftDialog
          first={usual === undefined ? (compare ?? '') : ''}
          onClose={() => setIsOpen(false)}
          onDone={(next) => {
            setIsOpen(false);
            change(next);
          }}
        />
      )}
    </>
  );
}

interface ShiftDialogProps {
  readonly first: string;
  readonly onClose: () => void;
  readonly onDone: (shift: string) => void;
}

function ShiftDialog({ first, onClose, onDone }: ShiftDialogProps) {
  const [text, setText] = useState(first);
  const [isTried, setIsTried] = useState(false);
  const isValid = text !== 'previous' && isComparison(text);
  const submit = (): void => {
    setIsTried(true);
    if (isValid) onDone(text);
  };
  return (
    <FormDialog title="Compare with an earlier time" onSubmit={submit} onClose={onClose}>
      <TextInput
        label="Earlier by"
        placeholder="36h"
        description="For example 30m, 36h, 2d, 4w or 1mon"
        value={text}
        error={isTried && !isValid ? 'Enter a number and a unit, such as 36h.' : null}
        onChange={(event) => setText(event.currentTarget.value.trim())}
        data-autofocus
      />
      <Button type="submit">Compare</Button>
    </FormDialog>
  );
}
