/** Selecting a box focuses it on the photo. */
import { Box, Text, UnstyledButton } from '@mantine/core';
import type { Rect } from '../../../../shared/geometry/rect.ts';
import shared from '../../../core/ui/shared.module.css';
import { HAIRLINE } from '../../../core/ui/hairline.ts';

interface ListedBox {
  readonly name: string;
  readonly rect: Rect;
  readonly note: string | undefined;
  readonly onChoose: () => void;
}

export const BOX_LIST = {
  mah: 'calc(2 * var(--gesso-rail))',
  bdrs: 'sm',
  style: { border: HAIRLINE },
} as const;

export function BoxList(props: { readonly label: string; readonly boxes: readonly ListedBox[] }) {
  return (
    <Box component="ul" {...BOX_LIST} className={shared['scroll'] ?? ''} aria-label={props.label}>
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
    </Box>
  );
}
