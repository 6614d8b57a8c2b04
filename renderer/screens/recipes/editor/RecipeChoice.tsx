import { Combobox, InputBase, Text, useCombobox } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { Recipe } from '../../../../shared/contract/recipes.ts';
import { recipeSentence } from '../model/step-words.ts';
import { editing, useRecipes, useSavedRecipes } from '../session/use-recipes.ts';

import shared from '../../../core/ui/shared.module.css';
import { SmallNote } from '../../../core/ui/variants.ts';

export function RecipeChoice() {
  const recipes = useSavedRecipes() ?? [];
  const { recipeId, name, isChanged } = useRecipes((state) => state.inHand);
  const note = recipeId === undefined ? ' (not saved)' : isChanged ? ' (changed)' : '';
  const shown = `${name}${note}`;
  const list = useCombobox({ onDropdownClose: () => list.resetSelectedOption() });
  const groups = [
    { title: 'Yours', recipes: recipes.filter(({ isBuiltIn }) => !isBuiltIn) },
    { title: 'With Gesso', recipes: recipes.filter(({ isBuiltIn }) => isBuiltIn) },
  ].filter((group) => group.recipes.length > 0);
  return (
    <Combobox
      store={list}
      size="xs"
      onOptionSubmit={(id) => {
        const chosen = recipes.find((each) => each.id === id);
        if (chosen !== undefined) editing.take(chosen);
        list.closeDropdown();
      }}
    >
      <Combobox.Target targetType="button">
        <InputBase
          component="button"
          type="button"
          size="xs"
          aria-label={`Recipe: ${shown}`}
          pointer
          classNames={{ input: shared['cut'] ?? '' }}
          flex={1}
          miw={0}
          rightSection={<IconChevronDown size={16} />}
          rightSectionPointerEvents="none"
          onClick={() => list.toggleDropdown()}
        >
          {shown}
        </InputBase>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options
          className={shared['scroll'] ?? ''}
          mah="min(60vh, calc(1.5 * var(--gesso-inspector)))"
        >
          {groups.map(({ title, recipes: some }) => (
            <Combobox.Group key={title} label={title}>
              {some.map((recipe) => (
                <Option key={recipe.id} recipe={recipe} isActive={recipe.id === recipeId} />
              ))}
            </Combobox.Group>
          ))}
          {groups.length === 0 && <Combobox.Empty>No recipes yet</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

function Option({ recipe, isActive }: { readonly recipe: Recipe; readonly isActive: boolean }) {
  return (
    <Combobox.Option value={recipe.id} active={isActive}>
      <Text size="sm">{recipe.name}</Text>
      <SmallNote>{recipeSentence(recipe.steps)}</SmallNote>
    </Combobox.Option>
  );
}
