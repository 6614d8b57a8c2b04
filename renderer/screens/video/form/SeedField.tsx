/** Decimal text, because a seed may be longer than a number holds exactly. */
import { TextInput } from '@mantine/core';
import { IconDice5, IconLock, IconLockOpen, IconX } from '@tabler/icons-react';
import { Row } from '../../../core/ui/Form.tsx';
import { IconButton } from '../../../core/ui/IconButton.tsx';
import type { VideoForm } from '../../../../shared/contract/video-form.ts';
import { VIDEO_PARAMETERS } from '../../../../shared/parameters/video-parameters.ts';
import { randomSeed } from '../model/form.ts';
import { useVideoSession } from '../session/index.ts';

const { label, hint } = VIDEO_PARAMETERS.seed;

export function SeedField(props: {
  readonly form: VideoForm;
  readonly problem: string | undefined;
}) {
  const { form, problem } = props;
  const { seed, isSeedLocked } = form;
  const session = useVideoSession();
  const lockLabel = isSeedLocked ? 'Use a new seed after each clip' : 'Keep this seed';
  return (
    <Row label={label} help={hint} error={problem}>
      {({ id, helpId }) => (
        <>
          <TextInput
            id={id}
            inputMode="numeric"
            placeholder="Auto"
            autoComplete="off"
            spellCheck={false}
            value={seed ?? ''}
            error={problem !== undefined}
            aria-describedby={helpId}
            rightSectionWidth="auto"
            rightSection={
              seed === null ? undefined : (
                <IconButton
                  label="Unset Seed"
                  tip="Back to Auto"
                  icon={<IconX size={16} />}
                  size="sm"
                  onClick={() => session.change({ seed: null })}
                />
              )
            }
            onChange={(event) => {
              const text = event.currentTarget.value.trim();
              session.change({ seed: text === '' ? null : text });
            }}
          />
          <IconButton
            label="New random seed"
            icon={<IconDice5 size={16} />}
            size="md"
            onClick={() => session.change({ seed: randomSeed() })}
          />
          <IconButton
            label="Keep this seed"
            tip={lockLabel}
            icon={isSeedLocked ? <IconLock size={16} /> : <IconLockOpen size={16} />}
            size="md"
            aria-pressed={isSeedLocked}
            disabled={seed === null}
            onClick={() => session.change({ isSeedLocked: !isSeedLocked })}
          />
        </>
      )}
    </Row>
  );
}
