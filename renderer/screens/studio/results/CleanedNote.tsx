import { ColorSwatch, Group } from '@mantine/core';
import { useSetting } from '../../../core/backend/settings.ts';
import { count } from '../../../core/ui/format.ts';
import { cleanedColor } from './cleaned-color.ts';
import shared from '../../../core/ui/shared.module.css';
import { useStudio } from '../session/index.ts';

export function CleanedNote() {
  const isOn = useStudio(
    (state) => state.results.isCleanedShown && state.results.compared === undefined,
  );
  const shown = useStudio(
    (state) => state.patches.filter((patch) => patch.state === 'applied').length,
  );
  const maskColor = useSetting('maskColor');
  if (!isOn) return null;
  return (
    <Group gap="xs" className={shared['onPicture'] ?? ''} role="status">
      <ColorSwatch
        color={cleanedColor(maskColor)}
        size="var(--gesso-thumb)"
        radius="sm"
        style={{ border: '1px solid var(--gesso-on-picture)' }}
        withShadow={false}
      />
      {count(shown, 'cleaned area')}
    </Group>
  );
}
