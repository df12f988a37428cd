import { Radio, Stack } from '@mantine/core';
import type { Position } from '@referral-dashboard/api-contract';
import type { ReactNode } from 'react';
import { POSITION_HELP, POSITION_OPTIONS } from './positions.ts';

type PositionFieldProps = {
  value?: Position | '';
  defaultValue?: Position | '';
  onChange?: (value: string) => void;
  error?: ReactNode;
};

/** Position selector with a description of each position. */
export const PositionField = (field: PositionFieldProps) => (
  <Radio.Group label="Должность" name="position" {...field}>
    <Stack gap="xs" mt="xs">
      {POSITION_OPTIONS.map(({ value, label }) => (
        <Radio key={value} value={value} label={label} description={POSITION_HELP[value]} />
      ))}
    </Stack>
  </Radio.Group>
);
