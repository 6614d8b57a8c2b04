/** Further faces or pictures of the next run: each face goes into each picture. */
import { ActionIcon, Text, UnstyledButton } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { photoPartUrl } from '../../../../shared/media.ts';
import { count } from '../../../base/ui/format.ts';
import type { Place } from '../model/part.ts';
import { useFaces, useFacesSession } from '../session/index.ts';
import classes from '../Faces.module.css';

export function MoreParts({ place }: { readonly place: Place }) {
  const session = useFacesSession();
  const parts = useFaces((state) => state.more[place]);
  if (parts.length === 0) return null;
  return (
    <div className={classes['more']}>
      <Text size="xs" c="dimmed">
        and {count(parts.length, place === 'face' ? 'more face' : 'more picture')}
      </Text>
      <ul className={classes['usedRow']} aria-label={`More ${place}s`}>
        {parts.map((part, index) => (
          <li
            key={JSON.stringify([part.photoId, part.rect])}
            className={classes['usedFace']}
            data-small
          >
            <UnstyledButton
              aria-label={`Edit ${place} ${index + 2}`}
              title="Edit"
              onClick={() => {
                session.parts.removeFromMatrix(place, part);
                session.parts.addToMatrix(place);
                void session.parts.fill(place, part);
              }}
            >
              <img src={photoPartUrl(part.photoId, part.rect)} alt="" loading="lazy" />
            </UnstyledButton>
            <ActionIcon
              size={18}
              variant="filled"
              color="dark"
              radius="xl"
              className={classes['usedRemove'] ?? ''}
              aria-label={`Remove ${place} ${index + 2}`}
              onClick={() => session.parts.removeFromMatrix(place, part)}
            >
              <IconX size={16} />
            </ActionIcon>
          </li>
        ))}
      </ul>
    </div>
  );
}
