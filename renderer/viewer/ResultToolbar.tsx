/** The toolbar of screens with results: zoom, ground, Send to and Save at its end. */
import { Button, Menu } from '@mantine/core';
import {
  IconArrowsDiagonal,
  IconChevronDown,
  IconMoodSmile,
  IconMovie,
  IconPalette,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Toolbar, ToolbarLine } from '../core/frame/Frame.tsx';
import { GroundMenu } from '../core/frame/GroundMenu.tsx';
import { useIsNarrow } from '../core/frame/narrow.ts';
import { showScreen, unlessLeft, type Intent } from '../core/screen/navigation.ts';
import { SaveButton } from '../core/ui/SaveButton.tsx';
import { ZoomMenu } from './stage/toolbar-zoom.tsx';

interface SendToProps {
  /** The current screen. */
  readonly from: 'upscale' | 'video' | 'faces';
  /** Calls back with the photo's id; the screen reports errors. */
  readonly toPhoto: (show: (photoId: string) => void) => void;
}

export function ResultToolbar(props: {
  readonly send: SendToProps;
  readonly canSend: boolean;
  readonly canSave: boolean;
  readonly onSave: () => void;
  /** Items of the menu next to Save. */
  readonly waysToSave: ReactNode;
  readonly children: ReactNode;
}) {
  const { send, canSend, canSave, onSave, waysToSave, children } = props;
  const isNarrow = useIsNarrow();
  const targets = <SendToItems {...send} />;
  return (
    <Toolbar
      label="View"
      end={
        <>
          <ZoomMenu />
          <GroundMenu />
          <ToolbarLine />
          {!isNarrow && (
            <Menu position="bottom-end">
              <Menu.Target>
                <Button rightSection={<IconChevronDown size={16} />} disabled={!canSend}>
                  Send to
                </Button>
              </Menu.Target>
              <Menu.Dropdown>{targets}</Menu.Dropdown>
            </Menu>
          )}
          <SaveButton isDisabled={!canSave} onClick={onSave}>
            {waysToSave}
            {isNarrow && (
              <>
                <Menu.Divider />
                <Menu.Label>Send to</Menu.Label>
                {targets}
              </>
            )}
          </SaveButton>
        </>
      }
    >
      {children}
    </Toolbar>
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
  const show = unlessLeft(target.screen, showScreen);
  toPhoto((photoId) => {
    const intent: Intent =
      target.screen === 'studio'
        ? { kind: 'open-photo', photoId }
        : { kind: 'use-picture', photoId, ...('as' in target ? { as: target.as } : {}) };
    show(target.screen, intent);
  });
}

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
