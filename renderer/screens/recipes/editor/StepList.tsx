import {
  ActionIcon,
  Collapse,
  Group,
  Menu,
  Paper,
  Stack,
  Text,
  UnstyledButton,
} from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useId } from 'react';
import { LazyMenu } from '../../../core/ui/LazyMenu.tsx';
import type { RecipeStep } from '../../../../shared/contract/recipes.ts';
import { conditionWords, stepWords } from '../model/step-words.ts';
import { useRecipes, useRecipesSession } from '../session/use-recipes.ts';
import shared from '../../../core/ui/shared.module.css';
import { StepFields } from './StepFields.tsx';

export function StepList() {
  const steps = useRecipes((state) => state.inHand.steps);
  if (steps.length === 0) {
    return (
      <Text size="xs" c="dimmed">
        No steps yet
      </Text>
    );
  }
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
  const { editing } = useRecipesSession();
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
          onClick={() => editing.openStep(isOpen ? undefined : index)}
        >
          <Text span inherit c="dimmed" className={shared['numbers'] ?? ''}>
            {index + 1}
          </Text>
          <span>
            {words}
            {step.only !== undefined && (
              <Text span size="xs" c="dimmed" display="block">
                {conditionWords(step.only)}
              </Text>
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
