/** Boxes in words; selecting one moves the focus to it on the photo. */
import { UnstyledButton } from '@mantine/core';
import type { Rect } from '../../../../shared/geometry/rect.ts';
import classes from '../Studio.module.css';

export interface ListedBox {
  readonly name: string;
  readonly rect: Rect;
  readonly note: string | undefined;
  readonly onChoose: () => void;
}

export function BoxList(props: { readonly label: string; readonly boxes: readonly ListedBox[] }) {
  return (
    <ul className={classes['boxList']} aria-label={props.label}>
      {props.boxes.map(({ name, rect, note, onChoose }) => (
        <li key={name}>
          <UnstyledButton className={classes['entry'] ?? ''} onClick={onChoose}>
            <span>{name}</span>
            <span className={classes['size']}>
              {rect.width} × {rect.height} px
            </span>
            {note !== undefined && <span className={classes['note']}>{note}</span>}
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}
