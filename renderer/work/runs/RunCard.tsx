/**
 * A result, or several that were started together, as a row of a list: its pictures, two lines, how it stands,
 * its actions. Many of them come and go while the list is scrolled: plain elements.
 */
import { IconCheck } from '@tabler/icons-react';
import type { MouseEvent, ReactNode } from 'react';
import classes from './Runs.module.css';

/** CSS pixels of a row at 100 % text size, with the gap below it. */
export const ROW_HEIGHT = 84;

export interface RunCardProps {
  /** The first line; a screen reader reads out all of them. */
  readonly title: string;
  readonly detail?: string;
  readonly facts: string;
  /** The reason why it is held up, for the pointer. */
  readonly hint?: string | undefined;
  readonly isRunning: boolean;
  readonly isOpen: boolean;
  readonly isSelected: boolean;
  readonly pictures: ReactNode;
  readonly menu?: ReactNode;
  readonly onPress: (event: MouseEvent) => void;
  readonly onToggle: () => void;
}

export function RunCard(props: RunCardProps) {
  const { title, detail, facts, isOpen, isSelected, onPress, onToggle } = props;
  const name = detail === undefined ? title : `${title}, ${detail}`;
  return (
    <article
      className={classes['card']}
      aria-label={name}
      aria-current={isOpen || undefined}
      data-selected={isSelected || undefined}
    >
      <button
        type="button"
        className={classes['open']}
        aria-label={`Open ${name}, ${facts}`}
        onClick={onPress}
      >
        {props.pictures}
      </button>
      <button
        type="button"
        className={classes['select']}
        role="checkbox"
        aria-checked={isSelected}
        aria-label={`Select ${name}`}
        onClick={onToggle}
      >
        {isSelected && <IconCheck size={16} />}
      </button>
      <div className={classes['text']}>
        <span className={classes['name']} title={title}>
          {title}
        </span>
        {detail !== undefined && (
          <span className={classes['fact']} title={detail}>
            {detail}
          </span>
        )}
        <span
          className={classes['fact']}
          title={props.hint ?? facts}
          role={props.isRunning ? 'status' : undefined}
        >
          {facts}
        </span>
      </div>
      <div className={classes['menu']}>{props.menu}</div>
    </article>
  );
}
