import { Box, Group, Text } from '@mantine/core';
import { IconArrowsUpDown } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { Job } from '../../../../shared/contract/jobs.ts';
import { Inspector } from '../../../core/frame/Inspector.tsx';
import { Section, Fold } from '../../../core/ui/Form.tsx';
import { IconButton } from '../../../core/ui/IconButton.tsx';
import { blamed, isNoFace } from '../model/blame.ts';
import type { FaceSlot } from '../model/part.ts';
import { ThisResult } from '../ThisResult.tsx';
import { useFacesSession, useFaces } from '../session/index.ts';
import { FaceSource } from '../slots/FaceSource.tsx';
import { SendBar } from './SendBar.tsx';
import { IMAGE_PARAMETERS } from '../../../../shared/parameters/image-parameters.ts';
import { ParameterFields } from '../../../core/ui/ParameterFields.tsx';
import { useKeyNames } from '../../../core/commands/shortcut-keys.ts';
import { FACES } from '../commands/faces-commands.ts';

export function FacesInspector(props: {
  readonly job: Job | undefined;
  readonly jobs: readonly Job[];
}) {
  const { nameWithKeys } = useKeyNames();
  const { job, jobs } = props;
  const session = useFacesSession();
  const blame = useMemo(
    () => (job !== undefined && isNoFace(job) ? { place: blamed(job, jobs) } : undefined),
    [job, jobs],
  );
  const source = (place: FaceSlot) => (
    <FaceSource
      place={place}
      failed={
        blame !== undefined && (blame.place === undefined || blame.place === place)
          ? job
          : undefined
      }
      isSure={blame?.place !== undefined}
    />
  );
  return (
    <Inspector
      label="Settings"
      head={
        <Text component="h2" size="sm" fw={600}>
          Settings
        </Text>
      }
      footer={<SendBar />}
    >
      <Section>
        {source('face')}
        <Group gap="sm" wrap="nowrap" pl="sm" my="calc(-1 * var(--gesso-space-2xs))">
          <IconButton
            label={FACES.swap.title}
            tip={nameWithKeys(FACES.swap.title, FACES.swap)}
            icon={<IconArrowsUpDown size={16} />}
            size="sm"
            onClick={() => session.slotActions.swap()}
          />
          <Box flex={1} h="1px" bg="var(--gesso-line)" />
        </Group>
        {source('picture')}
      </Section>
      <AdvancedFields />
      <ThisResult job={job} />
    </Inspector>
  );
}

function AdvancedFields() {
  const session = useFacesSession();
  const responseType = useFaces((state) => state.responseType);
  return (
    <Fold title="Advanced" summary={IMAGE_PARAMETERS.responseType.labels[responseType]}>
      <ParameterFields
        table={IMAGE_PARAMETERS}
        names={['responseType']}
        form={{ responseType }}
        onChange={session.change}
      />
    </Fold>
  );
}
