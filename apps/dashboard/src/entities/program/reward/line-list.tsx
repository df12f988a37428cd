import { ActionIcon, Anchor, Button, Group, Input, NativeSelect, Stack, Text } from '@mantine/core';
import { useId } from '@mantine/hooks';
import { LINE_LIMITS } from '@referral-dashboard/api-contract';
import { HundredthsField } from '@/shared/ui/form/fields/hundredths-field.tsx';
import { MoneyField } from '@/shared/ui/form/fields/money-field.tsx';
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '@/shared/ui/icons.ts';
import { ConditionField } from './condition-field.tsx';
import classes from './line-fields.module.css';
import { CONDITIONS, type Condition, NEW_LINE } from './line-values.ts';
import type { RewardForm } from './reward-values.ts';

const CONDITION_LABELS: Record<Condition, string> = {
  products: 'Товар',
  amount: 'Сумма продажи',
  client: 'Какая покупка',
  links: 'Ссылка',
  months: 'Месяц закрепления',
};

const LINES = 'reward.lines';
const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

export type LineFieldsProps = { form: RewardForm; program: string | undefined };

/** The lines with their description and the button that adds one. Loaded when the section opens. */
export default function LineList({ form, program }: LineFieldsProps) {
  const id = useId();
  const { lines } = form.values.reward;
  return (
    <Stack gap="md" w="100%" role="group" aria-label="Особые ставки">
      <Text c="dimmed">
        Действует первая ставка, у которой выполнены все условия. За остальные продажи платим по основной.
      </Text>
      {lines.map((_, index) => (
        <LineField key={index} form={form} program={program} index={index} groupId={id} />
      ))}
      {form.errors[LINES] && <Input.Error role="alert">{form.errors[LINES]}</Input.Error>}
      {lines.length < LINE_LIMITS.lines && (
        <Button
          variant="default"
          className={classes['add']}
          leftSection={<IconPlus {...icon} />}
          onClick={() => form.insertListItem(LINES, NEW_LINE)}
        >
          Добавить ставку
        </Button>
      )}
    </Stack>
  );
}

type LineFieldProps = LineFieldsProps & { index: number; groupId: string };

function LineField({ form, program, index, groupId }: LineFieldProps) {
  const { lines } = form.values.reward;
  const { conditions } = lines[index] ?? NEW_LINE;
  const path = `${LINES}.${index}` as const;
  const name = `Ставка ${index + 1}`;
  const offered = CONDITIONS.filter((condition) => condition !== 'links' || program !== undefined);
  const unused = offered.filter((condition) => !conditions.includes(condition));
  const clearErrors = () => {
    for (const field of Object.keys(form.errors))
      if (field.startsWith(`${LINES}.`)) form.clearFieldError(field);
  };
  const setConditions = (next: Condition[]) => {
    clearErrors();
    form.setFieldValue(`${path}.conditions`, next);
  };
  const move = (to: number) => {
    clearErrors();
    form.reorderListItem(LINES, { from: index, to });
    // The focus follows the line. At the end of the list the button of this direction is disabled.
    const isEnd = to === 0 || to === lines.length - 1;
    const isUp = to < index;
    document.getElementById(`${groupId}-${to}-${isUp === isEnd ? 'down' : 'up'}`)?.focus();
  };
  const remove = () => {
    clearErrors();
    form.removeListItem(LINES, index);
  };
  return (
    <Stack gap="sm" className={classes['line']} role="group" aria-label={name}>
      <Group gap="xs" wrap="nowrap">
        <Text fw={600} flex={1}>
          {name}
        </Text>
        <ActionIcon
          id={`${groupId}-${index}-up`}
          variant="subtle"
          color="gray"
          size={36}
          aria-label={`Поднять ставку ${index + 1}`}
          disabled={index === 0}
          onClick={() => move(index - 1)}
        >
          <IconArrowUp {...icon} />
        </ActionIcon>
        <ActionIcon
          id={`${groupId}-${index}-down`}
          variant="subtle"
          color="gray"
          size={36}
          aria-label={`Опустить ставку ${index + 1}`}
          disabled={index === lines.length - 1}
          onClick={() => move(index + 1)}
        >
          <IconArrowDown {...icon} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={`Убрать ставку ${index + 1}`}
          onClick={remove}
        >
          <IconX {...icon} />
        </ActionIcon>
      </Group>
      {conditions.map((condition, place) => (
        <div key={condition} className={classes['condition']}>
          <NativeSelect
            aria-label={`Условие ${place + 1}, ставка ${index + 1}`}
            data={offered
              .filter((other) => other === condition || !conditions.includes(other))
              .map((value) => ({ value, label: CONDITION_LABELS[value] }))}
            value={condition}
            onChange={({ currentTarget }) =>
              setConditions(conditions.with(place, currentTarget.value as Condition))
            }
          />
          <div className={classes['value']}>
            <ConditionField form={form} program={program} index={index} condition={condition} />
          </div>
          {conditions.length > 1 && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={`Убрать условие «${CONDITION_LABELS[condition]}», ставка ${index + 1}`}
              onClick={() => setConditions(conditions.filter((other) => other !== condition))}
            >
              <IconX {...icon} />
            </ActionIcon>
          )}
        </div>
      ))}
      {unused[0] !== undefined && (
        <Anchor
          component="button"
          type="button"
          className={classes['add']}
          onClick={() => setConditions([...conditions, ...unused.slice(0, 1)])}
        >
          Добавить условие
        </Anchor>
      )}
      <div className={classes['pay']}>
        <HundredthsField
          label="Процент"
          max={100}
          clampBehavior="strict"
          suffix={'\u00a0%'}
          {...form.getInputProps(`${path}.percent_bps`)}
          data-path={`${path}.pay`}
          error={form.errors[`${path}.pay`]}
          onChange={(percent) => {
            form.setFieldValue(`${path}.percent_bps`, percent);
            form.clearFieldError(`${path}.pay`);
          }}
        />
        <MoneyField
          label="Сумма"
          {...form.getInputProps(`${path}.fixed_kop`)}
          data-path={`${path}.pay.fixed_kop`}
          error={form.errors[`${path}.pay.fixed_kop`]}
          onChange={(amount) => {
            form.setFieldValue(`${path}.fixed_kop`, amount);
            form.clearFieldError(`${path}.pay`);
            form.clearFieldError(`${path}.pay.fixed_kop`);
          }}
        />
        <MoneyField label="Не больше" {...form.getInputProps(`${path}.cap_kop`)} />
      </div>
    </Stack>
  );
}
