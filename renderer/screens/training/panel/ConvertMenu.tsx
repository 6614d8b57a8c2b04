import { Button, Menu, Text } from '@mantine/core';
import type { TrainingSelection } from '../../../../shared/contract/training.ts';
import { useTrainingSession } from '../session/use-training.ts';

/**
 * A file in several selections is converted once.
 * @param props.flattening when transparency becomes white; like `keeping` unless given
 */
export function ConvertMenu(props: {
  readonly label: string;
  readonly keeping: readonly TrainingSelection[];
  readonly flattening?: readonly TrainingSelection[];
}) {
  const session = useTrainingSession();
  const { label, keeping, flattening = keeping } = props;
  return (
    <Menu position="bottom-start" width={300}>
      <Menu.Target>
        <Button>{label}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void session.convert(keeping, false)}>
          Keep transparency
        </Menu.Item>
        <Menu.Item onClick={() => void session.convert(flattening, true)}>
          Make transparent parts white
        </Menu.Item>
        <Menu.Divider />
        <Text size="xs" c="dimmed" px="sm" pb="xs">
          Gesso writes copies for the upload: upright, sRGB, 8 bits, first frame only. A JPEG
          becomes a JPEG (quality 95), anything else a PNG. Your files don’t change.
        </Text>
      </Menu.Dropdown>
    </Menu>
  );
}
