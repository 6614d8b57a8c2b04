/** Used faces are kept on this computer only. */
import { ActionIcon, Menu } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { FacePart } from '../../../../shared/contract/faces-form.ts';
import { photoPartUrl } from '../../../../shared/media.ts';
import shared from '../../../core/ui/shared.module.css';
import { partKey } from '../model/part.ts';
import { useFaces, useFacesSession } from '../session/index.ts';

export function UsedFaces() {
  const faces = useFaces((state) => state.usedFaces);
  if (faces.length === 0) return null;
  return (
    <>
      <Menu.Label>Used before</Menu.Label>
      <div className={shared['tiles']}>
        {faces.map((face, index) => (
          <UsedFace key={partKey(face)} face={face} number={index + 1} />
        ))}
      </div>
    </>
  );
}

function UsedFace({ face, number }: { readonly face: FacePart; readonly number: number }) {
  const { slotActions } = useFacesSession();
  const [isGone, setGone] = useState(false);
  if (isGone) return null;
  return (
    <div>
      <Menu.Item
        p="3xs"
        aria-label={`Use face ${number}`}
        title="Delete removes it from the list"
        onClick={() => void slotActions.fill('face', face)}
        onKeyDown={(event) => {
          if (event.key === 'Delete') slotActions.removeUsedFace(face);
        }}
      >
        <div className={shared['tile']}>
          <img
            src={photoPartUrl(face.photoId, face.rect)}
            alt=""
            loading="lazy"
            onError={() => setGone(true)}
          />
        </div>
      </Menu.Item>
      <ActionIcon
        size="sm"
        variant="default"
        tabIndex={-1}
        aria-label={`Remove face ${number} from the list`}
        onClick={() => slotActions.removeUsedFace(face)}
      >
        <IconX size={16} />
      </ActionIcon>
    </div>
  );
}
