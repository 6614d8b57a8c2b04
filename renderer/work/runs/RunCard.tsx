/**
 * A result, or several that were started together, in the tray: its pictures, a name, two lines, its menu. Many
 * of them come and go while the tray is scrolled: plain elements.
 */
import { IconCheck } from '@tabler/icons-react';
import type { MouseEvent, ReactNode } from 'react';
import { useIsTrayTall } from '../../base/frame/Tray.tsx';
import classes from './Runs.module.css';

export interface RunCardProps {
  readonly title: string;
  /** The two lines below it. */
  readonly detail: ReactNode;
  readonly facts: ReactNode;
  /** How it stands, for a screen reader; it reads out the title before it. */
  readonly state: string;
  /** In the pointer's hint, below the title. */
  readonly hint?: string | undefined;
  /** It has no result yet. */
  readonly isPale?: boolean;
  readonly isOpen: boolean;
  readonly isSelected: boolean;
  readonly pictures: ReactNode;
  /** Before the menu: the way to stop it. */
  readonly stop?: ReactNode;
  readonly menu?: ReactNode;
  /** Handlers of the card as a whole. */
  readonly hover?: {
    onPointerEnter(): void;
    onPointerLeave(): void;
    onPointerDown?(): void;
  };
  readonly onPress: (event: MouseEvent) => void;
  readonly onToggle: () => void;
}

export function RunCard(props: RunCardProps) {
  const { title, detail, facts, state, hint, isOpen, isSelected, onPress, onToggle } = props;
  const isTall = useIsTrayTall();
  return (
    <article
      className={classes['card']}
      aria-label={title}
      aria-current={isOpen || undefined}
      data-selected={isSelected || undefined}
      data-tall={isTall || undefined}
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
      <div className={classes['text']}>
        <div className={classes['name']}>{title}</div>
        <div className={classes['fact']}>{detail}</div>
        <div className={classes['fact']}>{facts}</div>
      </div>
      <div className={classes['ends']}>
        {props.stop}
        {props.menu}
      </div>
    </article>
  );
}
