/** Below a picture in which the last run has found no face: the ways that help. */
import { Button, Group, Text } from '@mantine/core';
import { CROP, type Place } from '../model/part.ts';
import { useFaces, useFacesSession } from '../session/index.ts';
import classes from '../Faces.module.css';

/** @param props.isSure this picture is the one; else it may be either */
export function NoFaceHelp({ place, isSure }: { readonly place: Place; readonly isSure: boolean }) {
  const session = useFacesSession();
  const crop = useFaces((state) => state.crops[place]);
  return (
    <div className={classes['problem']} role="alert">
      <Text size="sm">
        {isSure
          ? 'No face was found here.'
          : 'No face was found here or in the other picture. The service does not say which.'}
      </Text>
      <Group gap="xs">
        {crop.rect !== null && (
          <Button size="compact-sm" onClick={() => session.parts.widen(place)}>
            Widen the crop
          </Button>
        )}
        {crop.border < CROP.border && (
          <Button size="compact-sm" onClick={() => session.parts.addBorder(place)}>
            Add a border
          </Button>
        )}
        <Button size="compact-sm" onClick={() => void session.parts.turn(place, 'right')}>
          Rotate
        </Button>
      </Group>
    </div>
  );
}
