/**
 * A result in the tray, or several that were started together. Built of plain elements, as many
 * come and go while scrolling.
 */
import { IconCheck } from '@tabler/icons-react';
import { createContext, use, type MouseEvent, type ReactNode } from 'react';
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
  readonly hover?: { onPointerEnter(): void; onPointerLeave(): void; onPointerDown?(): void };
  readonly onPress: (event: MouseEvent) => void;
  readonly onToggle: () => void;
}

/** Above the button that covers the card. */
export const ABOVE = { zIndex: 1 } as const;

/** Whether names fit below pictures. Provided once, so that cards do not each observe the setting. */
export const IsTallContext = createContext(false);

const EDGE = 'var(--gesso-space-2xs)';

/** Constants, because Mantine’s style props take longer than the rest of a card. */
const LOW = {
  card: {
    position: 'relative',
    display: 'flex',
    gap: 'var(--gesso-space-xs)',
    alignItems: 'center',
    height: '100%',
    padding: EDGE,
    overflow: 'hidden',
  },
  open: {
    display: 'flex',
    flex: 'none',
    gap: 'var(--gesso-space-3xs)',
    justifyContent: 'center',
    height: '100%',
    minHeight: 0,
  },
  words: { flex: '1 1 0' },
  actions: {
    ...ABOVE,
    position: 'relative',
    display: 'flex',
    flex: 'none',
    flexDirection: 'column',
  },
} as const;

const TALL = {
  card: { ...LOW.card, flexDirection: 'column', gap: EDGE, alignItems: 'stretch' },
  open: { ...LOW.open, flex: '1 1 0' },
  words: { flex: 'none' },
  actions: { ...LOW.actions, position: 'absolute', right: EDGE, bottom: EDGE },
} as const;

const SELECT = {
  position: 'absolute',
  top: EDGE,
  left: EDGE,
  display: 'grid',
  placeItems: 'center',
  width: 'var(--gesso-control-sm)',
  height: 'var(--gesso-control-sm)',
  color: 'var(--gesso-on-picture)',
  border: '1px solid var(--gesso-on-picture)',
  borderRadius: 'var(--gesso-radius-sm)',
} as const;

export function RunCard(props: RunCardProps) {
  const { title, detail, facts, state, hint, isOpen, isSelected, onPress, onToggle } = props;
  const isTall = use(IsTallContext);
  const style = isTall ? TALL : LOW;
  return (
    <article
      className={`${shared['card'] ?? ''} ${classes['card'] ?? ''}`}
      style={style.card}
      aria-label={title}
      aria-current={isOpen || undefined}
      data-selected={isSelected || undefined}
      data-tall={isTall || undefined}
      {...props.hover}
      data-tip={hint === undefined ? title : `${title}\n${hint}`}
    >
      <button
        type="button"
        className={classes['open']}
        style={style.open}
        aria-label={`Open ${title}, ${state}`}
        data-pale={props.isPale || undefined}
        onClick={onPress}
      >
        {props.pictures}
      </button>
      <button
        type="button"
        className={classes['select']}
        style={SELECT}
        role="checkbox"
        aria-checked={isSelected}
        aria-label={`Select ${title}`}
        onClick={onToggle}
      >
        {isSelected && <IconCheck size={16} />}
      </button>
      <div className={shared['words']} style={style.words}>
        <div>{title}</div>
        <div className={classes['fact']}>{detail}</div>
        <div className={classes['fact']}>{facts}</div>
      </div>
      <div style={style.actions}>
        {props.stop}
        {props.menu}
      </div>
    </article>
  );
}
