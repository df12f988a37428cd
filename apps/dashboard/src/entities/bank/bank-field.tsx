import { Autocomplete, type AutocompleteProps } from '@mantine/core';
import type { Bank } from '@referral-dashboard/api-contract';
import { useBanks } from './use-banks.ts';

type BankFieldProps = Omit<AutocompleteProps, 'onChange' | 'data' | 'value'> & {
  /** Name of the bank, selected or typed. */
  value: string;
  /** BIK of a selected bank; empty for a typed name. */
  bik: string;
  onChange: (bank: Pick<Bank, 'name' | 'bik'>) => void;
};

/** Bank names are not unique. */
const lineOf = ({ name, bik }: Bank) => `${name}, БИК ${bik}`;

/** Bank field: a selection from the bank directory when one is loaded, otherwise free text. */
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
      // The server has already filtered: it also finds «т-банк» in the spelling of the directory.
      filter={({ options }) => options}
      onChange={change}
    />
  );
}
