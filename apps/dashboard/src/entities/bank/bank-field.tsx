import { Autocomplete, type AutocompleteProps } from '@mantine/core';
import type { Bank } from '@referral-dashboard/api-contract';
import { useBanks } from './use-banks.ts';

type BankFieldProps = Omit<AutocompleteProps, 'onChange' | 'data' | 'value'> & {
  /** Name of the bank, chosen or typed. */
  value: string;
  /** BIK of a bank that was chosen; empty for a typed one. */
  bik: string;
  onChange: (bank: Pick<Bank, 'name' | 'bik'>) => void;
};

/** Names alone may be the same. */
const lineOf = ({ name, bik }: Bank) => `${name}, БИК ${bik}`;

/** A bank chosen from the directory where one is loaded, else typed. */
export function BankField({ value, bik, onChange, ...field }: BankFieldProps) {
  const { isLoaded, banks } = useBanks(bik === '' ? value : '');
  const change = (typed: string) => {
    const chosen = banks.find((bank) => lineOf(bank) === typed);
    onChange(chosen ?? { name: typed, bik: '' });
  };
  const told = bik !== '' ? `БИК ${bik}` : isLoaded && value !== '' ? 'Выберите банк из списка' : undefined;
  return (
    <Autocomplete
      {...field}
      description={told}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={value}
      data={banks.map(lineOf)}
      // The server has looked: it reads «т-банк» as the directory writes it.
      filter={({ options }) => options}
      onChange={change}
    />
  );
}
