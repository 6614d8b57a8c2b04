/** Faces that were used before: a click puts one into the well again. Kept on this computer only. */
import { ActionIcon, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { FacePart } from '../../../../shared/contract/faces-form.ts';
import { photoPartUrl } from '../../../../shared/media.ts';
import { useFaces, useFacesSession } from '../session/index.ts';
import classes from '../Faces.module.css';
import { partKey } from '../model/part.ts';

export function UsedFaces() {
  const faces = useFaces((state) => state.usedFaces);
  if (faces.length === 0) return null;
  return (
    <section className={classes['used']} aria-label="Faces used before">
      <Text size="xs" c="dimmed" className={classes['usedTitle'] ?? ''}>
        Used before
      </Text>
      <ul className={classes['usedRow']}>
        {faces.map((face, index) => (
          <UsedFace key={partKey(face)} face={face} number={index + 1} />
        ))}
      </ul>
    </section>
  );
}

function UsedFace({ face, number }: { readonly face: FacePart; readonly number: number }) {
  const session = useFacesSession();
  const [isGone, setGone] = useState(false);
  if (isGone) return null;
  return (
    <li className={classes['usedFace']}>
      <Tooltip label="Use this face">
        <UnstyledButton
          aria-label={`Use face ${number}`}
          onClick={() => void session.parts.fill('face', face)}
        >
          <img
            src={photoPartUrl(face.photoId, face.rect)}
            alt=""
            loading="lazy"
            onError={() => setGone(true)}
          />
        </UnstyledButton>
      </Tooltip>
      <ActionIcon
        size={18}
        variant="filled"
        color="dark"
        radius="xl"
        className={classes['usedRemove'] ?? ''}
        aria-label={`Remove face ${number} from the row`}
        onClick={() => session.parts.removeUsedFace(face)}
      >
        <IconX size={16} />
      </ActionIcon>
    </li>
  );
}
