/** The seed as decimal text, exact however long, with a dice and a lock. */
import { Input, Text, TextInput } from '@mantine/core';
import { IconButton } from '../../../base/ui/IconButton.tsx';
import { IconDice5, IconLock, IconLockOpen, IconX } from '@tabler/icons-react';
import { useId } from 'react';
import type { VideoForm } from '../../../../shared/contract/video-form.ts';
import { throwDice } from '../model/form.ts';
import { useVideoSession } from '../session/index.ts';
import classes from './Form.module.css';

export function SeedField(props: {
  readonly form: VideoForm;
  readonly problem: string | undefined;
}) {
  const { form, problem } = props;
  const { seed, isSeedLocked } = form;
  const session = useVideoSession();
  const id = useId();
  const lockLabel = isSeedLocked ? 'Use a new seed after each clip' : 'Keep this seed';
  return (
    <div className={classes['field']} data-unset={seed === null || undefined}>
      <div className={classes['head']}>
        <Text size="sm" fw={500} component="label" htmlFor={id}>
          Seed{' '}
          <Text span size="xs" c="dimmed" fw={400}>
            −1 or more
          </Text>
        </Text>
        <span className={classes['tools']}>
          <IconButton
            label="New random seed"
            icon={<IconDice5 size={16} />}
            variant="default"
            onClick={() => session.change({ seed: throwDice() })}
          />
          <IconButton
            label="Keep this seed"
            tip={lockLabel}
            icon={isSeedLocked ? <IconLock size={16} /> : <IconLockOpen size={16} />}
            variant={isSeedLocked ? 'filled' : 'default'}
            color={isSeedLocked ? 'accent' : 'gray'}
            aria-pressed={isSeedLocked}
            disabled={seed === null}
            onClick={() => session.change({ isSeedLocked: !isSeedLocked })}
          />
        </span>
      </div>
      <TextInput
        id={id}
        size="xs"
        inputMode="numeric"
        placeholder="Not set"
        autoComplete="off"
        spellCheck={false}
        value={seed ?? ''}
        error={problem !== undefined}
        aria-describedby={`${id}-hint`}
        rightSection={
          seed === null ? undefined : (
            <IconButton
              label="Unset Seed"
              tip="Don’t send this setting"
              icon={<IconX size={16} />}
              size={20}
              onClick={() => session.change({ seed: null })}
            />
          )
        }
        onChange={(event) => {
          const text = event.currentTarget.value.trim();
          session.change({ seed: text === '' ? null : text });
        }}
      />
      {problem !== undefined && <Input.Error role="alert">{problem}</Input.Error>}
      <Input.Description id={`${id}-hint`}>
        The same seed with the same settings gives the same clip.{' '}
        {seed === null
          ? 'Not set: the service picks one (−1).'
          : isSeedLocked
            ? 'Every clip uses this seed.'
            : 'Gesso enters a new seed after each clip.'}
      </Input.Description>
    </div>
  );
}
