import { MantineProvider, TextInput } from '@mantine/core';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type FormEvent, useState } from 'react';
import { expect, test } from 'vitest';
import { FormDialog } from './form-dialog.tsx';

const FAILURE = { title: 'Не сохранено', advice: 'Нет связи с сервером' };

/** Page with a form that is rejected: at the field when it is empty, otherwise as a whole. */
function Form() {
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [error, setError] = useState('');
  const [failure, setFailure] = useState<typeof FAILURE | null>(null);
  const send = (event: FormEvent) => {
    event.preventDefault();
    setError(text === '' ? 'Введите имя' : '');
    setFailure(text === '' ? null : { ...FAILURE });
  };
  return (
    <main tabIndex={-1}>
      <button type="button" onClick={() => setOpen(true)}>
        Изменить
      </button>
      {isOpen && (
        <FormDialog
          title="Имя"
          submitLabel="Сохранить"
          isSending={false}
          failure={failure}
          onSubmit={send}
          onClose={() => setOpen(false)}
        >
          <TextInput label="Отчество" />
          <TextInput
            label="Имя"
            value={text}
            error={error}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
        </FormDialog>
      )}
    </main>
  );
}

async function open() {
  const user = userEvent.setup();
  render(<Form />, { wrapper: ({ children }) => <MantineProvider env="test">{children}</MantineProvider> });
  await user.click(screen.getByRole('button', { name: 'Изменить' }));
  await screen.findByRole('dialog', { name: 'Имя' });
  return user;
}
const save = () => screen.getByRole('button', { name: 'Сохранить' });

test('«Esc» returns the focus to the opener of the dialog', async () => {
  const user = await open();
  await user.click(screen.getByRole('textbox', { name: 'Имя' }));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Изменить' })).toHaveFocus());
});

test('an invalid form focuses its first invalid field', async () => {
  const user = await open();
  await user.click(save());
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Имя' })).toHaveFocus());
});

test('an error of the whole form focuses the alert unless a field has the focus', async () => {
  const user = await open();
  await user.type(screen.getByRole('textbox', { name: 'Имя' }), 'Анна');
  await user.click(save());
  await waitFor(() => expect(screen.getByRole('alert')).toHaveFocus());
  await user.type(screen.getByRole('textbox', { name: 'Имя' }), '{Enter}');
  expect(screen.getByRole('textbox', { name: 'Имя' })).toHaveFocus();
});
