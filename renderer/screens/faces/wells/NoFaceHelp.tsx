/** Below a picture in which the last run has found no face: the ways that help. */
import { Alert, Button, Group, Text } from '@mantine/core';
import { CROP, type Place } from '../model/part.ts';
import { useFaces, useFacesSession } from '../session/index.ts';

/** @param props.isSure false if it could be either picture */
export function NoFaceHelp({ place, isSure }: { readonly place: Place; readonly isSure: boolean }) {
  const session = useFacesSession();
  const crop = useFaces((state) => state.crops[place]);
  return (
    <Alert role="alert">
      <Text size="xs" mb="2xs">
        {isSure
          ? 'No face was found here.'
          : 'No face was found here or in the other picture. The service does not say which.'}
      </Text>
      <Group gap="xs">
        {crop.rect !== null && (
          <Button size="xs" onClick={() => session.parts.widen(place)}>
            Widen the crop
          </Button>
        )}
        {crop.border < CROP.border && (
          <Button size="xs" onClick={() => session.parts.addBorder(place)}>
            Add a border
          </Button>
        )}
        <Button size="xs" onClick={() => void session.parts.turn(place, 'right')}>
          Rotate
        </Button>
      </Group>
    </Alert>
  );
}
