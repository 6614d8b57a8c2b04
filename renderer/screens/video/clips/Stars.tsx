import { ActionIcon } from '@mantine/core';
import { IconStar, IconStarFilled } from '@tabler/icons-react';

const MOST = 5;

/** Pressing the last set star clears all. @param props.label e.g. "Rate this clip" */
export function Stars(props: {
  readonly label: string;
  readonly value: number;
  readonly onChange: (stars: number) => void;
}) {
  const { label, value, onChange } = props;
  return (
    <span role="group" aria-label={label}>
      {Array.from({ length: MOST }, (_, index) => index + 1).map((stars) => (
        <ActionIcon
          key={stars}
          size="sm"
          aria-label={stars === 1 ? '1 star' : `${stars} stars`}
          aria-pressed={value === stars}
          onClick={() => onChange(value === stars ? 0 : stars)}
        >
          {stars <= value ? <IconStarFilled size={16} /> : <IconStar size={16} />}
        </ActionIcon>
      ))}
    </span>
  );
}

/** Read-only: cards set stars by a key or in the menu. */
export function StarsShown({ value }: { readonly value: number }) {
  return (
    <span role="img" aria-label={value === 1 ? '1 star' : `${value} stars`}>
      {'★'.repeat(value)}
      {'☆'.repeat(MOST - value)}
    </span>
  );
}
