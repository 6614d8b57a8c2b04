/**
 * A result in the tray, or several that were started together. Built of plain elements, as many
 * come and go while scrolling: style props take as long as all the rest of a card.
 */
import { IconCheck } from '@tabler/icons-react';
import type { MouseEvent, ReactNode } from 'react';
import shared from '../../core/ui/shared.module.css';
import classes from './Runs.module.css';

export interface RunCardProps {
  readonly title: string;
  /** The two lines below the title. */
  readonly detail: ReactNode;
  readonly facts: ReactNode;
  /** The state for screen readers, after the title. */
  readonly state: string;
  /** In the tooltip, below the title. */
  readonly hint?: string | undefined;
  /** Whether it has no result yet. */
  readonly isPale?: boolean;
  readonly isOpen: boolean;
  readonly isSelected: boolean;
  readonly pictures: ReactNode;
  /** Before the menu: the button to stop it. */
  readonly stop?: ReactNode;
  readonly menu?: ReactNode;
  /** Handlers of the whole card. */
  readonly hover?: {
    onPointerEnter(): void;
    onPointerLeave(): void;
    onPointerDown?(): void;
  };
  readonly onPress: (event: MouseEvent) => void;
  readonly onToggle: () => void;
}

/** Above the button that covers the card. */
export const ABOVE = { zIndex: 1 } as const;

const FACT = `${shared['tiny'] ?? ''} ${shared['cut'] ?? ''} ${classes['fact'] ?? ''}`;

export function RunCard(props: RunCardProps) {
  const { title, detail, facts, state, hint, isOpen, isSelected, onPress, onToggle } = props;
  return (
    <article
      className={`${shared['card'] ?? ''} ${classes['card'] ?? ''}`}
      aria-label={title}
      aria-current={isOpen || undefined}
      data-selected={isSelected || undefined}
      {...props.hover}
      title={hint === undefined ? title : `${title}\n${hint}`}
    >
      <button
        type="button"
        className={classes['open']}
        aria-label={`Open ${title}, ${state}`}
        data-pale={props.isPale || undefined}
        onClick={onPress}
      >
        {props.pictures}
      </button>
      <button
        type="button"
        className={classes['select']}
        role="checkbox"
        aria-checked={isSelected}
        aria-label={`Select ${title}`}
        onClick={onToggle}
      >
        {isSelected && <IconCheck size={16} />}
      </button>
      <div className={classes['words']}>
        <div className={classes['title']}>{title}</div>
        <div className={FACT}>{detail}</div>
        <div className={FACT}>{facts}</div>
      </div>
      <div className={classes['actions']} style={ABOVE}>
        {props.stop}
        {props.menu}
      </div>
    </article>
  );
}
