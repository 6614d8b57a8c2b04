/** Files that did not become photos, each with its reason; the others went on without them. */
import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import classes from './Photos.module.css';
import { putAwayRefused, useStrip } from './strip-store.ts';

/** More than these are counted. */
const SHOWN = 4;

export function RefusedFiles() {
  const refused = useStrip((state) => state.refused);
  if (refused.length === 0) return null;
  const more = refused.length - SHOWN;
  return (
    <Alert
      className={classes['refused'] ?? ''}
      role="alert"
      color="orange"
      icon={<IconAlertTriangle size={18} />}
      withCloseButton
      closeButtonLabel="Close this message"
      onClose={putAwayRefused}
    >
      {refused.slice(0, SHOWN).map(({ id, name, error }) => (
        <Text key={id} size="sm">
          {error.message.includes(`“${name}”`) ? error.message : `“${name}”: ${error.message}`}
        </Text>
      ))}
      {more > 0 && (
        <Text size="sm">
          … and {more} more:{' '}
          {refused
            .slice(SHOWN)
            .map(({ name }) => `“${name}”`)
            .join(', ')}
        </Text>
      )}
    </Alert>
  );
}
