/** Pictures that a plan leaves out, with reasons. */
import { List, Text } from '@mantine/core';
import type { RecipePlan } from '../../../shared/contract/recipes.ts';
import { otherKindsLine } from '../../../shared/files/other-kinds.ts';
import { withoutName } from '../../../shared/errors/without-name.ts';
import { count } from '../../core/ui/format.ts';
import { SmallNote } from '../../core/ui/variants.ts';

export function LeftOut({ plan }: { readonly plan: RecipePlan }) {
  const others = otherKindsLine(plan.otherKinds ?? []);
  if (plan.leftOutCount === 0 && others === '') return null;
  const more = plan.leftOutCount - plan.leftOut.length;
  return (
    <section aria-label="Left out">
      {plan.leftOutCount > 0 && (
        <Text size="sm" fw={500} mb="2xs">
          {count(plan.leftOutCount, 'picture')} left out
        </Text>
      )}
      <List size="xs" listStyleType="disc">
        {plan.leftOut.map(({ position, name, reason }) => (
          <List.Item key={position}>
            {name}: {withoutName(reason, name)}
          </List.Item>
        ))}
      </List>
      {more > 0 && <SmallNote>and {more} more</SmallNote>}
      {others !== '' && <Text size="xs">{others}</Text>}
    </section>
  );
}
