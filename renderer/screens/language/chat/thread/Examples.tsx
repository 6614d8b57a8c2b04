/** Fills the prompt on a click; never sends it. */
import { Box, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import bridge from '../examples/bridge.webp';
import dandelions from '../examples/dandelions.webp';
import fig from '../examples/fig.webp';
import { focusComposer } from '../focus.ts';
import { useChat, useChatSession } from '../session/index.ts';
import shared from '../../../../core/ui/shared.module.css';

const EXAMPLES = [
  {
    picture: fig,
    title: 'Write three captions',
    text: 'Write three captions for a photo of a fig in a bowl.',
  },
  {
    picture: dandelions,
    title: 'Find a title',
    text: 'Find a title for a series of dandelions at sunset.',
  },
  { picture: bridge, title: 'Plan a shot list', text: 'Plan a shot list for a bridge at dawn.' },
] as const;

export function Examples() {
  const session = useChatSession();
  const isLoading = useChat((state) => state.isLoading);
  if (isLoading) return null;
  return (
    <Stack
      gap="xs"
      align="center"
      justify="center"
      p="md"
      className={shared['cover'] ?? ''}
      // lines up with the middle of the composer
      style={{ overflow: 'hidden', scrollbarGutter: 'stable' }}
      role="group"
      aria-label="Examples"
    >
      {EXAMPLES.map(({ picture, title, text }) => (
        <Group
          key={text}
          component={UnstyledButton}
          gap="sm"
          wrap="nowrap"
          w="min(100%, calc(2 * var(--gesso-card)))"
          p="xs"
          className={shared['press'] ?? ''}
          onClick={() => {
            session.drafts.change({ draft: text });
            focusComposer();
          }}
        >
          <Box
            component="img"
            src={picture}
            alt=""
            w="var(--gesso-number)"
            h="var(--gesso-number)"
            bdrs="sm"
          />
          <Text span>{title}</Text>
        </Group>
      ))}
    </Stack>
  );
}
