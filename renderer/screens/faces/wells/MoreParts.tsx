import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { photoPartUrl } from '../../../../shared/media.ts';
import shared from '../../../base/ui/shared.module.css';
import { partKey, type Place } from '../model/part.ts';
import { useFaces, useFacesSession } from '../session/index.ts';

export function MoreParts({ place }: { readonly place: Place }) {
  const session = useFacesSession();
  const parts = useFaces((state) => state.more[place]);
  if (parts.length === 0) return null;
  return (
    <ul className={shared['tiles']} aria-label={`More ${place}s`}>
      {parts.map((part, index) => (
        <li key={partKey(part)}>
          <UnstyledButton
            className={shared['tile'] ?? ''}
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
            size="sm"
            variant="default"
            aria-label={`Remove ${place} ${index + 2}`}
            onClick={() => session.parts.removeFromMatrix(place, part)}
          >
            <IconX size={16} />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}
