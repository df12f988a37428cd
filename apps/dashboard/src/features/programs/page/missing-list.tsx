import { Alert, Anchor, List } from '@mantine/core';
import '@mantine/core/styles/List.layer.css';
import { Link } from 'react-router-dom';
import { paths } from '../../../shared/paths.ts';
import type { Missing } from '../form/missing.ts';

type MissingListProps = {
  missing: readonly Missing[];
  lacksPolicy: boolean;
  onField: (name: string) => void;
};

/** What a program lacks to be turned on, each thing a way to where it is filled in. */
export const MissingList = ({ missing, lacksPolicy, onField }: MissingListProps) => (
  <Alert title="Чтобы включить программу, заполните">
    <List size="sm">
      {missing.map(({ field, label }) => (
        <List.Item key={field}>
          <Anchor component="button" type="button" onClick={() => onField(field)}>
            {label}
          </Anchor>
        </List.Item>
      ))}
      {lacksPolicy && (
        <List.Item>
          <Anchor component={Link} to={paths.profile}>
            Адрес политики конфиденциальности в данных организации
          </Anchor>
        </List.Item>
      )}
    </List>
  </Alert>
);
