import { ActionIcon } from '@mantine/core';
import { Icon } from '../../../parts/icons.tsx';

interface OrderButtonsProps {
  readonly name: string;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onMove: (by: 1 | -1) => void;
}

export function OrderButtons({ name, isFirst, isLast, onMove }: OrderButtonsProps) {
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={`Move ${name} up`}
        disabled={isFirst}
        onClick={() => onMove(-1)}
      >
        <Icon name="up" size={14} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={`Move ${name} down`}
        disabled={isLast}
        onClick={() => onMove(1)}
      >
        <Icon name="down" size={14} />
      </ActionIcon>
    </>
  );
}
