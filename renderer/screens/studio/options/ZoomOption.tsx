import { Center, Group, Menu, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { formatZoom } from '../../../core/ui/format.ts';
import { TypedValue } from '../../../core/ui/TypedValue.tsx';
import { useCanvas, useStudioSession } from '../session/index.ts';
import { TurnItems } from './TurnOption.tsx';
import { ZOOM_PRESETS, zoomOfText } from '../model/typed-values.ts';

export function ZoomOption() {
  const zoom = useCanvas((snapshot) => snapshot.zoom);
  const core = useStudioSession()?.core;
  if (zoom === undefined || core === undefined) return null;
  return (
    <Group gap={0} wrap="nowrap" c="dimmed">
      <TypedValue
        isPlain
        label="Zoom in percent"
        value={formatZoom(zoom)}
        width={7}
        onEnter={(text) => {
          const entered = zoomOfText(text);
          if (entered !== undefined) core.picture.viewport.setZoom(entered);
          return entered !== undefined;
        }}
      />
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <Center
            component={UnstyledButton}
            w="var(--gesso-control-sm)"
            h="var(--gesso-control-md)"
            c="inherit"
            aria-label="Zoom presets"
          >
            <IconChevronDown size={16} />
          </Center>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => core.picture.viewport.fit()}>Fit photo to window</Menu.Item>
          {ZOOM_PRESETS.map((preset) => (
            <Menu.Item key={preset} onClick={() => core.picture.viewport.setZoom(preset)}>
              {formatZoom(preset)}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <TurnItems />
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
