import { bankFileRoutes } from '@referral-dashboard/api-contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { BANK_FILES, bankFiles } from '@/testing/data/payouts/bank-files.ts';
import { anna, signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { holdResponse, respond } from '@/testing/server.ts';
import { BankFilesCard } from './bank-files.tsx';

function Card() {
  const { data } = useApiQuery(bankFileRoutes.bankFiles, {});
  return data && <BankFilesCard files={data} />;
}

async function mountCard() {
  signIn();
  const { user } = mount(<Card />);
  const card = within(await screen.findByRole('region', { name: 'Файлы для банка' }));
  return { user, card };
}

async function openTemplateForm(name = 'СБП') {
  const { user, card } = await mountCard();
  await user.click(card.getByRole('button', { name: `Изменить шаблон ${name}` }));
  const element = await screen.findByRole('form', { name: 'Шаблон таблицы' });
  // The dialog receives the focus when it opens.
  await waitFor(() =>
    expect(element.closest('[role="dialog"]')).toContainElement(document.activeElement as HTMLElement),
  );
  const form = within(element);
  const shown = () =>
    form.getAllByRole('textbox', { name: /^Заголовок: / }).map((input) => input.getAttribute('aria-label'));
  return { user, form, shown, save: () => user.click(form.getByRole('button', { name: 'Сохранить' })) };
}

test('the card describes payment orders, and a change sends the version that was read', async () => {
  const { release, bodies } = holdResponse('patch', BANK_FILES, {
    ...bankFiles,
    plain_dash: true,
    version: 2,
  });
  const { user, card } = await mountCard();
  expect(card.getByText('1: зарплата и доходы с ограничением удержаний')).toBeVisible();
  await user.click(card.getByRole('button', { name: 'Изменить: Файлы для банка' }));
  const form = within(await screen.findByRole('form', { name: 'Файлы для банка' }));
  await user.selectOptions(form.getByLabelText('Код вида дохода'), 'Не указывать');
  await user.click(form.getByRole('switch', { name: /^Писать дефис вместо тире/ }));
  await user.click(form.getByRole('button', { name: 'Сохранить' }));
  await waitFor(() =>
    expect(bodies).toEqual([{ purpose_code: '', plain_number_sign: false, plain_dash: true, version: 1 }]),
  );
  respond('get', BANK_FILES, 200, { ...bankFiles, plain_dash: true, version: 2 });
  release();
  expect(await card.findByText('Дефис вместо тире')).toBeVisible();
});

test('columns are added, removed and moved with the keyboard, which keeps the focus', async () => {
  const { release, bodies } = holdResponse('patch', BANK_FILES, bankFiles);
  const { user, form, shown, save } = await openTemplateForm();
  expect(shown()[0]).toBe('Заголовок: ФИО или название');
  const moveDownButton = form.getByRole('button', { name: 'Ниже: ФИО или название' });
  moveDownButton.focus();
  await user.keyboard('{Enter}');
  expect(shown().slice(0, 2)).toEqual(['Заголовок: Телефон', 'Заголовок: ФИО или название']);
  expect(moveDownButton).toHaveFocus();
  expect(form.getByText('ФИО или название: 2 из 6')).toBeInTheDocument();
  const moveUpButton = form.getByRole('button', { name: 'Выше: Телефон' });
  expect(moveUpButton).toHaveAttribute('aria-disabled', 'true');
  moveUpButton.focus();
  await user.keyboard('{Enter}');
  expect(shown()[0]).toBe('Заголовок: Телефон');

  const inn = form.getByRole('checkbox', { name: 'ИНН' });
  inn.focus();
  await user.keyboard(' ');
  expect(shown().at(-1)).toBe('Заголовок: ИНН');
  expect(inn).toHaveFocus();
  await user.click(form.getByRole('checkbox', { name: 'БИК' }));
  await user.clear(form.getByRole('textbox', { name: 'Заголовок: Телефон' }));
  await user.type(form.getByRole('textbox', { name: 'Заголовок: Телефон' }), 'Phone');
  await save();
  await waitFor(() =>
    expect(bodies).toEqual([
      {
        version: 1,
        templates: [
          {
            ...bankFiles.templates[0],
            columns: [
              { field: 'phone', title: 'Phone' },
              { field: 'full_name', title: 'ФИО или название' },
              { field: 'bank', title: 'Банк' },
              { field: 'amount', title: 'Сумма, ₽' },
              { field: 'purpose', title: 'Назначение платежа' },
              { field: 'inn', title: 'ИНН' },
            ],
          },
          bankFiles.templates[1],
        ],
      },
    ]),
  );
  release();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('a template needs a column, and the default columns can be restored', async () => {
  const { user, form, shown, save } = await openTemplateForm();
  const defaultColumns = shown();
  for (const box of form.getAllByRole('checkbox', { checked: true })) await user.click(box);
  await save();
  expect(form.getByText(/Выберите хотя бы одну колонку/)).toBeVisible();
  await user.click(form.getByRole('button', { name: 'Вернуть обычные' }));
  expect(shown()).toEqual(defaultColumns);
});

test('a new template starts with the columns of its payments and needs a unique name', async () => {
  const { release, bodies } = holdResponse('patch', BANK_FILES, bankFiles);
  const { user, card } = await mountCard();
  await user.click(card.getByRole('button', { name: 'Добавить шаблон' }));
  const form = within(await screen.findByRole('form', { name: 'Шаблон таблицы' }));
  await user.type(form.getByLabelText('Название'), 'сбп');
  await user.selectOptions(form.getByLabelText('Для выплат'), 'СБП');
  await user.click(form.getByRole('button', { name: 'Сохранить' }));
  expect(form.getByLabelText('Название')).toHaveAccessibleDescription('Шаблон с таким названием уже есть');
  await user.type(form.getByLabelText('Название'), ' 2');
  await user.click(form.getByRole('button', { name: 'Сохранить' }));
  await waitFor(() =>
    expect(bodies).toEqual([
      { version: 1, templates: [...bankFiles.templates, { ...bankFiles.templates[0], name: 'сбп 2' }] },
    ]),
  );
  release();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('a conflict keeps the input, reloads the other fields and can be saved', async () => {
  const concurrentVersion = { ...bankFiles, purpose_code: '' as const, version: 5 };
  respond('patch', BANK_FILES, 409, {
    detail: 'Данные успел изменить кто-то другой.',
    code: 'version_conflict',
  });
  const { user, card } = await mountCard();
  await user.click(card.getByRole('button', { name: 'Изменить: Файлы для банка' }));
  const form = within(await screen.findByRole('form', { name: 'Файлы для банка' }));
  await user.click(form.getByRole('switch', { name: /^Писать «N» вместо «№»/ }));
  respond('get', BANK_FILES, 200, concurrentVersion);
  await user.click(form.getByRole('button', { name: 'Сохранить' }));
  expect(await form.findByRole('alert')).toHaveTextContent('Настройки успел изменить кто-то другой');
  await waitFor(() => expect(form.getByLabelText('Код вида дохода')).toHaveValue(''));
  const { release, bodies } = holdResponse('patch', BANK_FILES, {
    ...concurrentVersion,
    plain_number_sign: true,
    version: 6,
  });
  await user.click(form.getByRole('button', { name: 'Сохранить' }));
  await waitFor(() =>
    expect(bodies).toEqual([{ purpose_code: '', plain_number_sign: true, plain_dash: false, version: 5 }]),
  );
  release();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('deleting a template asks for confirmation', async () => {
  const { release, bodies } = holdResponse('patch', BANK_FILES, bankFiles);
  const { user, card } = await mountCard();
  await user.click(card.getByRole('button', { name: 'Удалить шаблон На счета' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Удалить шаблон?' }));
  expect(bodies).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Удалить' }));
  await waitFor(() => expect(bodies).toEqual([{ version: 1, templates: [bankFiles.templates[0]] }]));
  release();
});

test('a manager sees the settings without buttons', async () => {
  signIn({ ...anna, position: 'manager', permissions: ['organization', 'bankFiles'] });
  mount(<Card />);
  const card = within(await screen.findByRole('region', { name: 'Файлы для банка' }));
  expect(card.getByText('СБП')).toBeVisible();
  expect(card.queryByRole('button')).not.toBeInTheDocument();
});
