import { Alert, Button, Group } from '@mantine/core';
import { Link } from 'react-router-dom';
import { policyForm } from '../../../shared/paths.ts';
import type { Missing } from '../form/missing.ts';

type MissingListProps = {
  missing: readonly Missing[];
  lacksPolicy: boolean;
  onField: (name: string) => void;
};

const looks = { size: 'compact-sm', variant: 'default' } as const;

/** Fields required for activation, each with a link to the field. */
export const MissingList = ({ missing, lacksPolicy, onField }: MissingListProps) => (
  <Alert title="Чтобы включить программу, заполните">
    <Group gap="xs">
      {missing.map(({ field, label }) => (
        <Button key={field} {...looks} onClick={() => onField(field)}>
          {label}
        </Button>
      ))}
      {lacksPolicy && (
        <Button component={Link} to={policyForm} {...looks}>
          Политика обработки персональных данных
        </Button>
      )}
    </Group>
  </Alert>
);
