import { Box, Center, Stack, Text } from '@mantine/core';
import {
  IconArrowsDiagonal,
  IconMessage2,
  IconMoodSmile,
  IconMovie,
  IconPalette,
  IconPlayerPlay,
  IconStack2,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { backend } from '../../../core/backend/client.ts';
import type { Intent } from '../../../core/screen/navigation.ts';
import shared from '../../../core/ui/shared.module.css';
import classes from './FirstStart.module.css';

export interface Example {
  readonly screenId: string;
  readonly icon: ReactNode;
  readonly art: ReactNode;
  orders(): Promise<readonly Intent[]>;
}

export const FIRST_ORDER: Intent = { kind: 'open-sample', sampleId: 'fig-in-a-bowl' };

const RECIPE_SAMPLES = ['postcard', 'mountain-path', 'bridge-cables', 'fig-in-a-bowl'] as const;

async function sample(sampleId: string): Promise<string> {
  return (await backend.photos.openSample({ sampleId })).id;
}

async function usePicture(sampleId: string, as?: 'face' | 'picture'): Promise<Intent> {
  const photoId = await sample(sampleId);
  return { kind: 'use-picture', photoId, ...(as !== undefined && { as }) };
}

export const EXAMPLES: readonly Example[] = [
  {
    screenId: 'studio',
    icon: <IconPalette size={16} />,
    // the tile draws both halves, with a line between them
    art: null,
    orders: () => Promise.resolve([FIRST_ORDER]),
  },
  {
    screenId: 'upscale',
    icon: <IconArrowsDiagonal size={16} />,
    art: <img src="examples/upscale.webp" alt="" />,
    orders: async () => [await usePicture('dandelions-small')],
  },
  {
    screenId: 'faces',
    icon: <IconMoodSmile size={16} />,
    art: <img className={classes['top']} src="examples/faces.webp" alt="" />,
    orders: async () => [
      await usePicture('admiral', 'face'),
      await usePicture('astronaut', 'picture'),
    ],
  },
  {
    screenId: 'video',
    icon: <IconMovie size={16} />,
    art: (
      <>
        <img src="examples/video.webp" alt="" />
        <Center
          component="span"
          w="var(--gesso-bar)"
          h="var(--gesso-bar)"
          m="auto"
          c="var(--gesso-on-picture)"
          bg="var(--gesso-on-picture-ground)"
          bdrs="50%"
          className={shared['cover'] ?? ''}
        >
          <IconPlayerPlay size={20} />
        </Center>
      </>
    ),
    orders: async () => [await usePicture('two-dogs')],
  },
  {
    screenId: 'recipes',
    icon: <IconStack2 size={16} />,
    art: <img src="examples/recipes.webp" alt="" />,
    orders: async () => [
      { kind: 'use-pictures', photoIds: await Promise.all(RECIPE_SAMPLES.map(sample)) },
    ],
  },
  {
    screenId: 'language',
    icon: <IconMessage2 size={16} />,
    art: (
      <Box
        component="span"
        display="grid"
        bg="var(--gesso-sunken)"
        className={classes['words'] ?? ''}
        style={{ gridTemplate: 'minmax(0, 1fr) / 2fr 3fr' }}
      >
        <img src="examples/studio-before.webp" alt="" />
        <Stack component="span" gap="2xs" justify="safe center" miw={0} p="sm">
          <Text span px="xs" py="2xs" ml="auto" bg="var(--gesso-fill)" bdrs="lg">
            Three captions
          </Text>
          <span>Cut this morning, gone by noon.</span>
          <span>A fig, a red bowl, late summer.</span>
          <span>
            The shadow was
            <Box
              component="span"
              ml="3xs"
              style={{ borderLeft: 'var(--gesso-outline) solid var(--gesso-focus)' }}
            />
          </span>
        </Stack>
      </Box>
    ),
    orders: () => Promise.resolve([]),
  },
];
