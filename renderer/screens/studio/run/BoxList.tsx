/** Boxes in words; selecting one moves the focus to it on the photo. */
import { Text, UnstyledButton } from '@mantine/core';
import type { Rect } from '../../../../shared/geometry/rect.ts';
import shared from '../../../base/ui/shared.module.css';
import classes from '../Studio.module.css';

export interface ListedBox {
  readonly name: string;
  readonly rect: Rect;
  readonly note: string | undefined;
  readonly onChoose: () => void;
}

export function BoxList(props: { readonly label: string; readonly boxes: readonly ListedBox[] }) {
  return (
    <ul className={classes['boxes']} aria-label={props.label}>
      {props.boxes.map(({ name, rect, note, onChoose }) => (
        <li key={name}>
          <UnstyledButton
            className={`${shared['press']} ${shared['line']}`}
            w="100%"
            px="xs"
            py="3xs"
            fz="xs"
            lh="xs"
            onClick={onChoose}
          >
            <span>{name}</span>
            <Text span inherit c="dimmed" className={shared['numbers'] ?? ''}>
              {rect.width} × {rect.height} px
            </Text>
            {note !== undefined && (
              <Text span inherit c="dimmed" ml="auto">
                {note}
              </Text>
            )}
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}
