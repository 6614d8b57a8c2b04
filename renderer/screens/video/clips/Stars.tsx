/** Stars from 0 to 5. */
import { ActionIcon } from '@mantine/core';
import { IconStar, IconStarFilled } from '@tabler/icons-react';

const MOST = 5;

/** To be set; a press on the last one that is set takes them away. @param props.label e.g. "Rate this clip" */
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

/** To be seen, in a card: one is set by a key or in its menu. */
export function StarsShown({ value }: { readonly value: number }) {
  return (
    <span role="img" aria-label={value === 1 ? '1 star' : `${value} stars`}>
      {'★'.repeat(value)}
      {'☆'.repeat(MOST - value)}
    </span>
  );
}
