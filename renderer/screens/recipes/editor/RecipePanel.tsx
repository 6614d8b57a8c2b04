import {
  ActionIcon,
  Button,
  Collapse,
  Group,
  Menu,
  Paper,
  Stack,
  Text,
  TextInput,
  UnstyledButton,
} from '@mantine/core';
import { IconDots, IconPlus } from '@tabler/icons-react';
import { memo, useId } from 'react';
import {
  MOST_RECIPE_NAME,
  MOST_STEPS,
  type RecipeStep,
} from '../../../../shared/contract/recipes.ts';
import { Inspector } from '../../../core/frame/Inspector.tsx';
import { Fold, Row, Section } from '../../../core/ui/Form.tsx';
import { formatNumber } from '../../../core/ui/format.ts';
import { pickFiles } from '../../../features/files/file-input.ts';
import { NEW_STEPS } from '../model/new-step.ts';
import { STEP_TITLES, conditionWords, stepWords } from '../model/step-words.ts';
import { importPicture } from '../../../core/backend/media.ts';
import { editing, useRecipes, useSavedRecipes } from '../session/use-recipes.ts';
import { FollowSection, useFollows } from '../follow/FollowSection.tsx';
import { Plan, PlanFoot } from '../Plan.tsx';
import { RecipeRunFoot, RunSection } from '../run/RunSection.tsx';
import { RecipeChoice } from './RecipeChoice.tsx';
import { LazyMenu } from '../../../core/ui/LazyMenu.tsx';
import shared from '../../../core/ui/shared.module.css';
import { StepFields } from './StepFields.tsx';
import { QuietButton, SmallButton, SmallNote } from '../../../core/ui/variants.ts';

const RECIPE_FILES = '.json,.gesso-recipe,application/json';

/** @param props.isDraft the next run is in front, not one that has begun */
export function RecipePanel({ isDraft }: { readonly isDraft: boolean }) {
  return (
    <Inspector
      label="Recipe"
      head={
        <>
          <RecipeChoice />
          <RecipeMenu />
        </>
      }
      footer={isDraft ? <PlanFoot /> : <RecipeRunFoot />}
    >
      <Recipe />
      {isDraft ? <Plan /> : <RunSection />}
      <Follows />
    </Inspector>
  );
}

function StepList() {
  const steps = useRecipes((state) => state.inHand.steps);
  if (steps.length === 0) return <SmallNote>No steps yet</SmallNote>;
  return (
    <Stack component="ol" gap="2xs" aria-label="Steps">
      {steps.map((step, index) => (
        // a step has no id: its place identifies it
        // oxlint-disable-next-line react/no-array-index-key
        <StepCard key={`${step.kind} ${index}`} step={step} index={index} count={steps.length} />
      ))}
    </Stack>
  );
}

function StepCard(props: {
  readonly step: RecipeStep;
  readonly index: number;
  readonly count: number;
}) {
  const { step, index, count } = props;
  const isOpen = useRecipes((state) => state.openStep === index);
  const words = stepWords(step);
  const id = useId();
  return (
    <Paper component="li" bg="var(--gesso-hover)">
      <Group gap={0} wrap="nowrap" mih="var(--gesso-control-md)" pr="2xs">
        <UnstyledButton
          className={shared['line'] ?? ''}
          flex={1}
          miw={0}
          px="sm"
          py="2xs"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => useRecipes.setState({ openStep: isOpen ? undefined : index })}
        >
          <Text span inherit c="dimmed" className={shared['numbers'] ?? ''}>
            {index + 1}
          </Text>
          <span>
            {words}
            {step.only !== undefined && (
              <SmallNote span display="block">
                {conditionWords(step.only)}
              </SmallNote>
            )}
          </span>
        </UnstyledButton>
        <LazyMenu
          button={
            <ActionIcon size="sm" aria-label={`More for “${words}”`}>
              <IconDots size={16} />
            </ActionIcon>
          }
        >
          <Menu.Item disabled={index === 0} onClick={() => editing.move(index, -1)}>
            Move up
          </Menu.Item>
          <Menu.Item disabled={index === count - 1} onClick={() => editing.move(index, 1)}>
            Move down
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item onClick={() => editing.removeStep(index)}>Remove</Menu.Item>
        </LazyMenu>
      </Group>
      <Collapse id={id} expanded={isOpen}>
        {isOpen && (
          <Stack gap="sm" p="sm" data-inner-form>
            <StepFields
              step={step}
              isFirst={index === 0}
              onChange={(next) => editing.change(index, next)}
            />
          </Stack>
        )}
      </Collapse>
    </Paper>
  );
}

/** Memoised: the numbers of a run change all the time. */
const Recipe = memo(function Recipe() {
  const { name, steps, isBuiltIn } = useRecipes((state) => state.inHand);
  return (
    <Section title="Steps" actions={<AddStep isFull={steps.length >= MOST_STEPS} />}>
      <Importing />
      {!isBuiltIn && (
        <Row label="Name">
          {({ id }) => (
            <TextInput
              id={id}
              maxLength={MOST_RECIPE_NAME}
              autoComplete="off"
              value={name}
              onChange={(event) => editing.rename(event.currentTarget.value)}
            />
          )}
        </Row>
      )}
      <StepList />
      <Keeping />
    </Section>
  );
});

function Follows() {
  const { length: count } = useFollows();
  return (
    <Fold title="Follow a folder" summary={count === 0 ? 'Off' : formatNumber(count)}>
      <FollowSection />
    </Fold>
  );
}

function AddStep({ isFull }: { readonly isFull: boolean }) {
  const addFace = (): void =>
    pickFiles(([file]) => {
      if (file !== undefined) void editing.addFaceOf(importPicture(file, 'picture'));
    });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size="sm" aria-label="Add step" disabled={isFull}>
          <IconPlus size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {NEW_STEPS.map((kind) => (
          <Menu.Item key={kind} onClick={() => editing.add(kind)}>
            {STEP_TITLES[kind]}
          </Menu.Item>
        ))}
        <Menu.Item onClick={addFace}>Merge a face…</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function RecipeMenu() {
  const recipeId = useRecipes(({ inHand }) => inHand.recipeId);
  const kept = useSavedRecipes()?.find(({ id }) => id === recipeId);
  const isImporting = useRecipes(({ importing }) => importing !== undefined);
  const importFile = (): void =>
    pickFiles(([file]) => {
      if (file !== undefined) void editing.importFile(file);
    }, RECIPE_FILES);
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <ActionIcon data-tip="More for this recipe" aria-label="More for this recipe">
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => editing.begin()}>New recipe</Menu.Item>
        <Menu.Item
          disabled={kept === undefined}
          onClick={() => kept && void editing.duplicate(kept)}
        >
          Duplicate
        </Menu.Item>
        <Menu.Item disabled={isImporting} onClick={importFile}>
          Import…
        </Menu.Item>
        <Menu.Item
          disabled={kept === undefined}
          onClick={() => kept && void editing.exportFile(kept)}
        >
          Export…
        </Menu.Item>
        <Menu.Item
          disabled={kept === undefined || kept.isBuiltIn}
          onClick={() => kept && void editing.remove(kept)}
        >
          Remove
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function Importing() {
  const name = useRecipes(({ importing }) => importing);
  if (name === undefined) return null;
  return (
    <Group gap="2xs" wrap="nowrap" role="status">
      <Text size="xs" truncate miw={0} flex={1}>
        Importing “{name}”
      </Text>
      <SmallButton onClick={editing.stopImport}>Stop</SmallButton>
    </Group>
  );
}

/** Saving a built-in recipe makes it one of the user's. */
function Keeping() {
  const { recipeId, steps, isBuiltIn, isChanged } = useRecipes((state) => state.inHand);
  if (!isChanged) return null;
  const isNew = recipeId === undefined || isBuiltIn;
  return (
    <>
      <Group gap="xs">
        <Button disabled={steps.length === 0} onClick={() => void editing.save()}>
          {isNew ? 'Save recipe' : 'Save changes'}
        </Button>
        {!isNew && <QuietButton onClick={() => void editing.save('copy')}>Save as new</QuietButton>}
      </Group>
    </>
  );
}
