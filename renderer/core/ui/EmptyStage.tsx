/**
 * An empty stage: an example of what the screen does, and ways to start. Clicking the example uses
 * the sample.
 */
import { Button, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconFolderOpen } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './EmptyStage.module.css';
import shared from './shared.module.css';

export function EmptyStage(props: {
  /** A picture in `renderer/public/examples` that shows before and after. */
  readonly example: 'faces' | 'recipes' | 'studio' | 'training' | 'upscale' | 'video';
  /** At the picture's lower corners. */
  readonly labels?: readonly [left: string, right: string];
  /** At most six words. */
  readonly title: string;
  readonly line: string;
  readonly openLabel: string;
  readonly onOpen: () => void;
  /** Missing where using the sample would cost money. */
  readonly onSample?: (() => void) | undefined;
  readonly sampleLabel?: string;
  readonly children?: ReactNode;
}) {
  const { example, labels, title, line, openLabel, onOpen, onSample, children } = props;
  const { sampleLabel = 'Use the sample' } = props;
  return (
    <Stack gap="2xs" align="center" justify="safe center" p="lg" className={classes['empty'] ?? ''}>
      <UnstyledButton
        className={classes['example'] ?? ''}
        aria-label={`Example: ${title}`}
        disabled={onSample === undefined}
        onClick={onSample}
      >
        <img src={`/examples/${example}.webp`} alt="" />
        {labels?.map((label, index) => (
          <PictureLabel key={label} side={index === 0 ? 'left' : 'right'}>
            {label}
          </PictureLabel>
        ))}
      </UnstyledButton>
      <Text component="h2" size="lg" fw={600} lts="-0.01em" ta="center">
        {title}
      </Text>
      <Text c="var(--gesso-on-ground-2)" ta="center" mb="md">
        {line}
      </Text>
      <Group gap="xs" justify="center" className={classes['buttons'] ?? ''}>
        <Button
          variant={onSample === undefined ? 'filled' : 'default'}
          leftSection={<IconFolderOpen size={16} />}
          onClick={onOpen}
        >
          {openLabel}
        </Button>
        {onSample !== undefined && (
          <Button variant="filled" onClick={onSample}>
            {sampleLabel}
          </Button>
        )}
      </Group>
      {children}
    </Stack>
  );
}

export function PictureLabel(props: {
  readonly side: 'left' | 'right';
  readonly children: string;
}) {
  return (
    <span className={shared['onPicture']} data-side={props.side}>
      {props.children}
    </span>
  );
}
