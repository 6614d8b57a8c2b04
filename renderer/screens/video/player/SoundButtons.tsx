/** The choice stays for all clips. */
import { Group } from '@mantine/core';
import { IconButton } from '../../../base/ui/IconButton.tsx';
import { IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { useSetting, useUpdateSettings } from '../../../base/backend/settings.ts';
import { useCommands } from '../../../base/commands/commands.ts';
import { PickMenu } from './PickMenu.tsx';
import type { ClipSound } from './use-clip-sound.ts';

const VOLUMES = [100, 75, 50, 25, 10] as const;

const OBSTACLES: Readonly<Record<ClipSound['kind'], string | undefined>> = {
  none: 'This clip has no sound.',
  loading: undefined,
  ready: undefined,
  failed: 'This computer can’t play the sound of this clip.',
};

/** Hidden for a clip without sound; the command says why it does nothing. */
export function SoundButtons({ kind }: { readonly kind: ClipSound['kind'] }) {
  const isMuted = useSetting('isClipMuted');
  const volume = useSetting('clipVolume');
  const update = useUpdateSettings();
  const toggle = () => update({ isClipMuted: !isMuted });
  useCommands([
    {
      id: 'clip.mute',
      title: 'Mute or unmute',
      group: 'Clip',
      shortcuts: ['M'],
      obstacle: () => OBSTACLES[kind],
      run: toggle,
    },
  ]);
  if (kind === 'none') return null;
  const isDisabled = kind === 'failed';
  const volumes = [...new Set([...VOLUMES, volume])].sort((a, b) => b - a);
  return (
    <Group gap={0} wrap="nowrap">
      <IconButton
        label="Mute"
        tip={isMuted ? 'Unmute (M)' : 'Mute (M). Sound plays at 1×, forwards.'}
        icon={isMuted ? <IconVolumeOff size={16} /> : <IconVolume size={16} />}
        aria-pressed={isMuted}
        disabled={isDisabled}
        onClick={toggle}
      />
      <PickMenu
        name="Volume"
        isDisabled={isDisabled}
        value={String(volume)}
        picks={volumes.map((each) => ({ value: String(each), label: `${each} %` }))}
        onPick={(value) => update({ clipVolume: Number(value), isClipMuted: false })}
      />
    </Group>
  );
}
