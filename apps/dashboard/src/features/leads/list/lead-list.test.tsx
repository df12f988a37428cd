import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useDates } from '@/shared/format/use-dates.ts';
import { fitColumns } from '@/shared/list/table/fit-columns.ts';
import { createLead } from '@/testing/data/leads.ts';
import { signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { getLeadList } from './lead-list.tsx';

const columns = getLeadList('organization').columns.filter(({ isOptional }) => !isOptional);

test.each([
  [648, ['number', 'program', 'status']],
  [904, ['number', 'program', 'phone', 'status', 'reward']],
  [1120, ['number', 'program', 'phone', 'status', 'reward', 'created']],
])('a table of %d px has the columns %j', (width, names) => {
  expect(fitColumns(columns, width, true).columns.map(({ name }) => name)).toEqual(names);
});

function Cells({ names, hidden }: { names: readonly string[]; hidden: readonly string[] }) {
  const dates = useDates();
  return columns
    .filter(({ name }) => names.includes(name))
    .map(({ name, cell }) => <div key={name}>{cell(createLead(1), dates, new Set(hidden))}</div>);
}

test('a narrow table shows the phone below the name and the partner below the program', async () => {
  signIn();
  mount(<Cells names={['number', 'program']} hidden={['phone', 'partner', 'reward', 'created']} />);
  const { name, program, partner } = createLead(1);
  expect((await screen.findByText(name)).parentElement).toHaveTextContent(/\+7/);
  expect(screen.getByText(program.name).parentElement).toHaveTextContent(partner?.name ?? 'Партнер');
});
