import { Checkbox, Input } from '@mantine/core';
import { API_NOUN_LABELS, type ApiScope } from '@referral-dashboard/api-contract';
import type { ReactNode } from 'react';
import classes from '../developers.module.css';
import { findScope, NOUNS } from '../scope-words.ts';

const ACCESS = { read: 'Чтение', write: 'Запись' } as const;
const COLUMNS = ['read', 'write'] as const;

type ScopesFieldProps = {
  value?: ApiScope[];
  onChange?: (value: ApiScope[]) => void;
  error?: ReactNode;
};

/** Table of the rights of a key. */
export function ScopesField({ value = [], onChange, error }: ScopesFieldProps) {
  const toggle = (scope: ApiScope, isChecked: boolean) =>
    onChange?.(isChecked ? [...value, scope] : value.filter((other) => other !== scope));
  return (
    <Input.Wrapper label="Что можно ключу" labelElement="div" error={error}>
      <table className={classes['scopes']}>
        <thead>
          <tr>
            <th scope="col">Данные</th>
            {COLUMNS.map((access) => (
              <th key={access} scope="col">
                {ACCESS[access]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {NOUNS.map((noun) => (
            <tr key={noun}>
              <th scope="row">{API_NOUN_LABELS[noun]}</th>
              {COLUMNS.map((access) => {
                const scope = findScope(noun, access);
                return (
                  <td key={access}>
                    {scope && (
                      <Checkbox
                        aria-label={`${API_NOUN_LABELS[noun]}: ${ACCESS[access].toLowerCase()}`}
                        checked={value.includes(scope)}
                        onChange={(event) => toggle(scope, event.currentTarget.checked)}
                      />
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Input.Wrapper>
  );
}
