import { ActionIcon, Button, Input, Stack, Text } from '@mantine/core';
import { IntegerField } from '@/shared/ui/form/fields/integer-field.tsx';
import { MoneyField } from '@/shared/ui/form/fields/money-field.tsx';
import { IconPlus, IconX } from '@/shared/ui/icons.ts';
import type { RewardForm } from './reward-values.ts';
import classes from './tiers-field.module.css';

const MAX_TIERS = 20;

/** Rewards by the number of earlier rewarded leads of the partner. The first tier starts with the first lead. */
export function TiersField({ form }: { form: RewardForm }) {
  const { tiers } = form.values.reward;
  const handleAdd = () => {
    const lastFrom = tiers.at(-1)?.from ?? 0;
    form.insertListItem('reward.tiers', { from: lastFrom + 5, fixed_kop: null });
  };
  return (
    <Stack gap="xs" role="group" aria-label="Ступени">
      <Text c="dimmed">Сумма зависит от того, сколько вознаграждений партнер уже получил в программе</Text>
      {tiers.map((_, index) => (
        <div key={index} className={classes['tier']}>
          {index === 0 ? (
            <Text className={classes['first']}>С первого лида</Text>
          ) : (
            <IntegerField
              aria-label={`После скольких вознаграждений, ступень ${index + 1}`}
              prefix="После "
              {...form.getInputProps(`reward.tiers.${index}.from`)}
            />
          )}
          <MoneyField
            aria-label={`Сумма, ступень ${index + 1}`}
            placeholder="Сумма"
            {...form.getInputProps(`reward.tiers.${index}.fixed_kop`)}
          />
          {index > 0 && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={`Убрать ступень ${index + 1}`}
              onClick={() => form.removeListItem('reward.tiers', index)}
            >
              <IconX size={16} stroke={1.75} aria-hidden />
            </ActionIcon>
          )}
        </div>
      ))}
      <Input.Error role="alert">{form.errors['reward.tiers']}</Input.Error>
      {tiers.length < MAX_TIERS && (
        <Button
          variant="default"
          onClick={handleAdd}
          leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
          className={classes['add']}
        >
          Добавить ступень
        </Button>
      )}
    </Stack>
  );
}
