/** The steps of the recipe in hand, in their order; one is open at a time. */
import { Collapse, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconButton } from '../../../base/ui/IconButton.tsx';
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react';
import { useId, type ReactNode } from 'react';
import type { RecipeStep } from '../../../../shared/contract/recipes.ts';
import { conditionWords, stepWords } from '../model/step-words.ts';
import { useRecipes, useRecipesSession } from '../session/screen.ts';
import classes from '../Recipes.module.css';
import { StepFields } from './StepFields.tsx';

export function StepList() {
  const steps = useRecipes((state) => state.inHand.steps);
  if (steps.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No steps yet. They run one after the other, on each picture.
      </Text>
    );
  }
  return (
    <ol className={classes['steps']} aria-label="Steps">
      {steps.map((step, index) => (
        // a step has no name of its own: its place is what it is known by
        // oxlint-disable-next-line react/no-array-index-key
        <StepCard key={`${step.kind} ${index}`} step={step} index={index} count={steps.length} />
      ))}
    </ol>
  );
}

function StepCard(props: {
  readonly step: RecipeStep;
  readonly index: number;
  readonly count: number;
}) {
  const { step, index, count } = props;
  const { editing } = useRecipesSession();
  const isOpen = useRecipes((state) => state.openStep === index);
  const words = stepWords(step);
  const id = useId();
  return (
    <li className={classes['step']} data-open={isOpen || undefined}>
      <div className={classes['stepHead']}>
        <UnstyledButton
          className={classes['stepTitle']}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => editing.openStep(isOpen ? undefined : index)}
        >
          <span>
            <span className={classes['stepNumber']}>{index + 1}</span> {words}
            {step.only !== undefined && (
              <Text span size="xs" c="dimmed" display="block">
                {conditionWords(step.only)}
              </Text>
            )}
          </span>
        </UnstyledButton>
        <StepButton
          label={`Move “${words}” up`}
          isDisabled={index === 0}
          onClick={() => editing.move(index, -1)}
        >
          <IconArrowUp size={16} />
        </StepButton>
        <StepButton
          label={`Move “${words}” down`}
          isDisabled={index === count - 1}
          onClick={() => editing.move(index, 1)}
        >
          <IconArrowDown size={16} />
        </StepButton>
        <StepButton label={`Remove “${words}”`} onClick={() => editing.removeStep(index)}>
          <IconX size={16} />
        </StepButton>
      </div>
      <Collapse id={id} expanded={isOpen}>
        {isOpen && (
          <Stack gap="sm" p="xs">
            <StepFields
              step={step}
              isFirst={index === 0}
              onChange={(next) => editing.change(index, next)}
            />
          </Stack>
        )}
      </Collapse>
    </li>
  );
}

function StepButton(props: {
  readonly label: string;
  readonly isDisabled?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}) {
  return (
    <IconButton
      label={props.label}
      icon={props.children}
      size="sm"
      disabled={props.isDisabled ?? false}
      onClick={props.onClick}
    />
  );
}
