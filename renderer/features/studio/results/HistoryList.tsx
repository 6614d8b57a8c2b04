/** What lies on the photo, newest first. */
import { ActionIcon, Stack, Text, Title, Tooltip } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import type { Patch } from '../../../../shared/contract/photos.ts';
import { formatDuration } from '../../../ui/format.ts';
import classes from '../Studio.module.css';
import { useStudio } from '../session/studio-store.ts';

export function HistoryList() {
  const patches = useStudio((state) => state.patches);
  if (patches.length === 0) return null;
  return (
    <Stack gap="xs" component="section" aria-label="Results">
      <Title order={2} size="sm">
        Results
      </Title>
      {[...patches].reverse().map((patch) => (
        <Entry key={patch.id} patch={patch} number={patches.indexOf(patch) + 1} />
      ))}
    </Stack>
  );
}

function Entry({ patch, number }: { readonly patch: Patch; readonly number: number }) {
  const session = useStudio((state) => state.session);
  const isShown = patch.state === 'applied';
  const name = `Clean-up ${number}`;
  return (
    <div className={`${classes['patch']} ${isShown ? '' : classes['patchHidden']}`}>
      <img className={classes['patchPicture']} src={patch.url} alt="" loading="lazy" />
      <div>
        <Text size="sm">{name}</Text>
        <Text size="xs" c="dimmed">
          {patch.rect.width} × {patch.rect.height} px · {formatDuration(patch.durationMilliseconds)}
        </Text>
      </div>
      <Tooltip label={isShown ? 'Hide this result' : 'Show this result'}>
        <ActionIcon
          aria-label={isShown ? `Hide ${name}` : `Show ${name}`}
          onClick={() => void session?.results.setShown(patch.id, !isShown)}
        >
          {isShown ? <IconEye size={18} /> : <IconEyeOff size={18} />}
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
