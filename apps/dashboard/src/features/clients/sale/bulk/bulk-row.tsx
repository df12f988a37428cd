import { ActionIcon, NativeSelect, Text, TextInput } from '@mantine/core';
import { MAX_FOUND_CLIENTS } from '@referral-dashboard/api-contract';
import { memo } from 'react';
import { IconX } from '@/shared/ui/icons.ts';
import classes from './bulk.module.css';
import {
  COLUMN_NAMES,
  COLUMNS,
  type ColumnName,
  type FoundClient,
  getBuyer,
  getClient,
  OTHER_COLUMNS,
  type RowErrors,
  type SaleRow,
} from './bulk.ts';

const PLACEHOLDERS: Record<ColumnName, string> = {
  client: 'Имя или телефон',
  amount_kop: '0,00',
  paid_on: 'дд.мм.гггг',
  product: '',
  vat_kop: '0,00',
  external_id: '',
};
const NUMERIC: readonly ColumnName[] = ['amount_kop', 'vat_kop'];

type BulkRowProps = {
  row: SaleRow;
  index: number;
  errors: RowErrors | undefined;
  /** Clients of the typed text; undefined until they are found. */
  found: readonly FoundClient[] | undefined;
  isWide: boolean;
  isRemovable: boolean;
  onChange: (key: number, change: Partial<SaleRow>) => void;
  onRemove: (key: number) => void;
  onClientBlur: () => void;
};

/** Fields of one sale. Memoized, because a table has up to two hundred rows. */
export const BulkRow = memo(function BulkRow({
  row,
  index,
  errors = {},
  found,
  isWide,
  isRemovable,
  onChange,
  onRemove,
  onClientBlur,
}: BulkRowProps) {
  const number = index + 1;
  const columns = COLUMN_NAMES.filter((name) => isWide || !OTHER_COLUMNS.some((other) => other === name));
  const field = (name: ColumnName) => (
    <TextInput
      label={COLUMNS[name]}
      aria-label={`${COLUMNS[name]}, строка ${number}`}
      placeholder={PLACEHOLDERS[name]}
      classNames={{ label: classes['label'] ?? '' }}
      data-row={index}
      data-column={COLUMN_NAMES.indexOf(name)}
      {...(NUMERIC.includes(name) && { inputMode: 'decimal', styles: { input: { textAlign: 'end' } } })}
      value={row[name]}
      error={errors[name]}
      onChange={({ currentTarget: { value } }) =>
        onChange(row.key, { [name]: value, ...(name === 'client' && { chosen: null, program: null }) })
      }
      {...(name === 'client' && { onBlur: onClientBlur, 'data-autofocus': index === 0 || undefined })}
    />
  );
  return (
    <li className={classes['row']} data-wide={isWide || undefined} aria-label={`Строка ${number}`}>
      <Text c="dimmed" className={classes['number']} aria-hidden>
        {number}
      </Text>
      <div className={classes['client']}>
        {field('client')}
        <ClientAnswer row={row} number={number} errors={errors} found={found} onChange={onChange} />
      </div>
      {columns.slice(1).map((name) => (
        <div key={name} className={classes[name]}>
          {field(name)}
        </div>
      ))}
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        className={classes['remove']}
        aria-label={`Убрать строку ${number}`}
        disabled={!isRemovable}
        onClick={() => onRemove(row.key)}
      >
        <IconX size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
    </li>
  );
});

type ClientAnswerProps = Pick<BulkRowProps, 'row' | 'found' | 'onChange'> & {
  number: number;
  errors: RowErrors;
};

/** The found client, or a choice of several clients or programs. */
function ClientAnswer({ row, number, errors, found, onChange }: ClientAnswerProps) {
  if (found === undefined || row.client.trim() === '') return null;
  const client = getClient(row, found);
  const programs = client?.programs ?? [];
  const isNew = getBuyer(row) !== null;
  return (
    <>
      {found.length > 1 ? (
        <NativeSelect
          aria-label={`Какой клиент, строка ${number}`}
          data={[
            { value: '', label: 'Какой из них?' },
            ...found.map(({ id, number: ofClient, name }) => ({ value: id, label: `${ofClient} ${name}` })),
          ]}
          value={row.chosen ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onChange(row.key, { chosen: value || null, program: null })
          }
        />
      ) : client ? (
        <Text className={classes['found']}>
          {client.number} {client.name}
          {programs.length === 0 && ', ни за кем не закреплен'}
        </Text>
      ) : (
        !errors.client && (
          <Text className={classes[isNew ? 'found' : 'missing']}>
            {isNew ? 'Такого клиента пока нет: продажа подождет его 30 дней' : 'Клиент не найден'}
          </Text>
        )
      )}
      {found.length === MAX_FOUND_CLIENTS && client === undefined && (
        <Text className={classes['found']}>Показаны первые {MAX_FOUND_CLIENTS}: уточните имя</Text>
      )}
      {programs.length > 1 ? (
        <NativeSelect
          aria-label={`Программа, строка ${number}`}
          data={[
            { value: '', label: 'Какая программа?' },
            ...programs.map(({ id, name, partner }) => ({ value: id, label: `${name}, ${partner}` })),
          ]}
          value={row.program ?? ''}
          error={errors.program}
          onChange={({ currentTarget: { value } }) => onChange(row.key, { program: value || null })}
        />
      ) : (
        errors.program && <Text className={classes['missing']}>{errors.program}</Text>
      )}
    </>
  );
}
