import { List, Progress, Stack, Text } from '@mantine/core';
import { count } from '../../../base/ui/format.ts';
import { useSaving } from '../session/index.ts';

export function ManyPhotos() {
  const { many = [], through, unsaved } = useSaving((state) => state);
  return (
    <>
      {through !== undefined && (
        <Stack gap="2xs">
          <Text size="sm" role="status">
            Saving {Math.min(through + 1, many.length)} of {many.length}
          </Text>
          <Progress
            size="sm"
            value={(through / Math.max(1, many.length)) * 100}
            aria-label={`Saved ${through} of ${many.length}`}
          />
        </Stack>
      )}
      {unsaved.length > 0 && (
        <section aria-label="Not saved">
          <Text size="sm" fw={500} c="orange" mb="2xs">
            {count(unsaved.length, 'photo')} not saved
          </Text>
          <List size="sm" mah={140} style={{ overflow: 'auto' }} tabIndex={0}>
            {unsaved.map(({ id, name, error }) => (
              <List.Item key={id}>
                {name}: {error.message}
              </List.Item>
            ))}
          </List>
        </section>
      )}
    </>
  );
}
