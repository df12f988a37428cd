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
const getOptionLabel = ({ name, bik }: Bank) => `${name}, БИК ${bik}`;

/** Bank field: a selection from the bank directory when one is loaded, otherwise free text. */
export function BankField({ value, bik, onChange, ...field }: BankFieldProps) {
  const { isLoaded, banks } = useBanks(bik === '' ? value : '');
  const handleChange = (text: string) => {
    const selectedBank = banks.find((bank) => getOptionLabel(bank) === text);
    onChange(selectedBank ?? { name: text, bik: '' });
  };
  const description =
    bik !== '' ? `БИК ${bik}` : isLoaded && value !== '' ? 'Выберите банк из списка' : undefined;
  return (
    <Autocomplete
      {...field}
      description={description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={value}
      data={banks.map(getOptionLabel)}
      // The server has already filtered: it also finds «т-банк» in the spelling of the directory.
      filter={({ options }) => options}
      onChange={handleChange}
    />
  );
}
