/** Stars from 0 to 5; a press on the last one that is set takes them away. */
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import classes from './Clips.module.css';

const MOST = 5;

/** @param props.label e.g. "Rate this clip"; the number of stars follows it */
export function Stars(props: {
  readonly label: string;
  readonly value: number;
  readonly onChange: (stars: number) => void;
}) {
  const { label, value, onChange } = props;
  return (
    <span className={classes['stars']} role="group" aria-label={label}>
      {Array.from({ length: MOST }, (_, index) => index + 1).map((stars) => (
        <button
          key={stars}
          type="button"
          className={classes['star']}
          aria-label={stars === 1 ? '1 star' : `${stars} stars`}
          aria-pressed={value === stars}
          data-set={stars <= value || undefined}
          onClick={(event) => {
            event.stopPropagation();
            onChange(value === stars ? 0 : stars);
          }}
        >
          {stars <= value ? <IconStarFilled size={16} /> : <IconStar size={16} />}
        </button>
      ))}
    </span>
  );
}
