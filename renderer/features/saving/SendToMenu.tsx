/** Sends a result to another screen, as a photo of the library. */
import { Button, Menu } from '@mantine/core';
import {
  IconArrowsDiagonal,
  IconChevronDown,
  IconMoodSmile,
  IconMovie,
  IconPalette,
} from '@tabler/icons-react';
import { useIsNarrow } from '../../core/frame/narrow.ts';
import { showScreen, type Intent } from '../../core/screen/navigation.ts';

interface SendToProps {
  /** The current screen. */
  readonly from: 'upscale' | 'video' | 'faces';
  /** Calls back with the photo's id; the screen reports errors. */
  readonly toPhoto: (show: (photoId: string) => void) => void;
}

/** In the toolbar; narrow windows have the items in the menu of Save. */
export function SendToMenu(props: SendToProps & { readonly isDisabled: boolean }) {
  const { isDisabled, ...items } = props;
  if (useIsNarrow()) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button rightSection={<IconChevronDown size={16} />} disabled={isDisabled}>
          Send to
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <SendToItems {...items} />
      </Menu.Dropdown>
    </Menu>
  );
}

/** Items below a line, for toolbars without room for {@link SendToMenu}. */
export function SendToInMenu(props: SendToProps) {
  if (!useIsNarrow()) return null;
  return (
    <>
      <Menu.Divider />
      <Menu.Label>Send to</Menu.Label>
      <SendToItems {...props} />
    </>
  );
}

const TARGETS = [
  { screen: 'studio', label: 'Studio', Icon: IconPalette },
  { screen: 'upscale', label: 'Upscale', Icon: IconArrowsDiagonal },
  { screen: 'video', label: 'Video', Icon: IconMovie },
  { screen: 'faces', label: 'Faces, as the picture', Icon: IconMoodSmile, as: 'picture' },
  { screen: 'faces', label: 'Faces, as the face', Icon: IconMoodSmile, as: 'face' },
] as const;

function send(toPhoto: SendToProps['toPhoto'], target: (typeof TARGETS)[number]): void {
  toPhoto((photoId) => {
    const intent: Intent =
      target.screen === 'studio'
        ? { kind: 'open-photo', photoId }
        : { kind: 'use-picture', photoId, ...('as' in target ? { as: target.as } : {}) };
    showScreen(target.screen, intent);
  });
}

/** For a menu of the screen's own. */
function SendToItems({ from, toPhoto }: SendToProps) {
  return TARGETS.filter(({ screen }) => screen !== from).map((target) => (
    <Menu.Item
      key={target.label}
      leftSection={<target.Icon size={16} />}
      onClick={() => send(toPhoto, target)}
    >
      {target.label}
    </Menu.Item>
  ));
}
