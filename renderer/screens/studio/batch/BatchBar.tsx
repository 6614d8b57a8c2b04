import { Box, Button, Divider, Group, Text } from '@mantine/core';
import { Fragment, useEffect, useState } from 'react';
import type { RecipeRun } from '../../../../shared/contract/recipes.ts';
import { showScreen } from '../../../core/screen/navigation.ts';
import { count } from '../../../core/ui/format.ts';
import { useRecipeRuns } from '../../../features/jobs/jobs.ts';
import { RunButtons, RunProgress } from '../../../features/recipes/RunProgress.tsx';
import { useStudioSession } from '../session/index.ts';
import shared from '../../../core/ui/shared.module.css';
import { SmallButton } from '../../../core/ui/variants.ts';

/** Newest runs shown at once. */
const FEW = 2;

export function BatchBar() {
  const batches = useRecipeRuns().filter(({ isOfStudio }) => isOfStudio);
  const [areAllShown, setAllShown] = useState(false);
  const actions = useStudioSession()?.batches;
  const rejected = batches.reduce((sum, { judged }) => sum + judged.rejected, 0);
  // results were hidden or shown elsewhere
  useEffect(() => actions?.judged(), [actions, rejected]);
  if (batches.length === 0) return null;
  const shown = areAllShown ? batches : batches.slice(0, FEW);
  const more = batches.length - FEW;
  return (
    <Box component="section" className={shared['float'] ?? ''} p={0} w="100%" aria-label="Batches">
      {shown.map((run, index) => (
        <Fragment key={run.id}>
          {index > 0 && <Divider />}
          <Entry run={run} />
        </Fragment>
      ))}
      {more > 0 && (
        <SmallButton
          variant="subtle"
          color="gray"
          m="2xs"
          aria-expanded={areAllShown}
          onClick={() => setAllShown(!areAllShown)}
        >
          {areAllShown ? 'Show fewer' : `Show ${count(more, 'more batch', 'more batches')}`}
        </SmallButton>
      )}
    </Box>
  );
}

function Entry({ run }: { readonly run: RecipeRun }) {
  const batches = useStudioSession()?.batches;
  if (batches === undefined) return null;
  const { id, name, states } = run;
  const intent = { kind: 'show-recipe-run', runId: id } as const;
  const buttons = [
    ['Select', () => void batches.show(id)],
    ['Save all…', () => void batches.saveAll(id)],
    ['Before and after', () => showScreen('recipes', intent)],
  ] as const;
  return (
    <Group
      gap="var(--gesso-space-2xs) var(--gesso-space-sm)"
      align="flex-start"
      px="sm"
      py="2xs"
      role="group"
      aria-label={`${name}, batch`}
    >
      <Text size="sm" fw={500}>
        {name}
      </Text>
      <RunProgress
        run={run}
        orders={batches.orders}
        onShowFailed={() => showScreen('recipes', { ...intent, only: 'failed' })}
      />
      <Group gap="2xs">
        {states.done > 0 &&
          buttons.map(([title, onClick]) => (
            <Button key={title} size="compact-sm" onClick={onClick}>
              {title}
            </Button>
          ))}
        <RunButtons run={run} orders={batches.orders} />
      </Group>
    </Group>
  );
}
